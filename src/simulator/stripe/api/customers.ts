import { attachCard } from '../billing/cards.ts'
import { emit, updateCustomer } from '../billing/events.ts'
import { endSubscription } from '../billing/payments.ts'
import { invalid, missing } from '../protocol/failures.ts'
import { listOf, mapOf, mergeMetadata, textOf } from '../protocol/parameters.ts'
import type { Customer, PaymentMethod } from '../state/state.ts'
import { timeOf, type World } from '../state/world.ts'
import { toPaymentMethod, type Wire } from '../wire/catalogue.ts'
import { toCustomer, toCustomerWithCredit } from '../wire/customers.ts'
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

const ADDRESS = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'].map((part) => `address.${part}`)
const CUSTOMER = [
  ...['name', 'email', 'description', 'phone', 'metadata', 'metadata.*', 'address', 'expand'],
  ...['invoice_settings.default_payment_method', ...ADDRESS],
]
const CREDIT = 'invoice_credit_balance'
const EXPANDABLE = ['invoice_settings.default_payment_method', 'test_clock']

export const CUSTOMER_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    parameters: 'CustomerCreateParams',
    modelled: [...CUSTOMER, 'test_clock', 'payment_method'],
    expandable: EXPANDABLE,
    answer: 'Customer',
    run: createCustomer,
  },
  {
    method: 'GET',
    path: '/v1/customers',
    parameters: 'CustomerListParams',
    modelled: ofList('email', 'test_clock', ...CREATED_FILTER),
    answer: 'Customer',
    isList: true,
    run: ({ world, parameters }) => {
      const customers = [...world.customers.values()].filter(
        ({ deleted, email, clock, created }) =>
          !deleted &&
          (parameters.email === undefined || email === parameters.email) &&
          (parameters.test_clock === undefined ? clock === null : clock === parameters.test_clock) &&
          isInRange(created, parameters.created),
      )
      return toPage(customers, { parameters, url: '/v1/customers', toWire: toCustomer })
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/{id}',
    parameters: 'CustomerRetrieveParams',
    modelled: ['expand'],
    expandable: [...EXPANDABLE, CREDIT],
    answer: 'Customer',
    run: (call) => {
      const customer = requireOne(call.world.customers, 'customer', call)
      return listOf(call.parameters.expand).includes(CREDIT) ? toCustomerWithCredit(customer) : toCustomer(customer)
    },
  },
  {
    method: 'POST',
    path: '/v1/customers/{id}',
    parameters: 'CustomerUpdateParams',
    modelled: CUSTOMER,
    expandable: EXPANDABLE,
    answer: 'Customer',
    run: changeCustomer,
  },
  { method: 'DELETE', path: '/v1/customers/{id}', answer: 'DeletedCustomer', run: deleteCustomer },
  {
    method: 'POST',
    path: '/v1/payment_methods/{id}/attach',
    parameters: 'PaymentMethodAttachParams',
    modelled: ['customer', 'expand'],
    answer: 'PaymentMethod',
    run: ({ world, parameters, ids }) =>
      toPaymentMethod(attachCard(world, requireCustomer(world, parameters.customer), ids[0] ?? '')),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/{id}/detach',
    parameters: 'PaymentMethodDetachParams',
    modelled: ['expand'],
    answer: 'PaymentMethod',
    run: detachCard,
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/{id}',
    parameters: 'PaymentMethodRetrieveParams',
    modelled: ['expand'],
    answer: 'PaymentMethod',
    run: (call) => toPaymentMethod(requireOne(call.world.paymentMethods, 'PaymentMethod', call)),
  },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    parameters: 'PaymentMethodListParams',
    modelled: ofList('customer', 'type'),
    answer: 'PaymentMethod',
    isList: true,
    run: ({ world, parameters }) => {
      const { id } = requireCustomer(world, parameters.customer)
      const cards = [...world.paymentMethods.values()].filter(({ customer }) => customer === id)
      return toPage(cards, { parameters, url: '/v1/payment_methods', toWire: toPaymentMethod })
    },
  },
]

