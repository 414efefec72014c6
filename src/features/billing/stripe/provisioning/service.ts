import type Stripe from 'stripe'
import type { Connection } from '../../../../platform/database/database.ts'
import { addJobs } from '../../../../platform/jobs/queue.ts'
import { ProcessorTrouble } from '../../../../platform/payments/processor.ts'
import { findAccount, findContact } from '../../../accounts/service.ts'
import { recordChanges } from '../../../audit/service.ts'
import { findPriceId } from '../catalogue/service.ts'
import { changeToCard } from '../collection/service.ts'
import { BY_STRIPE, type StripeContext } from '../context/context.ts'
import { type StripeState, toState } from '../mirror/rules.ts'
import { requireMirror } from '../mirror/service.ts'
import { findMirror, isMirrored, lockMirror, type MirrorRow, updateCustomerId, updateMirror } from '../mirror/store.ts'
import { END_TASK, NEW_SUBSCRIPTION } from './rules.ts'

const MAX_LISTED = 100

/** The ids of a partner's objects at Stripe. */
export interface Provisioned {
  customerId: string
  subscriptionId: string
}

/**
 * The ids of the partner's customer and subscription at Stripe; creates both if they do not exist yet. Two calls at once
 * create them once. Throws ProcessorTrouble without a price, and the errors of the `stripe` package.
 */
export async function requireProvisioned(
  context: StripeContext,
  partnerId: string,
  signal?: AbortSignal,
): Promise<Provisioned> {
  const mirror = await requireMirror(context.db, partnerId)
  const { stripe_customer_id: known, stripe_subscription_id: subscriptionId } = mirror
  if (known !== null && subscriptionId !== null) return { customerId: known, subscriptionId }
  const stripe = await context.stripe.client()
  const customerId = known ?? (await createCustomer(context, stripe, partnerId))
  signal?.throwIfAborted()
  const state = await createSubscription(stripe, mirror, customerId)
  await recordProvisioned(context, partnerId, state)
  return { customerId, subscriptionId: state.subscriptionId }
}

/** Looks for the customer before creating it, because Stripe forgets Idempotency-Keys after a day. */
async function createCustomer(context: StripeContext, stripe: Stripe, partnerId: string): Promise<string> {
  const contact = await findContact(context, partnerId)
  if (!contact) throw new Error(`partner ${partnerId} not found`)
  const { email, company: name } = contact
  const { data } = await stripe.customers.list({ email, limit: MAX_LISTED })
  const found = data.find(({ metadata }) => metadata.plumbline_partner === partnerId)
  const { id } =
    found ??
    (await stripe.customers.create(
      { name, email, metadata: { plumbline_partner: partnerId } },
      { idempotencyKey: `cus:${partnerId}` },
    ))
  await updateCustomerId(context.db, partnerId, id)
  return id
}

/** The partner's subscription, found or created: a partner never has two. */
async function createSubscription(stripe: Stripe, mirror: MirrorRow, customer: string): Promise<StripeState> {
  const { partner_id: partnerId } = mirror
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: MAX_LISTED })
  const own = data.filter(({ metadata }) => metadata.plumbline_partner === partnerId)
  const found = own.find(({ status }) => status !== 'canceled' && status !== 'incomplete_expired')
  const live =
    found ?? (await createNew(stripe, mirror, { customer, idempotencyKey: `sub:${partnerId}:${own.length}` }))
  // A customer that had a subscription before may have a card.
  const isLater = own.some(({ id }) => id !== live.id)
  const paysByCard = isLater && live.collection_method === 'send_invoice' && (await hasCard(stripe, customer))
  return toState(paysByCard ? await changeToCard(stripe, live.id) : live)
}

async function createNew(
  stripe: Stripe,
  mirror: MirrorRow,
  { customer, idempotencyKey }: { customer: string; idempotencyKey: string },
): Promise<Stripe.Subscription> {
  const price = await findPriceId(stripe, mirror)
  if (price === undefined) throw new NoPrice()
  const metadata = { plumbline_partner: mirror.partner_id }
  return await stripe.subscriptions.create(
    { ...NEW_SUBSCRIPTION, customer, items: [{ price }], metadata },
    { idempotencyKey },
  )
}

/** Whether an earlier customer has a card that can be charged. */
async function hasCard(stripe: Stripe, customerId: string): Promise<boolean> {
  const customer = await stripe.customers.retrieve(customerId)
  return !customer.deleted && customer.invoice_settings.default_payment_method !== null
}

/** Creates both if the partner is at Stripe; does nothing for one that has moved away meanwhile. */
export async function startProvisioning(context: StripeContext, partnerId: string): Promise<void> {
  if (await findMirror(context.db, partnerId)) await requireProvisioned(context, partnerId)
}

/** Ends a subscription and credits its unused time, unless a partner has it again. Repeating it changes nothing. */
export async function endSubscription(context: StripeContext, subscriptionId: string): Promise<void> {
  if (await isMirrored(context.db, subscriptionId)) return
  const stripe = await context.stripe.client()
  const { status } = await stripe.subscriptions.retrieve(subscriptionId)
  if (status !== 'canceled') await stripe.subscriptions.cancel(subscriptionId, { prorate: true, invoice_now: true })
}

async function recordProvisioned(context: StripeContext, partnerId: string, state: StripeState): Promise<void> {
  const { owner } = await findAccount(context, partnerId)
  await context.db.transaction().execute(async (tx) => {
    const mirror = await lockMirror(tx, partnerId)
    if (!mirror) {
      // The partner has moved to another processor meanwhile.
      await queueEnd(tx, state.subscriptionId)
      return
    }
    if (mirror.stripe_subscription_id !== null) return
    const at = context.now()
    await updateMirror(tx, partnerId, state, { at })
    const { customerId, subscriptionId } = state
    const change = {
      action: 'subscription.provisioned' as const,
      subject: partnerId,
      owner,
      after: { customerId, subscriptionId },
    }
    await recordChanges(tx, BY_STRIPE, at, [change])
  })
}

/** Queues the end of a subscription in the caller's transaction. */
export async function queueEnd(tx: Connection, subscriptionId: string): Promise<void> {
  await addJobs(tx, END_TASK, [{ payload: { subscriptionId }, key: `end-${subscriptionId}`, priority: 0 }])
}

/** Stripe has no price for the terms. */
export class NoPrice extends ProcessorTrouble {
  constructor() {
    super('PRICE_LOOKUP_FAILED', 'Stripe has no such price: run "plumbline stripe seed"', { outcome: 'unchanged' })
  }
}
