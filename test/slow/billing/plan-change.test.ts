import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { reconcilePlanChanges } from '../../../src/features/billing/changes/pending/service.ts'
import { previewPlanChange } from '../../../src/features/billing/preview/service.ts'
import { HOUR_MS } from '../../../src/shared/dates/time-units.ts'
import { openStripe } from '../../billing/stripe/fixture.ts'
import { assertProblem } from '../../harness/answers.ts'

const fixture = await openStripe({ processorTimeoutMs: 3_000 })
const { api, simulator, stripe } = fixture
after(() => fixture[Symbol.asyncDispose]())

/** The partner's subscriptions at Stripe that have not ended. */
const liveSubscriptions = async (customer: string) => (await stripe.subscriptions.list({ customer })).data

const later = (ms: number): void => {
  fixture.clock.now = new Date(fixture.clock.now.getTime() + ms)
}

test('a partner is created while Stripe is down, and gets one customer and one subscription there', async () => {
  simulator.faults.add({ kind: 'rate-limit', times: 100 })
  const actor = await api.partner('early', 'starter')
  await assert.rejects(fixture.work())
  simulator.faults.clear()
  const before = await fixture.mirror(actor.partnerId)
  assert.equal(before.stripe_subscription_id, null)
  assert.equal(before.status, 'active')
  // The job that failed is tried again by the queue; a plan change provisions first.
  const changed = await (await api.as('early')).post('/v1/partner/plan', { plan: 'professional' })
  assert.equal(changed.status, 200)
  const after = await fixture.mirror(actor.partnerId)
  assert.equal(after.plan, 'professional')
  const live = await liveSubscriptions(after.stripe_customer_id)
  assert.equal(live.length, 1)
  assert.equal(live[0]?.id, after.stripe_subscription_id)
  assert.equal(live[0]?.collection_method, 'send_invoice')
  assert.equal(live[0]?.billing_mode.type, 'flexible')
  assert.equal(live[0]?.metadata.plumbline_partner, actor.partnerId)
  assert.equal((await stripe.customers.list({ email: 'admin@early.example' })).data.length, 1)
})

test('a plan change updates the one item, prorates from a fixed time, and returns the new terms', async () => {
  const { partnerId } = await fixture.partner('acme', 'starter')
  later(10 * 24 * HOUR_MS)
  const acme = await api.as('acme')
  const preview = await acme.post('/v1/partner/plan/preview', { plan: 'professional' })
  assert.equal(preview.status, 200)
  const changed = await acme.post('/v1/partner/plan', { plan: 'professional' })
  assert.equal(changed.status, 200)
  const mirror = await fixture.mirror(partnerId)
  assert.deepEqual(changed.body, {
    partnerId,
    plan: 'professional',
    billing: 'monthly',
    currency: 'usd',
    runLimit: 250,
    subscriptionStatus: 'active',
    currentPeriodEnd: mirror.period_end.toISOString(),
  })
  const [subscription, ...others] = await liveSubscriptions(mirror.stripe_customer_id)
  assert.equal(others.length, 0)
  assert.equal(subscription?.items.data.length, 1, 'a second item would be charged as well')
  assert.equal(subscription?.items.data[0]?.id, mirror.stripe_item_id)
  assert.equal(subscription?.items.data[0]?.price.lookup_key, 'plumbline_professional_monthly_usd')
  assert.equal(preview.body.dueNow.amount, 0)
  const [entry] = (await acme.get('/v1/partner/audit?action=plan.changed')).body.entries
  assert.equal(entry.after.credit, preview.body.credit.amount)
  assert.equal(entry.after.debit, preview.body.debit.amount)
  assert.ok(entry.after.credit < 0 && entry.after.debit > -entry.after.credit)
})

test('a change of billing interval is invoiced at once and starts a new period', async () => {
  const { partnerId } = await fixture.partner('yearly', 'starter')
  later(24 * HOUR_MS)
  const client = await api.as('yearly')
  const preview = await client.post('/v1/partner/plan/preview', { plan: 'starter', billing: 'rolling' })
  const changed = await client.post('/v1/partner/plan', { plan: 'starter', billing: 'rolling' })
  assert.equal(changed.status, 200)
  assert.equal(changed.body.billing, 'rolling')
  assert.equal(preview.body.currentPeriodEnd, changed.body.currentPeriodEnd)
  assert.equal(preview.body.debit.amount, 99_000)
  assert.equal(preview.body.dueNow.amount, 99_000 + preview.body.credit.amount)
  const mirror = await fixture.mirror(partnerId)
  assert.equal(mirror.period_start.getTime(), fixture.clock.now.getTime())
  const { data } = await stripe.invoices.list({ customer: mirror.stripe_customer_id })
  assert.equal(data[0]?.billing_reason, 'subscription_update')
  assert.equal(data[0]?.total, preview.body.dueNow.amount)
})

