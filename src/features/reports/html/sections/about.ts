import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import type { Published } from '../../../../engine/model/framework.ts'
import { html, type Markup, toHtml } from '../../../../shared/html/html.ts'
import type { ReportInput } from '../../content/input.ts'
import { requesterText, SEVERITIES, severityMeanings, severitySteps } from '../../content/rules.ts'
import { RUN_TERMS, SEVERITY_WORDS } from '../../content/words/every-edition.ts'
import { FULL } from '../../content/words/full.ts'
import { severityBadge, time } from '../frame/badges.ts'

/** What makes a finding severe. */
export function renderSeverities(parts: readonly ReportInput[]): Markup {
  const steps = severitySteps(parts)
  return html`<h3 class="rows">${FULL.severities}</h3>
<dl class="terms">${SEVERITIES.map((severity) => html`<dt>${severityBadge(severity, SEVERITY_WORDS[severity])}</dt><dd>${severityMeanings(severity, parts)}</dd>`)}</dl>
${steps !== '' && html`<p class="lead small">${steps}</p>`}`
}

/** Which runs they were, of which tenant and framework, and when; for auditors also at whose request. What they share is stated once. */
export function renderRuns(parts: readonly ReportInput[], { isForAuditors }: { isForAuditors: boolean }): Markup {
  const runs = parts.map((part) => ({ part, facts: runFacts(part, isForAuditors ? requesterText(part) : undefined) }))
  const [first, ...others] = runs
  const isShared = ([term, value]: Fact): boolean =>
    others.every(({ facts }) => facts.some(([name, its]) => name === term && toHtml(its) === toHtml(value)))
  const shared = others.length === 0 ? [] : (first?.facts.filter(isShared) ?? [])
  const names = shared.map(([term]) => term)
  return html`${shared.length > 0 && renderTerms(shared)}${runs.map(
    ({ part, facts }) =>
      html`${others.length > 0 && html`<h3 class="rows">${part.productName}</h3>`}${renderTerms(facts.filter(([term]) => !names.includes(term)))}`,
  )}`
}

type Fact = readonly [term: string, value: Markup]

const renderTerms = (facts: readonly Fact[]): Markup =>
  html`<dl class="facts">${facts.map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}</dl>`

function runFacts(run: ReportInput, requester: string | undefined): Fact[] {
  const { runId, tenantId, productName, result, createdAt, completedAt, brand } = run
  const published = findFramework(result.product)?.published
  return [
    [RUN_TERMS.run, html`<code>${runId}</code>`],
    [RUN_TERMS.tenant, html`<code>${tenantId}</code>`],
    [RUN_TERMS.framework, html`${RUN_TERMS.version(productName, result.framework.version)}`],
    ...(published ? [[RUN_TERMS.published, renderPublished(published)] as const] : []),
    [
      RUN_TERMS.requested,
      html`${time(createdAt, brand.locale)}${requester !== undefined && html`, ${RUN_TERMS.by} <bdi>${requester}</bdi>`}`,
    ],
    [RUN_TERMS.completed, time(completedAt, brand.locale)],
  ]
}

const renderPublished = ({ documents }: Published): Markup =>
  html`${documents.map(
    ({ title, url }, index) => html`${index > 0 && '; '}<a href="${url}" rel="noreferrer">${title}</a>`,
  )}`
