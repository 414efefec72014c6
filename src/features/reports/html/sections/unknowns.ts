import type { AssessmentResult, RequirementResult } from '../../../../engine/model/result.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import type { Place } from '../../content/place.ts'
import { groupNames } from '../../content/requirements.ts'
import { qualityLines, shownInPart } from '../../content/rows/evidence-quality.ts'
import { rowsToReview } from '../../content/rows/reviews.ts'
import { capitalize, consentNote, countKnown, groupNoun, type KnownCounts } from '../../content/rules.ts'
import {
  knownLead,
  knownTitle,
  listedRows,
  type ReasonOfRows,
  reviewReasons,
  type UnknownGroup,
  unknownKinds,
} from '../../content/unknowns.ts'
import { COLUMNS, KNOWN } from '../../content/words/full.ts'
import { EVIDENCE } from '../../content/words/rows.ts'
import { rowAnchor } from '../frame/badges.ts'
import { breakable } from '../frame/breakable.ts'

/** What is unknown, why, and what would make it known. */
export function renderUnknowns(result: AssessmentResult, place: Place): Markup {
  const { anchor, title, fresh } = place
  const id = anchor('unknown')
  const kinds = unknownKinds(result)
  const context = { ...place, nameOf: groupNames(result) }
  const note = fresh(consentNote(result))
  return html`<section class="panel" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title(knownTitle(result))}</h2>
<p class="lead">${fresh(knownLead(result))}</p>
${note !== '' && html`<p>${breakable(note)}</p>`}
${renderTable(result, place)}
${renderReviews(rowsToReview(result), context)}
${renderQualities(result, place)}
${kinds.length > 0 && html`<div class="reasons">${kinds.map((kind) => renderKind(kind, context))}</div>`}
</section>`
}

interface ReasonsContext extends Place {
  /** Names of groups by their ids. */
  nameOf: (group: string) => string
}

/** How many checks each source answered, by group. */
function renderTable(result: AssessmentResult, { title }: Place): Markup {
  const { product, groups, requirements } = result
  const byGroup = Map.groupBy(requirements, (row) => row.group)
  const lines = groups.map(({ id, name }) => ({
    name,
    ...countKnown({ ...result, requirements: byGroup.get(id) ?? [] }),
  }))
  const total = countKnown(result)
  const heads = [COLUMNS.byReading, COLUMNS.byPeople, COLUMNS.notKnown, COLUMNS.all]
  return html`<div class="scroll" role="region" aria-label="${title(COLUMNS.knownTable)}" tabindex="0"><table>
<caption>${COLUMNS.knownTable}</caption>
<thead><tr><th scope="col">${capitalize(groupNoun(product, 1))}</th>${heads.map((head) => html`<th scope="col" class="number">${head}</th>`)}</tr></thead>
<tbody>${lines.map(({ name, ...counts }) => html`<tr><th scope="row">${name}</th>${renderCounts(counts)}</tr>`)}</tbody>
<tfoot><tr><th scope="row">${COLUMNS.overall}</th>${renderCounts(total)}</tr></tfoot>
</table></div>`
}

/** How good the evidence is, and what would raise it. */
function renderQualities(result: AssessmentResult, { fresh }: Place): Markup | undefined {
  const lines = qualityLines(result)
  if (lines.length === 0) return undefined
  const lead = fresh(EVIDENCE.lead)
  const inPart = shownInPart(result).map(fresh).join(' ').trim()
  return html`<div class="reasons"><div><h3>${EVIDENCE.title}</h3>
${lead !== '' && html`<p class="soft">${lead}</p>`}
<ul>${lines.map(({ counted, meaning, raise }) => html`<li><p><b>${counted}</b>${EVIDENCE.meaning(fresh(meaning))}. <span class="soft">${fresh(raise)}</span></p></li>`)}</ul>${inPart !== '' && html`<p>${inPart}</p>`}</div></div>`
}

function renderCounts({ fromTenant, fromPeople, unknown, inScope }: KnownCounts): Markup[] {
  return [fromTenant, fromPeople, unknown, inScope].map((count) => html`<td class="number">${count}</td>`)
}

function renderReviews(rows: readonly RequirementResult[], place: ReasonsContext): Markup | undefined {
  if (rows.length === 0) return undefined
  return html`<div class="reasons"><div><h3>${KNOWN.toReview(rows.length)}</h3>
<p class="soft">${place.fresh(KNOWN.review)}</p>
<ul>${renderReasons(reviewReasons(rows), place)}</ul></div></div>`
}

function renderKind({ title, next, reasons }: UnknownGroup, place: ReasonsContext): Markup {
  return html`<div><h3>${title}</h3>
<p class="soft">${place.fresh(next)}</p>
<ul>${renderReasons(reasons, place)}</ul></div>`
}

/** Reasons with the rows that share them. */
const renderReasons = (reasons: readonly ReasonOfRows[], { once, anchor, nameOf }: ReasonsContext): Markup[] =>
  reasons.map(([reason, rows]) => {
    once.remember(reason, anchor('unknown'))
    return html`<li><p>${breakable(reason)}</p>${listedRows(rows, nameOf).map(
      ({ name, listed }) =>
        html`<p class="ids">${name !== '' && html`<b>${name}</b> `}${listed.map(
          ({ row, times }) => html`<span><a href="#${rowAnchor(row.group, row.id)}">${row.id}</a>${times}</span> `,
        )}</p>`,
    )}</li>`
  })
