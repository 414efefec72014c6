import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { formatSeed } from '../../../src/cli/stripe/seed.ts'
import {
  findPortalConfigurationId,
  findPriceId,
  listMissingPrices,
  setCatalogue,
} from '../../../src/features/billing/stripe/catalogue/service.ts'
import { HANDLED_EVENTS } from '../../../src/features/billing/stripe/events/rules.ts'
import { createStripeAccess, STRIPE_API_VERSION } from '../../../src/platform/payments/stripe-access.ts'
import { startStripe } from '../../../src/simulator/stripe/server.ts'

const simulator = await startStripe()
after(() => simulator.close())
const access = createStripeAccess({
  stripeSecretKey: 'sk_test_123',
  stripeWebhookSecrets: [],
  stripeUrl: simulator.url,
})
assert.ok(access)
const stripe = await access.client()
const BASE_URL = 'https://plumbline.example'

test('the seed creates what billing needs, and creates nothing a second time', async () => {
  assert.equal((await listMissingPrices(stripe)).length, 30)
  const first = await setCatalogue(stripe, { baseUrl: BASE_URL })
  assert.deepEqual(
    ['product', 'price', 'portal configuration', 'webhook endpoint'].map(
      (kind) => first.filter((object) => object.kind === kind && object.outcome === 'created').length,
    ),
    [3, 30, 1, 1],
  )
  const secret = first.find(({ kind }) => kind === 'webhook endpoint')?.secret
  assert.match(secret ?? '', /^whsec_/)
  assert.ok(formatSeed(first, true).text.includes(`STRIPE_WEBHOOK_SECRET=${secret}`))
  assert.deepEqual(await listMissingPrices(stripe), [])

  const second = await setCatalogue(stripe, { baseUrl: BASE_URL })
  assert.deepEqual([...new Set(second.map(({ outcome }) => outcome))], ['unchanged'])
  assert.deepEqual(
    second.map(({ id }) => id),
    first.map(({ id }) => id),
  )
  assert.ok(!formatSeed(second, true).text.includes('whsec_'), 'the secret is printed once')

  const { data: endpoints } = await stripe.webhookEndpoints.list()
  assert.equal(endpoints.length, 1)
  assert.equal(endpoints[0]?.url, `${BASE_URL}/api/stripe/webhook`)
  assert.equal(endpoints[0]?.api_version, STRIPE_API_VERSION)
  assert.deepEqual(endpoints[0]?.enabled_events, HANDLED_EVENTS)
})

test('plans can be neither changed nor canceled in Stripe’s portal', async () => {
  const id = await findPortalConfigurationId(stripe)
  assert.ok(id)
  const { features } = await stripe.billingPortal.configurations.retrieve(id)
  assert.equal(features.subscription_update.enabled, false)
  assert.equal(features.subscription_cancel.enabled, false)
  await stripe.billingPortal.configurations.update(id, {
    features: { invoice_history: { enabled: false } },
  })
  const [changed] = (await setCatalogue(stripe, {})).filter(({ outcome }) => outcome !== 'unchanged')
  assert.deepEqual([changed?.kind, changed?.outcome], ['portal configuration', 'changed'])
})

test('a price with another amount is replaced and keeps its name; the old one stays with its subscriptions', async () => {
  const terms = { plan: 'starter', billing: 'monthly', currency: 'eur' } as const
  const right = await findPriceId(stripe, terms)
  assert.ok(right)
  const { id: wrong } = await stripe.prices.create({
    product: 'plumbline_starter',
    lookup_key: 'plumbline_starter_monthly_eur',
    transfer_lookup_key: true,
    unit_amount: 1,
    currency: 'eur',
    recurring: { interval: 'month' },
  })
  assert.equal(await findPriceId(stripe, terms), undefined, 'never sells at an amount that is not ours')
  assert.deepEqual(await listMissingPrices(stripe), ['plumbline_starter_monthly_eur'])
  const changed = (await setCatalogue(stripe, {})).filter(({ outcome }) => outcome !== 'unchanged')
  assert.deepEqual(
    changed.map(({ name, outcome }) => [name, outcome]),
    [['plumbline_starter_monthly_eur', 'changed']],
  )
  assert.ok(![right, wrong].includes(changed[0]?.id ?? ''))
  assert.equal((await stripe.prices.retrieve(right)).active, true)
})

test('no request used anything that the simulated Stripe does not model', () => {
  assert.deepEqual(simulator.mistakes, [])
})
