import { invalid, missing, notModelled } from '../protocol/failures.ts'
import type { CollectionMethod, Customer, Item, Metadata, Price, Subscription } from '../state/state.ts'
import type { World } from '../state/world.ts'
import { toSubscription } from '../wire/subscriptions.ts'
import { periodAt } from './arithmetic.ts'
import { emit, setStatus, updateCustomer } from './events.ts'
import { createInvoice, finalizeInvoice } from './invoices.ts'
import { addPending, debitPeriod, debitRest, priceOf } from './lines.ts'
import { attemptPayment, cardOf, toCardError } from './payments.ts'

export interface ItemInput {
  id?: string | undefined
  price?: string | undefined
  quantity?: number | undefined
  isDeleted?: boolean | undefined
}

export interface CreateInput {
  customer: Customer
  items: ItemInput[]
  collectionMethod: CollectionMethod
  daysUntilDue: number | null
  defaultPaymentMethod: string | null
  description: string | null
  metadata: Metadata
  anchor: number | undefined
  prorates: boolean
  failsIfIncomplete: boolean
}

/** A price that may be used now. Throws Stripe's 400 if there is none. */
export function requirePrice(world: World, id: string | undefined, param: string): Price {
  if (id === undefined) throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  const price = world.prices.get(id)
  if (price === undefined) throw missing('price', id, param)
  if (!price.active) throw invalid(`The price ${id} is inactive. This field only accepts active prices.`, { param })
  return price
}

/** A customer has one currency at a time: that of its subscriptions and pending items. */
function requireCurrency(world: World, customer: Customer, currency: string): void {
  const live = [...world.subscriptions.values()].filter(
    ({ customer: id, status }) => id === customer.id && status !== 'canceled' && status !== 'incomplete_expired',
  )
  const pending = [...world.pendingLines.values()].filter(({ customer: id }) => id === customer.id)
  const other = [...live, ...pending].find((each) => each.currency !== currency)?.currency
  if (other === undefined) return
  throw invalid(
    `You cannot combine currencies on a single customer. This customer has a subscription or invoice item in ${other}.`,
    { param: 'customer' },
  )
}

/** Refuses contradictions between how invoices are collected and when they are due. */
export function requireCollection(collectionMethod: CollectionMethod, daysUntilDue: number | null): void {
  if (collectionMethod === 'send_invoice' && daysUntilDue === null) {
    throw invalid('days_until_due is required if collection_method is send_invoice.', { param: 'days_until_due' })
  }
  if (collectionMethod === 'charge_automatically' && daysUntilDue !== null) {
    throw invalid('days_until_due needs the collection_method send_invoice.', { param: 'days_until_due' })
  }
}

/** Refuses a price that another item of the subscription has, and items of different intervals. */
export function requireItems(world: World, items: readonly Pick<Item, 'price'>[]): void {
  if (items.length === 0) throw invalid('A subscription needs at least one item.', { param: 'items' })
  // Items stay on an archived price.
  const prices = items.map((item) => priceOf(world, item))
  const twice = prices.find((price, n) => prices.indexOf(price) !== n)
  if (twice)
    throw invalid(`Cannot add multiple subscription items with the same price: ${twice.id}`, { param: 'items' })
  const [first] = prices
  if (prices.some((price) => price.currency !== first?.currency)) {
    throw invalid('All prices on a subscription must have the same currency.', { param: 'items' })
  }
  const isMixed = prices.some(
    (price) => price.interval !== first?.interval || price.intervalCount !== first.intervalCount,
  )
  if (isMixed) throw notModelled('subscriptions with items of different intervals')
}

/**
 * Creates a subscription and its first invoice. If a card pays, the invoice is finalized and collected at once; a
 * declined card makes the subscription incomplete, or throws the 402 and creates nothing. Otherwise the invoice stays a
 * draft for an hour.
 */
export function createSubscription(world: World, input: CreateInput, at: number): Subscription {
  const { customer } = input
  const prices = input.items.map(({ price }, n) => requirePrice(world, price, `items[${n}][price]`))
  requireItems(
    world,
    prices.map(({ id }) => ({ price: id })),
  )
  requireCollection(input.collectionMethod, input.daysUntilDue)
  const [first] = prices
  if (first === undefined) throw invalid('A subscription needs at least one item.', { param: 'items' })
  const { currency, interval, intervalCount } = first
  requireCurrency(world, customer, currency)
  const anchor = input.anchor ?? at
  const whole = periodAt(anchor, interval, intervalCount, at)
  if (anchor < at || (anchor > at && whole.end !== anchor)) {
    const param = 'billing_cycle_anchor'
    throw invalid('billing_cycle_anchor must be in the future, and at most one period from now.', { param })
  }
  const period = { start: at, end: whole.end }
  const subscription: Subscription = {
    id: world.newId('sub'),
    customer: customer.id,
    created: at,
    status: 'active',
    currency,
    collectionMethod: input.collectionMethod,
    daysUntilDue: input.daysUntilDue,
    anchor,
    items: input.items.map(({ quantity }, n) => ({
      id: world.newId('si'),
      created: at,
      price: prices[n]?.id ?? '',
      quantity: quantity ?? 1,
      metadata: {},
      period,
      debit: null,
    })),
    defaultPaymentMethod: input.defaultPaymentMethod,
    description: input.description,
    metadata: input.metadata,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
    latestInvoice: null,
  }
  const charges = input.collectionMethod === 'charge_automatically'
  const isFree = prices.every(({ unitAmount }) => unitAmount === 0)
  if (charges && !isFree && cardOf(customer, subscription) === null) throw toCardError('no_card')
  world.subscriptions.set(subscription.id, subscription)
  updateCustomer(world, customer.id, () => {
    customer.currency = currency
  })
  emit(world, 'customer.subscription.created', toSubscription(world, subscription))
  const lines = debitFirst(world, subscription, anchor > at ? { whole, prorates: input.prorates } : undefined, at)
  const invoice = createInvoice(
    world,
    subscription,
    { reason: 'subscription_create', lines, period: { start: at, end: at } },
    at,
  )
  if (!charges || invoice === undefined) return subscription
  finalizeInvoice(world, invoice, at)
  const code = invoice.status === 'open' ? attemptPayment(world, invoice, at) : undefined
  if (code === undefined) return subscription
  if (input.failsIfIncomplete) throw toCardError(code)
  invoice.nextAttempt = null
  setStatus(world, subscription, 'incomplete')
  return subscription
}

/** The lines of the first invoice. Before a later anchor, a shorter period is billed in proportion, or not at all. */
function debitFirst(
  world: World,
  subscription: Subscription,
  later: { whole: { start: number; end: number }; prorates: boolean } | undefined,
  at: number,
) {
  if (later === undefined) return subscription.items.map((item) => debitPeriod(world, subscription, item))
  if (!later.prorates) return []
  addPending(
    world,
    subscription.items.map((item) => debitRest(world, subscription, item, at, later.whole)),
  )
  return []
}
