import type Stripe from 'stripe'
import type { AppliedChange, Line, PendingChange, Terms } from '../../../../platform/payments/processor.ts'
import { formatMoney } from '../../../../shared/money/amounts.ts'
import { priceOf } from '../../../../shared/money/prices.ts'
import { instantOf, type StripeState, secondsOf } from '../mirror/rules.ts'

/**
 * Stripe stores the result of a request for its Idempotency-Key for at least 24 hours. A change that is older is not sent
 * again: the subscription itself says whether it happened. One hour allows for clocks that differ.
 */
const REPEATABLE_MS = 23 * 3_600_000

/** Whether the request of this change may still be repeated under its key. */
export const isRepeatable = ({ requestedAt }: PendingChange, at: Date): boolean =>
  at.getTime() - requestedAt.getTime() < REPEATABLE_MS

/** What a change costs, in minor units. */
export interface Cost {
  /** Zero or below. */
  creditMinor: bigint
  /** Zero or above. */
  debitMinor: bigint
  dueNowMinor: bigint
}

/** What Stripe previews: the next invoice with the change, and without it. */
export interface Previews {
  changed: Stripe.Invoice
  unchanged: Stripe.Invoice
}

/**
 * What a change costs, from the lines that it adds: those of earlier changes that wait for an invoice are in both previews.
 * New periods are charged in full.
 */
export function costOf({ changed, unchanged }: Previews, after: Terms, isSameBilling: boolean): Cost {
  const known = unchanged.lines.data.map(signatureOf)
  const added = changed.lines.data.filter((line) => {
    const at = known.indexOf(signatureOf(line))
    if (at >= 0) known.splice(at, 1)
    return at < 0 && isProration(line)
  })
  const sumOf = (lines: readonly Stripe.InvoiceLineItem[]) => lines.reduce((sum, line) => sum + BigInt(line.amount), 0n)
  return {
    creditMinor: sumOf(added.filter(({ amount }) => amount < 0)),
    debitMinor: isSameBilling
      ? sumOf(added.filter(({ amount }) => amount > 0))
      : priceOf(after.plan, after.billing, after.currency),
    dueNowMinor: isSameBilling ? 0n : BigInt(changed.amount_due),
  }
}

const signatureOf = ({ amount, period }: Stripe.InvoiceLineItem): string => [amount, period.start, period.end].join()

/** Stripe describes a proration as part of its subscription item, or as an invoice item. */
const isProration = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  parent?.subscription_item_details?.proration === true || parent?.invoice_item_details?.proration === true

/** The total of the invoice after the previewed one: of the next invoice itself where the billing stays. */
export function nextInvoiceOf({ changed: preview }: Previews, after: Terms, isSameBilling: boolean): bigint {
  if (isSameBilling) return BigInt(preview.amount_due)
  // A negative total becomes credit.
  const credit = BigInt(-Math.min(0, preview.starting_balance + preview.total))
  const price = priceOf(after.plan, after.billing, after.currency)
  return price > credit ? price - credit : 0n
}

/** Marks the subscription with the change and its cost, so that a repetition returns the same. */
export const metadataOf = ({ id }: PendingChange, { creditMinor, debitMinor, dueNowMinor }: Cost, until: Date) => ({
  plumbline_change: id,
  plumbline_cost: [creditMinor, debitMinor, dueNowMinor, secondsOf(until)].join(' '),
})

const COST = /^(-?\d+) (\d+) (\d+) (\d+)$/

/** The cost that a subscription is marked with, and the end of the period before; undefined if it is not marked with this change. */
export function readCost(
  metadata: Record<string, string>,
  { id }: PendingChange,
): { cost: Cost; until: Date } | undefined {
  if (metadata.plumbline_change !== id) return undefined
  const [, credit = '0', debit = '0', dueNow = '0', until = '0'] = COST.exec(metadata.plumbline_cost ?? '') ?? []
  return {
    cost: { creditMinor: BigInt(credit), debitMinor: BigInt(debit), dueNowMinor: BigInt(dueNow) },
    until: instantOf(Number(until)),
  }
}

/** The change as the caller knows it. `until` is the end of the period before it. */
export function toApplied(
  state: StripeState,
  { before, at, until, cost }: { before: Terms; at: Date; until: Date; cost: Cost },
  context: { partnerId: string; hasOpenInvoices: boolean },
): AppliedChange {
  const { plan, billing, currency, status, periodStart, periodEnd } = state
  const credit: Line = {
    description: `Unused time of plan ${before.plan}, ${before.billing}`,
    currency: before.currency,
    amountMinor: cost.creditMinor,
    from: at,
    until,
  }
  const debit: Line = {
    description: `Plan ${plan}, ${billing}, at ${formatMoney(priceOf(plan, billing, currency), currency)}`,
    currency,
    amountMinor: cost.debitMinor,
    from: at,
    until: periodEnd,
  }
  const subscription = { ...context, plan, billing, currency, status, periodStart, periodEnd }
  return { subscription, credit, debit, dueNowMinor: cost.dueNowMinor }
}

/** The state as it would be after a change at `at`. */
export function toPreviewedState(state: StripeState, after: Terms, at: Date, newPeriodEnd: Date): StripeState {
  if (after.billing === state.billing && after.currency === state.currency) return { ...state, ...after }
  return { ...state, ...after, periodStart: at, periodEnd: newPeriodEnd }
}
