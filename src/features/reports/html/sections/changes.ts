import type { AssessmentResult } from '../../../../engine/model/result.ts'
import type { Verdict } from '../../../../engine/model/verdict.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import { changesSentence } from '../../content/difference.ts'
import { drawChangeBars } from '../../content/figures/charts.ts'
import type { Difference, RowChange } from '../../content/input.ts'
import { plural, VERDICT_WORDS } from '../../content/rules.ts'
import { day, rowAnchor } from '../frame/badges.ts'
import { renderFigure } from '../frame/figure.ts'

/** As many as fit at a glance; the rest is collapsed. */
const MAX_SHOWN = 12

const KINDS = [
  ['better', 'Better than before'],
  ['worse', 'Worse than before'],
  ['otherwise', 'Other changes'],
] as const

/** What changed since the previous run, requirement by requirement. */
export function renderChanges(result: AssessmentResult, difference: Difference): Markup {
  const { since } = difference
  const names = new Map(result.groups.map((group) => [group.id, group.name]))
  const present = new Set(result.requirements.map((row) => rowAnchor(row.group, row.id)))
  const hasAny = KINDS.some(([kind]) => difference[kind].length > 0)
  return html`<section class="panel" id="changes" aria-labelledby="changes-title">
<h2 id="changes-title">What changed since ${day(since.completedAt)}</h2>
<p class="lead">${changesSentence(result, difference)}</p>
${hasAny && renderFigure((width) => drawChangeBars(difference, width, 13))}
${hasAny && html`<div class="reasons">${KINDS.map(([kind, title]) => renderKind(title, difference[kind], names, present))}</div>`}
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
  return html`<div><h3>${title}: ${plural(changes.length, 'check')}</h3>
<ul>${items.slice(0, MAX_SHOWN)}</ul>${
    rest.length > 0 && html`<details class="more"><summary>${rest.length} more</summary><ul>${rest}</ul></details>`
  }</div>`
}

function renderChange(change: RowChange, names: ReadonlyMap<string, string>, present: ReadonlySet<string>): Markup {
  const { id, group } = change
  const anchor = rowAnchor(group, id)
  return html`<li>${present.has(anchor) ? html`<a href="#${anchor}">${id}</a>` : html`<span class="id">${id}</span>`} <span class="soft">${names.get(group) ?? group}:</span> ${changeText(change)}</li>`
}

/** `Not in place → Partly in place`, with levels if they say more. */
function changeText({ before, after, levelBefore, levelAfter }: RowChange): Markup {
  const [from, to] = [wordsOf(before, levelBefore), wordsOf(after, levelAfter)]
  return html`${from} <span aria-hidden="true">→</span><span class="unseen"> then </span> <strong>${to}</strong>`
}

function wordsOf(verdict: Verdict, level: number | undefined): string {
  return level === undefined ? VERDICT_WORDS[verdict] : `${VERDICT_WORDS[verdict]}, level ${level}`
}
