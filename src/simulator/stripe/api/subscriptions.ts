import { type ChangeInput, cancelSubscription, changeSubscription, type ProrationBehavior } from '../billing/change.ts'
import { createSubscription, type ItemInput } from '../billing/create.ts'
import { copyFor } from '../billing/trial-run.ts'
import { invalid, missing, notModelled } from '../protocol/failures.ts'
import { flagOf, listOf, mapOf, mergeMetadata, numberOf, type Parameters, textOf } from '../protocol/parameters.ts'
import type { CollectionMethod, Customer, Subscription } from '../state/state.ts'
import { timeOf, type World } from '../state/world.ts'
import type { Wire } from '../wire/catalogue.ts'
import { toSubscription } from '../wire/subscriptions.ts'
import {
  type Call,
  CREATED_FILTER,
  isInRange,
  ofList,
  type Route,
  requireCustomer,
  requireOne,
  toPage,
} from './request.ts'

const EXPANDABLE = [
  'items.data.price',
  'items.data.price.product',
  'latest_invoice',
  'customer',
  'default_payment_method',
  'test_clock',
]

const SHARED = [
  ...['collection_method', 'days_until_due', 'default_payment_method', 'description', 'expand'],
  ...['items', 'items.price', 'items.quantity', 'metadata', 'metadata.*', 'payment_behavior', 'proration_behavior'],
  ...['off_session', 'billing_cycle_anchor'],
]

export const SUBSCRIPTION_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/subscriptions',
    parameters: 'SubscriptionCreateParams',
    modelled: [...SHARED, 'customer', 'billing_mode.type', 'billing_mode.flexible.proration_discounts', 'currency'],
    expandable: EXPANDABLE,
    answer: 'Subscription',
    run: create,
  },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    parameters: 'SubscriptionListParams',
    modelled: ofList('customer', 'status', 'price', 'test_clock', 'collection_method', ...CREATED_FILTER),
    expandable: EXPANDABLE.map((path) => `data.${path}`),
    answer: 'Subscription',
    isList: true,
    run: list,
  },
  {
    method: 'GET',
    path: '/v1/subscriptions/{id}',
    parameters: 'SubscriptionRetrieveParams',
    modelled: ['expand'],
    expandable: EXPANDABLE,
    answer: 'Subscription',
    run: (call) => toSubscription(call.world, requireOne(call.world.subscriptions, 'subscription', call)),
  },
  {
    method: 'POST',
    path: '/v1/subscriptions/{id}',
    parameters: 'SubscriptionUpdateParams',
    modelled: [...SHARED, 'items.id', 'items.deleted', 'proration_date', 'cancel_at_period_end'],
    expandable: EXPANDABLE,
    answer: 'Subscription',
    run: update,
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/{id}',
    parameters: 'SubscriptionCancelParams',
    modelled: ['prorate', 'invoice_now', 'expand'],
    expandable: EXPANDABLE,
    answer: 'Subscription',
    run: (call) => {
      const subscription = requireOne(call.world.subscriptions, 'subscription', call)
      if (isEnded(subscription)) throw missing('subscription', subscription.id)
      const prorates = flagOf(call.parameters.prorate) ?? false
      const invoicesNow = flagOf(call.parameters.invoice_now) ?? false
      cancelSubscription(call.world, subscription, { prorates, invoicesNow }, timeOfCustomer(call.world, subscription))
      return toSubscription(call.world, subscription)
    },
  },
]

const isEnded = ({ status }: Subscription): boolean => status === 'canceled' || status === 'incomplete_expired'

const timeOfCustomer = (world: World, { customer }: { customer: string }): number =>
  timeOf(world, world.customers.get(customer)?.clock ?? null)

const readItems = (sent: unknown): ItemInput[] =>
  listOf(sent).map((each) => {
    const { id, price, quantity, deleted } = mapOf(each)
    return { id: textOf(id), price: textOf(price), quantity: numberOf(quantity), isDeleted: flagOf(deleted) }
  })

/** Whether a declined card makes the whole request fail. Throws 501 for the behaviours that are not modelled. */
function readPaymentBehavior(sent: unknown): boolean {
  const behavior = textOf(sent) ?? 'allow_incomplete'
  if (behavior === 'allow_incomplete') return false
  if (behavior === 'error_if_incomplete') return true
  throw notModelled(`payment_behavior=${behavior}`)
}

/** A card of the customer, or Stripe's 400. */
function readCard(world: World, customer: Customer, sent: unknown): string | null {
  const id = textOf(sent) ?? null
  if (id !== null && world.paymentMethods.get(id)?.customer !== customer.id) {
    const message = `The customer does not have a payment method with the ID ${id}.`
    throw invalid(message, { code: 'resource_missing', param: 'default_payment_method' })
  }
  return id
}

