import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { v7 } from 'uuid'
import type { App } from '../../../src/app.ts'
import { startSubscriptionAgain } from '../../../src/features/billing/restart/service.ts'
import { Problem } from '../../../src/shared/problem.ts'
import { AUTHOR } from '../../harness/accounts.ts'
import { DAY_S, openStripe } from './fixture.ts'

const fixture = await openStripe()
const { api, stripe, simulator } = fixture
const { app } = api
after(() => fixture[Symbol.asyncDispose]())

const refuses = (call: Promise<unknown>, code: string, message: RegExp) =>
  assert.rejects(call, (error) => error instanceof Problem && error.code === code && message.test(error.message))

test('an ended subscription is restarted for the same customer, and paid with its credit and card', async () => {
  const { partnerId } = await fixture.partner('back', 'professional')
  const { stripe_subscription_id: first, stripe_customer_id: customer } = await fixture.mirror(partnerId)
  const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } })
  await fixture.pass(3_700)
  const [open] = (await stripe.invoices.list({ customer, status: 'open' })).data
  await stripe.invoices.pay(open?.id ?? '')
  await fixture.pass(10 * DAY_S)
  await stripe.subscriptions.cancel(first, { prorate: true, invoice_now: true })
  await fixture.follow()
  assert.equal((await fixture.mirror(partnerId)).status, 'canceled')

  // Two operators at once.
  const calls = [1, 2].map(() => startSubscriptionAgain(app, AUTHOR, partnerId))
  const ends = await Promise.allSettled(calls)
  assert.deepEqual(ends.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  assert.equal((await fixture.mirror(partnerId)).status, 'active', 'new runs need not wait for Stripe')
  await fixture.follow()
  const next = await fixture.mirror(partnerId)
  assert.deepEqual([next.status, next.plan, next.stripe_customer_id], ['active', 'professional', customer])
  const all = (await stripe.subscriptions.list({ customer, status: 'all' })).data
  assert.deepEqual(
    all.map(({ id, status, collection_method: method }) => [id, status, method]),
    [
      [next.stripe_subscription_id, 'active', 'charge_automatically'],
      [first, 'canceled', 'send_invoice'],
    ],
  )
  await fixture.pass(3_700)
  const [paid, credit] = (await stripe.invoices.list({ customer })).data
  assert.ok(credit && credit.total < 0)
  assert.deepEqual([paid?.status, paid?.amount_paid], ['paid', 34_900 + credit.total])
  const client = await api.as('back')
  const { entries } = (await client.get('/v1/partner/audit?action=subscription.restarted')).body
  assert.equal(entries.length, 1)
  assert.deepEqual([entries[0].before.status, entries[0].after.plan], ['canceled', 'professional'])
})

test('only a subscription that has ended is started again', async () => {
  const { partnerId } = await fixture.partner('alive')
  await refuses(startSubscriptionAgain(app, AUTHOR, partnerId), 'PLAN_CHANGE_FAILED', /is active/)
  await refuses(startSubscriptionAgain(app, AUTHOR, 'prt_nobody'), 'NOT_FOUND', /prt_nobody/)
})

test('without Stripe, the credit of the ended subscription pays the new one', async () => {
  const { stripe: _, ...rest } = app
  const { stripe: __, ...processors } = app.processors
  const without: App = { ...rest, processors }
  const { partnerId } = await api.partner('plain', 'starter')
  await app.db.updateTable('partners').set({ processor_billing: false }).where('id', '=', partnerId).execute()
  await app.db.deleteFrom('subscriptions').where('partner_id', '=', partnerId).execute()
  const terms = { plan: 'starter', billing: 'monthly', currency: 'usd' } as const
  const at = app.now()
  await app.db.transaction().execute((tx) => processors.embedded.open(tx, [{ partnerId, terms }], at))
  await processors.embedded.cancel({ id: v7(), partnerId, at }, new AbortController().signal)
  assert.deepEqual(await startSubscriptionAgain(without, AUTHOR, partnerId), terms)
  const [newest] = await processors.embedded.listInvoices(partnerId, at, new AbortController().signal)
  assert.deepEqual([newest?.totalMinor, newest?.creditUsedMinor, newest?.dueMinor], [9_900n, 9_900n, 0n])
})

test('no request used anything that the simulated Stripe does not model', () => {
  assert.deepEqual(simulator.mistakes, [])
})
