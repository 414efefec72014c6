import type Stripe from 'stripe'
import {
  type AppliedChange,
  type ChangePreview,
  ChangeRefused,
  type NewSubscription,
  type PendingChange,
  type Terms,
} from '../../../../platform/payments/processor.ts'
import { Problem } from '../../../../shared/problem.ts'
import { requireChangeable } from '../../rules.ts'
import type { Call } from '../calls/call.ts'
import { findPriceId } from '../catalogue/service.ts'
import type { StripeContext } from '../context/context.ts'
import { instantOf, type StripeState, secondsOf, toState } from '../mirror/rules.ts'
import { requireMirror } from '../mirror/service.ts'
import { NoPrice, requireProvisioned } from '../provisioning/service.ts'
import {
  costOf,
  isRepeatable,
  metadataOf,
  nextInvoiceOf,
  type Previews,
  readCost,
  toApplied,
  toPreviewedState,
} from './rules.ts'

/** What is to be previewed. */
export type WantedChange = NewSubscription & { at: Date }

/** Changes plan or billing of the partner's subscription; a repetition finds that it has happened. Throws ChangeRefused. */
export async function changeTerms(context: StripeContext, change: PendingChange, call: Call): Promise<AppliedChange> {
  const { partnerId, requestedAt, after, before } = change
  const stripe = await context.stripe.client()
  const { subscription, hasOpenInvoices } = await requireSubscription(context, stripe, partnerId)
  const done = readCost(subscription.metadata, change)
  if (done) {
    const repeated = { before, at: requestedAt, until: done.until, cost: done.cost }
    return toApplied(toState(subscription), repeated, { partnerId, hasOpenInvoices })
  }
  requireRepeatable(context, change)
  const state = requireChange(subscription, after)
  call.requireTime()
  const price = await requirePrice(stripe, after)
  const { prorationDate, key } = prorationOf(change, state)
  const previews = await readPreviews(stripe, { state, price, prorationDate })
  const cost = costOf(previews, after, after.billing === state.billing)
  call.requireTime()
  call.isSent = true
  const updated = await stripe.subscriptions.update(
    subscription.id,
    {
      // With its id: an item without one would be a second item.
      items: [{ id: state.itemId, price }],
      proration_behavior: 'create_prorations',
      // The same in every repetition: another date would be another request under the same key.
      proration_date: prorationDate,
      payment_behavior: 'error_if_incomplete',
      metadata: metadataOf(change, cost, state.periodEnd),
    },
    { idempotencyKey: key },
  )
  const made = { before: state, at: instantOf(prorationDate), until: state.periodEnd, cost }
  return toApplied(toState(updated), made, { partnerId, hasOpenInvoices })
}

/** Previews `changeTerms`. Changes nothing. */
export async function previewChange(
  context: StripeContext,
  { partnerId, terms, at }: WantedChange,
  { call, signal }: { call: Call; signal: AbortSignal },
): Promise<ChangePreview> {
  const stripe = await context.stripe.client()
  const { subscription } = await requireSubscription(context, stripe, partnerId, signal)
  const state = requireChange(subscription, terms)
  call.requireTime()
  const price = await requirePrice(stripe, terms)
  const prorationDate = secondsOf(latest(at, state.periodStart))
  const previews = await readPreviews(stripe, { state, price, prorationDate })
  const isSameBilling = terms.billing === state.billing
  const cost = costOf(previews, terms, isSameBilling)
  const after = toPreviewedState(state, terms, instantOf(prorationDate), endOfPeriod(previews.changed, state))
  const change = { before: state, at: instantOf(prorationDate), until: state.periodEnd, cost }
  return {
    ...toApplied(after, change, { partnerId, hasOpenInvoices: false }),
    nextInvoiceMinor: nextInvoiceOf(previews, terms, isSameBilling),
  }
}

const latest = (one: Date, other: Date): Date => (one > other ? one : other)

/**
 * The time from which a change is prorated, and the key of its request. A change that is applied after its period has
 * ended starts with the next one, as another request: the subscription itself says that the earlier one was not carried
 * out.
 */
function prorationOf({ id, requestedAt }: PendingChange, { periodStart }: StripeState) {
  const prorationDate = secondsOf(latest(requestedAt, periodStart))
  const isLate = periodStart > requestedAt
  return { prorationDate, key: isLate ? `chg:${id}:${prorationDate}` : `chg:${id}` }
}

/** The subscription as Stripe has it now; creates it if it does not exist yet. */
export async function requireSubscription(
  context: StripeContext,
  stripe: Stripe,
  partnerId: string,
  signal?: AbortSignal,
): Promise<{ subscription: Stripe.Subscription; hasOpenInvoices: boolean }> {
  const { subscriptionId } = await requireProvisioned(context, partnerId, signal)
  const subscription = await stripe.subscriptions.retrieve(subscriptionId)
  const { has_open_invoices: hasOpenInvoices } = await requireMirror(context.db, partnerId)
  return { subscription, hasOpenInvoices }
}

/** Throws ChangeRefused for a change that Stripe may have forgotten. */
export function requireRepeatable(context: StripeContext, change: PendingChange): void {
  if (!isRepeatable(change, context.now()))
    throw new ChangeRefused('The change was not completed in time. Request it again.')
}

/**
 * The state that may change to these terms. The mirror may be older than Stripe, so the rules are applied to what Stripe
 * says as well. Throws ChangeRefused.
 */
export function requireChange(subscription: Stripe.Subscription, after: Terms): StripeState {
  const state = toState(subscription)
  if (subscription.schedule !== null) {
    throw new ChangeRefused('The subscription has a scheduled change. Contact support, who can remove it.')
  }
  try {
    requireChangeable({ ...state, partnerId: '', hasOpenInvoices: false }, after)
  } catch (error) {
    if (error instanceof Problem) throw new ChangeRefused(error.message)
    throw error
  }
  return state
}

/** The id of the price for these terms. Throws NoPrice. */
export async function requirePrice(stripe: Stripe, terms: Terms): Promise<string> {
  const price = await findPriceId(stripe, terms)
  if (price === undefined) throw new NoPrice()
  return price
}

async function readPreviews(
  stripe: Stripe,
  { state, price, prorationDate }: { state: StripeState; price: string; prorationDate: number },
): Promise<Previews> {
  const subject = { customer: state.customerId, subscription: state.subscriptionId }
  const [changed, unchanged] = await Promise.all([
    stripe.invoices.createPreview({
      ...subject,
      subscription_details: {
        items: [{ id: state.itemId, price }],
        proration_behavior: 'create_prorations',
        proration_date: prorationDate,
      },
    }),
    stripe.invoices.createPreview(subject),
  ])
  return { changed, unchanged }
}

/** Where the new period of a previewed change of billing ends. */
function endOfPeriod(preview: Stripe.Invoice, { periodEnd }: StripeState): Date {
  const ends = preview.lines.data.map(({ period }) => period.end)
  return ends.length === 0 ? periodEnd : instantOf(Math.max(...ends))
}
