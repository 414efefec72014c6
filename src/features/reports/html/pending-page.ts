import { html, type Markup } from '../../../shared/html/html.ts'
import { withoutRoutes } from '../../../shared/text/without-routes.ts'
import type { Brand } from '../../brands/rules.ts'
import { COMMON } from '../content/words/every-edition.ts'
import { time } from './frame/badges.ts'
import { renderLayout } from './frame/layout.ts'

export interface PendingReport {
  customerName: string
  partnerName: string
  productName: string
  runId: string
  status: 'queued' | 'running' | 'failed' | 'canceled'
  /** ISO 8601 UTC. */
  createdAt: string
  failure?: { code: string; message: string }
  brand?: Brand
}

interface State {
  title: string
  words: string
  /** For people of the partner. */
  next: string
  /** For customers, where they can do something else. */
  forCustomers?: { words: string; next: (partner: Markup) => Markup }
}

const ASK = (partner: Markup): Markup => html`Ask ${partner} what happens next.`

const STATES: Readonly<Record<PendingReport['status'], State>> = {
  queued: {
    title: 'Waiting to start',
    words: 'The assessment is in the queue and starts automatically.',
    next: 'You do not have to do anything. Check again in a few minutes; the report will appear at this address.',
  },
  running: {
    title: 'In progress',
    words: 'The tenant is being read and evaluated.',
    next: 'You do not have to do anything. Check again in a few minutes; the report will appear at this address.',
  },
  failed: {
    title: 'Could not be completed',
    words: 'The assessment ended without a result. It does not count against the monthly runs.',
    next: 'Fix the problem above and start a new run for this customer.',
    forCustomers: { words: 'The assessment ended without a result, so there is nothing to report yet.', next: ASK },
  },
  canceled: {
    title: 'Canceled',
    words: 'The assessment was canceled before it had a result. It does not count against the monthly runs.',
    next: 'You can start a new run for this customer.',
    forCustomers: { words: 'The assessment was canceled before it had a result.', next: ASK },
  },
}

/** The page at the address of a report that does not exist yet: the state of the run and what to do. Customers read nothing internal. */
export function renderPendingPage(input: PendingReport, reader: 'partner' | 'customer'): string {
  const { customerName, partnerName, productName, status, brand } = input
  const state = STATES[status]
  const isCustomer = reader === 'customer'
  const failure = isCustomer ? undefined : input.failure
  const plain = isCustomer ? state.forCustomers : undefined
  const next = status === 'failed' && !failure ? 'Start a new run for this customer.' : state.next
  return renderLayout({
    title: `${state.title}: ${productName} assessment of ${customerName}`,
    partnerName,
    productName,
    ...(brand && { brand }),
    heading: html`Security assessment of <bdi>${customerName}</bdi>`,
    facts: [html`Requested ${time(input.createdAt, brand?.locale)}`],
    body: html`<section class="panel" aria-labelledby="state-title">
<h2 id="state-title">${state.title}</h2>
<div class="prose"><p>${plain?.words ?? state.words}</p></div>
${failure && renderFailure(failure)}
<div class="prose"><p>${plain?.next(html`<bdi>${partnerName}</bdi>`) ?? next}</p>${
      (status === 'queued' || status === 'running') && html`<p><a href="">Check again now</a></p>`
    }</div>
</section>`,
    footer: isCustomer
      ? html`<p>${COMMON.confidential(partnerName, customerName)}</p>`
      : html`<p>Run <code>${input.runId}</code></p>`,
  })
}

function renderFailure({ code, message }: NonNullable<PendingReport['failure']>): Markup {
  return html`<dl class="facts"><dt>Reason</dt><dd>${withoutRoutes(message)}</dd><dt>Code</dt><dd><code>${code}</code></dd></dl>`
}

/** The page for an invalid link, the same whether the report exists or not. */
export function renderNoReportPage(): string {
  return renderLayout({
    title: 'No report at this address',
    partnerName: 'Plumbline',
    productName: 'Security',
    heading: 'No report at this address',
    facts: [],
    body: html`<section class="panel" aria-labelledby="state-title">
<h2 id="state-title">The link does not open a report</h2>
<div class="prose"><p>It may be incomplete or out of date, or the report may have been deleted.</p>
<p>Open the whole link as you received it, or ask your service provider for a new one.</p></div>
</section>`,
    footer: html`<p>A link to a report works for a limited time.</p>`,
  })
}
