import { invalid, missing } from '../protocol/failures.ts'
import { flagOf, listOf, mapOf, mergeMetadata, numberOf, textOf } from '../protocol/parameters.ts'
import type { Interval, Price, Product } from '../state/state.ts'
import { timeOf, type World } from '../state/world.ts'
import { toPrice, toProduct } from '../wire/catalogue.ts'
import { type Call, CREATED_FILTER, isInRange, ofList, type Route, requireOne, toPage } from './request.ts'

const PRODUCT = ['name', 'description', 'active', 'metadata.*', 'metadata', 'tax_code', 'expand']
const PRICE = [
  'active',
  'lookup_key',
  'transfer_lookup_key',
  'nickname',
  'metadata.*',
  'metadata',
  'tax_behavior',
  'expand',
]

export const CATALOGUE_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/products',
    parameters: 'ProductCreateParams',
    modelled: ['id', ...PRODUCT],
    answer: 'Product',
    run: (call) => toProduct(createProduct(call)),
  },
  {
    method: 'GET',
    path: '/v1/products',
    parameters: 'ProductListParams',
    modelled: ofList('active', 'ids', ...CREATED_FILTER),
    answer: 'Product',
    isList: true,
    run: ({ world, parameters }) => {
      const ids = listOf(parameters.ids)
      const products = [...world.products.values()].filter(
        ({ id, active, created }) =>
          (parameters.active === undefined || active === parameters.active) &&
          (ids.length === 0 || ids.includes(id)) &&
          isInRange(created, parameters.created),
      )
      return toPage(products, { parameters, url: '/v1/products', toWire: toProduct })
    },
  },
  {
    method: 'GET',
    path: '/v1/products/{id}',
    parameters: 'ProductRetrieveParams',
    modelled: ['expand'],
    answer: 'Product',
    run: (call) => toProduct(requireOne(call.world.products, 'product', call)),
  },
  {
    method: 'POST',
    path: '/v1/products/{id}',
    parameters: 'ProductUpdateParams',
    modelled: PRODUCT,
    answer: 'Product',
    run: (call) => toProduct(updateProduct(call)),
  },
  {
    method: 'POST',
    path: '/v1/prices',
    parameters: 'PriceCreateParams',
    modelled: [
      ...PRICE,
      ...['currency', 'product', 'unit_amount', 'billing_scheme'],
      ...['recurring.interval', 'recurring.interval_count', 'recurring.usage_type'],
    ],
    expandable: ['product'],
    answer: 'Price',
    run: (call) => toPrice(createPrice(call)),
  },
  {
    method: 'GET',
    path: '/v1/prices',
    parameters: 'PriceListParams',
    modelled: ofList('active', 'lookup_keys', 'product', 'currency', 'type', 'recurring.interval', ...CREATED_FILTER),
    expandable: ['data.product'],
    answer: 'Price',
    isList: true,
    run: listPrices,
  },
  {
    method: 'GET',
    path: '/v1/prices/{id}',
    parameters: 'PriceRetrieveParams',
    modelled: ['expand'],
    expandable: ['product'],
    answer: 'Price',
    run: (call) => toPrice(requireOne(call.world.prices, 'price', call)),
  },
  {
    method: 'POST',
    path: '/v1/prices/{id}',
    parameters: 'PriceUpdateParams',
    modelled: PRICE,
    expandable: ['product'],
    answer: 'Price',
    run: (call) => toPrice(updatePrice(call)),
  },
]

function createProduct({ world, parameters }: Call): Product {
  const id = textOf(parameters.id) ?? world.newId('prod')
  if (world.products.has(id)) throw invalid('Product already exists.', { code: 'resource_already_exists', param: 'id' })
  const now = timeOf(world, null)
  const product: Product = {
    id,
    created: now,
    updated: now,
    active: flagOf(parameters.active) ?? true,
    name: textOf(parameters.name) ?? '',
    description: textOf(parameters.description) ?? null,
    metadata: mergeMetadata({}, parameters.metadata),
    taxCode: textOf(parameters.tax_code) ?? null,
  }
  world.products.set(id, product)
  return product
}

