import { DAY_MS } from '../../../../shared/dates/time-units.ts'
import type { SubscriptionStatus } from '../../../../shared/plans.ts'

/**
 * Attempts that Stripe makes to collect an invoice from a card, the first included. It is a setting of Stripe's dashboard,
 * which no API shows: the guide says to leave it at Stripe's recommendation, eight retries.
 */
const ATTEMPTS = 9

/** Days without payment after which a subscription becomes unpaid, of the same settings: after the first attempt, or after the due date. */
const DAYS_TO_STOP = { card: 14, sent: 30 } as const

/** An email about a payment; in one run of failed payments each is sent once. */
export type DunningMail = 'failed' | 'last-attempt' | 'unpaid' | 'confirm'

/** An open invoice, as far as its payment matters. */
export interface InvoiceState {
  /** Of the present subscription; otherwise an earlier one, in another currency, has left it. */
  isOwn: boolean
  /** Whether it is charged to a card; otherwise it is sent. */
  isByCard: boolean
  /** Whether the bank wants its payment confirmed. */
  mustConfirm: boolean
  attempts: number
  finalizedAt: Date | undefined
  dueAt: Date | undefined
  nextAttemptAt: Date | undefined
}

const GOOD: readonly SubscriptionStatus[] = ['active', 'trialing']

/**
 * The mails that a subscription calls for in this state. A payment to confirm is not also reported as failed. A subscription
 * that has ended for another reason than an unpaid invoice calls for none.
 */
export function mailsFor(status: SubscriptionStatus, invoice: InvoiceState | undefined): DunningMail[] {
  if (status === 'unpaid' || (status === 'canceled' && invoice?.isOwn)) return ['unpaid']
  if (!invoice || (status !== 'past_due' && !invoice.mustConfirm)) return []
  const isLast = invoice.nextAttemptAt !== undefined && invoice.attempts >= ATTEMPTS - 1
  return [invoice.mustConfirm ? 'confirm' : 'failed', ...(isLast ? (['last-attempt'] as const) : [])]
}

/** The mails that were sent in this run of failed payments, once these are sent; none once it is over. */
export function mailsAfter(status: SubscriptionStatus, sent: readonly string[], due: readonly DunningMail[]): string[] {
  const isOver = GOOD.includes(status) && due.length === 0
  return isOver ? [] : [...new Set([...sent, ...due])]
}

/** What follows from an unpaid invoice, and when. */
export interface Prospect {
  mustConfirm: boolean
  /** When the card is charged again. */
  nextAttemptAt: Date | null
  /** The approximate time from which new runs are stopped if the invoice stays unpaid. */
  stopsAt: Date | null
}

/** What follows from the open invoice of a subscription in this state. */
export function prospectOf(status: SubscriptionStatus, invoice: InvoiceState | undefined): Prospect {
  const { mustConfirm = false, nextAttemptAt } = invoice ?? {}
  if (status !== 'past_due' || !invoice) return { mustConfirm, nextAttemptAt: null, stopsAt: null }
  const from = invoice.isByCard ? invoice.finalizedAt : invoice.dueAt
  const days = invoice.isByCard ? DAYS_TO_STOP.card : DAYS_TO_STOP.sent
  const stopsAt = from && new Date(from.getTime() + days * DAY_MS)
  const latest = stopsAt && nextAttemptAt && nextAttemptAt > stopsAt ? nextAttemptAt : stopsAt
  return { mustConfirm, nextAttemptAt: nextAttemptAt ?? null, stopsAt: latest ?? null }
}
