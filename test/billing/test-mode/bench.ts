import { requireProvisioned } from '../../../src/features/billing/stripe/provisioning/service.ts'
import { createStripeProcessor } from '../../../src/features/billing/stripe/service.ts'
import { reconcileSubscription } from '../../../src/features/billing/stripe/sync/service.ts'
import { createLog } from '../../../src/platform/log.ts'
import { newId } from '../../../src/shared/ids.ts'
import type { Bench } from '../conformance/bench.ts'
import { type Cards, payByCard, readCredit } from '../conformance/stripe.ts'
import type { BillingFixture } from '../fixture.ts'
import type { Lab } from './lab.ts'

/**
 * The adapter on an account in which time passes only by test clocks, as at Stripe itself. It receives no events, so it
 * reads the account after each advance.
 */
export async function openTestModeBench(
  { app: service, db }: BillingFixture,
  { access, stripe, clock: createClock }: Lab,
  start: Date,
): Promise<Bench> {
  const clock = await createClock(start)
  const { now } = clock
  const context = { db, log: createLog('silent'), now, stripe: access }
  const processor = createStripeProcessor(context)
  const cards = new Map<string, Cards>()
  let isYearly = true
  return {
    app: { ...service, now, stripe: access, processors: { ...service.processors, stripe: processor } },
    processor,
    db,
    // Until the way in which Stripe rounds is proved.
    tolerance: 1n,
    now,
    async advance(to) {
      const mirrors = await db
        .selectFrom('subscriptions')
        .select('billing')
        .where('partner_id', 'in', [...cards.keys()])
        .execute()
      isYearly = mirrors.every(({ billing }) => billing === 'rolling')
      await clock.advance(to, isYearly)
      for (const partnerId of cards.keys()) await reconcileSubscription(context, partnerId)
    },
    async subscribe(terms) {
      const partnerId = newId('prt')
      const email = `${partnerId}@acme.example`
      const account = { company: 'Acme', email, name: 'A', status: 'active' as const, plan: terms.plan }
      await db.transaction().execute(async (tx) => {
        const row = { id: partnerId, ...account, created_at: now(), updated_at: now() }
        await tx.insertInto('partners').values(row).execute()
        await processor.open(tx, [{ partnerId, terms }], now())
      })
      // Created here, because the adapter creates customers without a test clock.
      const { id: customer } = await stripe.customers.create({ name: 'Acme', email, test_clock: clock.id })
      await db
        .updateTable('subscriptions')
        .set({ stripe_customer_id: customer })
        .where('partner_id', '=', partnerId)
        .execute()
      const { subscriptionId } = await requireProvisioned(context, partnerId)
      cards.set(partnerId, await payByCard(stripe, customer, subscriptionId))
      return partnerId
    },
    async decline(partnerId, isDeclined) {
      const own = cards.get(partnerId)
      if (!own) throw new Error('partner not found')
      const { subscriptionId } = await requireProvisioned(context, partnerId)
      await stripe.subscriptions.update(subscriptionId, { default_payment_method: isDeclined ? own.bad : own.good })
    },
    runUntilKilled: () => Promise.reject(new Error('histories do not run on test clocks')),
    async creditOf(partnerId, currency) {
      const { customerId } = await requireProvisioned(context, partnerId)
      return await readCredit(stripe, customerId, currency)
    },
    async countSubscriptions(partnerId) {
      const { customerId: customer } = await requireProvisioned(context, partnerId)
      const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
      return { all: data.length, live: data.filter(({ status }) => status !== 'canceled').length }
    },
    findReplacement: async () => undefined,
    async [Symbol.asyncDispose]() {
      // The next bench has other partners, and must not look for the subscriptions of these.
      const blank = { stripe_customer_id: null, stripe_subscription_id: null, stripe_item_id: null }
      await db
        .updateTable('subscriptions')
        .set({ processor: 'embedded', ...blank })
        .execute()
    },
  }
}
