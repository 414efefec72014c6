import { findFramework } from '../../../engine/frameworks/catalogue.ts'
import { html, type Markup } from '../../../shared/html/html.ts'
import type { ReportInput } from '../content/input.ts'
import { VERDICTS } from '../content/requirements.ts'
import { capitalize, groupNoun, levelText, scoreLines, verdictMeaning } from '../content/rules.ts'
import { time, verdictBadge } from './badges.ts'
import { renderChanges } from './changes-section.ts'
import { exceptionContents, renderExceptions } from './exceptions-section.ts'
import { renderLayout } from './layout.ts'
import { renderGroup } from './requirements-section.ts'
import { renderScores } from './score-section.ts'
import { renderFirstThings, renderSummary } from './summary-section.ts'
import { renderTrend } from './trend-section.ts'
import { renderUnknowns } from './unknowns-section.ts'

/**
 * The report of a completed run as one self-contained HTML page. Serve it with the `reportPolicy` of its brand. `pdfUrl` is the
 * address of the same report as a PDF, if there is one.
 */
export function renderReport(input: ReportInput, pdfUrl?: string): string {
  const { customerName, partnerName, productName, result, difference, brand } = input
  const many = groupNoun(result.product, 2)
  const lines = scoreLines(result)
  const eachOf = `${capitalize(many)} in detail`
  return renderLayout({
    title: `${productName} assessment of ${customerName}`,
    partnerName,
    productName,
    brand,
    heading: html`Security assessment of <bdi>${customerName}</bdi>`,
    facts: [
      ['Assessed against', `${productName} ${result.framework.version}`],
      ['Target', `Maturity level ${levelText(result.target)}`],
      ['Completed', time(input.completedAt)],
      ['Prepared by', partnerName],
      ...(pdfUrl === undefined ? [] : [['To keep', html`<a href="${pdfUrl}">Download as PDF</a>`] as const]),
    ],
    contents: [
      ['meaning', 'What this means'],
      ['first', 'What to do first'],
      ['trend', 'The trend'],
      ...(difference ? [['changes', 'What changed'] as const] : []),
      ['score', 'The score'],
      ['unknown', 'What is known'],
      ...exceptionContents(result),
      ['groups', eachOf],
      ['about', 'About this report'],
    ],
    body: html`${renderSummary(result, customerName, difference)}
${renderFirstThings(result)}
${renderTrend(input.trend)}
${difference && renderChanges(result, difference)}
${renderScores(result)}
${renderUnknowns(result)}
${renderExceptions(result)}
<section class="groups" id="groups" aria-labelledby="groups-title">
<h2 class="rows" id="groups-title">${eachOf}</h2>
${result.groups.map((group) => renderGroup(group, result, lines))}
</section>
${renderAbout(input)}`,
    footer: html`<p>Confidential. Prepared by ${partnerName} for <bdi>${customerName}</bdi>. All times are UTC.</p>`,
  })
}

function renderAbout(input: ReportInput): Markup {
  const { result, maturityTarget } = input
  const { scoring, levelMeanings = [] } = findFramework(result.product) ?? {}
  return html`<section class="panel" id="about" aria-labelledby="about-title">
<h2 id="about-title">About this report</h2>
<div class="prose">
<p>The tenant was read once, without changing anything in it, and what it answered was evaluated requirement by requirement. People were asked about what a tenant cannot show. The report describes the state at that time. Evidence names the address in the tenant that was read, the place in its answer, and when.</p>
${
  maturityTarget !== result.target &&
  html`<p>A target of level ${levelText(maturityTarget)} was requested. ${input.productName} ends at level ${levelText(result.target)} and was evaluated against that.</p>`
}
</div>
<dl class="facts">
<dt>Run</dt><dd><code>${input.runId}</code></dd>
<dt>Tenant</dt><dd><code>${input.tenantId}</code></dd>
<dt>Framework</dt><dd>${input.productName}, version ${result.framework.version}</dd>
<dt>Requested</dt><dd>${time(input.createdAt)}</dd>
<dt>Completed</dt><dd>${time(input.completedAt)}</dd>
</dl>
<h3 class="rows">What the verdicts mean</h3>
<dl class="terms">${VERDICTS.map((verdict) => html`<dt>${verdictBadge(verdict)}</dt><dd>${verdictMeaning(verdict, scoring)}</dd>`)}</dl>
${
  levelMeanings.length > 0 &&
  html`<h3 class="rows">What the levels mean</h3>
<p class="lead small">Each requirement has a level of its own. A reading of the tenant shows level 3 at most; where people answer as well, the lower of the two counts.</p>
<dl class="terms">${levelMeanings.map((meaning, index) => html`<dt>Level ${index + 1}</dt><dd>${meaning}</dd>`)}</dl>`
}
</section>`
}
