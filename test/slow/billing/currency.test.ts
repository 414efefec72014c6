import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { LEASE_MS } from '../../../src/features/billing/changes/pending/rules.ts'
import { findStuckChanges, reconcilePlanChanges } from '../../../src/features/billing/changes/pending/service.ts'
import { findDrift } from '../../../src/features/billing/stripe/repairs/service.ts'
import type { Actor } from '../../../src/shared/actor.ts'
import type { FaultKind } from '../../../src/simulator/stripe/protocol/faults.ts'
import { DAY_S, openStripe } from '../../billing/stripe/fixture.ts'
import { assertProblem } from '../../harness/answers.ts'

/** Stripe cannot change the currency of a subscription: one ends, and another begins. */

const fixture = await openStripe({ processorTimeoutMs: 3_000 })
const { api, simulator, stripe } = fixture
const context = { ...api.app, stripe: fixture.access }
after(() => fixture[Symbol.asyncDispose]())

/** A partner whose card has paid the first invoice, in the middle of its period. */
async function paying(name: string): Promise<Actor> {
  const actor = await fixture.partner(name, 'starter')
  const { stripe_customer_id: customer, stripe_subscription_id: id } = await fixture.mirror(actor.partnerId)
  const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } })
  await fixture.pass(3_700)
  const [first] = (await stripe.invoices.list({ customer, status: 'open' })).data
  await stripe.invoices.pay(first?.id ?? '')
  await stripe.subscriptions.update(id, { collection_method: 'charge_automatically' })
  await fixture.pass(10 * DAY_S)
  return actor
}

const listSubscriptions = async (customer: string) =>
  (await stripe.subscriptions.list({ customer, status: 'all' })).data

test('a change of currency ends the old subscription with credit and starts a new one, which the card pays', async () => {
  const { partnerId } = await paying('acme')
  const before = await fixture.mirror(partnerId)
  const client = await api.as('acme')
  const wanted = { plan: 'professional', currency: 'eur' }
  const preview = await client.post('/v1/partner/plan/preview', wanted)
  assert.equal(preview.status, 200)
  const changed = await client.post('/v1/partner/plan', wanted)
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const mirror = await fixture.mirror(partnerId)
  assert.deepEqual([mirror.plan, mirror.billing, mirror.currency], ['professional', 'monthly', 'eur'])
  assert.equal(mirror.stripe_customer_id, before.stripe_customer_id, 'the customer keeps its card and its invoices')
  assert.equal(changed.body.currentPeriodEnd, mirror.period_end.toISOString())
  assert.equal(preview.body.currentPeriodEnd, changed.body.currentPeriodEnd)
  const [next, old, ...others] = await listSubscriptions(mirror.stripe_customer_id)
  assert.equal(others.length, 0)
  assert.deepEqual([old?.id, old?.status], [before.stripe_subscription_id, 'canceled'])
  assert.deepEqual([next?.id, next?.status, next?.currency], [mirror.stripe_subscription_id, 'active', 'eur'])
  const [entry] = (await client.get('/v1/partner/audit?action=plan.changed')).body.entries
  assert.deepEqual(
    [entry.after.credit, entry.after.creditCurrency, entry.after.debit, entry.after.dueNow],
    [preview.body.credit.amount, 'usd', 31_900, 31_900],
  )
  assert.ok(entry.after.credit < 0 && entry.after.credit > -9_900)
  assert.equal(preview.body.dueNow.amount, 31_900)

  await fixture.pass(3_700)
  assert.deepEqual((await findDrift(context)).differing, [])
  const { data } = await stripe.invoices.list({ customer: mirror.stripe_customer_id })
  assert.deepEqual(
    data.map(({ currency, total, status }) => [currency, total, status]),
    [
      ['eur', 31_900, 'paid'],
      ['usd', entry.after.credit, 'paid'],
      ['usd', 9_900, 'paid'],
    ],
  )
  assert.equal((await fixture.mirror(partnerId)).status, 'active')
})

test('the currency cannot change while an invoice is unpaid or being prepared, and the error says why', async () => {
  const { partnerId } = await fixture.partner('owing', 'starter')
  const client = await api.as('owing')
  const wanted = { plan: 'starter', currency: 'gbp' }
  const drafted = await client.post('/v1/partner/plan', wanted)
  assertProblem(drafted, 400, 'PLAN_CHANGE_FAILED')
  assert.match(drafted.body.error.message, /An invoice is being prepared/)
  await fixture.pass(3_700)
  const open = await client.post('/v1/partner/plan/preview', wanted)
  assert.match(open.body.error.message, /while invoices are unpaid/)
  const { stripe_customer_id: customer } = await fixture.mirror(partnerId)
  assert.equal((await listSubscriptions(customer)).length, 1)
  const [invoice] = (await stripe.invoices.list({ customer, status: 'open' })).data
  await stripe.invoices.pay(invoice?.id ?? '', { paid_out_of_band: true })
  await fixture.follow()
  assert.equal((await client.post('/v1/partner/plan', wanted)).status, 200)
  const [next] = await listSubscriptions(customer)
  assert.equal(next?.collection_method, 'send_invoice', 'without a card, invoices are sent as before')
})

