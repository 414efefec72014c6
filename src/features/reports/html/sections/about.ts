import type { Effort } from '../../../../engine/model/remedy.ts'
import { html, type Markup } from '../../../../shared/html/html.ts'
import type { ReportInput } from '../../content/input.ts'
import { capitalize } from '../../content/rules.ts'
import { EFFORT_MEANINGS, EFFORT_WORDS } from '../../content/words/every-edition.ts'
import { FULL } from '../../content/words/full.ts'
import { time } from '../frame/badges.ts'

/** The scale of effort, as far as it is used. */
export const renderEfforts = (efforts: readonly Effort[]): Markup =>
  html`<h3 class="rows">${FULL.efforts}</h3>
<dl class="terms">${efforts.map((effort) => html`<dt>${EFFORT_WORDS[effort]}</dt><dd>${capitalize(EFFORT_MEANINGS[effort])}.</dd>`)}</dl>`

/** Which run it was, of which tenant and framework, and when. */
export const renderRunFacts = ({ runId, tenantId, productName, result, createdAt, completedAt }: ReportInput): Markup =>
  html`<dl class="facts">
<dt>Run</dt><dd><code>${runId}</code></dd>
<dt>Tenant</dt><dd><code>${tenantId}</code></dd>
<dt>Framework</dt><dd>${productName}, version ${result.framework.version}</dd>
<dt>Requested</dt><dd>${time(createdAt)}</dd>
<dt>Completed</dt><dd>${time(completedAt)}</dd>
</dl>`
