import { requireCollection } from '../billing/create.ts'
import { emitInvoice } from '../billing/events.ts'
import { endInvoice, finalizeInvoice, markPaid } from '../billing/invoices.ts'
import { attemptPayment, toCardError } from '../billing/payments.ts'
import { previewInvoice } from '../billing/trial-run.ts'
import { invalid, missing, notModelled } from '../protocol/failures.ts'
import { flagOf, mapOf, numberOf, textOf } from '../protocol/parameters.ts'
import type { CollectionMethod, Invoice, InvoiceStatus } from '../state/state.ts'
import { timeOf, type World } from '../state/world.ts'
import type { Wire } from '../wire/catalogue.ts'
import { toInvoice, toInvoiceItem } from '../wire/invoices.ts'
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
import { readChange } from './subscriptions.ts'

const EXPANDABLE = ['customer', 'lines.data.pricing.price_details.price', 'parent.subscription_details.subscription']
const DETAILS = [
  ...['items', 'items.id', 'items.price', 'items.quantity', 'items.deleted', 'proration_behavior', 'proration_date'],
  ...['billing_cycle_anchor', 'cancel_now', 'cancel_at_period_end', 'billing_mode.type'],
].map((name) => `subscription_details.${name}`)

export const INVOICE_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/invoices/create_preview',
    parameters: 'InvoiceCreatePreviewParams',
    modelled: ['customer', 'subscription', 'expand', 'preview_mode', ...DETAILS],
    expandable: EXPANDABLE,
    answer: 'Invoice',
    run: preview,
  },
  {
    method: 'GET',
    path: '/v1/invoices',
    parameters: 'InvoiceListParams',
    modelled: ofList('customer', 'subscription', 'status', 'collection_method', ...CREATED_FILTER),
    expandable: EXPANDABLE.map((path) => `data.${path}`),
    answer: 'Invoice',
    isList: true,
    run: list,
  },
  {
    method: 'GET',
    path: '/v1/invoices/{id}',
    parameters: 'InvoiceRetrieveParams',
    modelled: ['expand'],
    expandable: EXPANDABLE,
    answer: 'Invoice',
    run: (call) => toInvoice(call.world, requireOne(call.world.invoices, 'invoice', call)),
  },
  {
    method: 'POST',
    path: '/v1/invoices/{id}',
    parameters: 'InvoiceUpdateParams',
    modelled: ['collection_method', 'days_until_due', 'expand'],
    expandable: EXPANDABLE,
    answer: 'Invoice',
    run: update,
  },
  {
    method: 'POST',
    path: '/v1/invoices/{id}/finalize',
    parameters: 'InvoiceFinalizeInvoiceParams',
    modelled: ['expand'],
    expandable: EXPANDABLE,
    answer: 'Invoice',
    run: (call) => change(call, 'draft', (invoice, at) => finalizeInvoice(call.world, invoice, at)),
  },
  {
    method: 'POST',
    path: '/v1/invoices/{id}/pay',
    parameters: 'InvoicePayParams',
    modelled: ['payment_method', 'paid_out_of_band', 'off_session', 'expand'],
    expandable: EXPANDABLE,
    answer: 'Invoice',
    run: (call) => change(call, 'open', (invoice, at) => pay(call, invoice, at)),
  },
  {
    method: 'POST',
    path: '/v1/invoices/{id}/void',
    parameters: 'InvoiceVoidInvoiceParams',
    modelled: ['expand'],
    expandable: EXPANDABLE,
    answer: 'Invoice',
    run: (call) => change(call, 'open', (invoice, at) => endInvoice(call.world, invoice, 'void', at)),
  },
  {
    method: 'POST',
    path: '/v1/invoices/{id}/mark_uncollectible',
    parameters: 'InvoiceMarkUncollectibleParams',
    modelled: ['expand'],
    expandable: EXPANDABLE,
    answer: 'Invoice',
    run: (call) => change(call, 'open', (invoice, at) => endInvoice(call.world, invoice, 'uncollectible', at)),
  },
  {
    method: 'GET',
    path: '/v1/invoiceitems',
    parameters: 'InvoiceItemListParams',
    modelled: ofList('customer', 'pending'),
    answer: 'InvoiceItem',
    isList: true,
    run: listItems,
  },
]

const timeOfInvoice = (world: World, { customer }: Invoice): number =>
  timeOf(world, world.customers.get(customer)?.clock ?? null)

