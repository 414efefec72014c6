import type { AssessmentResult } from '../../../../engine/model/result.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import { CHANGE_KINDS, changesByKind, changesSentence, changeWords } from '../../content/difference.ts'
import { drawChangeBars } from '../../content/figures/charts.ts'
import type { Difference, RowChange } from '../../content/input.ts'
import type { Place } from '../../content/place.ts'
import { CHART_WORDS } from '../../content/words/every-edition.ts'
import { CHANGES } from '../../content/words/full.ts'
import { day, rowAnchor } from '../frame/badges.ts'
import { renderFigure } from '../frame/figure.ts'

/** As many as fit at a glance; the rest is collapsed. */
const MAX_SHOWN = 12

/** What changed since the previous run, requirement by requirement. */
export function renderChanges(
  result: AssessmentResult,
  difference: Difference,
  { anchor, title, locale }: Place,
): Markup {
  const names = new Map(result.groups.map((group) => [group.id, group.name]))
  const present = new Set(result.requirements.map((row) => rowAnchor(row.group, row.id)))
  const changes = changesByKind(difference)
  const hasAny = CHANGE_KINDS.some((kind) => changes[kind].length > 0)
  const id = anchor('changes')
  const { completedAt } = difference.since
  return html`<section class="panel" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title(CHANGES.since)} ${day(completedAt, locale)}</h2>
<p class="lead">${changesSentence(result, difference)}</p>
${hasAny && renderFigure((width) => drawChangeBars(difference, width, 13))}
${hasAny && html`<div class="reasons">${CHANGE_KINDS.map((kind) => renderKind(CHART_WORDS.changes[kind], changes[kind], names, present))}</div>`}
</section>`
}

function renderKind(
  title: string,
  changes: readonly RowChange[],
  names: ReadonlyMap<string, string>,
  present: ReadonlySet<string>,
): Markup | undefined {
  if (changes.length === 0) return undefined
  const items = changes.map((change) => renderChange(change, names, present))
  const rest = items.slice(MAX_SHOWN)
  return html`<div><h3>${CHANGES.counted(title, changes.length)}</h3>
<ul>${items.slice(0, MAX_SHOWN)}</ul>${
    rest.length > 0 &&
    html`<details class="more"><summary>${CHANGES.more(rest.length)}</summary><ul>${rest}</ul></details>`
  }</div>`
}

function renderChange(change: RowChange, names: ReadonlyMap<string, string>, present: ReadonlySet<string>): Markup {
  const { id, group } = change
  const anchor = rowAnchor(group, id)
  return html`<li>${present.has(anchor) ? html`<a href="#${anchor}">${id}</a>` : html`<span class="id">${id}</span>`} <span class="soft">${names.get(group) ?? group}:</span> ${changeText(change)}</li>`
}

/** `Not in place → Partly in place`. */
function changeText(change: RowChange): Markup {
  const [from, to] = changeWords(change)
  return html`${from} <span aria-hidden="true">→</span><span class="unseen"> ${CHANGES.thenTo} </span> <strong>${to}</strong>`
}
