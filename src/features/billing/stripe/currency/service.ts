import type Stripe from 'stripe'
import type { AppliedChange, ChangePreview, PendingChange } from '../../../../platform/payments/processor.ts'
import { addMonths } from '../../../../shared/dates/datetime.ts'
import type { Call } from '../calls/call.ts'
import { metadataOf, readCost, toApplied, toPreviewedState } from '../changes/rules.ts'
import {
  requireChange,
  requirePrice,
  requireRepeatable,
  requireSubscription,
  type WantedChange,
} from '../changes/service.ts'
import { changeToCard } from '../collection/service.ts'
import type { StripeContext } from '../context/context.ts'
import { meaningOf, readFailure } from '../failures/failures.ts'
import { idOf, instantOf, secondsOf, toState } from '../mirror/rules.ts'
import { updateSubscriptionIds } from '../mirror/store.ts'
import { MONTHS, NEW_SUBSCRIPTION } from '../provisioning/rules.ts'
import {
  balanceOf,
  costOfReplacement,
  lastInvoiceOf,
  nextInvoiceAfter,
  readEndMark,
  requireCollected,
  toEndMark,
  waitingOf,
} from './rules.ts'

/** Subscriptions and drafts of one customer that are looked at. */
const MAX_LISTED = 100

/**
 * Changes the currency. Stripe cannot change that of a subscription, and a customer has subscriptions in one currency at a time.
 * So the old one is ended with credit for its unused time, and then another one is created for the same customer: never two at
 * once. From its end on, the change can only be completed, and each repetition continues where the last one stopped.
 * Nothing that creates the new one depends on a payment: its first invoice is paid like every other. Throws
 * ChangeRefused while nothing has changed.
 */
export async function changeCurrency(
  context: StripeContext,
  change: PendingChange,
  call: Call,
): Promise<AppliedChange> {
  const { partnerId } = change
  const stripe = await context.stripe.client()
  const { subscription } = await requireSubscription(context, stripe, partnerId)
  const next = readCost(subscription.metadata, change)
    ? subscription
    : await replaceSubscription(context, stripe, { subscription, change, call })
  const state = toState(next)
  const done = readCost(next.metadata, change)
  if (!done) throw new Error(`the subscription ${next.id} is not that of the change`)
  await updateSubscriptionIds(context.db, partnerId, state)
  const made = { before: change.before, at: state.periodStart, until: done.until, cost: done.cost }
  return toApplied(state, made, { partnerId, hasOpenInvoices: false })
}

interface Replacement {
  subscription: Stripe.Subscription
  change: PendingChange
  call: Call
}

/** The new subscription, after the old one has ended. */
async function replaceSubscription(
  context: StripeContext,
  stripe: Stripe,
  replacement: Replacement,
): Promise<Stripe.Subscription> {
  const { subscription, change, call } = replacement
  const isEnded = subscription.status === 'canceled' && readEndMark(subscription, change) !== undefined
  if (!isEnded) await endSubscription(context, stripe, replacement)
  call.isSent = true
  call.mustFinish = true
  call.requireTime()
  const ended = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  const next = (await findReplacement(stripe, ended, change)) ?? (await createReplacement(stripe, ended, change))
  return ended.collection_method === 'charge_automatically' ? await chargeCard(context, stripe, next) : next
}

/** Marks the old subscription with the change, and ends it. Throws ChangeRefused if that is not possible now. */
async function endSubscription(
  context: StripeContext,
  stripe: Stripe,
  { subscription, change, call }: Replacement,
): Promise<void> {
  requireRepeatable(context, change)
  const { customerId: customer } = requireChange(subscription, change.after)
  const [, upcoming] = await Promise.all([
    requirePrice(stripe, change.after),
    stripe.invoices.createPreview({ customer, subscription: subscription.id }),
    requireNothingOwed(context, stripe, subscription),
  ])
  call.requireTime()
  call.isSent = true
  await stripe.subscriptions.update(subscription.id, { metadata: toEndMark(change, waitingOf(upcoming, subscription)) })
  call.requireTime()
  call.mustFinish = true
  await stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true })
}

