import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import Stripe from 'stripe'
import { ROUTES } from '../../../src/simulator/stripe/api/routes.ts'
import { API_VERSION, findDifference, type Schema, schemaOf } from '../../../src/simulator/stripe/schemas/schemas.ts'
import { itemOf, openAccount, START } from './account.ts'

const folder = new URL('../../../src/simulator/stripe/schemas/', import.meta.url)

test('the schemas match the installed Stripe package', () => {
  assert.equal(Stripe.API_VERSION, API_VERSION)
  assert.ok(existsSync(new URL(`${Stripe.API_VERSION}.json`, folder)), 'run make-schemas.cjs')
})

/**
 * Stripe's own sample objects, with their first difference from the types. The samples are of July: what is missing there is
 * newer, `invoice.subscription` is older, and the portal's session is incomplete in itself.
 */
const SAMPLES: Readonly<Record<string, [schema: string, difference?: string]>> = {
  customer: ['Customer'],
  price: ['Price'],
  payment_method: ['PaymentMethod'],
  'test_helpers.test_clock': ['TestClock'],
  invoiceitem: ['InvoiceItem'],
  webhook_endpoint: ['WebhookEndpoint'],
  event: ['Event'],
  subscription: ['Subscription', '.cancellation_details.feedback_option: missing'],
  invoice: ['Invoice', '.subscription: not in the schema'],
  product: ['Product', '.tax_details: missing'],
  'checkout.session': ['CheckoutSession', '.allowed_payment_method_types: missing'],
  setup_intent: ['SetupIntent', '.allowed_payment_method_types: missing'],
  'billing_portal.configuration': ['PortalConfiguration', '.features.subscription_pause: missing'],
  'billing_portal.session': ['PortalSession', '.flow.customer_update: missing'],
}

test("Stripe's sample objects fit the schemas, except for known differences", () => {
  const samples = JSON.parse(readFileSync(new URL('samples.json', import.meta.url), 'utf8')) as Record<string, unknown>
  for (const [name, [schema, difference]] of Object.entries(SAMPLES)) {
    assert.equal(findDifference(schemaOf(schema), samples[name]), difference, name)
  }
})

test('each kind of difference is found', () => {
  const schema: Schema = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      status: { enum: ['open', 'paid'] },
      lines: { type: 'array', items: { anyOf: [{ type: 'null' }, { type: 'number' }] } },
      metadata: { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
    },
    required: ['id'],
    additionalProperties: false,
  }
  const cases: [value: unknown, difference: string | undefined][] = [
    [{ id: 'a', status: 'open', lines: [1, null], metadata: { a: 'b' } }, undefined],
    [{}, '.id: missing'],
    [{ id: 1 }, '.id: not string but number'],
    [{ id: 'a', status: 'void' }, '.status: not one of open, paid'],
    [{ id: 'a', lines: ['1'] }, '.lines[0]: does not fit any member of the union'],
    [{ id: 'a', metadata: { a: 1 } }, '.metadata.a: not string but number'],
    [{ id: 'a', other: 1 }, '.other: not in the schema'],
    [null, ': not object but null'],
  ]
  for (const [value, difference] of cases) assert.equal(findDifference(schema, value), difference)
})

