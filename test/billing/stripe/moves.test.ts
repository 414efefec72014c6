import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { reconcileProcessors } from '../../../src/features/billing/moves/service.ts'
import { openStripe } from './fixture.ts'

const fixture = await openStripe()
const { api, stripe } = fixture
after(() => fixture[Symbol.asyncDispose]())

const setBilling = async (partnerId: string, isProcessor: boolean): Promise<void> => {
  await api.db.updateTable('partners').set({ processor_billing: isProcessor }).where('id', '=', partnerId).execute()
}

test('a partner that is billed elsewhere has no subscription at Stripe, and gets a new one when it returns', async () => {
  const { partnerId } = await fixture.partner('mover', 'starter')
  const { stripe_subscription_id: first, stripe_customer_id: customer } = await fixture.mirror(partnerId)
  await setBilling(partnerId, false)
  assert.equal(await reconcileProcessors(api.app), 1)
  await fixture.follow()
  assert.equal((await fixture.mirror(partnerId)).stripe_subscription_id, null)
  assert.equal((await stripe.subscriptions.retrieve(first)).status, 'canceled')
  assert.equal((await (await api.as('mover')).post('/v1/partner/plan', { plan: 'professional' })).status, 200)

  await setBilling(partnerId, true)
  assert.equal(await reconcileProcessors(api.app), 1)
  await fixture.follow()
  const second = await fixture.mirror(partnerId)
  assert.notEqual(second.stripe_subscription_id, first)
  assert.equal(second.stripe_customer_id, customer, 'the customer with its card stays')
  assert.equal(second.plan, 'professional')
  const live = (await stripe.subscriptions.list({ customer })).data
  assert.deepEqual(
    live.map(({ id }) => id),
    [second.stripe_subscription_id],
  )
})

test('a partner that moves to another biller while it is provisioned leaves no subscription behind', async () => {
  const { partnerId } = await api.partner('hasty', 'starter')
  const provisioning = fixture.work()
  await setBilling(partnerId, false)
  await reconcileProcessors(api.app)
  await provisioning
  await fixture.follow()
  const [customer] = (await stripe.customers.list({ email: 'admin@hasty.example' })).data
  const live = customer ? (await stripe.subscriptions.list({ customer: customer.id })).data : []
  assert.deepEqual(live, [])
})
