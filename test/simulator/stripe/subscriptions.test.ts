import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type Stripe from 'stripe'
import { type Account, itemOf, openAccount, refusal, START, seconds } from './account.ts'

/** Subscriptions and what they come to, with amounts that Stripe's documentation gives, or that are counted by hand. */

let account: Account
before(async () => {
  account = await openAccount()
})
after(() => account.close())

/** A customer on a test clock with a subscription that is invoiced. */
async function subscribe(amount: number, from = START): Promise<{ clock: string; subscription: Stripe.Subscription }> {
  const { stripe, price, customer } = account
  const { id: clock } = await stripe.testHelpers.testClocks.create({ frozen_time: from })
  const subscription = await stripe.subscriptions.create({
    customer: await customer({ clock }),
    items: [{ price: await price(amount) }],
    collection_method: 'send_invoice',
    days_until_due: 14,
    billing_mode: { type: 'flexible' },
    metadata: { partner: 'prt_1' },
  })
  return { clock, subscription }
}

async function advance(clock: string, to: string | number): Promise<void> {
  const { testClocks } = account.stripe.testHelpers
  await testClocks.advance(clock, { frozen_time: typeof to === 'string' ? seconds(to) : to })
  while ((await testClocks.retrieve(clock)).status !== 'ready') await new Promise((done) => setTimeout(done, 5))
}

const change = async (
  subscription: Stripe.Subscription,
  price: string,
  more: Stripe.SubscriptionUpdateParams = {},
): Promise<Stripe.Subscription> => {
  const items = [{ id: itemOf(subscription).id, price }]
  const input = { items, proration_behavior: 'create_prorations' as const, ...more }
  return await account.stripe.subscriptions.update(subscription.id, input)
}

/** What waits for the next invoice, oldest first. */
async function pendingOf({ customer }: Stripe.Subscription): Promise<number[]> {
  assert.equal(typeof customer, 'string')
  const items = await account.stripe.invoiceItems.list({ customer: String(customer), pending: true, limit: 100 })
  return items.data.map(({ amount }) => amount).toReversed()
}

const sum = (amounts: number[]): number => amounts.reduce((a, b) => a + b, 0)

test('100 → 200 on 15 May is about 250 on 1 June, as the description of the update says', async () => {
  const { clock, subscription } = await subscribe(10_000)
  await advance(clock, '2026-05-15')
  await change(subscription, await account.price(20_000))
  // 17 of 31 days are left.
  assert.deepEqual(await pendingOf(subscription), [-5_484, 10_968])
  await advance(clock, '2026-06-01T02:00:00Z')
  const [renewal] = (await account.stripe.invoices.list({ subscription: subscription.id })).data
  assert.deepEqual([renewal?.total, renewal?.status, renewal?.billing_reason], [25_484, 'open', 'subscription_cycle'])
  assert.deepEqual(await pendingOf(subscription), [])
})

test('10 → 20 at half of the period is −5 and +10, as the page on prorations says', async () => {
  const { clock, subscription } = await subscribe(1_000, seconds('2026-06-01'))
  await advance(clock, '2026-06-16')
  await change(subscription, await account.price(2_000))
  assert.deepEqual(await pendingOf(subscription), [-500, 1_000])
})

test('the credit for 881,112 of 2,419,200 seconds of 1000 is 364', async () => {
  const { clock, subscription } = await subscribe(1_000, seconds('2027-02-01'))
  await advance(clock, seconds('2027-03-01') - 881_112)
  await change(subscription, await account.price(2_000))
  assert.equal((await pendingOf(subscription))[0], -364)
})

