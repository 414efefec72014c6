import { renewSubscriptions } from '../../../src/features/billing/embedded/jobs.ts'
import type { Terms } from '../../../src/platform/payments/processor.ts'
import { newId } from '../../../src/shared/ids.ts'
import type { BillingFixture } from '../fixture.ts'
import { runUntilKilled } from '../ticking.ts'
import type { Bench } from './bench.ts'

/** The embedded processor as a bench. It cannot decline payments. */
export async function openEmbeddedBench(fixture: BillingFixture, start: Date): Promise<Bench> {
  fixture.clock.now = start
  const { app, db, clock } = fixture
  const processor = app.processors.embedded
  return {
    app,
    processor,
    db,
    tolerance: 0n,
    now: () => clock.now,
    async advance(to) {
      clock.now = to
      await renewSubscriptions(app)
    },
    async subscribe(terms: Terms) {
      const partnerId = newId('prt')
      const account = {
        company: 'Acme',
        email: 'a@acme.example',
        name: 'A',
        status: 'active' as const,
        plan: terms.plan,
      }
      await db.transaction().execute(async (tx) => {
        const instants = { created_at: clock.now, updated_at: clock.now }
        await tx
          .insertInto('partners')
          .values({ id: partnerId, ...account, ...instants })
          .execute()
        await processor.open(tx, [{ partnerId, terms }], clock.now)
      })
      return partnerId
    },
    decline: () => Promise.reject(new Error('the embedded processor collects no money')),
    runUntilKilled: (killAt, run) => runUntilKilled(app, { databaseUrl: fixture.databaseUrl, killAt }, run),
    async creditOf(partnerId, currency) {
      const row = await db
        .selectFrom('credit_balances')
        .select('amount_minor')
        .where('partner_id', '=', partnerId)
        .where('currency', '=', currency)
        .executeTakeFirst()
      return BigInt(row?.amount_minor ?? 0)
    },
    async countSubscriptions(partnerId) {
      const rows = await db.selectFrom('subscriptions').select('plan').where('partner_id', '=', partnerId).execute()
      return { all: rows.length, live: rows.length }
    },
    findReplacement: async () => undefined,
    async [Symbol.asyncDispose]() {},
  }
}
