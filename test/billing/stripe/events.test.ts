import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import {
  findDrift,
  reconcileMissedEvents,
  reconcileSubscriptions,
} from '../../../src/features/billing/stripe/repairs/service.ts'
import { reconcileSubscription } from '../../../src/features/billing/stripe/sync/service.ts'
import { submitEvent } from '../../../src/features/billing/stripe/webhooks/service.ts'
import { Problem } from '../../../src/shared/problem.ts'
import { signIn } from '../../portal/sessions.ts'
import { carryOutNotices, mailsOf } from '../../security/mails.ts'
import { DAY_S, openStripe } from './fixture.ts'

const fixture = await openStripe()
const { api, simulator, stripe, access, app } = { ...fixture, app: fixture.api.app }
const context = { ...app, stripe: access }
after(() => fixture[Symbol.asyncDispose]())

const SECRET = access.webhookSecrets[0] ?? ''

const eventOf = (id: string, type: string, object: object) =>
  JSON.stringify({ id, object: 'event', type, created: 1_800_000_000, livemode: false, data: { object } })

const signed = (payload: string, secret = SECRET, timestamp?: number) =>
  stripe.webhooks.generateTestHeaderString({ payload, secret, ...(timestamp !== undefined && { timestamp }) })

async function send(payload: string, signature: string | undefined): Promise<number> {
  const answer = await api.client('').call('POST', '/stripe/webhook', undefined, {
    raw: payload,
    headers: { 'content-type': 'application/json', ...(signature !== undefined && { 'stripe-signature': signature }) },
  })
  return answer.status
}

const storedEvents = async (id: string): Promise<number> => {
  const { rows } = await sql`select from stripe_events where id = ${id}`.execute(api.db)
  return rows.length
}

const price = async (lookupKey: string): Promise<string> =>
  (await stripe.prices.list({ lookup_keys: [lookupKey] })).data[0]?.id ?? ''

test('an event needs a valid and recent signature, made with either of two secrets', async () => {
  const payload = eventOf('evt_signed', 'customer.updated', { id: 'cus_nobody' })
  const old = Math.floor(Date.now() / 1000) - 600
  for (const signature of [undefined, '', 't=1,v1=00', signed(payload, 'whsec_other'), signed(payload, SECRET, old)]) {
    assert.equal(await send(payload, signature), 400, signature ?? 'without a signature')
  }
  assert.equal(await send(`${payload} `, signed(payload)), 400, 'with another body')
  assert.equal(await storedEvents('evt_signed'), 0)
  assert.equal(await send(payload, signed(payload)), 200)
  assert.equal(await send(payload, signed(payload)), 200)
  assert.equal(await storedEvents('evt_signed'), 1)

  const rotating = { ...app, stripe: { ...access, webhookSecrets: [SECRET, 'whsec_next'] } }
  const next = eventOf('evt_next', 'customer.updated', { id: 'cus_nobody' })
  await submitEvent(rotating, Buffer.from(next), signed(next, 'whsec_next'))
  assert.equal(await storedEvents('evt_next'), 1)
})

test('events of other types or modes, and all events if no secret is set, are accepted and have no effect', async () => {
  const other = eventOf('evt_other', 'invoice.created', { id: 'in_1' })
  assert.equal(await send(other, signed(other)), 200)
  const live = eventOf('evt_live', 'customer.updated', { id: 'cus_1' }).replace('"livemode":false', '"livemode":true')
  assert.equal(await send(live, signed(live)), 200)
  assert.deepEqual([await storedEvents('evt_other'), await storedEvents('evt_live')], [0, 0])
  const { stripe: _, ...without } = app
  await submitEvent(without, Buffer.from(other), undefined)
  await assert.rejects(submitEvent(app, Buffer.from(other), undefined), (error) => error instanceof Problem)
})

test('an event larger than any that Stripe sends is refused', async () => {
  const payload = eventOf('evt_large', 'customer.updated', { id: 'x'.repeat(300_000) })
  assert.equal(await send(payload, signed(payload)), 413)
})