test('A → B → A at one instant costs nothing, and a preview shows what the change then does', async () => {
  const { clock, subscription } = await subscribe(9_900)
  await advance(clock, '2026-05-11T13:07:09Z')
  const { invoices } = account.stripe
  const price = await account.price(34_900)
  const proration_date = seconds('2026-05-11T13:00:00Z')
  const preview = await invoices.createPreview({
    customer: String(subscription.customer),
    subscription: subscription.id,
    subscription_details: {
      items: [{ id: itemOf(subscription).id, price }],
      proration_behavior: 'create_prorations',
      proration_date,
    },
  })
  const isPending = ({ parent }: Stripe.InvoiceLineItem): boolean => parent?.invoice_item_details?.proration === true
  const previewed = preview.lines.data.filter(isPending).map(({ amount }) => amount)
  assert.equal(preview.parent?.subscription_details?.subscription_proration_date, proration_date)
  assert.equal(preview.billing_reason, 'upcoming')
  assert.deepEqual(await pendingOf(subscription), [])
  await change(subscription, price, { proration_date })
  assert.deepEqual(await pendingOf(subscription), previewed)
  await change(subscription, await account.price(9_900), { proration_date })
  assert.equal(sum(await pendingOf(subscription)), 0)
})

test('a change of interval is invoiced now, moves the anchor, and credits the unused time', async () => {
  const { clock, subscription } = await subscribe(10_000)
  await advance(clock, '2026-05-15')
  await change(subscription, await account.price(20_000))
  const yearly = await change(subscription, await account.price(100_000, { interval: 'year' }))
  const item = itemOf(yearly)
  assert.deepEqual([item.current_period_start, item.current_period_end], [seconds('2026-05-15'), seconds('2027-05-15')])
  assert.equal(yearly.billing_cycle_anchor, seconds('2026-05-15'))
  const invoice = await account.stripe.invoices.retrieve(String(yearly.latest_invoice))
  assert.equal(invoice.billing_reason, 'subscription_update')
  assert.deepEqual(
    invoice.lines.data.map(({ amount }) => amount),
    [-5_484, 10_968, -10_968, 100_000],
  )
  const credits = invoice.lines.data.filter(({ amount }) => amount < 0)
  const credited = credits.map((line) => line.parent?.invoice_item_details?.proration_details?.credited_items)
  assert.equal(typeof credited[0]?.invoice, 'string')
})

test('a downgrade below the paid amount becomes a balance, which the next invoice uses', async () => {
  const { stripe, simulator, price } = account
  const customer = await account.customer({ card: 'pm_card_visa' })
  const created = await stripe.subscriptions.create({
    customer,
    items: [{ price: await price(100_000, { interval: 'year' }) }],
  })
  const monthly = await change(created, await price(10_000))
  const invoice = await stripe.invoices.retrieve(String(monthly.latest_invoice))
  assert.deepEqual([invoice.total, invoice.amount_due, invoice.status], [-90_000, 0, 'paid'])
  assert.deepEqual([invoice.starting_balance, invoice.ending_balance], [0, -90_000])
  const owner = await stripe.customers.retrieve(customer)
  assert.ok(!owner.deleted)
  assert.deepEqual([owner.balance, owner.currency], [-90_000, 'usd'])
  simulator.advance(32 * 86_400)
  const [renewal] = (await stripe.invoices.list({ customer })).data
  assert.deepEqual([renewal?.amount_due, renewal?.ending_balance, renewal?.status], [0, -80_000, 'paid'])
})

test('an anchor on day 31 comes back after shorter months', async () => {
  const { clock, subscription } = await subscribe(1_000, seconds('2026-12-31T10:00:00Z'))
  const ends: number[] = []
  for (const date of ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']) {
    const current = await account.stripe.subscriptions.retrieve(subscription.id)
    ends.push(itemOf(current).current_period_end)
    await advance(clock, `${date}T10:00:00Z`)
  }
  const expected = ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']
  assert.deepEqual(
    ends,
    expected.map((date) => seconds(`${date}T10:00:00Z`)),
  )
})

