import type { AssessmentResult, RequirementResult, Verdict } from '../../engine/model.ts'
import { isUnknown } from '../../engine/outcome.ts'
import { html, type Markup } from '../../ground/html.ts'
import { rowAnchor } from './marks.ts'
import { countKnown, plural, unknownPoints } from './rules.ts'

const KINDS: readonly (readonly [verdict: Verdict, title: string, next: string])[] = [
  ['no_visibility', 'Could not be read', 'Grant what is named here, and the next run can judge these checks.'],
  [
    'not_licensed',
    'No licence that would show it',
    'These need a licence the tenant does not have. What people say does not stand in for the reading.',
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

function renderKind(rows: readonly RequirementResult[], title: string, next: string): Markup | undefined {
  if (rows.length === 0) return undefined
  const reasons = [...Map.groupBy(rows, (row) => row.observed)].toSorted(([, a], [, b]) => b.length - a.length)
  return html`<div><h3>${title}: ${plural(rows.length, 'check')}</h3>
<p class="soft">${next}</p>
<ul>${reasons.map(
    ([reason, its]) =>
      html`<li><p>${reason}</p><p class="ids">${its.map((row) => html`<a href="#${rowAnchor(row.group, row.id)}">${row.id}</a> `)}</p></li>`,
  )}</ul></div>`
}
