import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeStripe } from '../../src/cli/doctor/stripe.ts'
import type { StripeHealth } from '../../src/features/billing/stripe/repairs/service.ts'

const AT = new Date('2027-05-03T00:00:00Z')
const DRIFT = { subscriptions: 12, differing: [], unprovisioned: [], doubled: [], renamed: [] }
const HEALTH = { isLive: false, missingPrices: [], drift: DRIFT, newestEventAt: new Date('2027-05-02T23:30:00Z') }

test('the doctor says which mode Stripe is in, and how old the newest event is', () => {
  assert.equal(describeStripe(HEALTH, AT), 'test mode, 12 subscriptions agree, newest event 30 min ago')
  const young = { ...HEALTH, isLive: true, newestEventAt: undefined, drift: { ...DRIFT, unprovisioned: ['prt_1'] } }
  assert.equal(describeStripe(young, AT), 'live mode, 12 subscriptions agree, 1 not created there yet, no event yet')
})

test('the doctor names missing prices and differences', () => {
  for (const [health, message] of [
    [
      { ...HEALTH, missingPrices: ['plumbline_starter_monthly_usd'] },
      /missing or differ: plumbline_starter_monthly_usd/,
    ],
    [{ ...HEALTH, drift: { ...DRIFT, differing: ['prt_1', 'prt_2'] } }, /2 of 12 subscriptions differ/],
    [{ ...HEALTH, drift: { ...DRIFT, doubled: ['prt_1'] } }, /two subscriptions at Stripe: prt_1/],
  ] satisfies [StripeHealth, RegExp][]) {
    assert.throws(() => describeStripe(health, AT), { message })
  }
})