test('a change in the dashboard updates plan and limit, is audited and sends an email', async () => {
  const { partnerId } = await fixture.partner('dashboard', 'starter')
  const { stripe_subscription_id: id, stripe_item_id: item } = await fixture.mirror(partnerId)
  const enterprise = await price('plumbline_enterprise_monthly_usd')
  await stripe.subscriptions.update(id, { items: [{ id: item, price: enterprise }] })
  await fixture.follow()
  assert.equal((await fixture.mirror(partnerId)).plan, 'enterprise')
  const client = await api.as('dashboard')
  assert.equal((await client.get('/v1/partner/me')).body.plan, 'enterprise')
  const { entries } = (await client.get('/v1/partner/audit?action=subscription.changed')).body
  assert.equal(entries.length, 1)
  assert.deepEqual([entries[0].before.plan, entries[0].after.plan], ['starter', 'enterprise'])
  assert.deepEqual(entries[0].author, { kind: 'system', id: 'stripe' })
})

test('a hundred events of one subscription in any order cause few reads, and lead to the right state', async () => {
  const { partnerId } = await fixture.partner('busy', 'starter')
  const { stripe_subscription_id: id, stripe_item_id: item } = await fixture.mirror(partnerId)
  simulator.webhooks.mode = 'late'
  const prices = await Promise.all(
    ['starter', 'professional', 'enterprise'].map((plan) => price(`plumbline_${plan}_monthly_usd`)),
  )
  for (let n = 0; n < 50; n++) {
    const items = [{ id: item, price: prices[n % 3] ?? '' }]
    await stripe.subscriptions.update(id, { items, metadata: { n: String(n) } })
  }
  simulator.webhooks.mode = 'parallel'
  const route = `GET /v1/subscriptions/{id}`
  const before = simulator.counts.get(route)?.requests ?? 0
  await simulator.webhooks.release()
  await simulator.webhooks.idle()
  for (const [event] of simulator.world.events) if (Math.random() < 0.2) await simulator.webhooks.resend(event)
  await fixture.follow()
  simulator.webhooks.mode = 'once'
  const readings = (simulator.counts.get(route)?.requests ?? 0) - before
  // Resent events of other partners are repetitions, so they cause no reading.
  assert.ok(readings >= 1 && readings <= 2, `${readings} readings`)
  assert.equal((await fixture.mirror(partnerId)).plan, 'professional')
})

test('a state read before a plan change never replaces the state after it', async () => {
  const { partnerId } = await fixture.partner('race', 'starter')
  const { stripe_subscription_id: id } = await fixture.mirror(partnerId)
  // The reading gets the old state, and its answer arrives after the change.
  simulator.faults.add({ kind: 'silence', method: 'GET', path: `/v1/subscriptions/${id}`, delayMs: 700 })
  const reading = reconcileSubscription(context, partnerId)
  await new Promise((resolve) => setTimeout(resolve, 150))
  const client = await api.as('race')
  assert.equal((await client.post('/v1/partner/plan', { plan: 'professional' })).status, 200)
  assert.equal(await reading, 'busy')
  assert.equal((await fixture.mirror(partnerId)).plan, 'professional')
  assert.equal((await fixture.mirror(partnerId)).sync_lease, null)
})

test('two simultaneous reads do not overwrite each other', async () => {
  const { partnerId } = await fixture.partner('two', 'starter')
  const { stripe_subscription_id: id, stripe_item_id: item } = await fixture.mirror(partnerId)
  simulator.webhooks.mode = 'never'
  simulator.faults.add({ kind: 'silence', method: 'GET', path: `/v1/subscriptions/${id}`, delayMs: 500 })
  const slow = reconcileSubscription(context, partnerId)
  await new Promise((resolve) => setTimeout(resolve, 150))
  await stripe.subscriptions.update(id, {
    items: [{ id: item, price: await price('plumbline_enterprise_monthly_usd') }],
  })
  assert.equal(await reconcileSubscription(context, partnerId), 'busy', 'the lease is taken')
  await slow
  assert.equal(await reconcileSubscription(context, partnerId), 'changed')
  assert.equal((await fixture.mirror(partnerId)).plan, 'enterprise')
  simulator.webhooks.mode = 'once'
})

