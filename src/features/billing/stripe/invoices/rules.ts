import type Stripe from 'stripe'
import type { Invoice, InvoiceReason } from '../../../../platform/payments/processor.ts'
import { CURRENCIES, type Currency } from '../../../../shared/money/prices.ts'
import { instantOf } from '../mirror/rules.ts'

/** Invoices that are read at most: 20 years of monthly ones and as many for changes. */
export const MAX_INVOICES = 500

const REASONS: Readonly<Record<string, InvoiceReason>> = {
  subscription_create: 'subscription_create',
  subscription_cycle: 'subscription_cycle',
}

/** Stripe numbers invoices by customer in a text; `number` is the place in time, from 1. */
export function toInvoice(invoice: Stripe.Invoice, number: number): Invoice {
  const { total, starting_balance: before, ending_balance: after, status, billing_reason: reason } = invoice
  // Balances are below zero where the customer has credit.
  const used = total > 0 ? Math.max(0, (after ?? before) - before) : 0
  return {
    number,
    status: STATUSES.find((word) => word === status) ?? 'draft',
    reason: REASONS[reason ?? ''] ?? 'subscription_update',
    currency: currencyOf(invoice.currency),
    totalMinor: BigInt(total),
    creditUsedMinor: BigInt(used),
    dueMinor: BigInt(invoice.amount_due),
    issuedAt: instantOf(invoice.created),
  }
}

const STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const

/** Our subscriptions have no other currencies. */
function currencyOf(word: string): Currency {
  const currency = CURRENCIES.find((known) => known === word)
  if (!currency) throw new Error(`an invoice at Stripe has the currency ${word}`)
  return currency
}
