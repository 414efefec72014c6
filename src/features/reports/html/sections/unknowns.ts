import type { AssessmentResult, RequirementResult } from '../../../../engine/model/result.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import { QUALITY_LEAD, type QualityLine, qualityLines } from '../../content/evidence-quality.ts'
import type { Once } from '../../content/once.ts'
import {
  capitalize,
  consentNote,
  contradictionsOf,
  countKnown,
  groupNoun,
  type KnownCounts,
  plural,
} from '../../content/rules.ts'
import {
  byReason,
  knownLead,
  type ReasonOfRows,
  timesListed,
  type UnknownGroup,
  unknownKinds,
} from '../../content/unknowns.ts'
import { rowAnchor } from '../frame/badges.ts'

/** What is unknown, why, and what would make it known. */
export function renderUnknowns(result: AssessmentResult, once: Once): Markup {
  const kinds = unknownKinds(result)
  const note = consentNote(result)
  return html`<section class="panel" id="unknown" aria-labelledby="unknown-title">
<h2 id="unknown-title">What is known, and what is not</h2>
<p class="lead">${knownLead(result)}</p>
${note !== undefined && html`<p>${note}</p>`}
${renderTable(result)}
${renderContradictions(contradictionsOf(result), once)}
${renderQualities(qualityLines(result))}
${kinds.length > 0 && html`<div class="reasons">${kinds.map((kind) => renderKind(kind, once))}</div>`}
</section>`
}

/** How many checks each source answered, by group. */
function renderTable(result: AssessmentResult): Markup {
  const { product, groups, requirements } = result
  const lines = groups.map((group) => {
    const own = requirements.filter((row) => row.group === group.id)
    return { name: group.name, ...countKnown({ ...result, requirements: own }) }
  })
  const total = countKnown(result)
  return html`<div class="scroll" role="region" aria-label="What is known from where" tabindex="0"><table>
<caption>Checks by source: read automatically, answered by people, or not known</caption>
<thead><tr><th scope="col">${capitalize(groupNoun(product, 1))}</th><th scope="col" class="number">By reading</th><th scope="col" class="number">By people</th><th scope="col" class="number">Not known</th><th scope="col" class="number">All</th></tr></thead>
<tbody>${lines.map(({ name, ...counts }) => html`<tr><th scope="row">${name}</th>${renderCounts(counts)}</tr>`)}</tbody>
<tfoot><tr><th scope="row">Overall</th>${renderCounts(total)}</tr></tfoot>
</table></div>`
}

/** How good the evidence is, and what would raise it. */
function renderQualities(lines: readonly QualityLine[] | undefined): Markup | undefined {
  if (!lines) return undefined
  return html`<div class="reasons"><div><h3>How good the evidence is</h3>
<p class="soft">${QUALITY_LEAD}</p>
<ul>${lines.map(({ name, count, meaning, raise }) => html`<li><p><b>${name}: ${plural(count, 'check')}</b>, ${meaning}.${raise !== '' && count > 0 && html` <span class="soft">${raise}</span>`}</p></li>`)}</ul></div></div>`
}

function renderCounts({ fromTenant, fromPeople, unknown, inScope }: KnownCounts): Markup[] {
  return [fromTenant, fromPeople, unknown, inScope].map((count) => html`<td class="number">${count}</td>`)
}

function renderContradictions(rows: readonly RequirementResult[], once: Once): Markup | undefined {
  if (rows.length === 0) return undefined
  return html`<div class="reasons"><div><h3>Answers that the tenant contradicts: ${plural(rows.length, 'check')}</h3>
<p class="soft">Review these answers with the people who gave them.</p>
<ul>${byReason(rows, (row) => row.contradiction ?? '').map((reason) => renderReason(reason, once))}</ul></div></div>`
}

function renderKind({ title, next, reasons }: UnknownGroup, once: Once): Markup {
  return html`<div><h3>${title}</h3>
<p class="soft">${next}</p>
<ul>${reasons.map((reason) => renderReason(reason, once))}</ul></div>`
}

/** A reason with the rows that share it. */
function renderReason([reason, rows]: ReasonOfRows, once: Once): Markup {
  const text = once.fresh(reason, 'unknown')
  return html`<li>${text !== '' && html`<p>${text}</p>`}<p class="ids">${timesListed(rows).map(
    ({ row, times }) => html`<span><a href="#${rowAnchor(row.group, row.id)}">${row.id}</a>${times}</span> `,
  )}</p></li>`
}
