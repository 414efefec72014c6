import type { Connection } from '../../../platform/database/database.ts'
import { type BillingProcessor, ChangeRefused, type Subscription, type TermsChange } from '../processor/processor.ts'
import { type Book, cancelBook, changeTerms, nextInvoiceMinor, openBook, renew, type Step } from './ledger.ts'
import {
  findBook,
  findChange,
  insertBook,
  insertBooks,
  listDuePartners,
  listStoredInvoices,
  updateBook,
} from './store.ts'

/**
 * The processor that needs no network: its books are our own tables, its clock is the time passed to each call. Reading the
 * books renews ended periods in memory; storing them can wait.
 */
export const embeddedProcessor: BillingProcessor = {
  async createSubscription(tx, { partnerId, terms, at }) {
    const step = openBook(partnerId, terms, at)
    if (await insertBook(tx, step, at)) return toSubscription(step.book)
    const found = await findBook(tx, partnerId, false)
    return toSubscription(renew(found ?? step.book, at).book)
  },

  async createSubscriptions(tx, partners, at) {
    const steps = partners.map(({ partnerId, terms }) => openBook(partnerId, terms, at))
    if (steps.length > 0) await insertBooks(tx, steps, at)
  },

  async get(tx, partnerId, at, options = { lock: false }) {
    const found = await findBook(tx, partnerId, options.lock)
    return found && toSubscription(renew(found, at).book)
  },

  async preview(tx, { partnerId, terms, at }) {
    const { book } = renew(await requireBook(tx, partnerId, false), at)
    return toChange(changeTerms(book, terms, at, 'preview'))
  },

  async changePlan(tx, { partnerId, terms, at, key }) {
    const renewed = renew(await requireBook(tx, partnerId, true), at)
    const known = await findChange(tx, partnerId, key)
    if (known) {
      return { ...known, subscription: toSubscription(renewed.book), nextInvoiceMinor: nextInvoiceMinor(renewed.book) }
    }
    const changed = changeTerms(renewed.book, terms, at, key)
    await updateBook(tx, join(renewed, changed), at)
    return toChange(changed)
  },

  async cancel(tx, { partnerId, at, key }) {
    const renewed = renew(await requireBook(tx, partnerId, true), at)
    const canceled = cancelBook(renewed.book, at, key)
    await updateBook(tx, join(renewed, canceled), at)
    return toSubscription(canceled.book)
  },

  async listInvoices(tx, partnerId, at) {
    const found = await findBook(tx, partnerId, false)
    if (!found) return []
    const fresh = renew(found, at).invoices.map(({ lines: _, changeKey: __, ...invoice }) => invoice)
    return [...fresh.reverse(), ...(await listStoredInvoices(tx, partnerId))]
  },
}

/** At most `max` partners whose next period is not stored yet. */
export async function listDueSubscriptions(tx: Connection, at: Date, max: number): Promise<string[]> {
  return await listDuePartners(tx, at, max)
}

/** Stores the periods of one partner that have ended by `at`, if any. */
export async function renewSubscription(tx: Connection, partnerId: string, at: Date): Promise<void> {
  const step = renew(await requireBook(tx, partnerId, true), at)
  if (step.invoices.length > 0) await updateBook(tx, step, at)
}

async function requireBook(tx: Connection, partnerId: string, lock: boolean): Promise<Book> {
  const book = await findBook(tx, partnerId, lock)
  if (!book) throw new ChangeRefused('There is no subscription.')
  return book
}

const join = (first: Step, second: Step): Step => ({
  book: second.book,
  invoices: [...first.invoices, ...second.invoices],
})

function toChange(step: Step & Pick<TermsChange, 'credit' | 'debit'>): TermsChange {
  const due = step.invoices.filter((invoice) => invoice.currency === step.book.currency)
  return {
    subscription: toSubscription(step.book),
    credit: step.credit,
    debit: step.debit,
    dueNowMinor: due.reduce((sum, invoice) => sum + invoice.dueMinor, 0n),
    nextInvoiceMinor: nextInvoiceMinor(step.book),
  }
}

const toSubscription = ({
  partnerId,
  status,
  plan,
  billing,
  currency,
  periodStart,
  periodEnd,
}: Book): Subscription => ({ partnerId, status, plan, billing, currency, periodStart, periodEnd })
