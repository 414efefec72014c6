import type { Invoice, Line } from '../state/state.ts'
import type { World } from '../state/world.ts'
import type { Wire } from './catalogue.ts'

/** The sum of the lines: the total before the customer's balance is applied. */
export const totalOf = ({ lines }: Pick<Invoice, 'lines'>): number => lines.reduce((sum, { amount }) => sum + amount, 0)

/** The customer's balance before the invoice; until it is finalized, the current balance. */
function startingBalanceOf(world: World, { status, customer, currency, startingBalance }: Invoice): number {
  return status === 'draft' ? (world.customers.get(customer)?.balances.get(currency) ?? 0) : startingBalance
}

/** What remains to be paid after the customer's balance. A credit is not paid out. */
export const amountDueOf = (world: World, invoice: Invoice): number =>
  Math.max(0, totalOf(invoice) + startingBalanceOf(world, invoice))

const prorationDetailsOf = ({ credited }: Line): Wire => ({
  credited_items: credited && { invoice: credited.invoice, invoice_line_items: credited.lines },
})

function toLine(world: World, line: Line): Wire {
  const price = world.prices.get(line.price)
  if (price === undefined) throw new Error(`no price ${line.price}`)
  const ofItem = line.invoiceItem === null
  return {
    id: line.id,
    object: 'line_item',
    amount: line.amount,
    currency: line.currency,
    description: line.description,
    discount_amounts: [],
    discountable: !line.isProration,
    discounts: [],
    invoice: line.invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: ofItem
        ? null
        : {
            invoice_item: line.invoiceItem,
            proration: line.isProration,
            proration_details: prorationDetailsOf(line),
            subscription: line.subscription,
          },
      subscription_item_details: ofItem
        ? {
            invoice_item: null,
            proration: line.isProration,
            proration_details: prorationDetailsOf(line),
            subscription: line.subscription,
            subscription_item: line.subscriptionItem,
          }
        : null,
      type: ofItem ? 'subscription_item_details' : 'invoice_item_details',
    },
    period: { end: line.period.end, start: line.period.start },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: String(line.isProration ? line.amount : price.unitAmount),
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: line.subscription,
    subtotal: line.amount,
    taxes: [],
  }
}

/** Properties that this account's invoices never have. */
const ABSENT = {
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_shipping: 0,
  application: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  custom_fields: null,
  customer_account: null,
  customer_shipping: null,
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  footer: null,
  from_invoice: null,
  last_finalization_error: null,
  latest_revision: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
}

export function toInvoice(world: World, invoice: Invoice): Wire {
  const customer = world.customers.get(invoice.customer)
  const isDraft = invoice.status === 'draft'
  const total = totalOf(invoice)
  const due = amountDueOf(world, invoice)
  const page = isDraft ? null : `${world.origin}/pages/invoices/${invoice.id}`
  return {
    ...ABSENT,
    id: invoice.id,
    object: 'invoice',
    account_country: 'AU',
    account_name: 'Simulated account',
    amount_due: due,
    amount_paid: invoice.amountPaid,
    amount_remaining: due - invoice.amountPaid,
    attempt_count: invoice.attemptCount,
    attempted: invoice.attemptCount > 0 || invoice.status === 'paid',
    auto_advance: invoice.autoAdvance,
    automatically_finalizes_at: invoice.finalizesAt,
    billing_reason: invoice.billingReason,
    collection_method: invoice.collectionMethod,
    created: invoice.created,
    currency: invoice.currency,
    customer: invoice.customer,
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_tax_exempt: 'none',
    due_date: invoice.dueDate,
    effective_at: invoice.finalizedAt,
    ending_balance: invoice.endingBalance,
    hosted_invoice_url: page,
    invoice_pdf: page && `${page}/pdf`,
    issuer: { type: 'self' },
    lines: {
      object: 'list',
      data: invoice.lines.map((line) => toLine(world, line)),
      has_more: false,
      url: `/v1/invoices/${invoice.id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: invoice.nextAttempt,
    number: invoice.number,
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: invoice.metadata,
        subscription: invoice.subscription,
        ...(invoice.prorationDate !== null && { subscription_proration_date: invoice.prorationDate }),
      },
      type: 'subscription_details',
    },
    period_end: invoice.period.end,
    period_start: invoice.period.start,
    starting_balance: startingBalanceOf(world, invoice),
    status: invoice.status,
    status_transitions: {
      finalized_at: invoice.finalizedAt,
      marked_uncollectible_at: invoice.uncollectibleAt,
      paid_at: invoice.paidAt,
      voided_at: invoice.voidedAt,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: customer?.clock ?? null,
    total,
    total_excluding_tax: total,
    webhooks_delivered_at: isDraft ? null : invoice.created,
  }
}

/** A proration that waits for an invoice, or is on one. */
export function toInvoiceItem(world: World, line: Line): Wire {
  const price = world.prices.get(line.price)
  return {
    id: line.invoiceItem,
    object: 'invoiceitem',
    amount: line.amount,
    currency: line.currency,
    customer: line.customer,
    customer_account: null,
    date: line.created,
    description: line.description,
    discountable: false,
    discounts: [],
    invoice: line.invoice,
    livemode: false,
    metadata: {},
    parent: {
      subscription_details: { subscription: line.subscription, subscription_item: line.subscriptionItem },
      type: 'subscription_details',
    },
    period: { end: line.period.end, start: line.period.start },
    pricing: {
      price_details: { price: line.price, product: price?.product ?? '' },
      type: 'price_details',
      unit_amount_decimal: String(line.amount),
    },
    proration: line.isProration,
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    tax_rates: [],
    test_clock: world.customers.get(line.customer)?.clock ?? null,
  }
}
