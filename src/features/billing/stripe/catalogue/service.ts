import type Stripe from 'stripe'
import type { Terms } from '../../../../platform/payments/processor.ts'
import { STRIPE_API_VERSION } from '../../../../platform/payments/stripe-access.ts'
import type { Plan } from '../../../../shared/plans.ts'
import { HANDLED_EVENTS, WEBHOOK_PATH } from '../events/rules.ts'
import { isMissing } from '../failures/failures.ts'
import {
  type CataloguePrice,
  catalogueOf,
  cataloguePriceOf,
  isPriceOf,
  lookupKeyOf,
  metadataOf,
  PRODUCTS,
  productIdOf,
} from './rules.ts'

/** Marks the portal configuration that is ours. */
const PORTAL_MARK = 'portal'

const MAX_OBJECTS = 100

/** What `setCatalogue` did with one object. Only a newly created webhook endpoint has a `secret`. */
export interface SeededObject {
  kind: 'product' | 'price' | 'portal configuration' | 'webhook endpoint'
  name: string
  id: string
  outcome: 'created' | 'changed' | 'unchanged'
  secret?: string
}

/**
 * Creates what the adapter needs at Stripe, or corrects it: products, prices, the portal's configuration and, with the public
 * address of the API, the webhook endpoint. Repeating it changes nothing. A price whose amount has changed is replaced;
 * subscriptions stay on the price that they have. Throws the errors of the `stripe` package.
 */
export async function setCatalogue(stripe: Stripe, options: { baseUrl?: string | undefined }): Promise<SeededObject[]> {
  const done: SeededObject[] = []
  for (const plan of PRODUCTS) {
    done.push(await setProduct(stripe, plan))
    const known = await listPrices(stripe, plan)
    for (const price of catalogueOf(plan)) done.push(await setPrice(stripe, price, known.get(price.lookupKey)))
  }
  done.push(await setPortal(stripe))
  if (options.baseUrl !== undefined) done.push(await setWebhookEndpoint(stripe, options.baseUrl + WEBHOOK_PATH))
  return done
}

/** Lookup keys whose price is missing at Stripe, or has another amount than ours. */
export async function listMissingPrices(stripe: Stripe): Promise<string[]> {
  const missing: string[] = []
  for (const plan of PRODUCTS) {
    const known = await listPrices(stripe, plan)
    for (const price of catalogueOf(plan)) {
      const found = known.get(price.lookupKey)
      if (!found || !isPriceOf(found, price)) missing.push(price.lookupKey)
    }
  }
  return missing
}

/** The id of the current price of these terms; undefined if there is none, or one with another amount than ours. */
export async function findPriceId(stripe: Stripe, terms: Terms): Promise<string | undefined> {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKeyOf(terms)], active: true, limit: 1 })
  return data.find((price) => isPriceOf(price, cataloguePriceOf(terms)))?.id
}

/** The id of our configuration of Stripe's portal; undefined before the seed. */
export async function findPortalConfigurationId(stripe: Stripe): Promise<string | undefined> {
  return (await findPortalConfiguration(stripe))?.id
}

async function listPrices(stripe: Stripe, plan: Plan): Promise<Map<string, Stripe.Price>> {
  const lookup_keys = catalogueOf(plan).map(({ lookupKey }) => lookupKey)
  const { data } = await stripe.prices.list({ lookup_keys, active: true, limit: MAX_OBJECTS })
  return new Map(data.flatMap((price) => (price.lookup_key === null ? [] : [[price.lookup_key, price] as const])))
}

async function setProduct(stripe: Stripe, plan: Plan): Promise<SeededObject> {
  const id = productIdOf(plan)
  const name = `Plumbline ${plan}`
  const found = await stripe.products.retrieve(id).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (!found) {
    await stripe.products.create({ id, name }, { idempotencyKey: `product:${id}` })
    return { kind: 'product', name, id, outcome: 'created' }
  }
  if (found.active && found.name === name) return { kind: 'product', name, id, outcome: 'unchanged' }
  await stripe.products.update(id, { active: true, name })
  return { kind: 'product', name, id, outcome: 'changed' }
}