test('events that did not arrive are fetched within an hour, and changes without an event are found within a day', async () => {
  const { partnerId } = await fixture.partner('missed', 'starter')
  const { stripe_subscription_id: id, stripe_item_id: item } = await fixture.mirror(partnerId)
  await reconcileMissedEvents(app)
  await fixture.follow()
  simulator.webhooks.mode = 'never'
  const change = async (plan: string) =>
    stripe.subscriptions.update(id, { items: [{ id: item, price: await price(`plumbline_${plan}_monthly_usd`) }] })
  await change('professional')
  assert.ok((await reconcileMissedEvents(app)) > 0)
  await fixture.follow()
  assert.equal((await fixture.mirror(partnerId)).plan, 'professional')
  assert.equal(await reconcileMissedEvents(app), 0)

  await change('enterprise')
  for (const event of simulator.world.events.values()) event.pending.clear()
  assert.deepEqual((await findDrift(context)).differing, [partnerId])
  assert.equal(await reconcileSubscriptions(app), 1)
  await fixture.follow()
  assert.equal((await fixture.mirror(partnerId)).plan, 'enterprise')
  assert.equal(await reconcileSubscriptions(app), 0)
  simulator.webhooks.mode = 'once'
})

test('a subscription that this service could not have created is reported and ignored', async () => {
  const { partnerId } = await fixture.partner('odd', 'starter')
  const { stripe_subscription_id: id } = await fixture.mirror(partnerId)
  await stripe.subscriptions.update(id, { items: [{ price: await price('plumbline_enterprise_monthly_usd') }] })
  await fixture.follow()
  assert.equal((await fixture.mirror(partnerId)).plan, 'starter')
  assert.deepEqual((await findDrift(context)).differing, [partnerId])
})

test('a series of failed payments sends each email once, blocks new runs when unpaid, and ends with the payment', async () => {
  const { partnerId } = await fixture.partner('late', 'starter')
  const client = await api.as('late')
  const { stripe_customer_id: customer, stripe_subscription_id: id } = await fixture.mirror(partnerId)
  await fixture.pass(3_700)
  for (const { id: open } of (await stripe.invoices.list({ customer })).data) {
    if (open !== undefined) await stripe.invoices.pay(open, { paid_out_of_band: true })
  }
  const good = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await stripe.subscriptions.update(id, { collection_method: 'charge_automatically', default_payment_method: bad.id })
  simulator.settings.retryDays = [1, 1, 1, 1, 1, 1, 1, 1]
  const problems = async () => {
    await carryOutNotices(api)
    return (await mailsOf(api, 'payment-problem'))
      .filter(({ to }) => to === 'admin@late.example')
      .map(({ subject }) => subject)
  }
  await fixture.pass(31 * DAY_S)
  await fixture.pass(3_700)
  assert.equal((await fixture.mirror(partnerId)).status, 'past_due')
  assert.deepEqual(await problems(), ['A payment of late failed'])
  // The card was charged for the first time an hour ago.
  const portal = await signIn(api, partnerId)
  const { nextAttemptAt, stopsAt, mustConfirm } = (await portal.get('/partner/billing')).body
  const daysUntil = (at: string) => Math.round((Date.parse(at) - fixture.clock.now.getTime()) / (DAY_S * 1000))
  assert.deepEqual([daysUntil(nextAttemptAt), daysUntil(stopsAt), mustConfirm], [1, 14, false])
  assert.equal((await client.get('/v1/partner/me')).body.usage.runsLimit, 50)
  for (let day = 0; day < 7; day++) await fixture.pass(DAY_S)
  assert.deepEqual(await problems(), ['A payment of late failed', 'Last attempt to collect a payment of late'])
  await fixture.pass(DAY_S)
  await fixture.pass(DAY_S)
  assert.equal((await fixture.mirror(partnerId)).status, 'unpaid')
  assert.equal((await problems()).length, 3)
  assert.equal((await problems()).at(-1), 'New runs of late are blocked: an invoice is unpaid')
  assert.equal((await fixture.mirror(partnerId)).stops_at, null)
  const { body: made } = await client.post('/v1/partner/customers', {
    name: 'Umbrella',
    tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02',
  })
  const run = { customerId: made.id, product: 'essential-eight' }
  assert.equal((await client.post('/v1/partner/assessments', run)).body.error.code, 'RUN_LIMIT_REACHED')

  const [open] = (await stripe.invoices.list({ customer, status: 'open' })).data
  await stripe.invoices.pay(open?.id ?? '', { payment_method: good.id })
  await fixture.follow()
  const restored = await fixture.mirror(partnerId)
  assert.equal(restored.status, 'active')
  assert.deepEqual(restored.dunning_mails, [])
  assert.equal((await client.post('/v1/partner/assessments', run)).status, 202)
  assert.equal((await problems()).length, 3)
})

