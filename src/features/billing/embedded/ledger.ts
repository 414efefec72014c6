import type { Invoice, InvoiceReason, Line, Subscription, Terms } from '../../../platform/payments/processor.ts'
import { wholeSecond } from '../../../shared/dates/datetime.ts'
import { formatMoney, prorate } from '../../../shared/money/amounts.ts'
import { type Currency, priceOf } from '../../../shared/money/prices.ts'
import type { SubscriptionStatus } from '../../../shared/plans.ts'
import { periodEnd, secondsBetween } from './periods.ts'

/** The arithmetic of the embedded processor: pure steps from one state of a partner's books to the next. */

export interface BookLine extends Line {
  /** Absent until it is stored. */
  id?: number
  /** The change that caused it. */
  changeKey?: string
}

export interface BookInvoice extends Invoice {
  lines: readonly BookLine[]
  changeKey?: string
}

/** The state of a partner's books. */
export interface Book extends Omit<Subscription, 'hasOpenInvoices'> {
  /** The start from which periods are counted. */
  anchor: Date
  /** The amount debited for the plan for the whole period. */
  debitedMinor: bigint
  /** Lines that wait for the next invoice. */
  pending: readonly BookLine[]
  /** Credit left by invoices with a total below zero. */
  credits: Readonly<Partial<Record<Currency, bigint>>>
  lastInvoiceNumber: number
  canceledAt: Date | null
}

/** The books after a step, and the invoices it issued, oldest first. */
export interface Step {
  book: Book
  invoices: readonly BookInvoice[]
}

/** A step that changed the terms, with its two lines. */
export interface ChangedTerms extends Step {
  credit: Line
  debit: Line
}

export const RENEWING: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due']

/** What remains of a partner's earlier subscription. */
export type EarlierBook = Pick<Book, 'credits' | 'lastInvoiceNumber'>

/** A new subscription; its first period is invoiced at once. */
export function openBook(
  partnerId: string,
  terms: Terms,
  instant: Date,
  earlier: EarlierBook = { credits: {}, lastInvoiceNumber: 0 },
): Step {
  const at = wholeSecond(instant)
  const blank: Book = {
    partnerId,
    ...terms,
    status: 'active',
    anchor: at,
    periodStart: at,
    periodEnd: at,
    debitedMinor: 0n,
    pending: [],
    ...earlier,
    canceledAt: null,
  }
  const book = startPeriod(blank, terms, at)
  return issue(book, 'subscription_create', [periodLine(book)], at)
}

/** The books at a given time: each period that has ended by then is followed by the next and its invoice. */
export function renew(book: Book, instant: Date): Step {
  let step: Step = { book, invoices: [] }
  while (RENEWING.includes(step.book.status) && step.book.periodEnd <= instant) {
    const { book: old, invoices } = step
    const next: Book = {
      ...startPeriod(old, old, old.periodEnd, old.anchor),
      status: old.status === 'trialing' ? 'active' : old.status,
    }
    const issued = issue(next, 'subscription_cycle', [...old.pending, periodLine(next)], old.periodEnd)
    step = { book: issued.book, invoices: [...invoices, ...issued.invoices] }
  }
  return step
}

/**
 * Changes terms at once, for books that are renewed up to `instant`. With the same billing and currency, the period stays
 * and both lines wait for its end. Otherwise a new period starts, whose full price is invoiced now together with the credit;
 * in another currency the credit goes on a separate last invoice.
 */
export function changeTerms(book: Book, terms: Terms, instant: Date, changeKey: string): ChangedTerms {
  // A change that is applied after its period has ended starts with the next one.
  const at = latest(wholeSecond(instant), book.periodStart)
  const credit: BookLine = { ...creditLine(book, at), changeKey }
  if (book.status === 'trialing') return { ...changeTrial(book, terms, at, changeKey), credit }
  if (terms.billing === book.billing && terms.currency === book.currency) {
    const debitedMinor = priceOf(terms.plan, terms.billing, terms.currency)
    const debit: BookLine = {
      ...periodLine(book, terms),
      from: at,
      amountMinor: unused(book, debitedMinor, at),
      changeKey,
    }
    const pending = [...book.pending, credit, debit]
    return { book: { ...book, ...terms, debitedMinor, pending }, invoices: [], credit, debit }
  }
  const next = startPeriod(book, terms, at)
  const debit: BookLine = { ...periodLine(next), changeKey }
  if (terms.currency === book.currency) {
    const lines = [...book.pending, credit, debit]
    return { ...issue(next, 'subscription_update', lines, at, changeKey), credit, debit }
  }
  const last = issue(book, 'subscription_update', [...book.pending, credit], at, changeKey)
  const first = issue(startPeriod(last.book, terms, at), 'subscription_update', [debit], at, changeKey)
  return { book: first.book, invoices: [...last.invoices, ...first.invoices], credit, debit }
}