async function setPrice(stripe: Stripe, price: CataloguePrice, found: Stripe.Price | undefined): Promise<SeededObject> {
  const { lookupKey, amountMinor, currency, interval, plan } = price
  const entry = { kind: 'price' as const, name: lookupKey }
  if (found && isPriceOf(found, price)) return { ...entry, id: found.id, outcome: 'unchanged' }
  const { id } = await stripe.prices.create(
    {
      product: productIdOf(plan),
      lookup_key: lookupKey,
      transfer_lookup_key: true,
      unit_amount: Number(amountMinor),
      currency,
      recurring: { interval },
      tax_behavior: 'exclusive',
      metadata: metadataOf(price),
    },
    // With the price that it replaces: the same amount may come back later.
    { idempotencyKey: `price:${lookupKey}:${amountMinor}:${found?.id ?? 'first'}` },
  )
  return { ...entry, id, outcome: found ? 'changed' : 'created' }
}

const PORTAL_FEATURES = {
  payment_method_update: { enabled: true },
  customer_update: { enabled: true, allowed_updates: ['address', 'tax_id'] },
  invoice_history: { enabled: true },
  // These go through our own API, with its rules, audit and limits.
  subscription_cancel: { enabled: false },
  subscription_update: { enabled: false },
} satisfies Stripe.BillingPortal.ConfigurationCreateParams.Features

async function findPortalConfiguration(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | undefined> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: MAX_OBJECTS })
  return data.find(({ metadata }) => metadata?.plumbline === PORTAL_MARK)
}

async function setPortal(stripe: Stripe): Promise<SeededObject> {
  const entry = { kind: 'portal configuration' as const, name: PORTAL_MARK }
  const found = await findPortalConfiguration(stripe)
  if (!found) {
    const { id } = await stripe.billingPortal.configurations.create({
      features: PORTAL_FEATURES,
      metadata: { plumbline: PORTAL_MARK },
    })
    return { ...entry, id, outcome: 'created' }
  }
  const { id, features } = found
  const isSame =
    features.payment_method_update.enabled &&
    features.customer_update.enabled &&
    hasExactly(features.customer_update.allowed_updates, PORTAL_FEATURES.customer_update.allowed_updates) &&
    features.invoice_history.enabled &&
    !features.subscription_cancel.enabled &&
    !features.subscription_update.enabled
  if (isSame) return { ...entry, id, outcome: 'unchanged' }
  await stripe.billingPortal.configurations.update(id, { features: PORTAL_FEATURES })
  return { ...entry, id, outcome: 'changed' }
}

async function setWebhookEndpoint(stripe: Stripe, url: string): Promise<SeededObject> {
  const entry = { kind: 'webhook endpoint' as const, name: url }
  const { data } = await stripe.webhookEndpoints.list({ limit: MAX_OBJECTS })
  const found = data.find((endpoint) => endpoint.url === url && endpoint.api_version === STRIPE_API_VERSION)
  const enabled_events = [...HANDLED_EVENTS]
  if (!found) {
    const { id, secret } = await stripe.webhookEndpoints.create({
      url,
      enabled_events,
      api_version: STRIPE_API_VERSION,
    })
    return { ...entry, id, outcome: 'created', ...(secret !== undefined && { secret }) }
  }
  const { id, status } = found
  if (status === 'enabled' && hasExactly(found.enabled_events, enabled_events)) {
    return { ...entry, id, outcome: 'unchanged' }
  }
  await stripe.webhookEndpoints.update(id, { enabled_events, disabled: false })
  return { ...entry, id, outcome: 'changed' }
}

const hasExactly = (found: readonly string[], wanted: readonly string[]): boolean =>
  found.length === wanted.length && wanted.every((item) => found.includes(item))
