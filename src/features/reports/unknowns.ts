import type { AssessmentResult, RequirementResult, Verdict } from '../../engine/model.ts'
import { isUnknown } from '../../engine/outcome.ts'
import { html, type Markup } from '../../ground/html.ts'
import { rowAnchor } from './marks.ts'
import {
  capitalize,
  contradictionsOf,
  countKnown,
  groupNoun,
  type KnownCounts,
  plural,
  unknownPoints,
} from './rules.ts'

const KINDS: readonly (readonly [verdict: Verdict, title: string, next: string])[] = [
  ['no_visibility', 'Could not be read', 'Grant what is named here, and the next run can judge these checks.'],
  [
    'not_licensed',
    'No licence that would show it',
    'These need a licence the tenant does not have. An answer does not stand in for the reading; a recorded compensating control does.',
  ],
  [
    'not_assessed',
    'Waiting for an answer',
    'Nothing that was read settles these. Answer the questionnaire, and the next run counts the answers.',
  ],
]

/** What could not be settled, why, and what would settle it. */
export function renderUnknowns(result: AssessmentResult): Markup {
  const rows = result.requirements.filter((row) => row.levels.includes(result.target) && isUnknown(row.verdict))
  const { inScope, fromTenant, fromPeople, unknown } = countKnown(result)
  return html`<section class="panel" id="unknown" aria-labelledby="unknown-title">
<h2 id="unknown-title">What is known, and what is not</h2>
<p class="lead">Of ${plural(inScope, 'check')} for the target, ${fromTenant} were settled by reading the tenant, ${fromPeople} by answers, and ${unknown} are unknown. A requirement counts once wherever it is listed. Unknowns earn ${unknownPoints(result)} and are no findings.</p>
${renderTable(result)}
${renderContradictions(contradictionsOf(result))}
${
  unknown > 0 &&
  html`<div class="reasons">${KINDS.map(([verdict, title, next]) =>
    renderKind(
      rows.filter((row) => row.verdict === verdict),
      title,
      next,
    ),
  )}</div>`
}
</section>`
}

/** Who settled what, group by group. */
function renderTable(result: AssessmentResult): Markup {
  const { product, groups, requirements } = result
  const lines = groups.map((group) => {
    const own = requirements.filter((row) => row.group === group.id)
    return { name: group.name, ...countKnown({ ...result, requirements: own }) }
  })
  const total = countKnown(result)
  return html`<div class="scroll" role="region" aria-label="What is known from where" tabindex="0"><table>
<caption>Checks by what settled them: read automatically, answered by people, or not known</caption>
<thead><tr><th scope="col">${capitalize(groupNoun(product, 1))}</th><th scope="col" class="number">By reading</th><th scope="col" class="number">By people</th><th scope="col" class="number">Not known</th><th scope="col" class="number">All</th></tr></thead>
<tbody>${lines.map(({ name, ...counts }) => html`<tr><th scope="row">${name}</th>${renderCounts(counts)}</tr>`)}</tbody>
<tfoot><tr><th scope="row">Overall</th>${renderCounts(total)}</tr></tfoot>
</table></div>`
}

function renderCounts({ fromTenant, fromPeople, unknown, inScope }: KnownCounts): Markup[] {
  return [fromTenant, fromPeople, unknown, inScope].map((count) => html`<td class="number">${count}</td>`)
}

function renderContradictions(rows: readonly RequirementResult[]): Markup | undefined {
  if (rows.length === 0) return undefined
  return html`<div class="reasons"><div><h3>Answered otherwise than the tenant shows: ${plural(rows.length, 'check')}</h3>
<p class="soft">The reading counts. Look at these answers again with whoever gave them.</p>
${renderReasons(rows, (row) => row.contradiction ?? '')}</div></div>`
}

function renderKind(rows: readonly RequirementResult[], title: string, next: string): Markup | undefined {
  if (rows.length === 0) return undefined
  return html`<div><h3>${title}: ${plural(rows.length, 'check')}</h3>
<p class="soft">${next}</p>
${renderReasons(rows, (row) => row.observed)}</div>`
}

/** Each reason once with the rows that it holds for, the most frequent first. */
function renderReasons(rows: readonly RequirementResult[], reasonOf: (row: RequirementResult) => string): Markup {
  const reasons = [...Map.groupBy(rows, reasonOf)].toSorted(([, a], [, b]) => b.length - a.length)
  return html`<ul>${reasons.map(
    ([reason, its]) =>
      html`<li><p>${reason}</p><p class="ids">${its.map((row) => html`<a href="#${rowAnchor(row.group, row.id)}">${row.id}</a> `)}</p></li>`,
  )}</ul>`
}
