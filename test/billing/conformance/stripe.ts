import assert from 'node:assert/strict'
import type Stripe from 'stripe'
import type { App } from '../../../src/app.ts'
import { setCatalogue } from '../../../src/features/billing/stripe/catalogue/service.ts'
import { requireProvisioned } from '../../../src/features/billing/stripe/provisioning/service.ts'
import { findDrift, reconcileSubscriptions } from '../../../src/features/billing/stripe/repairs/service.ts'
import { createStripeProcessor } from '../../../src/features/billing/stripe/service.ts'
import { recordStripeEvent } from '../../../src/features/billing/stripe/webhooks/service.ts'
import { createLog } from '../../../src/platform/log.ts'
import { createStripeAccess } from '../../../src/platform/payments/stripe-access.ts'
import { newId } from '../../../src/shared/ids.ts'
import type { Currency } from '../../../src/shared/money/prices.ts'
import { startStripe } from '../../../src/simulator/stripe/server.ts'
import type { BillingFixture } from '../fixture.ts'
import { carryOutStripeJobs } from '../stripe/jobs.ts'
import { runUntilKilled, withCallTicks, withTicks } from '../ticking.ts'
import type { Bench } from './bench.ts'

/** How events arrive: each once and in order, or at random: lost, repeated, and in any order. */
export type Delivery = 'reliable' | 'unreliable'

/**
 * The adapter on a simulated Stripe of its own. Partners pay by card, so that nothing becomes overdue. Closing it
 * asserts that the daily comparison leaves no difference.
 */
export async function openStripeBench(
  { app: service, db, databaseUrl }: BillingFixture,
  start: Date,
  delivery: Delivery = 'reliable',
): Promise<Bench> {
  let at = start
  const now = () => at
  const simulator = await startStripe({ now: () => at.getTime() })
  const access = createStripeAccess({
    stripeSecretKey: 'sk_test_123',
    stripeWebhookSecrets: [],
    stripeUrl: simulator.url,
  })
  if (!access) throw new Error('there is a key')
  const stripe = await access.client()
  await setCatalogue(stripe, {})
  const context = { db, log: createLog('silent'), now, stripe: access }
  const processor = createStripeProcessor(context)
  const app: App = { ...service, now, stripe: access, processors: { ...service.processors, stripe: processor } }
  const received = new Set<string>()
  /** Delivers the events since the last call, and carries out the jobs that they cause. */
  const receive = async (): Promise<void> => {
    const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
    const fresh = events.toReversed().filter(({ id }) => !received.has(id))
    for (const { id } of fresh) received.add(id)
    for (const event of delivery === 'reliable' ? fresh : disorder(fresh)) await recordStripeEvent(app, event)
    await carryOutStripeJobs(app)
  }
  const cards = new Map<string, Cards>()
  const listSubscriptions = async (partnerId: string): Promise<Stripe.Subscription[]> => {
    const { customerId: customer } = await requireProvisioned(context, partnerId)
    return (await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })).data
  }
  return {
    app,
    processor,
    db,
    tolerance: 1n,
    now,
    async advance(to) {
      at = to
      simulator.advance(0)
      await receive()
    },
    async subscribe(terms) {
      const partnerId = newId('prt')
      const account = { company: 'Acme', email: `${partnerId}@acme.example`, name: 'A', status: 'active' as const }
      await db.transaction().execute(async (tx) => {
        const row = { id: partnerId, ...account, plan: terms.plan, created_at: at, updated_at: at }
        await tx.insertInto('partners').values(row).execute()
        await processor.open(tx, [{ partnerId, terms }], at)
      })
      const { customerId: customer, subscriptionId: subscription } = await requireProvisioned(context, partnerId)
      cards.set(partnerId, await payByCard(stripe, customer, subscription))
      return partnerId
    },
    async decline(partnerId, isDeclined) {
      const own = cards.get(partnerId)
      if (!own) throw new Error('partner not found')
      const { subscriptionId } = await requireProvisioned(context, partnerId)
      await stripe.subscriptions.update(subscriptionId, { default_payment_method: isDeclined ? own.bad : own.good })
    },
    runUntilKilled: (killAt, run) =>
      runUntilKilled(
        app,
        {
          databaseUrl,
          killAt,
          processorsOn: (own, tick) => ({
            stripe: withTicks(
              createStripeProcessor({ ...context, db: own, stripe: withCallTicks(access, tick) }),
              tick,
            ),
          }),
        },
        run,
      ),
    async creditOf(partnerId, currency) {
      const { customerId } = await requireProvisioned(context, partnerId)
      return await readCredit(stripe, customerId, currency)
    },
    async countSubscriptions(partnerId) {
      const all = await listSubscriptions(partnerId)
      return { all: all.length, live: all.filter(({ status }) => status !== 'canceled').length }
    },
    async findReplacement(partnerId, changeId) {
      const all = await listSubscriptions(partnerId)
      const { ended_at } = all.find(({ metadata }) => metadata.plumbline_ended_for?.startsWith(changeId)) ?? {}
      if (!ended_at) return undefined
      // The one that replaced it names only the latest of its own changes, so it is found by its time.
      const later = all.map(({ created }) => created).filter((created) => created >= ended_at)
      return later.length === 0
        ? undefined
        : { endedAt: new Date(ended_at * 1000), startedAt: new Date(Math.min(...later) * 1000) }
    },
    async [Symbol.asyncDispose]() {
      try {
        await reconcileSubscriptions(app)
        await carryOutStripeJobs(app)
        const { differing, doubled } = await findDrift(context)
        assert.deepEqual(differing, [])
        assert.deepEqual(doubled, [])
        assert.deepEqual(simulator.mistakes, [])
      } finally {
        // The next bench has a different Stripe account.
        const blank = { stripe_customer_id: null, stripe_subscription_id: null, stripe_item_id: null }
        await db
          .updateTable('subscriptions')
          .set({ processor: 'embedded', ...blank })
          .execute()
        await simulator.close()
      }
    },
  }
}

/** The cards of a customer: one that pays, and one that is declined. */
export interface Cards {
  good: string
  bad: string
}

/** Gives a new customer its cards. The first invoice is paid, and later ones are charged. */
export async function payByCard(stripe: Stripe, customer: string, subscription: string): Promise<Cards> {
  const { id: good } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const { id: bad } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  const [first] = (await stripe.invoices.list({ customer })).data
  await stripe.invoices.finalizeInvoice(first?.id ?? '')
  await stripe.invoices.pay(first?.id ?? '', { payment_method: good })
  const byCard = { collection_method: 'charge_automatically', default_payment_method: good } as const
  await stripe.subscriptions.update(subscription, byCard)
  return { good, bad }
}

/** The remaining credit of a customer in a currency. */
export async function readCredit(stripe: Stripe, customerId: string, currency: Currency): Promise<bigint> {
  const customer = await stripe.customers.retrieve(customerId, { expand: ['invoice_credit_balance'] })
  return BigInt((!customer.deleted && customer.invoice_credit_balance?.[currency]) || 0)
}

/** Drops some of the events, repeats others, and shuffles all. */
function disorder(events: readonly Stripe.Event[]): Stripe.Event[] {
  return events
    .flatMap((event) => Array.from({ length: Math.floor(Math.random() * 3) }, () => event))
    .toSorted(() => Math.random() - 0.5)
}