function create({ world, parameters }: Call): Wire {
  const customer = requireCustomer(world, parameters.customer)
  if (mapOf(parameters.billing_mode).type === 'classic') throw notModelled('billing_mode[type]=classic')
  const input = {
    customer,
    items: readItems(parameters.items),
    collectionMethod: (textOf(parameters.collection_method) ?? 'charge_automatically') as CollectionMethod,
    daysUntilDue: numberOf(parameters.days_until_due) ?? null,
    defaultPaymentMethod: readCard(world, customer, parameters.default_payment_method),
    description: textOf(parameters.description) ?? null,
    metadata: mergeMetadata({}, parameters.metadata),
    anchor: numberOf(parameters.billing_cycle_anchor),
    prorates: (textOf(parameters.proration_behavior) ?? 'create_prorations') !== 'none',
    failsIfIncomplete: readPaymentBehavior(parameters.payment_behavior),
  }
  const at = timeOf(world, customer.clock)
  rehearse(world, customer, (copy, own) => createSubscription(copy, { ...input, customer: own }, at))
  return toSubscription(world, createSubscription(world, input, at))
}

/** Runs the change on a copy first, so that a refused request only uses up the declined payment. */
function rehearse(world: World, customer: Customer, run: (copy: World, own: Customer) => void): void {
  const copy = copyFor(world, customer.id)
  const own = copy.customers.get(customer.id)
  if (own === undefined) throw missing('customer', customer.id)
  try {
    run(copy, own)
  } catch (error) {
    customer.nextDeclines = own.nextDeclines
    throw error
  }
}

/** What the parameters of an update or of a preview say about items, prorations and the anchor. */
export function readChange(parameters: Parameters): ChangeInput {
  const anchor = parameters.billing_cycle_anchor
  if (typeof anchor === 'number') throw notModelled('a billing_cycle_anchor other than now and unchanged')
  return {
    items: readItems(parameters.items),
    prorationBehavior: (textOf(parameters.proration_behavior) ?? 'create_prorations') as ProrationBehavior,
    prorationDate: numberOf(parameters.proration_date),
    movesAnchor: anchor === 'now',
    failsIfIncomplete: readPaymentBehavior(parameters.payment_behavior),
    cancelAtPeriodEnd: flagOf(parameters.cancel_at_period_end),
  }
}

function update(call: Call): Wire {
  const { world, parameters } = call
  const subscription = requireOne(world.subscriptions, 'subscription', call)
  const customer = requireCustomer(world, subscription.customer)
  if (isEnded(subscription)) {
    const other = Object.keys(parameters).find((name) => name !== 'metadata' && name !== 'expand')
    if (other) throw invalid('Only the metadata of a canceled subscription can be updated.', { param: other })
  }
  if (subscription.status === 'incomplete' && parameters.items !== undefined) {
    throw invalid('The items of an incomplete subscription cannot be changed.', { param: 'items' })
  }
  const card = readCard(world, customer, parameters.default_payment_method)
  const metadata = mergeMetadata(subscription.metadata, parameters.metadata)
  const input: ChangeInput = {
    ...readChange(parameters),
    collectionMethod: textOf(parameters.collection_method) as CollectionMethod | undefined,
    daysUntilDue: numberOf(parameters.days_until_due),
    apply(target) {
      target.metadata = metadata
      if (parameters.default_payment_method !== undefined) target.defaultPaymentMethod = card
      if (parameters.description !== undefined) target.description = textOf(parameters.description) ?? null
    },
  }
  const at = timeOfCustomer(world, subscription)
  rehearse(world, customer, (copy) => {
    const own = copy.subscriptions.get(subscription.id)
    if (own) changeSubscription(copy, own, input, at)
  })
  changeSubscription(world, subscription, input, at)
  return toSubscription(world, subscription)
}

function list({ world, parameters }: Call): Wire {
  const { customer, status, price, test_clock: clock, collection_method: method } = parameters
  const found = [...world.subscriptions.values()].filter((subscription) => {
    const isOfStatus =
      status === 'all' ||
      (status === undefined && subscription.status !== 'canceled') ||
      (status === 'ended' && isEnded(subscription)) ||
      status === subscription.status
    const own = world.customers.get(subscription.customer)?.clock ?? null
    return (
      isOfStatus &&
      (customer === undefined || subscription.customer === customer) &&
      // Objects of test clocks are listed only if the request names the clock or the customer.
      (clock === undefined ? own === null || customer !== undefined : own === clock) &&
      (price === undefined || subscription.items.some((item) => item.price === price)) &&
      (method === undefined || subscription.collectionMethod === method) &&
      isInRange(subscription.created, parameters.created)
    )
  })
  return toPage(found, { parameters, url: '/v1/subscriptions', toWire: (each) => toSubscription(world, each) })
}
