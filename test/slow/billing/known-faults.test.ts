import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { requireProvisioned } from '../../../src/features/billing/stripe/provisioning/service.ts'
import { reconcileSubscription } from '../../../src/features/billing/stripe/sync/service.ts'
import { openStripe } from '../../billing/stripe/fixture.ts'
import { assertProblem } from '../../harness/answers.ts'

/** Mistakes that other services have made with Stripe, each as a test. */

const fixture = await openStripe({ processorTimeoutMs: 3_000 })
const { api, simulator, stripe } = fixture
const context = { ...api.app, stripe: fixture.access }
after(() => fixture[Symbol.asyncDispose]())

test('many changes leave one customer, one subscription and one item', async () => {
  const { partnerId } = await fixture.partner('many', 'starter')
  const client = await api.as('many')
  for (const plan of ['professional', 'enterprise', 'starter', 'professional']) {
    assert.equal((await client.post('/v1/partner/plan', { plan })).status, 200)
    await fixture.follow()
  }
  const customers = (await stripe.customers.list({ email: 'admin@many.example' })).data
  assert.equal(customers.length, 1)
  const all = (await stripe.subscriptions.list({ customer: customers[0]?.id ?? '', status: 'all' })).data
  assert.equal(all.length, 1)
  assert.equal(all[0]?.items.data.length, 1)
  assert.equal((await fixture.mirror(partnerId)).stripe_subscription_id, all[0]?.id)
})

test('two processes that provision a partner at the same time create one subscription', async () => {
  const { partnerId } = await api.partner('twice', 'starter')
  const [one, other] = await Promise.all([
    requireProvisioned(context, partnerId),
    requireProvisioned(context, partnerId),
  ])
  assert.deepEqual(one, other)
  await fixture.work()
  const { data } = await stripe.subscriptions.list({ customer: one.customerId, status: 'all' })
  assert.equal(data.length, 1)
})

test('a partner whose provisioning was interrupted a day ago is not provisioned twice', async () => {
  const { partnerId } = await api.partner('interrupted', 'starter')
  // The process ends after Stripe has created the subscription, before anything of it is stored.
  const first = await requireProvisioned(context, partnerId)
  await api.db
    .updateTable('subscriptions')
    .set({ stripe_customer_id: null, stripe_subscription_id: null, stripe_item_id: null })
    .where('partner_id', '=', partnerId)
    .execute()
  simulator.forgetKeys()
  assert.deepEqual(await requireProvisioned(context, partnerId), first)
})

test('a plan is not upgraded while a payment is overdue, even if the event about it was lost', async () => {
  const { partnerId } = await fixture.partner('overdue', 'starter')
  const { stripe_subscription_id: id } = await fixture.mirror(partnerId)
  const subscription = simulator.world.subscriptions.get(id)
  assert.ok(subscription)
  subscription.status = 'past_due'
  assert.equal((await fixture.mirror(partnerId)).status, 'active')
  const answer = await (await api.as('overdue')).post('/v1/partner/plan', { plan: 'enterprise' })
  assertProblem(answer, 400, 'PLAN_CHANGE_FAILED')
  assert.match(answer.body.error.message, /payment is overdue/)
})

test('an overdue partner has full service, an unpaid or ended subscription none, whatever else arrives', async () => {
  const { partnerId } = await fixture.partner('service', 'starter')
  const client = await api.as('service')
  const { stripe_subscription_id: id } = await fixture.mirror(partnerId)
  const subscription = simulator.world.subscriptions.get(id)
  assert.ok(subscription)
  const { body } = await client.post('/v1/partner/customers', {
    name: 'Umbrella',
    tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02',
  })
  const startRun = async () =>
    (await client.post('/v1/partner/assessments', { customerId: body.id, product: 'essential-eight' })).status
  for (const [status, expected] of [
    ['past_due', 202],
    ['unpaid', 403],
    ['canceled', 403],
    ['active', 202],
  ] as const) {
    subscription.status = status
    assert.equal(await reconcileSubscription(context, partnerId), 'changed')
    assert.equal(await startRun(), expected, status)
  }
})

test('failed work does not count as done: the queue retries it, and nothing blocks the retry', async () => {
  const { partnerId } = await fixture.partner('failing', 'starter')
  const { stripe_customer_id: customer, stripe_subscription_id: id } = await fixture.mirror(partnerId)
  await stripe.customers.update(customer, { description: 'changed' })
  await simulator.webhooks.idle()
  simulator.faults.add({ kind: 'rate-limit', method: 'GET', path: `/v1/subscriptions/${id}`, times: 9 })
  await assert.rejects(fixture.work())
  assert.equal((await fixture.mirror(partnerId)).sync_lease, null)
  simulator.faults.clear()
  assert.equal(await reconcileSubscription(context, partnerId), 'unchanged')
})

test('while Stripe does not respond, partners are created and everything except plan changes works', async () => {
  await fixture.partner('silent', 'starter')
  const clients = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      await fixture.partner(`silent-${n}`, 'starter')
      return await api.as(`silent-${n}`)
    }),
  )
  simulator.faults.add({ kind: 'silence', times: 1_000, delayMs: 20_000 })
  let answered = 0
  const changes = clients.map(async (client) => {
    const answer = await client.post('/v1/partner/plan', { plan: 'professional' })
    answered++
    return answer
  })
  const reader = await api.as('silent')
  await api.partner('made-in-silence', 'starter')
  assert.equal((await reader.get('/v1/partner/me')).status, 200)
  assert.equal((await reader.get('/v1/partner/customers')).status, 200)
  assert.equal(answered, 0, 'the others have not waited for any change')
  for (const answer of await Promise.all(changes)) assertProblem(answer, 500, 'PAYMENT_PROCESSOR_ERROR')
  simulator.faults.clear()
})

test('no request used anything that the simulated Stripe does not model', () => {
  assert.deepEqual(simulator.mistakes, [])
})
