import { v7 } from 'uuid'
import type { Connection, Database } from '../../../platform/database/database.ts'
import {
  type AppliedChange,
  type BillingProcessor,
  ChangeRefused,
  type PendingChange,
  ProcessorTrouble,
  type Subscription,
} from '../../../platform/payments/processor.ts'
import {
  type Book,
  type ChangedTerms,
  cancelBook,
  changeTerms,
  nextInvoiceMinor,
  openBook,
  renew,
  type Step,
} from './ledger.ts'
import {
  deleteBook,
  findBook,
  findChange,
  hasOpenInvoices,
  insertBooks,
  listDuePartners,
  listEarlierBooks,
  listStoredInvoices,
  updateBook,
} from './store.ts'

/**
 * The processor that needs no network: its books are our own tables, and at the same time the mirror; its clock is the time
 * passed to each call. Reading the books renews ended periods in memory; storing them can wait.
 */
export function createEmbeddedProcessor(db: Database): BillingProcessor {
  return {
    async open(tx, partners, at) {
      const ids = partners.map(({ partnerId }) => partnerId)
      const earlier = await listEarlierBooks(tx, ids)
      const steps = partners.map(({ partnerId, terms }) => openBook(partnerId, terms, at, earlier.get(partnerId)))
      if (steps.length > 0) await insertBooks(tx, steps, at)
    },

    async get(tx, partnerId, at) {
      const found = await findBook(tx, partnerId, false)
      return found && toSubscription(renew(found, at).book, await hasOpenInvoices(tx, partnerId))
    },

    async apply(change) {
      let isWritten = false
      try {
        return await db.transaction().execute(async (tx) => {
          const applied = await applyToBooks(tx, change)
          isWritten = true
          return applied
        })
      } catch (error) {
        // Only an error of the commit leaves it open whether the books have changed.
        if (isWritten || error instanceof ChangeRefused) throw error
        const message = 'the books could not be written'
        throw new ProcessorTrouble('PAYMENT_PROCESSOR_ERROR', message, { outcome: 'unchanged', cause: error })
      }
    },

    // `apply` has written the books.
    record: async () => {},

    async preview({ partnerId, terms, at }) {
      return await readAtOnce(db, async (tx) => {
        const { book } = renew(await requireBook(tx, partnerId, false), at)
        const changed = changeTerms(book, terms, at, 'preview')
        const applied = toApplied(changed, await hasOpenInvoices(tx, partnerId))
        return { ...applied, nextInvoiceMinor: nextInvoiceMinor(changed.book) }
      })
    },

    async cancel({ id, partnerId, at }) {
      return await db.transaction().execute(async (tx) => {
        const renewed = renew(await requireBook(tx, partnerId, true), at)
        const canceled = cancelBook(renewed.book, at, id)
        await updateBook(tx, join(renewed, canceled), at)
        return toSubscription(canceled.book, await hasOpenInvoices(tx, partnerId))
      })
    },

    async close(tx, partnerId, at) {
      const renewed = renew(await requireBook(tx, partnerId, true), at)
      await updateBook(tx, join(renewed, cancelBook(renewed.book, at, v7())), at)
      await deleteBook(tx, partnerId)
    },

    async listInvoices(partnerId, at) {
      return await readAtOnce(db, async (tx) => {
        const found = await findBook(tx, partnerId, false)
        if (!found) return []
        const fresh = renew(found, at).invoices.map(({ lines: _, changeKey: __, ...invoice }) => invoice)
        return [...fresh.reverse(), ...(await listStoredInvoices(tx, partnerId))]
      })
    },
  }
}

async function applyToBooks(tx: Connection, change: PendingChange): Promise<AppliedChange> {
  const { id, partnerId, requestedAt, after } = change
  const renewed = renew(await requireBook(tx, partnerId, true), requestedAt)
  const isOwing = await hasOpenInvoices(tx, partnerId)
  const known = await findChange(tx, partnerId, id)
  if (known) return { ...known, subscription: toSubscription(renewed.book, isOwing) }
  const changed = changeTerms(renewed.book, after, requestedAt, id)
  await updateBook(tx, join(renewed, changed), requestedAt)
  return toApplied(changed, isOwing)
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

/** Reads the tables as they are at one time. */
const readAtOnce = <T>(db: Database, read: (tx: Connection) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

async function requireBook(tx: Connection, partnerId: string, lock: boolean): Promise<Book> {
  const book = await findBook(tx, partnerId, lock)
  if (!book) throw new ChangeRefused('This partner has no subscription.')
  return book
}

const join = (first: Step, second: Step): Step => ({
  book: second.book,
  invoices: [...first.invoices, ...second.invoices],
})

function toApplied({ book, invoices, credit, debit }: ChangedTerms, isOwing: boolean): AppliedChange {
  const due = invoices.filter((invoice) => invoice.currency === book.currency)
  const dueNowMinor = due.reduce((sum, invoice) => sum + invoice.dueMinor, 0n)
  return { subscription: toSubscription(book, isOwing), credit, debit, dueNowMinor }
}

const toSubscription = (
  { partnerId, status, plan, billing, currency, periodStart, periodEnd }: Book,
  isOwing: boolean,
): Subscription => ({
  partnerId,
  status,
  plan,
  billing,
  currency,
  periodStart,
  periodEnd,
  hasOpenInvoices: isOwing,
})