test('a year from 29 February ends on 28 February, and a day more in the next leap year', async () => {
  const { stripe, price, customer } = account
  const { id: clock } = await stripe.testHelpers.testClocks.create({ frozen_time: seconds('2028-02-29') })
  const input = { collection_method: 'send_invoice' as const, days_until_due: 14 }
  const items = [{ price: await price(100_000, { interval: 'year' }) }]
  const created = await stripe.subscriptions.create({ customer: await customer({ clock }), items, ...input })
  assert.equal(itemOf(created).current_period_end, seconds('2029-02-28'))
  await advance(clock, '2029-03-01')
  assert.equal(itemOf(await stripe.subscriptions.retrieve(created.id)).current_period_end, seconds('2030-02-28'))
})

test('proration_date lies within the period', async () => {
  const { clock, subscription } = await subscribe(1_000)
  await advance(clock, '2026-05-15')
  const price = await account.price(2_000)
  for (const date of ['2026-04-30', '2026-06-02']) {
    const error = await refusal(change(subscription, price, { proration_date: seconds(date) }))
    assert.equal(error.param, 'proration_date')
  }
  await change(subscription, price, { proration_date: seconds('2026-05-01') })
  assert.deepEqual(await pendingOf(subscription), [-1_000, 2_000])
})

test('an item without an id adds a second item, and the same price twice is refused', async () => {
  const { subscription } = await subscribe(1_000)
  const { subscriptions } = account.stripe
  const added = await subscriptions.update(subscription.id, { items: [{ price: await account.price(2_000) }] })
  assert.equal(added.items.data.length, 2)
  const twice = subscriptions.update(subscription.id, { items: [{ price: await account.price(1_000) }] })
  assert.equal((await refusal(twice)).param, 'items')
  const other = subscriptions.update(subscription.id, { items: [{ id: 'si_none', price: await account.price(2_000) }] })
  assert.equal((await refusal(other)).code, 'resource_missing')
})

test('a customer has one currency at a time', async () => {
  const { stripe } = account
  const { subscription } = await subscribe(1_000)
  const customer = String(subscription.customer)
  const aud = await account.price(1_500, { currency: 'aud' })
  assert.equal((await refusal(change(subscription, aud))).param, 'items[0][price]')
  const input = { customer, items: [{ price: aud }], collection_method: 'send_invoice' as const, days_until_due: 14 }
  assert.match((await refusal(stripe.subscriptions.create(input))).message, /combine currencies/)
  await stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true })
  assert.equal((await stripe.subscriptions.create(input)).currency, 'aud')
})

test('terms can be restored with their old end and without a second charge', async () => {
  const { stripe, price, simulator } = account
  const customer = await account.customer()
  const input = { customer, collection_method: 'send_invoice' as const, days_until_due: 14 }
  const end = simulator.world.now() + 19 * 86_400
  const restored = await stripe.subscriptions.create({
    ...input,
    items: [{ price: await price(1_000) }],
    billing_cycle_anchor: end,
    proration_behavior: 'none',
  })
  assert.equal(itemOf(restored).current_period_end, end)
  assert.equal(restored.latest_invoice, null)
  const later = { ...input, items: [{ price: await price(1_000) }], billing_cycle_anchor: end + 31 * 86_400 }
  assert.equal((await refusal(stripe.subscriptions.create(later))).param, 'billing_cycle_anchor')
})

test('cancel with prorate and invoice_now credits the unused time on a last invoice', async () => {
  const { stripe, price, simulator } = account
  const customer = await account.customer({ card: 'pm_card_visa' })
  const { id } = await stripe.subscriptions.create({ customer, items: [{ price: await price(31_000) }] })
  simulator.advance(86_400 * 10)
  const created = await stripe.subscriptions.retrieve(id)
  const { current_period_start: start, current_period_end: end } = itemOf(created)
  const now = simulator.world.now()
  const canceled = await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true })
  assert.deepEqual([canceled.status, canceled.ended_at], ['canceled', now])
  const last = await stripe.invoices.retrieve(String(canceled.latest_invoice))
  assert.equal(last.total, -Math.round((31_000 * (end - now)) / (end - start)))
  assert.equal(last.status, 'paid')
  assert.equal((await refusal(stripe.subscriptions.cancel(id))).statusCode, 404)
  const change = stripe.subscriptions.update(id, { description: 'x' })
  assert.equal((await refusal(change)).param, 'description')
  assert.equal((await stripe.subscriptions.update(id, { metadata: { a: 'b' } })).metadata.a, 'b')
  assert.equal((await stripe.subscriptions.list({ customer })).data.length, 0)
  assert.equal((await stripe.subscriptions.list({ customer, status: 'all' })).data.length, 1)
})