function createCustomer({ world, parameters }: Call): Wire {
  const clock = textOf(parameters.test_clock) ?? null
  if (clock !== null && !world.clocks.has(clock)) throw missing('test clock', clock, 'test_clock')
  const customer: Customer = {
    id: world.newId('cus'),
    created: timeOf(world, clock),
    name: null,
    email: null,
    description: null,
    phone: null,
    address: null,
    metadata: {},
    currency: null,
    balances: new Map(),
    defaultPaymentMethod: null,
    clock,
    deleted: false,
    invoiceNumber: 1,
    nextDeclines: [],
  }
  world.customers.set(customer.id, customer)
  const card = textOf(parameters.payment_method)
  if (card !== undefined) attachCard(world, customer, card)
  applyDetails(world, customer, parameters)
  const wire = toCustomer(customer)
  emit(world, 'customer.created', wire)
  return wire
}

/** Looks up references before it changes the customer, so that a refused request changes nothing. */
function applyDetails(world: World, customer: Customer, parameters: Call['parameters']): void {
  const settings = mapOf(parameters.invoice_settings)
  const card = textOf(settings.default_payment_method)
  if (card !== undefined && world.paymentMethods.get(card)?.customer !== customer.id) {
    const message = `The customer does not have a payment method with the ID ${card}. The payment method must be attached to the customer.`
    throw invalid(message, { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' })
  }
  const metadata = mergeMetadata(customer.metadata, parameters.metadata)
  for (const name of ['name', 'email', 'description', 'phone'] as const) {
    if (parameters[name] !== undefined) customer[name] = textOf(parameters[name]) ?? null
  }
  if (parameters.address !== undefined) customer.address = toAddress(parameters.address)
  if (settings.default_payment_method !== undefined) customer.defaultPaymentMethod = card ?? null
  customer.metadata = metadata
}

function toAddress(sent: unknown): Record<string, string | null> | null {
  if (sent === null || sent === '') return null
  const parts = mapOf(sent)
  const names = ['city', 'country', 'line1', 'line2', 'postal_code', 'state']
  return Object.fromEntries(names.map((name) => [name, textOf(parts[name]) ?? null]))
}

function changeCustomer(call: Call): Wire {
  const { world, parameters } = call
  const customer = requireOne(world.customers, 'customer', call)
  if (customer.deleted) throw missing('customer', customer.id)
  updateCustomer(world, customer.id, () => applyDetails(world, customer, parameters))
  return toCustomer(customer)
}

function deleteCustomer(call: Call): Wire {
  const { world } = call
  const customer = requireOne(world.customers, 'customer', call)
  if (customer.deleted) throw missing('customer', customer.id)
  const at = timeOf(world, customer.clock)
  for (const subscription of world.subscriptions.values()) {
    const isLive = !['canceled', 'incomplete_expired'].includes(subscription.status)
    if (subscription.customer === customer.id && isLive) endSubscription(world, subscription, at)
  }
  const before = toCustomer(customer)
  customer.deleted = true
  emit(world, 'customer.deleted', before)
  return toCustomer(customer)
}

function detachCard(call: Call): Wire {
  const { world } = call
  const method: PaymentMethod = requireOne(world.paymentMethods, 'PaymentMethod', call)
  const owner = method.customer
  method.customer = null
  for (const customer of world.customers.values()) {
    if (customer.defaultPaymentMethod === method.id) {
      updateCustomer(world, customer.id, () => {
        customer.defaultPaymentMethod = null
      })
    }
  }
  for (const subscription of world.subscriptions.values()) {
    if (subscription.defaultPaymentMethod === method.id) subscription.defaultPaymentMethod = null
  }
  const wire = toPaymentMethod(method)
  emit(world, 'payment_method.detached', wire, { customer: owner })
  return wire
}