test('a payment that needs confirmation sends one email with the link and is shown until it is paid', async () => {
  const { partnerId } = await fixture.partner('confirms', 'starter')
  const { stripe_customer_id: customer, stripe_subscription_id: id } = await fixture.mirror(partnerId)
  const { id: card } = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })
  await stripe.subscriptions.update(id, { collection_method: 'charge_automatically', default_payment_method: card })
  for (const invoice of (await stripe.invoices.list({ customer, status: 'draft' })).data) {
    const { id: first = '' } = await stripe.invoices.finalizeInvoice(invoice.id ?? '')
    await stripe.invoices.pay(first, { paid_out_of_band: true })
  }
  await fixture.pass(31 * DAY_S)
  await fixture.pass(3_700)
  await carryOutNotices(api)
  const own = async () => (await mailsOf(api, 'payment-problem')).filter(({ to }) => to === 'admin@confirms.example')
  const subjects = async () => (await own()).map(({ subject }) => subject)
  assert.deepEqual(await subjects(), ['A payment of confirms needs your confirmation'])
  await fixture.pass(4 * DAY_S)
  await simulator.webhooks.resendPending()
  await fixture.follow()
  await carryOutNotices(api)
  assert.equal((await own()).length, 1, 'further attempts send no further email')
  const portal = await signIn(api, partnerId)
  assert.equal((await portal.get('/partner/billing')).body.mustConfirm, true)
  const { invoices } = (await portal.get('/partner/billing/invoices')).body
  const [open] = invoices
  assert.equal(open.status, 'open')
  assert.equal((await fetch(open.payUrl, { method: 'POST', redirect: 'manual' })).status, 303)
  await fixture.follow()
  const overview = (await portal.get('/partner/billing')).body
  assert.deepEqual([overview.mustConfirm, overview.status, overview.stopsAt], [false, 'active', undefined])
})

test('a dispute sends an email and is shown until it ends; each of its states is audited once, and other states are ignored', async () => {
  const { partnerId } = await fixture.partner('disputes', 'starter')
  const { stripe_customer_id: customer } = await fixture.mirror(partnerId)
  await fixture.pass(3_700)
  const [invoice] = (await stripe.invoices.list({ customer, status: 'open' })).data
  await stripe.invoices.pay(invoice?.id ?? '', { paid_out_of_band: true })
  const dispute = simulator.dispute(invoice?.id ?? '')
  await fixture.follow()
  await simulator.webhooks.resendPending()
  await carryOutNotices(api)
  const mails = (await mailsOf(api, 'payment-problem')).filter(({ to }) => to === 'admin@disputes.example')
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['A payment of disputes was reversed by your bank'],
  )
  const portal = await signIn(api, partnerId)
  const shown = async () => (await portal.get('/partner/billing')).body.disputes
  const [open, ...others] = await shown()
  assert.deepEqual([open.amount, open.currency, open.invoiceNumber, others], [9_900, 'usd', invoice?.number, []])
  simulator.closeDispute(dispute, 'lost')
  await fixture.follow()
  assert.deepEqual(await shown(), [])
  const client = await api.as('disputes')
  const actions = async (action: string) => (await client.get(`/v1/partner/audit?action=${action}`)).body.entries
  const [opened] = await actions('subscription.payment_disputed')
  assert.deepEqual([opened.after.amount, opened.after.currency, opened.after.reason], [9_900, 'usd', 'fraudulent'])
  const [closed] = await actions('subscription.dispute_changed')
  assert.deepEqual([closed.before.status, closed.after.status], ['needs_response', 'lost'])
  assert.equal((await fixture.mirror(partnerId)).status, 'active', 'nothing else follows from it')

  // A payment of another product in the same account.
  const stranger = await stripe.customers.create({ name: 'Stranger' })
  const [other] = [...simulator.world.invoices.values()].filter(({ status }) => status === 'paid')
  assert.ok(other)
  simulator.world.invoices.set('in_stranger', { ...other, id: 'in_stranger', customer: stranger.id, amountPaid: 1 })
  simulator.dispute('in_stranger')
  await fixture.follow()
  const { rows } = await sql`select from payment_disputes`.execute(api.db)
  assert.equal(rows.length, 1)
})

test('no request used anything that the simulated Stripe does not model', () => {
  assert.deepEqual(simulator.mistakes, [])
})