test('a change that reaches Stripe after its period has ended starts with the next one', async () => {
  const { partnerId } = await fixture.partner('ended', 'starter')
  const { stripe_subscription_id: id, stripe_customer_id: customer, period_end: end } = await fixture.mirror(partnerId)
  await fixture.pass(3_700)
  const [invoice] = (await stripe.invoices.list({ customer, status: 'open' })).data
  await stripe.invoices.pay(invoice?.id ?? '', { paid_out_of_band: true })
  fixture.clock.now = new Date(end.getTime() - 1_000)
  const client = await api.as('ended')
  simulator.faults.add({ kind: 'cut-before', method: 'POST', path: `/v1/subscriptions/${id}`, times: 10 })
  assertProblem(await client.post('/v1/partner/plan', { plan: 'enterprise' }), 500, 'PAYMENT_PROCESSOR_ERROR')
  simulator.faults.clear()
  later(3 * 60_000)
  assert.equal(await reconcilePlanChanges(api.app), 1)
  const [entry] = (await client.get('/v1/partner/audit?action=plan.changed')).body.entries
  assert.deepEqual([entry.after.credit, entry.after.debit], [-9_900, 99_900])
})

test('if the card is declined, the change is refused with a helpful reason, and nothing changes at Stripe', async () => {
  const { partnerId } = await fixture.partner('declined', 'starter')
  const { stripe_customer_id: customer, stripe_subscription_id: id } = await fixture.mirror(partnerId)
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  await stripe.subscriptions.update(id, { collection_method: 'charge_automatically', default_payment_method: card.id })
  simulator.declineNext(customer, 'insufficient_funds')
  const client = await api.as('declined')
  const answer = await client.post('/v1/partner/plan', { plan: 'professional', billing: 'rolling' })
  assertProblem(answer, 400, 'PLAN_CHANGE_FAILED')
  assert.equal(answer.body.error.message, 'The card has insufficient funds.')
  const subscription = await stripe.subscriptions.retrieve(id)
  assert.equal(subscription.items.data[0]?.price.lookup_key, 'plumbline_starter_monthly_usd')
  assert.equal((await fixture.mirror(partnerId)).plan, 'starter')
  simulator.declineNext(customer, 'authentication_required')
  const asked = await client.post('/v1/partner/plan', { plan: 'professional', billing: 'rolling' })
  assert.match(asked.body.error.message, /bank requires a confirmation/)
})

test('a missing price fails only the change to that price', async () => {
  await fixture.partner('priceless', 'starter')
  const [price] = (await stripe.prices.list({ lookup_keys: ['plumbline_enterprise_monthly_usd'] })).data
  assert.ok(price)
  await stripe.prices.update(price.id, { active: false })
  const answer = await (await api.as('priceless')).post('/v1/partner/plan', { plan: 'enterprise' })
  assertProblem(answer, 500, 'PRICE_LOOKUP_FAILED')
  await stripe.prices.update(price.id, { active: true })
})

for (const kind of ['cut-after', 'error-after'] as const) {
  test(`a change whose response is lost (${kind}) is applied once, and reconciliation finds it`, async () => {
    const name = `lost-${kind}`
    const { partnerId } = await fixture.partner(name, 'starter')
    const { stripe_subscription_id: id, stripe_customer_id: customer } = await fixture.mirror(partnerId)
    simulator.faults.add({ kind, method: 'POST', path: `/v1/subscriptions/${id}`, times: 10, shouldRetry: false })
    const client = await api.as(name)
    const options = { headers: { 'Idempotency-Key': `change-${kind}` } }
    const answer = await client.post('/v1/partner/plan', { plan: 'enterprise' }, options)
    assertProblem(answer, 500, 'PAYMENT_PROCESSOR_ERROR')
    assert.match(answer.body.error.message, /not confirmed yet/)
    assert.equal((await fixture.mirror(partnerId)).plan, 'starter')
    simulator.faults.clear()
    later(5 * 60_000)
    assert.equal(await reconcilePlanChanges(api.app), 1)
    assert.equal((await fixture.mirror(partnerId)).plan, 'enterprise')
    const repeated = await client.post('/v1/partner/plan', { plan: 'enterprise' }, options)
    assert.equal(repeated.status, 200)
    assert.equal(repeated.body.plan, 'enterprise')
    const [subscription] = await liveSubscriptions(customer)
    assert.equal(subscription?.items.data.length, 1)
    const pending = (await stripe.invoices.createPreview({ customer, subscription: id })).lines.data
    const prorations = pending.filter(({ parent }) => parent?.type === 'invoice_item_details')
    assert.equal(prorations.length, 2, 'one credit and one debit')
  })
}