function change(call: Call, status: InvoiceStatus, run: (invoice: Invoice, at: number) => void): Wire {
  const invoice = requireOne(call.world.invoices, 'invoice', call)
  if (invoice.status !== status) {
    const code = invoice.status === 'paid' ? { code: 'invoice_already_paid' } : {}
    throw invalid(`The invoice is ${invoice.status}, not ${status}.`, code)
  }
  run(invoice, timeOfInvoice(call.world, invoice))
  return toInvoice(call.world, invoice)
}

/** Changes how a draft will be collected. */
function update(call: Call): Wire {
  const { world, parameters } = call
  const invoice = requireOne(world.invoices, 'invoice', call)
  if (invoice.status !== 'draft') {
    throw invalid("Finalized invoices can't be updated in this way.", { code: 'invoice_not_editable' })
  }
  const collectionMethod = (textOf(parameters.collection_method) ?? invoice.collectionMethod) as CollectionMethod
  const days = collectionMethod === 'charge_automatically' ? null : invoice.daysUntilDue
  const daysUntilDue = numberOf(parameters.days_until_due) ?? days
  requireCollection(collectionMethod, daysUntilDue)
  const nextAttempt = collectionMethod === 'charge_automatically' ? invoice.finalizesAt : null
  Object.assign(invoice, { collectionMethod, daysUntilDue, nextAttempt })
  emitInvoice(world, 'invoice.updated', invoice)
  return toInvoice(world, invoice)
}

function pay({ world, parameters }: Call, invoice: Invoice, at: number): void {
  if (flagOf(parameters.paid_out_of_band) === true) {
    markPaid(world, invoice, at)
    return
  }
  const card = textOf(parameters.payment_method)
  if (card !== undefined && world.paymentMethods.get(card)?.customer !== invoice.customer) {
    throw missing('PaymentMethod', card, 'payment_method')
  }
  const code = attemptPayment(world, invoice, at, card)
  if (code !== undefined) throw toCardError(code)
}

function list({ world, parameters }: Call): Wire {
  const { customer, subscription, status, collection_method: method } = parameters
  const found = [...world.invoices.values()].filter(
    (invoice) =>
      (customer === undefined || invoice.customer === customer) &&
      (subscription === undefined || invoice.subscription === subscription) &&
      (status === undefined || invoice.status === status) &&
      (method === undefined || invoice.collectionMethod === method) &&
      isInRange(invoice.created, parameters.created),
  )
  return toPage(found, { parameters, url: '/v1/invoices', toWire: (each) => toInvoice(world, each) })
}

function preview({ world, parameters }: Call): Wire {
  const id = textOf(parameters.subscription)
  if (id === undefined) throw notModelled('previews without a subscription')
  if (parameters.preview_mode === 'recurring') throw notModelled('preview_mode=recurring')
  const subscription = world.subscriptions.get(id)
  if (subscription === undefined) throw missing('subscription', id, 'subscription')
  const customer = requireCustomer(world, parameters.customer ?? subscription.customer)
  if (customer.id !== subscription.customer)
    throw invalid('The subscription is of another customer.', { param: 'customer' })
  if (['canceled', 'incomplete_expired'].includes(subscription.status)) {
    throw invalid('A canceled subscription has no upcoming invoice.', { code: 'invoice_upcoming_none' })
  }
  const details = mapOf(parameters.subscription_details)
  const at = timeOf(world, customer.clock)
  const cancelsNow = flagOf(details.cancel_now) ?? false
  const invoice = previewInvoice(world, subscription, { change: readChange(details), cancelsNow }, at)
  if (invoice === undefined) throw invalid('There is no upcoming invoice.', { code: 'invoice_upcoming_none' })
  return toInvoice(world, invoice)
}

function listItems({ world, parameters }: Call): Wire {
  const { customer, pending } = parameters
  const invoiced = [...world.invoices.values()]
    .flatMap(({ lines }) => lines)
    .filter(({ invoiceItem }) => invoiceItem !== null)
  const all = [...(pending === true ? [] : invoiced), ...(pending === false ? [] : world.pendingLines.values())].filter(
    (line) => customer === undefined || line.customer === customer,
  )
  return toPage(
    all.map((line) => ({ id: line.invoiceItem ?? '', line })),
    {
      parameters,
      url: '/v1/invoiceitems',
      toWire: ({ line }) => toInvoiceItem(world, line),
    },
  )
}
