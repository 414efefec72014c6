import type Stripe from 'stripe'
import { ChangeRefused, type PendingChange, type Terms } from '../../../../platform/payments/processor.ts'
import { priceOf } from '../../../../shared/money/prices.ts'
import type { Cost } from '../changes/rules.ts'
import { secondsOf } from '../mirror/rules.ts'

/** Marks a subscription that is ended for a change, with the sum of the lines that waited for its next invoice. */
export const toEndMark = ({ id }: PendingChange, waitingMinor: bigint) => ({
  plumbline_ended_for: `${id} ${waitingMinor}`,
})

/** That sum; undefined if the subscription is not marked with this change. */
export function readEndMark({ metadata }: Stripe.Subscription, { id }: PendingChange): bigint | undefined {
  const [of, waiting = '0'] = (metadata.plumbline_ended_for ?? '').split(' ')
  return of === id ? BigInt(waiting) : undefined
}

/** The sum of the lines that wait for the next invoice: what its preview has beyond the price of a period. */
export function waitingOf({ subtotal }: Stripe.Invoice, { items }: Stripe.Subscription): bigint {
  const period = items.data.reduce((sum, { price }) => sum + BigInt(price.unit_amount ?? 0), 0n)
  return BigInt(subtotal) - period
}

/**
 * What the change costs: the credit is what the last invoice of the ended subscription has beyond what waited for it anyway,
 * and the full price of a new period is due at once, less the credit that the customer has in the new currency.
 */
export function costOfReplacement(
  last: Stripe.Invoice | undefined,
  { after, waitingMinor, balanceMinor }: { after: Terms; waitingMinor: bigint; balanceMinor: bigint },
): Cost {
  const credit = last ? BigInt(last.subtotal) - waitingMinor : 0n
  const debitMinor = priceOf(after.plan, after.billing, after.currency)
  const dueNowMinor = debitMinor > balanceMinor ? debitMinor - balanceMinor : 0n
  return { creditMinor: credit < 0n ? credit : 0n, debitMinor, dueNowMinor }
}

/** The invoice after the first one in the new currency. */
export function nextInvoiceAfter({ debitMinor }: Cost, balanceMinor: bigint): bigint {
  const left = balanceMinor > debitMinor ? balanceMinor - debitMinor : 0n
  return debitMinor > left ? debitMinor - left : 0n
}

/** The credit of a customer in a currency. */
export function balanceOf(customer: Stripe.Customer | Stripe.DeletedCustomer, currency: string): bigint {
  const balance = customer.deleted ? 0 : (customer.invoice_credit_balance?.[currency] ?? 0)
  return balance > 0 ? BigInt(balance) : 0n
}

/** Seconds by which the times of one request may differ at Stripe. */
const SAME_TIME_S = 5

/** The last invoice of an ended subscription; undefined if its end left nothing to invoice. */
export function lastInvoiceOf({ latest_invoice: invoice, ended_at }: Stripe.Subscription): Stripe.Invoice | undefined {
  if (invoice === null || typeof invoice === 'string' || ended_at === null) return undefined
  return invoice.created >= ended_at - SAME_TIME_S ? invoice : undefined
}

/** Shortly before a renewal, invoices are pending that would stay uncollected if the subscription ended. */
const RENEWAL_MS = 60_000

/**
 * Throws ChangeRefused while something is still to be collected in the old currency: Stripe stops collecting for a customer
 * whose subscription ends, so the credit could be more than what was paid.
 */
export function requireCollected(
  subscription: Stripe.Subscription,
  { open, drafts, at }: { open: readonly Stripe.Invoice[]; drafts: readonly Stripe.Invoice[]; at: Date },
): void {
  if (open.length > 0) throw new ChangeRefused('The currency cannot be changed while invoices are unpaid.')
  const ends = subscription.items.data.map((item) => item.current_period_end)
  const isRenewing = Math.min(...ends) <= secondsOf(new Date(at.getTime() + RENEWAL_MS))
  // A draft of an earlier subscription never becomes an invoice.
  if (isRenewing || drafts.some(({ auto_advance: isCollected }) => isCollected)) {
    throw new ChangeRefused('An invoice is being prepared. Change the currency once it is paid, in about two hours.')
  }
}
