import type Stripe from 'stripe'
import { instantOf } from '../mirror/rules.ts'

/** The job that makes a card from Checkout the one that is charged; its payload is `{ sessionId }`. */
export const CARD_TASK = 'billing.card'

/** A card as people recognize it. */
export interface Card {
  brand: string
  last4: string
  expiryMonth: number
  expiryYear: number
}

/** An invoice as the partner sees it, with amounts in minor units. */
export interface PaymentInvoice {
  /** As printed on the invoice; drafts have none. */
  number?: string
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  currency: string
  totalMinor: bigint
  /** What is still to be paid. */
  openMinor: bigint
  /** Whether it was sent, to be paid by hand; otherwise a card is charged. */
  isSent: boolean
  issuedAt: Date
  dueAt?: Date
  /** Where it can be paid, while it is open. */
  payUrl?: string
  pdfUrl?: string
}

const STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const

export function toPaymentInvoice(invoice: Stripe.Invoice): PaymentInvoice {
  const { number, currency, total, amount_remaining: open, created, due_date: due } = invoice
  const { hosted_invoice_url: payUrl, invoice_pdf: pdfUrl } = invoice
  const status = STATUSES.find((word) => word === invoice.status) ?? 'draft'
  return {
    ...(number !== null && { number }),
    status,
    currency,
    totalMinor: BigInt(total),
    openMinor: status === 'open' || status === 'uncollectible' ? BigInt(open) : 0n,
    isSent: invoice.collection_method === 'send_invoice',
    issuedAt: instantOf(created),
    ...(due !== null && { dueAt: instantOf(due) }),
    ...(status === 'open' && payUrl && { payUrl }),
    ...(pdfUrl && { pdfUrl }),
  }
}

/** A preview of the next invoice, in minor units. */
export interface NextPayment {
  currency: string
  date: Date
  totalMinor: bigint
  creditUsedMinor: bigint
  dueMinor: bigint
  creditLeftMinor: bigint
}

/** From the preview of the invoice that follows the period which ends at `date`. */
export function toNextPayment(
  { currency, total, starting_balance: balance, amount_due: due }: Stripe.Invoice,
  date: Date,
): NextPayment {
  // Balances are below zero where the customer has credit.
  const after = balance + total
  const used = total > 0 ? Math.min(total, Math.max(0, -balance)) : 0
  return {
    currency,
    date,
    totalMinor: BigInt(total),
    creditUsedMinor: BigInt(used),
    dueMinor: BigInt(due),
    creditLeftMinor: BigInt(Math.max(0, -after)),
  }
}

/** The card that is charged; undefined where invoices are sent, or another method than a card pays them. */
export function toCard(customer: Stripe.Customer | Stripe.DeletedCustomer): Card | undefined {
  const method = customer.deleted ? undefined : customer.invoice_settings.default_payment_method
  const card = typeof method === 'object' ? method?.card : undefined
  return card && { brand: card.brand, last4: card.last4, expiryMonth: card.exp_month, expiryYear: card.exp_year }
}