test('every route accepts valid parameters and returns a valid response', async (t) => {
  const account = await openAccount({ now: () => START * 1000 })
  t.after(() => account.close())
  const { stripe, simulator } = account
  const product = await stripe.products.create({ id: 'plumbline_starter', name: 'Starter' })
  await stripe.products.update(product.id, { description: 'For one team' })
  await stripe.products.retrieve(product.id)
  await stripe.products.list({ ids: [product.id], active: true })
  const price = await account.price(10_000)
  await stripe.prices.update(price, { nickname: 'monthly', metadata: { plan: 'starter' } })
  await stripe.prices.retrieve(price, { expand: ['product'] })
  await stripe.prices.list({ product: product.id, expand: ['data.product'] })

  const customer = await account.customer({ card: 'pm_card_visa' })
  await stripe.customers.list({ created: { gte: START } })
  await stripe.customers.retrieve(customer, { expand: ['invoice_settings.default_payment_method'] })
  const [card] = (await stripe.paymentMethods.list({ customer })).data
  await stripe.paymentMethods.retrieve(card?.id ?? '')
  await stripe.paymentMethods.detach((await stripe.paymentMethods.attach('pm_card_mastercard', { customer })).id)
  const deleted = await stripe.customers.del(await account.customer())
  assert.equal((await stripe.customers.retrieve(deleted.id)).deleted, true)

  const items = [{ price }]
  const sent = { customer, items, collection_method: 'send_invoice' as const, days_until_due: 14 }
  const subscription = await stripe.subscriptions.create({ ...sent, billing_mode: { type: 'flexible' } })
  const expand = ['items.data.price', 'latest_invoice', 'customer', 'default_payment_method', 'test_clock']
  await stripe.subscriptions.retrieve(subscription.id, { expand })
  await stripe.subscriptions.list({ customer, status: 'all', expand: ['data.latest_invoice'] })
  const next = { id: itemOf(subscription).id, price: await account.price(20_000) }
  const details = { items: [next], proration_behavior: 'create_prorations' as const, proration_date: START }
  await stripe.invoices.createPreview({ customer, subscription: subscription.id, subscription_details: details })
  await stripe.subscriptions.update(subscription.id, { items: [next], metadata: { plumbline_change: 'chg_1' } })
  await stripe.invoiceItems.list({ customer, pending: true })
  await stripe.invoices.finalizeInvoice(String(subscription.latest_invoice))
  await stripe.invoices.pay(String(subscription.latest_invoice))
  await stripe.invoices.retrieve(String(subscription.latest_invoice), { expand: ['customer'] })
  await stripe.invoices.list({ subscription: subscription.id, limit: 100 })
  await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: 'pi_1' } })
  await stripe.invoicePayments.list({
    invoice: String(subscription.latest_invoice),
    expand: ['data.payment.payment_intent'],
  })
  const [paid] = simulator.world.invoices.values()
  assert.ok(paid)
  await stripe.disputes.retrieve(simulator.dispute(paid.id))
  const { latest_invoice: changing } = await stripe.subscriptions.create(sent)
  await stripe.invoices.update(String(changing), { collection_method: 'charge_automatically' })
  for (const end of ['voidInvoice', 'markUncollectible'] as const) {
    const { latest_invoice: draft } = await stripe.subscriptions.create(sent)
    await stripe.invoices[end]((await stripe.invoices.finalizeInvoice(String(draft))).id ?? '')
  }
  await stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true })

  const { testClocks } = stripe.testHelpers
  const clock = await testClocks.create({ frozen_time: START, name: 'a clock' })
  await testClocks.advance(clock.id, { frozen_time: START + 60 })
  await testClocks.retrieve(clock.id)
  await testClocks.list()
  await testClocks.del(clock.id)

  const success = { success_url: 'https://plumbline.example/', mode: 'setup' as const, customer, currency: 'usd' }
  const session = await stripe.checkout.sessions.create(success)
  const completed = await stripe.checkout.sessions.create(success)
  simulator.completeCheckout(completed.id)
  await stripe.checkout.sessions.retrieve(completed.id, { expand: ['setup_intent', 'customer'] })
  await stripe.checkout.sessions.list({ customer })
  await stripe.setupIntents.retrieve(String(completed.setup_intent), { expand: ['payment_method'] })
  await stripe.checkout.sessions.expire(session.id)
  const { configurations, sessions } = stripe.billingPortal
  const configuration = await configurations.create({ features: { invoice_history: { enabled: true } } })
  await configurations.update(configuration.id, { business_profile: { headline: 'Plumbline' } })
  await configurations.retrieve(configuration.id)
  await configurations.list({ active: true })
  await sessions.create({ customer, return_url: 'https://plumbline.example/' })

  const url = 'http://127.0.0.1:9/'
  const endpoint = await stripe.webhookEndpoints.create({ url, enabled_events: ['*'], api_version: API_VERSION })
  await stripe.webhookEndpoints.update(endpoint.id, { disabled: true })
  await stripe.webhookEndpoints.retrieve(endpoint.id)
  await stripe.webhookEndpoints.list()
  await stripe.webhookEndpoints.del(endpoint.id)
  const events = await stripe.events.list({ limit: 100 })
  await stripe.events.retrieve(events.data[0]?.id ?? '')

  const uncalled = ROUTES.map(({ method, path }) => `${method} ${path}`).filter((name) => {
    const count = simulator.counts.get(name)
    return count === undefined || count.requests === 0 || count.answers === 0
  })
  assert.deepEqual(uncalled, [])
})
