import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { App } from '../../src/app.ts'
import { renewSubscriptions } from '../../src/features/billing/embedded/jobs.ts'
import { reconcileProcessors } from '../../src/features/billing/moves/service.ts'
import { createSubscriptions, getSubscription } from '../../src/features/billing/subscriptions/service.ts'
import { changeTerms, reconcileBillers } from '../../src/features/settlement/terms/service.ts'
import type { BillingProcessor } from '../../src/platform/payments/processor.ts'
import type { Actor } from '../../src/shared/actor.ts'
import { signal } from './conformance/bench.ts'
import { openBilling } from './fixture.ts'

const fixture = await openBilling()
const { embedded, timeoutMs } = fixture.app.processors
after(() => fixture[Symbol.asyncDispose]())
beforeEach(() => fixture.clear())

/** Stands in for Stripe where only the mirror counts. */
const elsewhere: BillingProcessor = {
  ...embedded,
  async open(tx, partners, at) {
    await embedded.open(tx, partners, at)
    const ids = partners.map(({ partnerId }) => partnerId)
    await tx.updateTable('subscriptions').set({ processor: 'stripe' }).where('partner_id', 'in', ids).execute()
  },
  async get(db, partnerId) {
    const row = await db.selectFrom('subscriptions').selectAll().where('partner_id', '=', partnerId).executeTakeFirst()
    return (
      row && {
        partnerId,
        status: row.status,
        plan: row.plan,
        billing: row.billing,
        currency: row.currency,
        periodStart: row.period_start,
        periodEnd: row.period_end,
        hasOpenInvoices: false,
      }
    )
  },
  async close(tx, partnerId) {
    await tx.deleteFrom('subscriptions').where('partner_id', '=', partnerId).execute()
  },
}
const app: App = { ...fixture.app, processors: { embedded, stripe: elsewhere, timeoutMs } }

const processorOf = async ({ partnerId }: Actor): Promise<string> => {
  const query = fixture.db.selectFrom('subscriptions').select('processor').where('partner_id', '=', partnerId)
  return (await query.executeTakeFirstOrThrow()).processor
}
const repair = async (): Promise<void> => {
  await renewSubscriptions(app)
  await reconcileBillers(app)
  await reconcileProcessors(app)
}

test('a new subscription is created at Stripe if Stripe is configured and bills the partner', async () => {
  const distributorId = await fixture.distributor()
  const [own, direct] = [
    await fixture.partner('starter', { distributorId, subscribed: false }),
    await fixture.partner('starter', { subscribed: false }),
  ]
  await sql`update partners set processor_billing = false where distributor_id is not null`.execute(fixture.db)
  const partners = [own, direct].map(({ partnerId }) => ({ partnerId, plan: 'starter' as const }))
  await fixture.db.transaction().execute((tx) => createSubscriptions(app, tx, partners, fixture.clock.now))
  assert.deepEqual([await processorOf(own), await processorOf(direct)], ['embedded', 'stripe'])
  await assert.rejects(getSubscription(fixture.app, direct), /not set up/)
})

test('a partner whose biller changes moves at the end of its period, and back, and keeps its credit and invoice numbers', async () => {
  const distributorId = await fixture.distributor()
  const acme = await fixture.partner('professional', { distributorId })
  await sql`update partners set processor_billing = false`.execute(fixture.db)
  const operator = { kind: 'operator', id: 'test' } as const
  fixture.clock.now = new Date('2027-05-20T00:00:00Z')
  await changeTerms(app, operator, distributorId, { processorBilling: true })
  await repair()
  assert.equal(await processorOf(acme), 'embedded')
  fixture.clock.now = new Date('2027-06-01T00:01:00Z')
  await Promise.all([repair(), repair()])
  assert.equal(await processorOf(acme), 'stripe')
  const moved = await getSubscription(app, acme)
  assert.partialDeepStrictEqual(moved, { plan: 'professional', status: 'active', periodStart: fixture.clock.now })
  assert.equal(await renewSubscriptions(app), 0)
  await changeTerms(app, operator, distributorId, { processorBilling: false })
  fixture.clock.now = new Date('2027-07-01T00:02:00Z')
  // What Stripe's renewal does to the mirror.
  await sql`update subscriptions set period_start = period_end, period_end = '2027-08-01T00:01:00Z'`.execute(fixture.db)
  await repair()
  assert.equal(await processorOf(acme), 'embedded')
  const { rows } = await sql`select author_id, distributor_id, before, after from audit
    where action = 'subscription.moved' order by id`.execute(fixture.db)
  const [there, back] = [{ processor: 'stripe' }, { processor: 'embedded' }]
  const author = { author_id: 'reconcileProcessors', distributor_id: distributorId }
  assert.deepEqual(rows, [
    { ...author, before: back, after: there },
    { ...author, before: there, after: back },
  ])
  const numbers = (await embedded.listInvoices(acme.partnerId, fixture.clock.now, signal)).map(({ number }) => number)
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => numbers.length - index),
  )
})

test('a subscription stays at its processor until its period ends, and as long as that processor cannot release it', async () => {
  const acme = await fixture.partner('starter')
  fixture.clock.now = new Date('2027-05-20T00:00:00Z')
  await repair()
  assert.equal(await processorOf(acme), 'embedded')
  await sql`update subscriptions set processor = 'stripe', period_start = ${fixture.clock.now}`.execute(fixture.db)
  await sql`update partners set processor_billing = false`.execute(fixture.db)
  const { close: _, ...keeping } = elsewhere
  assert.equal(await reconcileProcessors({ ...app, processors: { embedded, stripe: keeping, timeoutMs } }), 0)
  assert.equal(await processorOf(acme), 'stripe')
})
