import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import Stripe from 'stripe'
import { type Account, itemOf, openAccount, refusal, START, seconds } from './account.ts'

/** Invoices from draft to paid or given up, on the account's own time. */

const HOUR = 3_600
const DAY = 24 * HOUR
let account: Account
beforeEach(async () => {
  account = await openAccount()
})
afterEach(() => account.close())

async function subscribe(card = 'pm_card_visa'): Promise<{ id: string; customer: string }> {
  const customer = await account.customer({ card })
  const items = [{ price: await account.price(10_000) }]
  const { id } = await account.stripe.subscriptions.create({ customer, items })
  return { id, customer }
}

const statusOf = async (id: string): Promise<string> => (await account.stripe.subscriptions.retrieve(id)).status

async function latestInvoice(id: string): Promise<Stripe.Invoice> {
  const { latest_invoice: invoice } = await account.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
  assert.ok(typeof invoice === 'object' && invoice !== null)
  return invoice
}

const advanceTo = (to: number): void => account.simulator.advance(to - account.simulator.world.now())

test('a renewal invoice is a draft for an hour, then open and paid', async () => {
  const { id } = await subscribe()
  const first = await latestInvoice(id)
  assert.deepEqual([first.billing_reason, first.status, first.amount_paid], ['subscription_create', 'paid', 10_000])
  advanceTo(seconds('2026-06-01') + HOUR - 1)
  const draft = await latestInvoice(id)
  assert.deepEqual([draft.billing_reason, draft.status, draft.number], ['subscription_cycle', 'draft', null])
  assert.equal(draft.automatically_finalizes_at, seconds('2026-06-01') + HOUR)
  assert.equal(draft.hosted_invoice_url, null)
  account.simulator.advance(1)
  const paid = await latestInvoice(id)
  assert.deepEqual([paid.id, paid.status, paid.attempt_count], [draft.id, 'paid', 1])
  assert.match(paid.hosted_invoice_url ?? '', /^http:\/\/127\.0\.0\.1:/)
})

test('a declined renewal is past_due, is tried again after 3, 5 and 7 days, and then unpaid', async () => {
  const { id, customer } = await subscribe()
  for (const _ of [1, 2, 3, 4]) account.simulator.declineNext(customer, 'insufficient_funds')
  const first = seconds('2026-06-01') + HOUR
  advanceTo(first)
  assert.equal(await statusOf(id), 'past_due')
  const attempts: (number | null)[] = []
  for (let n = 1; n <= 4; n += 1) {
    const invoice = await latestInvoice(id)
    assert.deepEqual([invoice.status, invoice.attempt_count], ['open', n])
    attempts.push(invoice.next_payment_attempt)
    if (invoice.next_payment_attempt !== null) advanceTo(invoice.next_payment_attempt)
  }
  assert.deepEqual(attempts, [first + 3 * DAY, first + 8 * DAY, first + 15 * DAY, null])
  assert.equal(await statusOf(id), 'unpaid')
  const open = await latestInvoice(id)
  advanceTo(seconds('2026-07-02'))
  const draft = await latestInvoice(id)
  assert.deepEqual([draft.status, draft.auto_advance], ['draft', false])
  await account.stripe.invoices.pay(open.id)
  assert.equal(await statusOf(id), 'active')
})

test('the last attempt cancels the subscription if the account is configured so', async () => {
  const { id, customer } = await subscribe()
  account.simulator.settings.afterRetries = 'canceled'
  account.simulator.settings.retryDays = []
  account.simulator.declineNext(customer)
  advanceTo(seconds('2026-06-01') + HOUR)
  assert.equal(await statusOf(id), 'canceled')
  assert.equal((await account.stripe.events.list({ type: 'customer.subscription.deleted' })).data.length, 1)
})

