import type { Principal } from '../../../../shared/actor.ts'
import { Problem } from '../../../../shared/problem.ts'
import { findAccount } from '../../../accounts/service.ts'
import { recordChanges } from '../../../audit/service.ts'
import { findPortalConfigurationId } from '../catalogue/service.ts'
import { changeToCard } from '../collection/service.ts'
import { BY_STRIPE, type StripeContext } from '../context/context.ts'
import { readFailure } from '../failures/failures.ts'
import { MAX_INVOICES } from '../invoices/rules.ts'
import { idOf } from '../mirror/rules.ts'
import { findMirror, findPartnerOfCustomer } from '../mirror/store.ts'
import { requireProvisioned } from '../provisioning/service.ts'
import { insertSyncJob } from '../sync/store.ts'
import { type Card, type NextPayment, type PaymentInvoice, toCard, toNextPayment, toPaymentInvoice } from './rules.ts'

/** An actor of a partner on Stripe. */
export interface Payer extends Principal {
  partnerId: string
}

/** The partner's invoices at Stripe, newest first, drafts left out. Throws PAYMENT_PROCESSOR_ERROR. */
export const listPaymentInvoices = (context: StripeContext, partnerId: string): Promise<PaymentInvoice[]> =>
  withProblem(context, async () => {
    const customer = await findCustomer(context, partnerId)
    if (customer === undefined) return []
    const stripe = await context.stripe.client()
    const invoices = await stripe.invoices.list({ customer, limit: 100 }).autoPagingToArray({ limit: MAX_INVOICES })
    return invoices.map(toPaymentInvoice).filter(({ status }) => status !== 'draft')
  })

/** The next invoice, if nothing changes until then; undefined without a subscription that renews. Throws PAYMENT_PROCESSOR_ERROR. */
export const findNextInvoice = (context: StripeContext, partnerId: string): Promise<NextPayment | undefined> =>
  withProblem(context, async () => {
    const mirror = await findMirror(context.db, partnerId)
    const { stripe_customer_id: customer, stripe_subscription_id: subscription } = mirror ?? {}
    if (!mirror || !customer || !subscription || mirror.status === 'canceled') return undefined
    const stripe = await context.stripe.client()
    return toNextPayment(await stripe.invoices.createPreview({ customer, subscription }), mirror.period_end)
  })

/** The card that pays the partner's invoices; undefined where they are sent. Throws PAYMENT_PROCESSOR_ERROR. */
export const findCard = (context: StripeContext, partnerId: string): Promise<Card | undefined> =>
  withProblem(context, async () => {
    const customer = await findCustomer(context, partnerId)
    if (customer === undefined) return undefined
    const stripe = await context.stripe.client()
    return toCard(await stripe.customers.retrieve(customer, { expand: ['invoice_settings.default_payment_method'] }))
  })

/**
 * The address of a page of Stripe's where the partner enters a card, which comes back to `returnUrl`. Nothing changes before
 * the card is entered. Throws PAYMENT_PROCESSOR_ERROR.
 */
export const createCardSession = (
  context: StripeContext,
  { partnerId }: Payer,
  returnUrl: string,
): Promise<{ url: string }> =>
  withProblem(context, async () => {
    const { customerId: customer } = await requireProvisioned(context, partnerId)
    const mirror = await findMirror(context.db, partnerId)
    const stripe = await context.stripe.client()
    const { url } = await stripe.checkout.sessions.create({
      mode: 'setup',
      customer,
      ...(mirror && { currency: mirror.currency }),
      success_url: `${returnUrl}?card=added`,
      cancel_url: returnUrl,
    })
    return { url: requireUrl(url) }
  })

/** The address of Stripe's portal, where the partner changes its billing address, tax id and card. Throws PAYMENT_PROCESSOR_ERROR. */
export const createPortalSession = (
  context: StripeContext,
  { partnerId }: Payer,
  returnUrl: string,
): Promise<{ url: string }> =>
  withProblem(context, async () => {
    const { customerId: customer } = await requireProvisioned(context, partnerId)
    const stripe = await context.stripe.client()
    const configuration = await findPortalConfigurationId(stripe)
    // Without ours, Stripe's own configuration may offer to change or end the plan.
    if (configuration === undefined)
      throw new Error('Stripe has no portal configuration of ours: run "plumbline stripe seed"')
    const { url } = await stripe.billingPortal.sessions.create({ customer, configuration, return_url: returnUrl })
    return { url: requireUrl(url) }
  })

/** Makes the card of a finished Checkout session the one that pays all invoices. Repeating it changes nothing. */
export async function completeCardSession(context: StripeContext, sessionId: string): Promise<void> {
  const stripe = await context.stripe.client()
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['setup_intent'] })
  const { setup_intent: intent, customer } = session
  if (session.mode !== 'setup' || customer === null || intent === null || typeof intent === 'string') return
  const customerId = idOf(customer)
  const partnerId = await findPartnerOfCustomer(context.db, customerId)
  const method = intent.payment_method
  if (partnerId === undefined || method === null) return
  const methodId = idOf(method)
  const { subscriptionId } = await requireProvisioned(context, partnerId)
  await stripe.customers.update(
    customerId,
    { invoice_settings: { default_payment_method: methodId } },
    { idempotencyKey: `card:${sessionId}:customer` },
  )
  // The subscription has no method of its own: it would take precedence over one that the partner chooses in Stripe's
  // portal.
  await changeToCard(stripe, subscriptionId, { idempotencyKey: `card:${sessionId}:subscription` })
  await recordCard(context, { partnerId, customerId, sessionId })
}

async function recordCard(
  context: StripeContext,
  { partnerId, customerId, sessionId }: { partnerId: string; customerId: string; sessionId: string },
): Promise<void> {
  const { owner } = await findAccount(context, partnerId)
  await context.db.transaction().execute(async (tx) => {
    const change = {
      action: 'subscription.card_added' as const,
      subject: partnerId,
      owner,
      after: { checkoutSession: sessionId },
    }
    await recordChanges(tx, BY_STRIPE, context.now(), [change])
    await insertSyncJob(tx, { customerId })
  })
}

async function findCustomer(context: StripeContext, partnerId: string): Promise<string | undefined> {
  return (await findMirror(context.db, partnerId))?.stripe_customer_id ?? undefined
}

function requireUrl(url: string | null): string {
  if (url === null) throw new Error('Stripe returned no address')
  return url
}

/** Turns failures of calls that change no subscription into PAYMENT_PROCESSOR_ERROR. */
async function withProblem<T>({ log }: StripeContext, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Problem) throw error
    const { type, code, requestId } = readFailure(error) ?? { type: undefined, code: undefined, requestId: undefined }
    const reason = type === undefined ? error : undefined
    log.warn({ event: 'billing.stripe.failed', type, code, requestId, error: reason }, 'a call to Stripe failed')
    throw new Problem('PAYMENT_PROCESSOR_ERROR')
  }
}