async function requireNothingOwed(
  context: StripeContext,
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<void> {
  const customer = idOf(subscription.customer)
  const [{ data: open }, { data: drafts }] = await Promise.all([
    stripe.invoices.list({ customer, status: 'open', limit: 1 }),
    stripe.invoices.list({ customer, status: 'draft', limit: MAX_LISTED }),
  ])
  requireCollected(subscription, { open, drafts, at: context.now() })
}

/** The subscription that an earlier attempt has created. */
async function findReplacement(
  stripe: Stripe,
  { customer }: Stripe.Subscription,
  change: PendingChange,
): Promise<Stripe.Subscription | undefined> {
  const { data } = await stripe.subscriptions.list({ customer: idOf(customer), status: 'all', limit: MAX_LISTED })
  return data.find(({ metadata }) => readCost(metadata, change) !== undefined)
}

async function createReplacement(
  stripe: Stripe,
  ended: Stripe.Subscription,
  change: PendingChange,
): Promise<Stripe.Subscription> {
  const { after, partnerId } = change
  const customer = idOf(ended.customer)
  const [price, balanceMinor] = await Promise.all([
    requirePrice(stripe, after),
    readBalance(stripe, customer, after.currency),
  ])
  const waitingMinor = readEndMark(ended, change) ?? 0n
  const cost = costOfReplacement(lastInvoiceOf(ended), { after, waitingMinor, balanceMinor })
  const { default_payment_method: card } = ended
  return await stripe.subscriptions.create(
    {
      ...NEW_SUBSCRIPTION,
      customer,
      items: [{ price }],
      ...(card !== null && { default_payment_method: idOf(card) }),
      metadata: { plumbline_partner: partnerId, ...metadataOf(change, cost, toState(ended).periodEnd) },
    },
    { idempotencyKey: `chg:${change.id}:create` },
  )
}

async function readBalance(stripe: Stripe, customer: string, currency: string): Promise<bigint> {
  const expand = ['invoice_credit_balance']
  return balanceOf(await stripe.customers.retrieve(customer, { expand }), currency)
}

/**
 * Makes the card that paid for the old subscription pay for the new one. If Stripe does not accept that, invoices are
 * sent, as without a card; the change itself is made.
 */
async function chargeCard(
  context: StripeContext,
  stripe: Stripe,
  next: Stripe.Subscription,
): Promise<Stripe.Subscription> {
  if (next.collection_method === 'charge_automatically') return next
  try {
    return await changeToCard(stripe, next.id)
  } catch (error) {
    const failure = readFailure(error)
    if (!failure || meaningOf(failure) !== 'refused') throw error
    const { type, code, requestId } = failure
    context.log.warn(
      { event: 'billing.currency.card-refused', type, code, requestId },
      'after a change of the currency, invoices are sent instead of charged to the card',
    )
    return next
  }
}

/** Previews `changeCurrency`. Changes nothing. */
export async function previewCurrencyChange(
  context: StripeContext,
  { partnerId, terms, at }: WantedChange,
  { call, signal }: { call: Call; signal: AbortSignal },
): Promise<ChangePreview> {
  const stripe = await context.stripe.client()
  const { subscription } = await requireSubscription(context, stripe, partnerId, signal)
  const state = requireChange(subscription, terms)
  call.requireTime()
  const subject = { customer: state.customerId, subscription: state.subscriptionId }
  const details = { cancel_now: true, proration_behavior: 'create_prorations' } as const
  const [last, upcoming, balanceMinor] = await Promise.all([
    stripe.invoices.createPreview({ ...subject, subscription_details: details }),
    stripe.invoices.createPreview(subject),
    readBalance(stripe, state.customerId, terms.currency),
    requirePrice(stripe, terms),
    requireNothingOwed(context, stripe, subscription),
  ])
  const cost = costOfReplacement(last, { after: terms, waitingMinor: waitingOf(upcoming, subscription), balanceMinor })
  const start = instantOf(secondsOf(at))
  const after = toPreviewedState(state, terms, start, addMonths(start, MONTHS[terms.billing]))
  return {
    ...toApplied(
      after,
      { before: state, at: start, until: state.periodEnd, cost },
      { partnerId, hasOpenInvoices: false },
    ),
    nextInvoiceMinor: nextInvoiceAfter(cost, balanceMinor),
  }
}
