import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type Stripe from 'stripe'
import { type Account, openAccount, refusal } from './account.ts'

/** The pages that Stripe hosts for us, as a person without JavaScript uses them. */

let account: Account
before(async () => {
  account = await openAccount()
})
after(() => account.close())

const post = (url: string | null | undefined, form: Record<string, string> = {}): Promise<Response> =>
  fetch(url ?? '', { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

const session = (customer: string): Promise<Stripe.Checkout.Session> =>
  account.stripe.checkout.sessions.create({
    mode: 'setup',
    customer,
    currency: 'usd',
    success_url: 'https://plumbline.example/billing?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://plumbline.example/billing',
    metadata: { partner: 'prt_1' },
  })

test('a card from Checkout is attached, and becomes the default only when we say so', async () => {
  const { stripe } = account
  const customer = await account.customer()
  const open = await session(customer)
  assert.deepEqual([open.status, open.mode, open.payment_status], ['open', 'setup', 'no_payment_required'])
  assert.match(await (await fetch(open.url ?? '')).text(), /4242424242424242/)
  const saved = await post(open.url, { card: 'pm_card_visa' })
  assert.equal(saved.status, 303)
  assert.equal(saved.headers.get('location'), `https://plumbline.example/billing?session=${open.id}`)
  const complete = await stripe.checkout.sessions.retrieve(open.id, { expand: ['setup_intent.payment_method'] })
  assert.deepEqual([complete.status, complete.url], ['complete', null])
  const intent = complete.setup_intent as Stripe.SetupIntent
  const method = intent.payment_method as Stripe.PaymentMethod
  assert.deepEqual([intent.status, method.customer, method.card?.last4], ['succeeded', customer, '4242'])
  const owner = (await stripe.customers.retrieve(customer)) as Stripe.Customer
  assert.equal(owner.invoice_settings.default_payment_method, null)
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })
  const expanded = await stripe.customers.retrieve(customer, { expand: ['invoice_settings.default_payment_method'] })
  const settings = (expanded as Stripe.Customer).invoice_settings
  assert.equal((settings.default_payment_method as Stripe.PaymentMethod).id, method.id)
  const types = (await stripe.events.list({ limit: 10 })).data.map(({ type }) => type)
  assert.deepEqual(types.slice(0, 4), [
    'customer.updated',
    'checkout.session.completed',
    'setup_intent.succeeded',
    'payment_method.attached',
  ])
  const again = await post(open.url ?? `${account.simulator.url}/pages/checkout/${open.id}`, { card: 'pm_card_visa' })
  assert.equal(again.status, 200, 'a second completion changes nothing')
})

test('a session nobody completes expires after a day', async () => {
  const open = await session(await account.customer())
  account.simulator.advance(24 * 3_600)
  assert.equal((await account.stripe.checkout.sessions.retrieve(open.id)).status, 'expired')
  const other = await session(await account.customer())
  assert.equal((await account.stripe.checkout.sessions.expire(other.id)).status, 'expired')
})

test('the card of another customer cannot be the default', async () => {
  const { stripe } = account
  const [one, other] = [await account.customer(), await account.customer()]
  const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer: one })
  const settings = { invoice_settings: { default_payment_method: id } }
  assert.equal((await refusal(stripe.customers.update(other, settings))).code, 'resource_missing')
  await stripe.paymentMethods.detach(id)
  const detached = await refusal(stripe.paymentMethods.attach(id, { customer: other }))
  assert.equal(detached.statusCode, 400)
})

