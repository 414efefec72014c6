import assert from 'node:assert/strict'
import type Stripe from 'stripe'
import { DAY_MS } from '../../../src/shared/dates/time-units.ts'
import { type Clock, type Lab, refusalOf } from './lab.ts'

/** Asks Stripe whether a statement of decision 40 that is marked as assumed is true. */
export interface Probe {
  /** The statement in the table of the decision. */
  statement: string
  /** Throws if the statement is false, and Unasked if this account cannot show it. */
  run(lab: Lab): Promise<void>
}

/** The settings of the account do not allow to check the statement. */
export class Unasked extends Error {
  override readonly name = 'Unasked'
}

/** Statements that no call to the API can prove, and why. */
export const UNPROVABLE: Readonly<Record<string, string>> = {
  'Retries after 3, 5 and 7 days (Smart Retries choose their own times)': 'a setting of the dashboard',
  "The customer portal makes a new card the customer's default; the default of a subscription goes before it":
    'a person has to use the page',
}

const START = new Date('2027-02-01T00:00:00Z')
const after = (days: number, hours = 0): Date => new Date(START.getTime() + days * DAY_MS + hours * 3_600_000)
const secondsOf = (date: Date): number => date.getTime() / 1000

interface Subject {
  stripe: Stripe
  clock: Clock
  customer: string
  subscription: Stripe.Subscription
  item: string
}

/** A subscription from 1 February, a month of 28 days, that a card pays; or one whose invoices are sent. */
async function subscribe(lab: Lab, amount: number, isSent = false): Promise<Subject> {
  const { stripe } = lab
  const clock = await lab.clock(START)
  const customer = await lab.customer(clock)
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ price: await lab.price(amount) }],
    billing_mode: { type: 'flexible' },
    ...(isSent ? { collection_method: 'send_invoice', days_until_due: 14 } : {}),
  })
  const [item] = subscription.items.data
  assert.ok(item)
  return { stripe, clock, customer, subscription, item: item.id }
}

/** What a change of the price at a time adds to the next invoice: credit and debit, by preview. */
async function prorations(
  { stripe, customer, subscription, item }: Subject,
  price: string,
  at: Date,
): Promise<Stripe.InvoiceLineItem[]> {
  const { lines } = await stripe.invoices.createPreview({
    customer,
    subscription: subscription.id,
    subscription_details: {
      items: [{ id: item, price }],
      proration_behavior: 'create_prorations',
      proration_date: secondsOf(at),
    },
  })
  return lines.data.filter(({ period }) => period.start === secondsOf(at))
}

const latestOf = (subscription: Stripe.Subscription): Stripe.Invoice => {
  const { latest_invoice: invoice } = subscription
  assert.ok(invoice !== null && typeof invoice === 'object')
  return invoice
}

const expand = ['latest_invoice']