function updateProduct(call: Call): Product {
  const { world, parameters } = call
  const product = requireOne(world.products, 'product', call)
  product.updated = timeOf(world, null)
  product.active = flagOf(parameters.active) ?? product.active
  product.name = textOf(parameters.name) ?? product.name
  if (parameters.description !== undefined) product.description = textOf(parameters.description) ?? null
  if (parameters.tax_code !== undefined) product.taxCode = textOf(parameters.tax_code) ?? null
  product.metadata = mergeMetadata(product.metadata, parameters.metadata)
  return product
}

function createPrice({ world, parameters }: Call): Price {
  const productId = textOf(parameters.product)
  if (productId === undefined)
    throw invalid('A price needs a product.', { code: 'parameter_missing', param: 'product' })
  if (!world.products.has(productId)) throw missing('product', productId, 'product')
  const amount = numberOf(parameters.unit_amount)
  if (amount === undefined || !Number.isInteger(amount) || amount < 0) {
    throw invalid('unit_amount must be a non-negative integer.', { param: 'unit_amount' })
  }
  const recurring = mapOf(parameters.recurring)
  const interval = textOf(recurring.interval)
  if (interval === undefined) throw invalid('The simulated Stripe has recurring prices only.', { param: 'recurring' })
  const lookupKey = textOf(parameters.lookup_key) ?? null
  takeLookupKey(world, lookupKey, flagOf(parameters.transfer_lookup_key) ?? false)
  const price: Price = {
    id: world.newId('price'),
    created: timeOf(world, null),
    active: flagOf(parameters.active) ?? true,
    currency: (textOf(parameters.currency) ?? '').toLowerCase(),
    product: productId,
    unitAmount: amount,
    interval: interval as Interval,
    intervalCount: numberOf(recurring.interval_count) ?? 1,
    lookupKey,
    nickname: textOf(parameters.nickname) ?? null,
    metadata: mergeMetadata({}, parameters.metadata),
    taxBehavior: textOf(parameters.tax_behavior) ?? 'unspecified',
  }
  world.prices.set(price.id, price)
  return price
}

/** Takes the lookup key from the price that has it, if the request allows that. */
function takeLookupKey(world: World, key: string | null, transfers: boolean): void {
  const holder = key === null ? undefined : [...world.prices.values()].find(({ lookupKey }) => lookupKey === key)
  if (holder === undefined) return
  if (!transfers) {
    const message = `A price (${holder.id}) already uses that lookup key.`
    throw invalid(message, { code: 'resource_already_exists', param: 'lookup_key' })
  }
  holder.lookupKey = null
}

function updatePrice(call: Call): Price {
  const { world, parameters } = call
  const price = requireOne(world.prices, 'price', call)
  const key = textOf(parameters.lookup_key)
  if (key !== undefined && key !== price.lookupKey) {
    takeLookupKey(world, key, flagOf(parameters.transfer_lookup_key) ?? false)
    price.lookupKey = key
  }
  const behavior = textOf(parameters.tax_behavior)
  if (behavior !== undefined && price.taxBehavior !== 'unspecified' && behavior !== price.taxBehavior) {
    throw invalid('tax_behavior cannot be changed once it is set.', { param: 'tax_behavior' })
  }
  price.taxBehavior = behavior ?? price.taxBehavior
  price.active = flagOf(parameters.active) ?? price.active
  if (parameters.nickname !== undefined) price.nickname = textOf(parameters.nickname) ?? null
  price.metadata = mergeMetadata(price.metadata, parameters.metadata)
  return price
}

function listPrices({ world, parameters }: Call) {
  const keys = listOf(parameters.lookup_keys)
  if (keys.length > 10) throw invalid('lookup_keys takes at most 10 keys.', { param: 'lookup_keys' })
  const { interval } = mapOf(parameters.recurring)
  const prices = [...world.prices.values()].filter(
    (price) =>
      (parameters.active === undefined || price.active === parameters.active) &&
      (keys.length === 0 || keys.includes(price.lookupKey)) &&
      (parameters.product === undefined || price.product === parameters.product) &&
      (parameters.currency === undefined || price.currency === parameters.currency) &&
      parameters.type !== 'one_time' &&
      (interval === undefined || price.interval === interval) &&
      isInRange(price.created, parameters.created),
  )
  return toPage(prices, { parameters, url: '/v1/prices', toWire: toPrice })
}
