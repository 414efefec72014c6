import { findFramework } from '../../../../engine/frameworks/catalogue.ts'
import type { Effort } from '../../../../engine/model/remedy.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import type { ReportInput } from '../../content/input.ts'
import { capitalize, requesterText } from '../../content/rules.ts'
import { EFFORT_MEANINGS, EFFORT_WORDS, RUN_TERMS } from '../../content/words/every-edition.ts'
import { FULL } from '../../content/words/full.ts'
import { time } from '../frame/badges.ts'

/** The scale of effort, as far as it is used. */
export const renderEfforts = (efforts: readonly Effort[]): Markup =>
  html`<h3 class="rows">${FULL.efforts}</h3>
<dl class="terms">${efforts.map((effort) => html`<dt>${EFFORT_WORDS[effort]}</dt><dd>${capitalize(EFFORT_MEANINGS[effort])}.</dd>`)}</dl>`

/** Which runs they were, of which tenant and framework, and when; for auditors also at whose request. */
export const renderRuns = (parts: readonly ReportInput[], { isForAuditors }: { isForAuditors: boolean }): Markup[] =>
  parts.map(
    (part) =>
      html`${parts.length > 1 && html`<h3 class="rows">${part.productName}</h3>`}${renderRunFacts(part, isForAuditors ? requesterText(part) : undefined)}`,
  )

const renderRunFacts = (run: ReportInput, requester: string | undefined): Markup => {
  const { runId, tenantId, productName, result, createdAt, completedAt, brand } = run
  const published = findFramework(result.product)?.published
  return html`<dl class="facts">
<dt>${RUN_TERMS.run}</dt><dd><code>${runId}</code></dd>
<dt>${RUN_TERMS.tenant}</dt><dd><code>${tenantId}</code></dd>
<dt>${RUN_TERMS.framework}</dt><dd>${RUN_TERMS.version(productName, result.framework.version)}</dd>
${
  published &&
  html`<dt>${RUN_TERMS.published}</dt><dd>${published.documents.map(
    ({ title, url }, index) => html`${index > 0 && '; '}<a href="${url}" rel="noreferrer">${title}</a>`,
  )}${published.levels !== undefined && html`. ${published.levels}`}</dd>`
}
<dt>${RUN_TERMS.requested}</dt><dd>${time(createdAt, brand.locale)}${requester !== undefined && html`, ${RUN_TERMS.by} <bdi>${requester}</bdi>`}</dd>
<dt>${RUN_TERMS.completed}</dt><dd>${time(completedAt, brand.locale)}</dd>
</dl>`
}