export const PROBES: readonly Probe[] = [
  {
    statement: 'A wrong value of an enumeration is 400 with the parameter and without a code',
    async run(lab) {
      const { stripe, subscription } = await subscribe(lab, 1_000)
      const wrong = { proration_behavior: 'sometimes' }
      const error = await refusalOf(stripe.rawRequest('POST', `/v1/subscriptions/${subscription.id}`, wrong))
      assert.deepEqual([error.statusCode, error.param, error.code], [400, 'proration_behavior', undefined])
    },
  },
  {
    statement: 'A line is rounded once, halves away from zero',
    async run(lab) {
      const subject = await subscribe(lab, 101)
      await subject.clock.advance(after(14))
      const lines = await prorations(subject, await lab.price(203), after(14))
      assert.deepEqual(
        lines.map(({ amount }) => amount).sort((a, b) => a - b),
        [-51, 102],
      )
    },
  },
  {
    statement: 'The second of the change belongs to the rest of the period',
    async run(lab) {
      // One minor unit a second.
      const subject = await subscribe(lab, 28 * 86_400)
      await subject.clock.advance(after(1))
      const lines = await prorations(subject, await lab.price(1_000), new Date(START.getTime() + 100_000))
      assert.equal(Math.min(...lines.map(({ amount }) => amount)), -(28 * 86_400 - 100))
    },
  },
  {
    statement: "A proration waits as an invoice item, and its line's parent is `invoice_item_details`",
    async run(lab) {
      const { stripe, clock, customer, subscription, item } = await subscribe(lab, 1_000)
      await clock.advance(after(14))
      const items = [{ id: item, price: await lab.price(2_000) }]
      await stripe.subscriptions.update(subscription.id, { items, proration_behavior: 'create_prorations' })
      const waiting = (await stripe.invoiceItems.list({ customer, pending: true })).data
      assert.equal(waiting.length, 2)
      const { lines } = await stripe.invoices.createPreview({ customer, subscription: subscription.id })
      const parents = lines.data.filter(({ parent }) => parent?.invoice_item_details?.proration === true)
      assert.equal(parents.length, 2)
    },
  },
  {
    statement: '`proration_date` outside the current period is 400',
    async run(lab) {
      const { stripe, subscription, item } = await subscribe(lab, 1_000)
      const items = [{ id: item, price: await lab.price(2_000) }]
      const early = { items, proration_date: secondsOf(after(-1)) }
      assert.equal((await refusalOf(stripe.subscriptions.update(subscription.id, early))).statusCode, 400)
    },
  },
  {
    statement: 'The same price twice is 400 in flexible billing too',
    async run(lab) {
      const { stripe, subscription } = await subscribe(lab, 1_000)
      const items = [{ price: await lab.price(1_000) }]
      assert.equal((await refusalOf(stripe.subscriptions.update(subscription.id, { items }))).statusCode, 400)
    },
  },
  {
    statement:
      'The credit in each currency is in `invoice_credit_balance`, above zero for a credit, and only where `expand` asks for it',
    async run(lab) {
      const { stripe, clock, customer, subscription } = await subscribe(lab, 1_000)
      await clock.advance(after(14))
      await stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true })
      const plain = await stripe.customers.retrieve(customer)
      const full = await stripe.customers.retrieve(customer, { expand: ['invoice_credit_balance'] })
      assert.ok(!plain.deleted && !full.deleted)
      assert.deepEqual([plain.invoice_credit_balance, full.invoice_credit_balance], [undefined, { usd: 500 }])
    },
  },
  {
    statement: 'Without a card: 400 `resource_missing`',
    async run(lab) {
      const { stripe } = lab
      const customer = await lab.customer(await lab.clock(START), '')
      const items = [{ price: await lab.price(1_000) }]
      const create = { customer, items, payment_behavior: 'error_if_incomplete' } as const
      const error = await refusalOf(stripe.subscriptions.create(create))
      assert.deepEqual([error.statusCode, error.code], [400, 'resource_missing'])
    },
  },
  {
    statement: 'Invoices to be paid by hand are drafts for an hour, the first and those of changes too',
    async run(lab) {
      const { stripe, clock, subscription, item } = await subscribe(lab, 1_000, true)
      const first = latestOf(await stripe.subscriptions.retrieve(subscription.id, { expand }))
      await clock.advance(after(7))
      const [yearly] = (await stripe.prices.list({ lookup_keys: ['plumbline_starter_rolling_usd'] })).data
      const items = [{ id: item, price: yearly?.id ?? '' }]
      const changed = latestOf(await stripe.subscriptions.update(subscription.id, { items, expand }))
      assert.deepEqual([first.status, changed.status], ['draft', 'draft'])
      assert.notEqual(first.id, changed.id)
    },
  },
  {
    statement: '`due_date` counts from the finalization',
    async run(lab) {
      const { stripe, clock, subscription } = await subscribe(lab, 1_000, true)
      await clock.advance(after(0, 2))
      const first = latestOf(await stripe.subscriptions.retrieve(subscription.id, { expand }))
      const { finalized_at: finalizedAt } = first.status_transitions
      assert.equal((first.due_date ?? 0) - (finalizedAt ?? 0), 14 * 86_400)
    },
  },
  {
    statement: "Invoices of an unpaid subscription stay drafts (the type's comment says: closed)",
    async run(lab) {
      const { stripe, subscription } = await becomeUnpaid(lab)
      const latest = latestOf(await stripe.subscriptions.retrieve(subscription.id, { expand }))
      assert.deepEqual([latest.status, latest.auto_advance], ['draft', false])
    },
  },
  {
    statement: '`unpaid` becomes `active` when the open invoice is paid',
    async run(lab) {
      const { stripe, customer, subscription } = await becomeUnpaid(lab)
      const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
      const [open] = (await stripe.invoices.list({ customer, status: 'open' })).data
      await stripe.invoices.pay(open?.id ?? '', { payment_method: card })
      assert.equal((await stripe.subscriptions.retrieve(subscription.id)).status, 'active')
    },
  },
  {
    statement: 'The last invoice of a cancellation has the reason `manual`, and is finalized at once',
    async run(lab) {
      const { stripe, clock, subscription } = await subscribe(lab, 1_000)
      await clock.advance(after(14))
      const last = latestOf(
        await stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true, expand }),
      )
      assert.equal(last.billing_reason, 'manual')
      assert.notEqual(last.status, 'draft')
    },
  },
  {
    statement: 'Of a canceled subscription only metadata can be updated; canceling it again is 404',
    async run(lab) {
      const { stripe, subscription, item } = await subscribe(lab, 1_000)
      await stripe.subscriptions.cancel(subscription.id)
      await stripe.subscriptions.update(subscription.id, { metadata: { probe: 'yes' } })
      const items = [{ id: item, price: await lab.price(2_000) }]
      await refusalOf(stripe.subscriptions.update(subscription.id, { items }))
      assert.equal((await refusalOf(stripe.subscriptions.cancel(subscription.id))).statusCode, 404)
    },
  },
  {
    statement: 'Events have the time of the clock; they are listed for 30 days',
    async run(lab) {
      const { stripe, clock, subscription } = await subscribe(lab, 1_000)
      await clock.advance(after(28, 2))
      const { id, created } = latestOf(await stripe.subscriptions.retrieve(subscription.id, { expand }))
      const { data } = await stripe.events.list({ type: 'invoice.created', limit: 100 })
      const event = data.find(({ data: { object } }) => 'id' in object && object.id === id)
      assert.equal(event?.created, created)
    },
  },
]

/** A subscription whose card was declined until all attempts were over, and which has renewed since. */
async function becomeUnpaid(lab: Lab): Promise<Subject> {
  const subject = await subscribe(lab, 1_000)
  const { stripe, clock, customer, subscription } = subject
  const { id: bad } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await stripe.subscriptions.update(subscription.id, { default_payment_method: bad })
  await clock.advance(after(29))
  await clock.advance(after(28 + 31 + 1))
  const { status } = await stripe.subscriptions.retrieve(subscription.id)
  if (status !== 'unpaid') throw new Unasked(`after the last attempt, this account makes subscriptions ${status}`)
  return subject
}