test('Stripe refuses a second subscription in another currency while the first one is active', async () => {
  const { partnerId } = await fixture.partner('both', 'starter')
  const { stripe_customer_id: customer } = await fixture.mirror(partnerId)
  const [price] = (await stripe.prices.list({ lookup_keys: ['plumbline_starter_monthly_eur'] })).data
  const items = [{ price: price?.id ?? '' }]
  await assert.rejects(
    stripe.subscriptions.create({ customer, items, collection_method: 'send_invoice', days_until_due: 14 }),
    /cannot combine currencies/,
  )
})

const STEPS: readonly [name: string, method: string, path: (id: string) => string | RegExp][] = [
  ['the mark', 'POST', (id) => `/v1/subscriptions/${id}`],
  ['the end', 'DELETE', (id) => `/v1/subscriptions/${id}`],
  ['the beginning', 'POST', () => /^\/v1\/subscriptions$/],
  ['the first invoice', 'POST', () => /^\/v1\/invoices\/in_/],
]

for (const [name, method, pathOf] of STEPS) {
  for (const kind of ['cut-after', 'error-before', 'error-after'] as const satisfies FaultKind[]) {
    test(`a change of currency continues after ${name} has failed (${kind})`, async () => {
      const partner = `${name.replaceAll(' ', '-')}-${kind}`
      const { partnerId } = await paying(partner)
      const { stripe_customer_id: customer, stripe_subscription_id: id } = await fixture.mirror(partnerId)
      simulator.faults.add({ kind, method, path: pathOf(id), times: 10, shouldRetry: false })
      const client = await api.as(partner)
      const wanted = { plan: 'starter', currency: 'eur' }
      const options = { headers: { 'Idempotency-Key': partner } }
      assertProblem(await client.post('/v1/partner/plan', wanted, options), 500, 'PAYMENT_PROCESSOR_ERROR')
      simulator.faults.clear()
      await fixture.pass(LEASE_MS / 1000 + 1)
      assert.equal(await reconcilePlanChanges(api.app), 1)
      assert.equal((await client.post('/v1/partner/plan', wanted, options)).status, 200)
      await fixture.pass(7_400)
      const all = await listSubscriptions(customer)
      assert.deepEqual(
        all.map(({ currency, status }) => [currency, status]),
        [
          ['eur', 'active'],
          ['usd', 'canceled'],
        ],
      )
      const { data } = await stripe.invoices.list({ customer })
      assert.deepEqual(
        data.filter(({ currency }) => currency === 'eur').map(({ total, status }) => [total, status]),
        [[8_900, 'paid']],
      )
      const dollars = data.filter(({ currency }) => currency === 'usd').reduce((sum, { total }) => sum + total, 0)
      assert.ok(dollars > 0 && dollars < 9_900, `${dollars} is charged for the days that were used`)
      assert.deepEqual((await findDrift(context)).differing, [])
    })
  }
}

test('a half-done change is reported by doctor and finished even a day later; one that has not begun is refused', async () => {
  const half = await paying('half')
  const { stripe_customer_id: customer } = await fixture.mirror(half.partnerId)
  const client = await api.as('half')
  const [price] = (await stripe.prices.list({ lookup_keys: ['plumbline_starter_monthly_sgd'] })).data
  simulator.faults.add({ kind: 'cut-after', method: 'DELETE', path: '/v1/subscriptions/', times: 10 })
  assertProblem(
    await client.post('/v1/partner/plan', { plan: 'starter', currency: 'sgd' }),
    500,
    'PAYMENT_PROCESSOR_ERROR',
  )
  simulator.faults.clear()
  // Nothing can be created now; what is half done is not given up for that.
  await stripe.prices.update(price?.id ?? '', { active: false })
  await fixture.pass(LEASE_MS / 1000 + 1)
  assert.equal(await reconcilePlanChanges(api.app), 0)
  assert.equal((await fixture.mirror(half.partnerId)).currency, 'usd')
  assert.equal((await client.get('/v1/partner/me')).body.usage.runsLimit, 50, 'the partner has full service meanwhile')
  await fixture.pass(25 * 3_600)
  simulator.forgetKeys()
  await reconcilePlanChanges(api.app)
  const stuck = await findStuckChanges(api.db, fixture.clock.now)
  assert.deepEqual([stuck?.partnerId, Number(stuck?.count)], [half.partnerId, 1])
  await stripe.prices.update(price?.id ?? '', { active: true })
  await fixture.pass(LEASE_MS / 1000 + 1)
  assert.equal(await reconcilePlanChanges(api.app), 1)
  assert.equal(await findStuckChanges(api.db, fixture.clock.now), undefined)
  assert.equal((await fixture.mirror(half.partnerId)).currency, 'sgd')
  assert.equal((await listSubscriptions(customer)).length, 2)

  const unsent = await paying('unsent')
  const { stripe_subscription_id: id } = await fixture.mirror(unsent.partnerId)
  simulator.faults.add({ kind: 'cut-before', method: 'POST', path: `/v1/subscriptions/${id}`, times: 10 })
  await (await api.as('unsent')).post('/v1/partner/plan', { plan: 'starter', currency: 'sgd' })
  simulator.faults.clear()
  await fixture.pass(25 * 3_600)
  await reconcilePlanChanges(api.app)
  assert.equal((await fixture.mirror(unsent.partnerId)).currency, 'usd')
})

test('no request used anything that the simulated Stripe does not model', () => {
  assert.deepEqual(simulator.mistakes, [])
})