test('a change that reaches Stripe only later is prorated from when it was requested', async () => {
  const { partnerId } = await fixture.partner('delayed', 'starter')
  const { stripe_subscription_id: id } = await fixture.mirror(partnerId)
  const client = await api.as('delayed')
  later(24 * HOUR_MS)
  const preview = await client.post('/v1/partner/plan/preview', { plan: 'enterprise' })
  simulator.faults.add({ kind: 'cut-before', method: 'POST', path: `/v1/subscriptions/${id}`, times: 10 })
  assertProblem(await client.post('/v1/partner/plan', { plan: 'enterprise' }), 500, 'PAYMENT_PROCESSOR_ERROR')
  simulator.faults.clear()
  later(3 * HOUR_MS)
  assert.equal(await reconcilePlanChanges(api.app), 1)
  const [entry] = (await client.get('/v1/partner/audit?action=plan.changed')).body.entries
  assert.equal(entry.after.credit, preview.body.credit.amount)
  assert.equal(entry.after.debit, preview.body.debit.amount)
})

test('a change older than Stripe’s idempotency window is not sent again: the subscription shows whether it was applied', async () => {
  const { partnerId } = await fixture.partner('old', 'starter')
  const { stripe_subscription_id: id } = await fixture.mirror(partnerId)
  const client = await api.as('old')
  simulator.faults.add({ kind: 'cut-after', method: 'POST', path: `/v1/subscriptions/${id}`, times: 10 })
  assertProblem(await client.post('/v1/partner/plan', { plan: 'enterprise' }), 500, 'PAYMENT_PROCESSOR_ERROR')
  simulator.faults.clear()
  const other = await fixture.partner('old-unsent', 'starter')
  const { stripe_subscription_id: unsentId } = await fixture.mirror(other.partnerId)
  simulator.faults.add({ kind: 'cut-before', method: 'POST', path: `/v1/subscriptions/${unsentId}`, times: 10 })
  const unsent = await api.as('old-unsent')
  assertProblem(await unsent.post('/v1/partner/plan', { plan: 'enterprise' }), 500, 'PAYMENT_PROCESSOR_ERROR')
  simulator.faults.clear()
  later(25 * HOUR_MS)
  simulator.forgetKeys()
  await reconcilePlanChanges(api.app)
  assert.equal((await fixture.mirror(partnerId)).plan, 'enterprise', 'it had happened')
  assert.equal((await fixture.mirror(other.partnerId)).plan, 'starter', 'it had not')
  const subscription = await stripe.subscriptions.retrieve(unsentId)
  assert.equal(subscription.items.data[0]?.price.lookup_key, 'plumbline_starter_monthly_usd')
})

test('the preview shows the same amounts as the change, also for a credit', async () => {
  const actor = await fixture.partner('down', 'enterprise')
  later(3 * 24 * HOUR_MS)
  const preview = await previewPlanChange(api.app, actor, { plan: 'starter' })
  assert.ok(preview.credit.amount < -preview.debit.amount)
  const changed = await (await api.as('down')).post('/v1/partner/plan', { plan: 'starter' })
  assert.equal(changed.status, 200)
  const { stripe_customer_id: customer, stripe_subscription_id: subscription } = await fixture.mirror(actor.partnerId)
  const next = await stripe.invoices.createPreview({ customer, subscription })
  assert.equal(preview.nextInvoice.amount, next.amount_due)
})

test('no request used anything that the simulated Stripe does not model', () => {
  assert.deepEqual(simulator.mistakes, [])
})