test('the payment of an invoice shows whether the bank requires a confirmation', async () => {
  const { id, customer } = await subscribe()
  const statusOfPayment = async (): Promise<string | undefined> => {
    const invoice = (await latestInvoice(id)).id
    const expand = ['data.payment.payment_intent']
    const [found] = (await account.stripe.invoicePayments.list({ invoice, expand })).data
    const intent = found?.payment.payment_intent
    return typeof intent === 'object' ? intent.status : undefined
  }
  assert.equal(await statusOfPayment(), 'succeeded')
  account.simulator.declineNext(customer, 'authentication_required')
  account.simulator.declineNext(customer, 'insufficient_funds')
  advanceTo(seconds('2026-06-01') + HOUR)
  assert.equal(await statusOfPayment(), 'requires_action')
  account.simulator.advance(3 * DAY)
  assert.equal(await statusOfPayment(), 'requires_payment_method')
  account.simulator.advance(5 * DAY)
  assert.equal(await statusOfPayment(), 'succeeded')
})

test('a retry that succeeds makes it active again', async () => {
  const { id, customer } = await subscribe()
  account.simulator.declineNext(customer)
  advanceTo(seconds('2026-06-01') + HOUR)
  assert.equal(await statusOf(id), 'past_due')
  account.simulator.advance(3 * DAY)
  assert.equal(await statusOf(id), 'active')
  const types = (await account.stripe.events.list({ types: ['invoice.payment_failed', 'invoice.paid'], limit: 3 })).data
  // Events are listed for 30 days: that of the first invoice is older.
  assert.deepEqual(
    types.map(({ type }) => type),
    ['invoice.paid', 'invoice.payment_failed'],
  )
})

test('error_if_incomplete changes nothing if the card is declined or needs authentication', async () => {
  const { id, customer } = await subscribe()
  const before = await account.stripe.subscriptions.retrieve(id)
  const yearly = await account.price(100_000, { interval: 'year' })
  const change = (): Promise<unknown> =>
    account.stripe.subscriptions.update(id, {
      items: [{ id: itemOf(before).id, price: yearly }],
      payment_behavior: 'error_if_incomplete',
    })
  account.simulator.declineNext(customer, 'expired_card')
  const declined = await refusal(change())
  assert.ok(declined instanceof Stripe.errors.StripeCardError)
  assert.deepEqual([declined.code, declined.decline_code], ['card_declined', 'expired_card'])
  account.simulator.declineNext(customer, 'authentication_required')
  const unconfirmed = await refusal(change())
  assert.deepEqual([unconfirmed.statusCode, unconfirmed.code], [402, 'subscription_payment_intent_requires_action'])
  assert.deepEqual(await account.stripe.subscriptions.retrieve(id), before)
  assert.equal((await account.stripe.invoices.list({ customer })).data.length, 1)
  await change()
  assert.equal((await account.stripe.invoices.list({ customer })).data.length, 2)
})

test('without error_if_incomplete the change stays, and the subscription is past_due', async () => {
  const { id, customer } = await subscribe()
  const { items } = await account.stripe.subscriptions.retrieve(id)
  account.simulator.declineNext(customer)
  const yearly = await account.price(100_000, { interval: 'year' })
  const changed = await account.stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id ?? '', price: yearly }],
  })
  assert.deepEqual([changed.status, itemOf(changed).price.id], ['past_due', yearly])
})

test('a customer without a card cannot be charged', async () => {
  const customer = await account.customer()
  const items = [{ price: await account.price(10_000) }]
  const error = await refusal(account.stripe.subscriptions.create({ customer, items }))
  assert.deepEqual([error.statusCode, error.code], [400, 'resource_missing'])
  assert.equal((await account.stripe.subscriptions.list({ customer, status: 'all' })).data.length, 0)
})

test('a first payment that fails is incomplete, and expires after 23 hours', async () => {
  const { id, customer } = await subscribe('pm_card_chargeCustomerFail')
  assert.equal(await statusOf(id), 'incomplete')
  const error = await refusal(account.stripe.subscriptions.update(id, { items: [{ price: 'price_none' }] }))
  assert.equal(error.param, 'items')
  account.simulator.advance(23 * HOUR)
  assert.equal(await statusOf(id), 'incomplete_expired')
  const [invoice] = (await account.stripe.invoices.list({ customer })).data
  assert.equal(invoice?.status, 'void')
  const paid = await subscribe('pm_card_chargeCustomerFail')
  const card = await account.stripe.paymentMethods.attach('pm_card_visa', { customer: paid.customer })
  await account.stripe.invoices.pay((await latestInvoice(paid.id)).id, { payment_method: card.id })
  assert.equal(await statusOf(paid.id), 'active')
})