test('cancel_at_period_end ends it with its period, and can be taken back', async () => {
  const { clock, subscription } = await subscribe(1_000)
  const { subscriptions } = account.stripe
  const ending = await subscriptions.update(subscription.id, { cancel_at_period_end: true })
  assert.equal(ending.cancel_at, seconds('2026-06-01'))
  await subscriptions.update(subscription.id, { cancel_at_period_end: false })
  await advance(clock, '2026-06-02')
  assert.equal((await subscriptions.retrieve(subscription.id)).ended_at, null)
  await subscriptions.update(subscription.id, { cancel_at_period_end: true })
  await advance(clock, '2026-07-02')
  assert.equal((await subscriptions.retrieve(subscription.id)).status, 'canceled')
})

test('pending items are billed when the subscription ends with its period', async () => {
  const { clock, subscription } = await subscribe(10_000)
  await advance(clock, '2026-05-15')
  await change(subscription, await account.price(20_000), { cancel_at_period_end: true })
  await advance(clock, '2026-06-02')
  const ended = await account.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  const last = ended.latest_invoice as Stripe.Invoice
  assert.deepEqual([ended.status, last.total, last.status], ['canceled', 5_484, 'open'])
})

test('a subscription keeps an archived price, and no other can change to it', async () => {
  const { stripe } = account
  const { id: product } = await stripe.products.create({ name: 'Archived' })
  const input = { product, currency: 'usd', unit_amount: 7, recurring: { interval: 'month' as const } }
  const archived = await stripe.prices.create(input)
  const sent = { collection_method: 'send_invoice' as const, days_until_due: 14 }
  const created = await stripe.subscriptions.create({
    customer: await account.customer(),
    items: [{ price: archived.id }],
    ...sent,
  })
  await stripe.prices.update(archived.id, { active: false })
  assert.equal((await stripe.subscriptions.update(created.id, { metadata: { a: 'b' } })).metadata.a, 'b')
  const { subscription } = await subscribe(1_000)
  assert.equal((await refusal(change(subscription, archived.id))).param, 'items[0][price]')
})

test('days_until_due belongs to send_invoice', async () => {
  const { stripe, price } = account
  const items = [{ price: await price(1_000) }]
  const customer = await account.customer({ card: 'pm_card_visa' })
  const without = stripe.subscriptions.create({ customer, items, collection_method: 'send_invoice' })
  assert.equal((await refusal(without)).param, 'days_until_due')
  const charged = stripe.subscriptions.create({ customer, items, days_until_due: 3 })
  assert.equal((await refusal(charged)).param, 'days_until_due')
})

test('a lookup key moves from one price to another only if the request says so', async () => {
  const { stripe } = account
  const { id: product } = await stripe.products.create({ name: 'Keys' })
  const input = {
    product,
    currency: 'usd',
    recurring: { interval: 'month' as const },
    lookup_key: 'starter_monthly_usd',
  }
  const old = await stripe.prices.create({ ...input, unit_amount: 1 })
  const taken = await refusal(stripe.prices.create({ ...input, unit_amount: 2 }))
  assert.equal(taken.param, 'lookup_key')
  const next = await stripe.prices.create({ ...input, unit_amount: 2, transfer_lookup_key: true })
  const found = await stripe.prices.list({ lookup_keys: ['starter_monthly_usd'], active: true })
  assert.deepEqual(
    found.data.map(({ id }) => id),
    [next.id],
  )
  assert.equal((await stripe.prices.retrieve(old.id)).lookup_key, null)
})
