import type { BillingReason, Invoice, Line, Period, Subscription } from '../state/state.ts'
import type { World } from '../state/world.ts'
import { amountDueOf, totalOf } from '../wire/invoices.ts'
import { emitInvoice, setStatus, updateCustomer, updateSubscription } from './events.ts'

const DAY = 86_400
/** Drafts of renewals can be changed for an hour. */
const DRAFT_SECONDS = 3_600

interface InvoiceInput {
  reason: BillingReason
  /** The regular lines; pending ones of the subscription are added. */
  lines: Line[]
  period: Period
  prorationDate?: number | undefined
}

/**
 * Creates a draft with the given lines and the pending ones of the subscription. Returns undefined without any line.
 * Drafts of an unpaid subscription stay drafts.
 */
export function createInvoice(
  world: World,
  subscription: Subscription,
  { reason, lines, period, prorationDate }: InvoiceInput,
  at: number,
): Invoice | undefined {
  const pending = [...world.pendingLines.values()].filter((line) => line.subscription === subscription.id)
  const all = [...pending, ...lines]
  if (all.length === 0) return undefined
  const autoAdvance = subscription.status !== 'unpaid'
  const finalizesAt = autoAdvance ? at + DRAFT_SECONDS : null
  const invoice: Invoice = {
    id: world.newId('in'),
    customer: subscription.customer,
    subscription: subscription.id,
    created: at,
    status: 'draft',
    billingReason: reason,
    collectionMethod: subscription.collectionMethod,
    currency: subscription.currency,
    lines: all,
    period,
    prorationDate: prorationDate ?? null,
    metadata: subscription.metadata,
    number: null,
    autoAdvance,
    finalizesAt,
    daysUntilDue: subscription.daysUntilDue,
    dueDate: null,
    startingBalance: 0,
    endingBalance: null,
    amountPaid: 0,
    attemptCount: 0,
    lastDecline: null,
    nextAttempt: subscription.collectionMethod === 'charge_automatically' ? finalizesAt : null,
    isOverdue: false,
    finalizedAt: null,
    paidAt: null,
    voidedAt: null,
    uncollectibleAt: null,
  }
  for (const line of all) {
    line.invoice = invoice.id
    if (line.invoiceItem !== null) world.pendingLines.delete(line.invoiceItem)
  }
  world.invoices.set(invoice.id, invoice)
  emitInvoice(world, 'invoice.created', invoice)
  updateSubscription(world, subscription, () => {
    subscription.latestInvoice = invoice.id
  })
  return invoice
}

/**
 * Opens a draft: assigns its number and applies the customer's balance. An invoice with nothing to pay becomes paid at
 * once.
 */
export function finalizeInvoice(world: World, invoice: Invoice, at: number): void {
  const customer = world.customers.get(invoice.customer)
  if (customer === undefined) return
  invoice.startingBalance = customer.balances.get(invoice.currency) ?? 0
  invoice.status = 'open'
  invoice.finalizedAt = at
  invoice.finalizesAt = null
  invoice.number = `${customer.id.slice(-8).toUpperCase()}-${String(customer.invoiceNumber).padStart(4, '0')}`
  customer.invoiceNumber += 1
  invoice.endingBalance = Math.min(0, totalOf(invoice) + invoice.startingBalance)
  const { endingBalance, currency } = invoice
  updateCustomer(world, customer.id, () => void customer.balances.set(currency, endingBalance))
  if (invoice.collectionMethod === 'send_invoice') {
    invoice.dueDate = at + (invoice.daysUntilDue ?? 0) * DAY
    invoice.nextAttempt = null
  } else invoice.nextAttempt = at
  emitInvoice(world, 'invoice.finalized', invoice)
  if (amountDueOf(world, invoice) === 0) {
    invoice.nextAttempt = null
    markPaid(world, invoice, at)
  } else if (invoice.collectionMethod === 'send_invoice') emitInvoice(world, 'invoice.sent', invoice)
}

/** Records the payment of an open invoice, and what it does to the subscription. */
export function markPaid(world: World, invoice: Invoice, at: number): void {
  invoice.status = 'paid'
  invoice.paidAt = at
  invoice.lastDecline = null
  invoice.amountPaid = amountDueOf(world, invoice)
  emitInvoice(world, 'invoice.paid', invoice)
  emitInvoice(world, 'invoice.payment_succeeded', invoice)
  const subscription = world.subscriptions.get(invoice.subscription)
  if (subscription === undefined || !['past_due', 'unpaid', 'incomplete'].includes(subscription.status)) return
  const isUnpaid = ({ subscription: of, status, attemptCount, isOverdue }: Invoice): boolean =>
    of === subscription.id && status === 'open' && (attemptCount > 0 || isOverdue)
  if (subscription.latestInvoice !== invoice.id && [...world.invoices.values()].some(isUnpaid)) return
  setStatus(world, subscription, 'active')
}

/** Ends an open invoice without payment. */
export function endInvoice(world: World, invoice: Invoice, status: 'void' | 'uncollectible', at: number): void {
  invoice.status = status
  invoice.nextAttempt = null
  if (status === 'void') invoice.voidedAt = at
  else invoice.uncollectibleAt = at
  emitInvoice(world, status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', invoice)
}