test('a sent invoice is overdue after its due date, and the subscription past_due, then unpaid', async () => {
  const customer = await account.customer()
  const items = [{ price: await account.price(10_000) }]
  const input = { customer, items, collection_method: 'send_invoice' as const, days_until_due: 14 }
  const { id, status } = await account.stripe.subscriptions.create(input)
  assert.equal(status, 'active')
  assert.equal((await latestInvoice(id)).status, 'draft')
  account.simulator.advance(HOUR)
  const open = await latestInvoice(id)
  assert.deepEqual([open.status, open.due_date], ['open', START + HOUR + 14 * DAY])
  advanceTo(START + HOUR + 14 * DAY)
  assert.equal(await statusOf(id), 'past_due')
  account.simulator.settings.overdueDays = 10
  account.simulator.advance(10 * DAY)
  assert.equal(await statusOf(id), 'unpaid')
  await account.stripe.invoices.pay(open.id, { paid_out_of_band: true })
  assert.equal(await statusOf(id), 'active')
  const again = await refusal(account.stripe.invoices.pay(open.id))
  assert.equal(again.code, 'invoice_already_paid')
})

test('a test clock only moves forward, at most two intervals at a time', async () => {
  const { testClocks } = account.stripe.testHelpers
  const clock = await testClocks.create({ frozen_time: START, name: 'forwards' })
  const customer = await account.customer({ clock: clock.id })
  const items = [{ price: await account.price(10_000) }]
  const input = { customer, items, collection_method: 'send_invoice' as const, days_until_due: 14 }
  const { id } = await account.stripe.subscriptions.create(input)
  for (const frozen_time of [START - 1, START, START + 63 * DAY]) {
    assert.equal((await refusal(testClocks.advance(clock.id, { frozen_time }))).param, 'frozen_time')
  }
  account.simulator.world.advancingMs = 200
  const advancing = await testClocks.advance(clock.id, { frozen_time: START + 40 * DAY })
  assert.equal(advancing.status, 'advancing')
  const busy = await refusal(testClocks.advance(clock.id, { frozen_time: START + 41 * DAY }))
  assert.equal(busy.statusCode, 400)
  while ((await testClocks.retrieve(clock.id)).status !== 'ready') await new Promise((done) => setTimeout(done, 5))
  assert.equal((await account.stripe.invoices.list({ subscription: id })).data.length, 2)
  assert.equal(
    (await account.stripe.subscriptions.list({ status: 'all' })).data.length,
    0,
    'clocks are listed by name only',
  )
  assert.equal((await account.stripe.subscriptions.list({ test_clock: clock.id })).data.length, 1)
  await testClocks.del(clock.id)
  assert.equal((await refusal(account.stripe.subscriptions.retrieve(id))).statusCode, 404)
})

test('invoices can be finalized, voided and marked uncollectible manually', async () => {
  const customer = await account.customer()
  const items = [{ price: await account.price(10_000) }]
  const input = { customer, items, collection_method: 'send_invoice' as const, days_until_due: 14 }
  const { stripe } = account
  const first = await stripe.subscriptions.create(input)
  const finalized = await stripe.invoices.finalizeInvoice(String(first.latest_invoice))
  assert.equal(finalized.status, 'open')
  assert.equal((await stripe.invoices.voidInvoice(finalized.id)).status, 'void')
  const second = await stripe.subscriptions.create(input)
  const other = await stripe.invoices.finalizeInvoice(String(second.latest_invoice))
  assert.equal((await stripe.invoices.markUncollectible(other.id)).status, 'uncollectible')
  assert.equal((await refusal(stripe.invoices.voidInvoice(finalized.id))).statusCode, 400)
})