test('the portal replaces a card; changing and canceling plans there is not modelled, because it is turned off', async () => {
  const { billingPortal } = account.stripe
  const customer = await account.customer({ card: 'pm_card_chargeCustomerFail' })
  const off = { features: { subscription_cancel: { enabled: true } } }
  assert.equal((await refusal(billingPortal.configurations.create(off))).statusCode, 501)
  const configuration = await billingPortal.configurations.create({
    features: {
      customer_update: { enabled: true, allowed_updates: ['address', 'tax_id'] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
    },
  })
  assert.equal(configuration.features.subscription_update.enabled, false)
  const opened = await billingPortal.sessions.create({
    customer,
    configuration: configuration.id,
    return_url: 'https://plumbline.example/billing',
  })
  assert.match(await (await fetch(opened.url)).text(), /https:&#47;|https:\/\/plumbline\.example\/billing/)
  await post(opened.url, { card: 'pm_card_mastercard' })
  const owner = (await account.stripe.customers.retrieve(customer)) as Stripe.Customer
  const card = await account.stripe.paymentMethods.retrieve(String(owner.invoice_settings.default_payment_method))
  assert.equal(card.card?.brand, 'mastercard')
})

test('the hosted invoice is paid with its button, and has a valid PDF', async () => {
  const { stripe } = account
  const customer = await account.customer()
  const created = await stripe.subscriptions.create({
    customer,
    items: [{ price: await account.price(10_000) }],
    collection_method: 'send_invoice',
    days_until_due: 14,
  })
  account.simulator.advance(3_600)
  const invoice = await stripe.invoices.retrieve(String(created.latest_invoice))
  const pdf = Buffer.from(await (await fetch(invoice.invoice_pdf ?? '')).arrayBuffer())
  assert.match(pdf.toString('latin1'), /^%PDF-1\.4[\s\S]*100\.00 USD, open[\s\S]*%%EOF\n$/)
  assert.equal((await post(invoice.hosted_invoice_url)).status, 303)
  assert.equal((await stripe.invoices.retrieve(invoice.id ?? '')).status, 'paid')
})

test('the overview shows the account without letting names become markup, and has the controls', async () => {
  const { url } = account.simulator
  const { id } = await account.stripe.customers.create({ name: '<script>alert(1)</script>' })
  const page = await (await fetch(url)).text()
  assert.ok(page.includes(id))
  assert.ok(!page.includes('<script>'))
  const before = account.simulator.world.now()
  assert.equal((await post(`${url}/control/advance`, { seconds: '86400' })).headers.get('location'), '/')
  assert.equal(account.simulator.world.now(), before + 86_400)
  for (const seconds of ['-5', 'x', '99999999999']) {
    assert.equal((await post(`${url}/control/advance`, { seconds })).status, 404)
  }
  await post(`${url}/control/decline`, { customer: id, code: 'insufficient_funds' })
  assert.deepEqual(account.simulator.world.customers.get(id)?.nextDeclines, ['insufficient_funds'])
  assert.equal((await post(`${url}/control/decline`, { customer: 'cus_none', code: 'x' })).status, 404)
  assert.equal((await fetch(`${url}/pages/invoices/in_none`)).status, 404)
})

test('the page can make requests fail, choose how events arrive, advance to a renewal, and dispute a payment', async () => {
  const { simulator, stripe } = account
  const { url } = simulator
  const act = async (path: string, form: Record<string, string> = {}) =>
    (await post(`${url}/control/${path}`, form)).status
  assert.equal(await act('fault', { kind: 'error-before', times: '1' }), 303)
  const once = { maxNetworkRetries: 0 }
  await assert.rejects(stripe.customers.list({}, once))
  await stripe.customers.list({}, once)
  assert.equal(await act('fault', { kind: 'nothing', times: '1' }), 404)
  assert.equal(await act('fault', { kind: 'cut-after', times: '5' }), 303)
  assert.equal(await act('clear-faults'), 303)
  await stripe.customers.list({}, once)

  assert.equal(await act('webhooks', { mode: 'never' }), 303)
  assert.equal(simulator.webhooks.mode, 'never')
  assert.equal(await act('webhooks', { mode: 'sideways' }), 404)
  assert.equal(await act('webhooks', { mode: 'once' }), 303)
  assert.equal(await act('send'), 303)

  const customer = await account.customer({ card: 'pm_card_visa' })
  const { id } = await stripe.subscriptions.create({ customer, items: [{ price: await account.price(5_000) }] })
  assert.equal(await act('renew', { subscription: id }), 303)
  const [renewal, first] = (await stripe.invoices.list({ customer })).data
  assert.deepEqual([renewal?.billing_reason, renewal?.status], ['subscription_cycle', 'paid'])
  assert.equal(await act('renew', { subscription: 'sub_none' }), 404)

  assert.equal(await act('dispute', { invoice: first?.id ?? '' }), 303)
  const [dispute] = [...simulator.world.disputes.keys()].slice(-1)
  assert.equal((await stripe.disputes.retrieve(dispute ?? '')).status, 'needs_response')
  assert.equal(await act('end-dispute', { dispute: dispute ?? '', status: 'won' }), 303)
  assert.equal((await stripe.disputes.retrieve(dispute ?? '')).status, 'won')
  const unpaid = await account.customer()
  const sent = { collection_method: 'send_invoice', days_until_due: 14 } as const
  const items = [{ price: await account.price(5_000) }]
  const open = await stripe.subscriptions.create({ customer: unpaid, items, ...sent })
  assert.equal(await act('dispute', { invoice: String(open.latest_invoice) }), 404)
})
