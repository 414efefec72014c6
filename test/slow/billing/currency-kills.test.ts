import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LEASE_MS } from '../../../src/features/billing/changes/pending/rules.ts'
import { reconcilePlanChanges } from '../../../src/features/billing/changes/pending/service.ts'
import { changePlan } from '../../../src/features/billing/changes/service.ts'
import type { Actor } from '../../../src/shared/actor.ts'
import type { Bench } from '../../billing/conformance/bench.ts'
import { openStripeBench } from '../../billing/conformance/stripe.ts'
import { openBilling } from '../../billing/fixture.ts'

const DAYS_MS = 10 * 86_400_000

/** Partners of one bench, after which another one is opened: each of them makes its clock slower. */
const PARTNERS = 8

test('a change of currency survives a kill at every point where the process waits', async () => {
  await using billing = await openBilling()
  let places = 0
  for (let first = 1; places === first - 1; first += PARTNERS) {
    await using bench = await openStripeBench(billing, new Date(Date.UTC(2027, 4, 1)))
    for (let killAt = first; killAt < first + PARTNERS; killAt++) {
      if (await surviveKill(bench, killAt)) places = killAt
    }
  }
  assert.ok(places > 30, `${places} places`)
})

/** Whether the process has come to that place. */
async function surviveKill(bench: Bench, killAt: number): Promise<boolean> {
  const partnerId = await bench.subscribe({ plan: 'starter', billing: 'monthly', currency: 'usd' })
  await bench.advance(new Date(bench.now().getTime() + DAYS_MS))
  const scope = { partnerId, distributorId: null, plan: 'starter', subscriptionStatus: 'active' } as const
  const actor: Actor = { kind: 'operator', id: 'test', ...scope }
  const isKilled = await bench.runUntilKilled(killAt, async (app) => {
    await changePlan(app, actor, { plan: 'starter', currency: 'eur' })
  })
  await bench.advance(new Date(bench.now().getTime() + LEASE_MS + 1_000))
  await reconcilePlanChanges(bench.app)
  const row = await bench.db
    .selectFrom('plan_changes')
    .select('outcome')
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  assert.notEqual(row?.outcome, 'pending', `killed at ${killAt}`)
  const { currency } = (await bench.processor.get(bench.db, partnerId, bench.now())) ?? {}
  // A process that is killed before it has admitted the change has done nothing.
  assert.equal(currency, row?.outcome === 'succeeded' ? 'eur' : 'usd', `killed at ${killAt}`)
  const { all, live } = await bench.countSubscriptions(partnerId)
  assert.deepEqual([all, live], [currency === 'eur' ? 2 : 1, 1], `killed at ${killAt}`)
  return isKilled
}
