import type Stripe from 'stripe'
import type { App } from '../../../../app.ts'
import { addJobs } from '../../../../platform/jobs/queue.ts'
import { DAY_MS } from '../../../../shared/dates/time-units.ts'
import { listMissingPrices } from '../catalogue/service.ts'
import { queueContact } from '../contacts/service.ts'
import type { StripeContext } from '../context/context.ts'
import { HANDLED_EVENTS } from '../events/rules.ts'
import { idOf, type StripeState, secondsOf, toState, UnreadableSubscription } from '../mirror/rules.ts'
import { type ListedMirror, listCustomerIds, listMirrors, type MirrorRow } from '../mirror/store.ts'
import { PROVISION_TASK } from '../provisioning/rules.ts'
import { insertSyncJob } from '../sync/store.ts'
import { recordStripeEvent } from '../webhooks/service.ts'
import { findNewestReceipt } from '../webhooks/store.ts'

/** Stripe tries for three days to deliver an event. One more day allows for an outage of ours. */
const MISSED_DAYS = 4

/** Kinds of events that one request may ask for. */
const TYPES_MAX = 20

/** Per run, so that a task ends; the next run takes the rest. */
const MAX_EVENTS = 1_000
const MAX_SUBSCRIPTIONS = 100_000

const PAGE = 100

/** Stores events that Stripe could not deliver, as if they had arrived. Returns how many were new. */
export async function reconcileMissedEvents(app: App): Promise<number> {
  if (!app.stripe) return 0
  const stripe = await app.stripe.client()
  const since = secondsOf(new Date(app.now().getTime() - MISSED_DAYS * DAY_MS))
  let stored = 0
  for (let first = 0; first < HANDLED_EVENTS.length; first += TYPES_MAX) {
    const types = HANDLED_EVENTS.slice(first, first + TYPES_MAX)
    const asked = { delivery_success: false, types, created: { gte: since }, limit: PAGE }
    const events = await stripe.events.list(asked).autoPagingToArray({ limit: MAX_EVENTS })
    // Oldest first, as they would have arrived.
    for (const event of events.reverse()) if (await recordStripeEvent(app, event)) stored++
  }
  if (stored > 0) app.log.warn({ event: 'billing.stripe.missed', stored }, 'events of Stripe had not arrived')
  return stored
}

/** Differences between our copies and Stripe. */
export interface Drift {
  subscriptions: number
  /** Partners whose copy differs, or whose subscription at Stripe is missing or cannot be copied. */
  differing: string[]
  /** Partners whose subscription does not exist at Stripe yet. */
  unprovisioned: string[]
  /** Partners with more than one subscription that has not ended. */
  doubled: string[]
  /** Partners whose company or address differs at Stripe. */
  renamed: string[]
}

/** Compares all subscriptions. Changes nothing. */
export async function findDrift(context: StripeContext): Promise<Drift> {
  const stripe = await context.stripe.client()
  const found = new Map<string, Stripe.Subscription>()
  const live = new Map<string, number>()
  const listed = stripe.subscriptions.list({ status: 'all', limit: PAGE, expand: ['data.customer'] })
  await listed.autoPagingEach((subscription) => {
    found.set(subscription.id, subscription)
    const { status, customer } = subscription
    if (status !== 'canceled' && status !== 'incomplete_expired') {
      live.set(idOf(customer), (live.get(idOf(customer)) ?? 0) + 1)
    }
    return found.size < MAX_SUBSCRIPTIONS
  })
  const drift: Drift = { subscriptions: 0, differing: [], unprovisioned: [], doubled: [], renamed: [] }
  for (let after = ''; ; ) {
    const mirrors = await listMirrors(context.db, after, PAGE)
    for (const mirror of mirrors) {
      drift.subscriptions++
      const { partner_id: partnerId, stripe_subscription_id: id, stripe_customer_id: customerId } = mirror
      if (id === null) drift.unprovisioned.push(partnerId)
      else if (!isSame(mirror, found.get(id))) drift.differing.push(partnerId)
      if ((live.get(customerId ?? '') ?? 0) > 1) drift.doubled.push(partnerId)
      if (id !== null && isRenamed(mirror, found.get(id))) drift.renamed.push(partnerId)
    }
    after = mirrors.at(-1)?.partner_id ?? ''
    if (mirrors.length < PAGE) return drift
  }
}

function isRenamed({ company, email }: ListedMirror, subscription: Stripe.Subscription | undefined): boolean {
  const customer = subscription?.customer
  if (typeof customer !== 'object' || customer.deleted) return false
  return customer.name !== company || customer.email !== email
}

function isSame(mirror: MirrorRow, subscription: Stripe.Subscription | undefined): boolean {
  if (!subscription) return false
  let state: StripeState
  try {
    state = toState(subscription)
  } catch (error) {
    if (error instanceof UnreadableSubscription) return false
    throw error
  }
  return (
    mirror.status === state.status &&
    mirror.plan === state.plan &&
    mirror.billing === state.billing &&
    mirror.currency === state.currency &&
    mirror.stripe_item_id === state.itemId &&
    mirror.period_end.getTime() === state.periodEnd.getTime()
  )
}

/** Compares all subscriptions and queues what corrects the differences. Returns how many there are. */
export async function reconcileSubscriptions(app: App): Promise<number> {
  const { stripe } = app
  if (!stripe) return 0
  const { differing, unprovisioned, doubled, renamed } = await findDrift({ ...app, stripe })
  const jobs = unprovisioned.map((partnerId) => ({
    payload: { partnerId },
    key: `provision-${partnerId}`,
    priority: 0,
  }))
  if (jobs.length > 0) await addJobs(app.db, PROVISION_TASK, jobs)
  await queueContact(app.db, renamed)
  for (const customerId of await listCustomerIds(app.db, differing)) await insertSyncJob(app.db, { customerId })
  for (const partnerId of doubled) {
    app.log.error(
      { event: 'billing.stripe.doubled', partnerId },
      'a partner has two subscriptions at Stripe: end one in the dashboard',
    )
  }
  app.metrics.billingDrift.set(differing.length + doubled.length)
  return differing.length + doubled.length
}

/** The state of Stripe, for the operator. */
export interface StripeHealth {
  isLive: boolean
  /** Lookup keys of prices that are missing or have another amount. */
  missingPrices: string[]
  drift: Drift
  newestEventAt: Date | undefined
}

export async function findStripeHealth(context: StripeContext): Promise<StripeHealth> {
  const missingPrices = await listMissingPrices(await context.stripe.client())
  const [drift, newestEventAt] = await Promise.all([findDrift(context), findNewestReceipt(context.db)])
  return { isLive: context.stripe.isLive, missingPrices, drift, newestEventAt }
}
