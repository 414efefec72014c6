import type { SubscriptionStatus } from '../../../../shared/plans.ts'

/**
 * Attempts that Stripe makes to collect an invoice from a card, the first included. It is a setting of Stripe's dashboard,
 * which no API shows: the guide says to leave it at Stripe's recommendation, eight retries.
 */
const ATTEMPTS = 9

/** A mail about a payment; in one run of failed payments each is sent once. */
export type DunningMail = 'failed' | 'last-attempt' | 'unpaid' | 'confirm'

/** The oldest open invoice of a subscription, as far as its payment matters. */
export interface InvoiceState {
  id: string
  attempts: number
  nextAttemptAt: Date | undefined
}

const GOOD: readonly SubscriptionStatus[] = ['active', 'trialing']

/**
 * The mails that a subscription calls for in this state. `toConfirm` names the invoice whose payment the bank wants confirmed.
 * One that has ended for another reason than an unpaid invoice calls for none.
 */
export function mailsFor(
  status: SubscriptionStatus,
  invoice: InvoiceState | undefined,
  toConfirm?: string,
): DunningMail[] {
  if (status === 'unpaid') return ['unpaid']
  if (!invoice) return []
  if (toConfirm === invoice.id) return ['confirm']
  if (status === 'canceled') return ['unpaid']
  if (status !== 'past_due') return []
  const isLast = invoice.nextAttemptAt !== undefined && invoice.attempts >= ATTEMPTS - 1
  return isLast ? ['failed', 'last-attempt'] : ['failed']
}

/** The mails that were sent in this run of failed payments, once these are sent; none once it is over. */
export function mailsAfter(status: SubscriptionStatus, sent: readonly string[], due: readonly DunningMail[]): string[] {
  const isOver = GOOD.includes(status) && due.length === 0
  return isOver ? [] : [...new Set([...sent, ...due])]
}