/** Ends the subscription: a last invoice credits the unused time. Canceled books stay as they are. */
export function cancelBook(book: Book, instant: Date, changeKey: string): Step {
  if (book.status === 'canceled') return { book, invoices: [] }
  const at = latest(wholeSecond(instant), book.periodStart)
  const lines = [...book.pending, { ...creditLine(book, at), changeKey }]
  return issue({ ...book, status: 'canceled', canceledAt: at }, 'subscription_cancel', lines, at, changeKey)
}

/** The current total of the invoice at the end of the period. */
export function nextInvoiceMinor(book: Book): bigint {
  if (!RENEWING.includes(book.status)) return 0n
  const total = sumOf(book.pending) + priceOf(book.plan, book.billing, book.currency) - creditOf(book, book.currency)
  return total > 0n ? total : 0n
}

const latest = (one: Date, other: Date): Date => (one > other ? one : other)

/** A trial costs nothing, so nothing is charged or credited. Its end does not change. */
function changeTrial(book: Book, terms: Terms, at: Date, changeKey: string): Step & { debit: Line } {
  const debit = { ...periodLine(book, terms), from: at, amountMinor: 0n, changeKey }
  return { book: { ...book, ...terms, debitedMinor: 0n }, invoices: [], debit }
}

/** The books at the start of a period at full price, anchored there unless an anchor is given. */
function startPeriod(book: Book, { plan, billing, currency }: Terms, at: Date, anchor = at): Book {
  const debitedMinor = priceOf(plan, billing, currency)
  const end = periodEnd(anchor, at, billing)
  return { ...book, plan, billing, currency, anchor, periodStart: at, periodEnd: end, debitedMinor }
}

/** Issues an invoice with these lines. It counts as paid: the embedded processor collects no money. */
function issue(
  book: Book,
  reason: InvoiceReason,
  lines: readonly BookLine[],
  issuedAt: Date,
  changeKey?: string,
): Step {
  const currency = lines[0]?.currency ?? book.currency
  const stray = lines.find((line) => line.currency !== currency)
  if (stray) throw new Error(`a line in ${stray.currency} cannot be on an invoice in ${currency}`)
  const totalMinor = sumOf(lines)
  const credit = creditOf(book, currency)
  const payable = totalMinor > 0n ? totalMinor : 0n
  const creditUsedMinor = credit < payable ? credit : payable
  const left = credit - creditUsedMinor + (totalMinor < 0n ? -totalMinor : 0n)
  const number = book.lastInvoiceNumber + 1
  const invoice: BookInvoice = {
    number,
    status: 'paid',
    reason,
    currency,
    totalMinor,
    creditUsedMinor,
    dueMinor: payable - creditUsedMinor,
    issuedAt,
    lines,
    ...(changeKey !== undefined && { changeKey }),
  }
  const credits = { ...book.credits, [currency]: left }
  return { book: { ...book, pending: [], credits, lastInvoiceNumber: number }, invoices: [invoice] }
}

function periodLine(book: Book, { plan, billing, currency }: Terms = book): BookLine {
  const description = `Plan ${plan}, ${billing}, at ${formatMoney(priceOf(plan, billing, currency), currency)}`
  return { description, currency, amountMinor: book.debitedMinor, from: book.periodStart, until: book.periodEnd }
}

function creditLine(book: Book, at: Date): BookLine {
  return {
    description: `Unused time of plan ${book.plan}, ${book.billing}`,
    currency: book.currency,
    amountMinor: -unused(book, book.debitedMinor, at),
    from: at,
    until: book.periodEnd,
  }
}

/** The share of a whole period's amount for the remaining time. */
function unused(book: Book, amountMinor: bigint, at: Date): bigint {
  const totalS = secondsBetween(book.periodStart, book.periodEnd)
  const leftS = secondsBetween(at, book.periodEnd)
  return prorate(amountMinor, leftS > 0n ? leftS : 0n, totalS)
}

const creditOf = (book: Book, currency: Currency): bigint => book.credits[currency] ?? 0n

const sumOf = (lines: readonly Line[]): bigint => lines.reduce((sum, line) => sum + line.amountMinor, 0n)
