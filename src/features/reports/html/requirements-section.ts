import { hasFailed } from '../../../engine/evaluation/outcome.ts'
import { isUnknown } from '../../../engine/evaluation/unknowns.ts'
import type { Coverage } from '../../../engine/model/check.ts'
import type { AssessmentResult, GroupResult, RequirementResult } from '../../../engine/model/result.ts'
import type { Evidence } from '../../../engine/model/tenant-reading.ts'
import type { RowPoints } from '../../../engine/results/points.ts'
import { type Child, html, type Markup } from '../../../shared/html/html.ts'
import { HINT_NOTE, knownFrom, whatCounts } from '../content/evidence-quality.ts'
import { purpose } from '../content/group-purposes.ts'
import { groupFigures, levelFact, sortRows } from '../content/requirements.ts'
import { levelText, percentText, plural, SEVERITY_WORDS } from '../content/rules.ts'
import { acceptedBadge, coverageBar, groupAnchor, rowAnchor, severityBadge, time, verdictBadge } from './badges.ts'
import { renderDecision } from './exceptions-section.ts'
import { renderGroupPoints } from './score-section.ts'

/** More than anybody checks by hand; the result has all of them. */
const EVIDENCE_SHOWN = 20

/**
 * One group: its points, what to fix, what is unknown, what is in place, and what the target does not ask for. `lines` is what
 * each row adds to the score, if known.
 */
export function renderGroup(group: GroupResult, result: AssessmentResult, lines: readonly RowPoints[] = []): Markup {
  const { failed, accepted, unknown, inPlace, outside } = sortRows(group, result)
  const anchor = groupAnchor(group.id)
  const points = new Map(lines.map((line) => [line.row, line]))
  const open = (row: RequirementResult): Markup => renderOpenRow(row, points.get(row))
  const folded = (row: RequirementResult): Markup => renderFoldedRow(row, points.get(row))
  return html`<section class="panel group" id="${anchor}" aria-labelledby="${anchor}-title">
<div class="group-head"><h3 id="${anchor}-title">${group.name}</h3>
<p class="number">${groupFigures(group, result.target)}</p></div>
${purpose(group.name) !== undefined && html`<p class="lead">${purpose(group.name)}</p>`}
${renderGroupPoints(group, lines)}
${renderRows('To fix', failed.map(open))}
${renderRows('Accepted as a risk', accepted.map(folded))}
${renderRows('Not known', unknown.map(folded))}
${renderRows('In place or not applicable', inPlace.map(folded))}
${
  outside.length > 0 &&
  html`<details class="outside"><summary>Outside the target: ${plural(outside.length, 'requirement')} that level ${levelText(result.target)} does not ask for</summary>
${outside.map(folded)}</details>`
}
</section>`
}

function renderRows(title: string, rows: readonly Markup[]): Markup | undefined {
  if (rows.length === 0) return undefined
  return html`<div class="rows"><h4>${title} (${rows.length})</h4>
${rows}</div>`
}

function renderOpenRow(row: RequirementResult, points: RowPoints | undefined): Markup {
  return html`<article class="row" id="${rowAnchor(row.group, row.id)}">
${renderTitle(row)}
<p class="marks">${verdictBadge(row.verdict)}${
    row.severity && severityBadge(row.severity, `${SEVERITY_WORDS[row.severity]} severity`)
  }</p>
<dl class="facts">${renderFacts(row, points)}</dl>
${renderProof(row)}</article>`
}

// The anchor is inside, because browsers open a details element only for a target within it.
function renderFoldedRow(row: RequirementResult, points: RowPoints | undefined): Markup {
  return html`<details class="row"><summary>${renderTitle(row)}${row.accepted ? acceptedBadge() : verdictBadge(row.verdict)}</summary>
<dl class="facts" id="${rowAnchor(row.group, row.id)}">${renderFacts(row, points)}</dl>
${renderProof(row)}</details>`
}

function renderTitle({ id, statement }: RequirementResult): Markup {
  return html`<h5><span class="id">${id}</span> ${statement}</h5>`
}

function renderFacts(row: RequirementResult, points: RowPoints | undefined): Markup {
  const { coverage, exceptions, hint, limitations, verdict, contradiction } = row
  const mend = hasFailed(verdict)
  return html`${fact(isUnknown(verdict) ? 'Why unknown' : 'Found', row.observed)}${
    contradiction !== undefined &&
    fact('People said', html`${contradiction} <span class="soft">${whatCounts(row)}</span>`)
  }${hint !== undefined && fact('Hint', html`${hint} <span class="soft">${HINT_NOTE}</span>`)}${fact('Expected', row.expected)}${
    coverage && fact('Holds for', renderCoverage(coverage))
  }${exceptions && fact(verdict === 'alternate' ? 'In its place' : 'Decided', html`${exceptions.map(renderDecision)}`)}${mend && fact('What to do', row.remedy)}${
    limitations.length > 0 && fact('Not seen', html`<ul>${limitations.map((text) => html`<li>${text}</li>`)}</ul>`)
  }${!isUnknown(verdict) && fact('Known from', knownFrom(row))}${row.category !== undefined && fact('Category', row.category)}${fact(
    ...levelFact(row),
  )}${points && fact('Points', `${points.points.toFixed(2)} of ${points.max.toFixed(2)}`)}`
}

function renderCoverage(coverage: Coverage): Markup {
  const { n, of } = coverage
  return html`<span class="number">${n} of ${of}${of > 0 && ` (${percentText(n / of)})`}</span>${coverageBar(coverage)}`
}

function renderProof({ affected, evidence }: RequirementResult): Markup {
  return html`${affected && affected.total > 0 && renderAffected(affected)}${evidence.length > 0 && renderEvidence(evidence)}`
}

function fact(term: string, value: Child): Markup | undefined {
  if (value === '') return undefined
  return html`<dt>${term}</dt><dd>${value}</dd>`
}

function renderAffected({ items, total }: { items: string[]; total: number }): Markup {
  return html`<details class="more"><summary>Affected: ${total}</summary><ul class="names">${items.map((item) => html`<li>${item}</li>`)}${
    total > items.length && html`<li>and ${total - items.length} more</li>`
  }</ul></details>`
}

function renderEvidence(evidence: readonly Evidence[]): Markup {
  const hidden = evidence.length - EVIDENCE_SHOWN
  return html`<details class="more"><summary>Evidence: ${plural(evidence.length, 'reading')}</summary><ul class="evidence">${evidence
    .slice(0, EVIDENCE_SHOWN)
    .map(
      ({ dataset, pointer, collectedAt }) =>
        html`<li><code>${dataset}</code>${pointer !== '' && html` at <code>${pointer}</code>`}, collected ${time(collectedAt)}</li>`,
    )}${hidden > 0 && html`<li>and ${plural(hidden, 'more reading', 'more readings')}, stored with the result</li>`}</ul></details>`
}
