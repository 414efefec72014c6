import type { Connection } from '../../../platform/database/database.ts'
import type { Invoice, Line } from '../../../platform/payments/processor.ts'
import { toNumber } from '../../../shared/money/amounts.ts'
import { CURRENCIES, type Currency } from '../../../shared/money/prices.ts'
import { type Book, type BookInvoice, type BookLine, type EarlierBook, RENEWING, type Step } from './ledger.ts'

/** The partner's stored books; with `lock`, locked until the transaction ends. */
export async function findBook(tx: Connection, partnerId: string, lock: boolean): Promise<Book | undefined> {
  const row = await tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('processor', '=', 'embedded')
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) return undefined
  const waiting = await tx
    .selectFrom('invoice_lines')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('invoice_number', 'is', null)
    .orderBy('id')
    .execute()
  const balances = await tx
    .selectFrom('credit_balances')
    .select(['currency', 'amount_minor'])
    .where('partner_id', '=', partnerId)
    .execute()
  const credits: Partial<Record<Currency, bigint>> = {}
  for (const { currency, amount_minor } of balances) credits[currency] = BigInt(amount_minor)
  return {
    partnerId,
    status: row.status,
    plan: row.plan,
    billing: row.billing,
    currency: row.currency,
    anchor: row.anchor_at,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    debitedMinor: BigInt(row.debited_minor),
    pending: waiting.map(toLine),
    credits,
    lastInvoiceNumber: row.last_invoice_number,
    canceledAt: row.canceled_at,
  }
}

/** Stores the books of distinct partners, in as many statements as for one. A partner that has a subscription keeps it. */
export async function insertBooks(tx: Connection, steps: readonly Step[], at: Date): Promise<void> {
  const rows = await tx
    .insertInto('subscriptions')
    .values(
      steps.map(({ book }) => ({ partner_id: book.partnerId, created_at: at, updated_at: at, ...columnsOf(book) })),
    )
    .onConflict((conflict) => conflict.column('partner_id').doNothing())
    .returning('partner_id')
    .execute()
  const written = new Set(rows.map((row) => row.partner_id))
  await writeMoney(
    tx,
    steps.filter(({ book }) => written.has(book.partnerId)),
  )
}

/** What remains of earlier books of these partners: their numbers and credits continue. */
export async function listEarlierBooks(
  tx: Connection,
  partnerIds: readonly string[],
): Promise<Map<string, EarlierBook>> {
  if (partnerIds.length === 0) return new Map()
  const numbers = await tx
    .selectFrom('invoices')
    .select((eb) => ['partner_id as partnerId', eb.fn.max('number').as('last')])
    .where('partner_id', 'in', partnerIds)
    .groupBy('partner_id')
    .execute()
  if (numbers.length === 0) return new Map()
  const balances = await tx
    .selectFrom('credit_balances')
    .select(['partner_id', 'currency', 'amount_minor'])
    .where('partner_id', 'in', partnerIds)
    .execute()
  return new Map(
    numbers.map(({ partnerId, last }) => {
      const own = balances.filter((balance) => balance.partner_id === partnerId)
      const credits = Object.fromEntries(own.map(({ currency, amount_minor }) => [currency, BigInt(amount_minor)]))
      return [partnerId, { credits, lastInvoiceNumber: last }]
    }),
  )
}

/** Deletes the subscription of ended books. Invoices and credit stay. */
export async function deleteBook(tx: Connection, partnerId: string): Promise<void> {
  await tx.deleteFrom('subscriptions').where('partner_id', '=', partnerId).execute()
}

/** Stores the books after a step. They must have been read with `lock`. */
export async function updateBook(tx: Connection, step: Step, at: Date): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ updated_at: at, ...columnsOf(step.book) })
    .where('partner_id', '=', step.book.partnerId)
    .execute()
  await writeMoney(tx, [step])
}

const columnsOf = (book: Book) => ({
  status: book.status,
  plan: book.plan,
  billing: book.billing,
  currency: book.currency,
  anchor_at: book.anchor,
  period_start: book.periodStart,
  period_end: book.periodEnd,
  debited_minor: toNumber(book.debitedMinor),
  last_invoice_number: book.lastInvoiceNumber,
  canceled_at: book.canceledAt,
})

/** Stores invoices, new lines and credit of all steps, each kind in one statement. */
async function writeMoney(tx: Connection, steps: readonly Step[]): Promise<void> {
  const invoices = steps.flatMap(({ book, invoices }) => invoices.map((invoice) => toInvoiceRow(book, invoice)))
  if (invoices.length > 0) await tx.insertInto('invoices').values(invoices).execute()
  for (const step of steps) await placeWaitingLines(tx, step)
  const placed = steps.flatMap(({ book, invoices }) => [
    ...invoices.flatMap(({ lines, number }) => lines.map((line) => ({ book, line, number }))),
    ...book.pending.map((line) => ({ book, line, number: null })),
  ])
  const fresh = placed.filter(({ line }) => line.id === undefined).map(toLineRow)
  if (fresh.length > 0) await tx.insertInto('invoice_lines').values(fresh).execute()
  const credits = steps.filter((step) => step.invoices.length > 0).flatMap(({ book }) => toCreditRows(book))
  if (credits.length === 0) return
  await tx
    .insertInto('credit_balances')
    .values(credits)
    .onConflict((conflict) =>
      conflict
        .columns(['partner_id', 'currency'])
        .doUpdateSet((eb) => ({ amount_minor: eb.ref('excluded.amount_minor') })),
    )
    .execute()
}

/** A line with the number of its invoice; null while it waits for one. */
interface PlacedLine {
  book: Book
  line: BookLine
  number: number | null
}

/** Assigns waiting lines to their invoice. */
async function placeWaitingLines(tx: Connection, { book, invoices }: Step): Promise<void> {
  for (const { lines, number } of invoices) {
    const storedIds = lines.flatMap(({ id }) => (id === undefined ? [] : [id]))
    if (storedIds.length === 0) continue
    await tx
      .updateTable('invoice_lines')
      .set({ invoice_number: number })
      .where('partner_id', '=', book.partnerId)
      .where('id', 'in', storedIds)
      .execute()
  }
}

const toInvoiceRow = (book: Book, invoice: BookInvoice) => ({
  partner_id: book.partnerId,
  number: invoice.number,
  status: invoice.status,
  reason: invoice.reason,
  currency: invoice.currency,
  total_minor: toNumber(invoice.totalMinor),
  credit_used_minor: toNumber(invoice.creditUsedMinor),
  due_minor: toNumber(invoice.dueMinor),
  change_id: invoice.changeKey ?? null,
  issued_at: invoice.issuedAt,
})

const toLineRow = ({ book, line, number }: PlacedLine) => ({
  partner_id: book.partnerId,
  invoice_number: number,
  currency: line.currency,
  amount_minor: toNumber(line.amountMinor),
  description: line.description,
  period_from: line.from,
  period_until: line.until,
  change_id: line.changeKey ?? null,
})

const toCreditRows = (book: Book) =>
  CURRENCIES.flatMap((currency) => {
    const amount = book.credits[currency]
    return amount === undefined ? [] : [{ partner_id: book.partnerId, currency, amount_minor: toNumber(amount) }]
  })

/** Stored invoices, newest first. */
export async function listStoredInvoices(tx: Connection, partnerId: string): Promise<Invoice[]> {
  const rows = await tx
    .selectFrom('invoices')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .orderBy('number', 'desc')
    .execute()
  return rows.map((row) => ({
    number: row.number,
    status: row.status,
    reason: row.reason,
    currency: row.currency,
    totalMinor: BigInt(row.total_minor),
    creditUsedMinor: BigInt(row.credit_used_minor),
    dueMinor: BigInt(row.due_minor),
    issuedAt: row.issued_at,
  }))
}

/** Whether an invoice waits to be paid. */
export async function hasOpenInvoices(tx: Connection, partnerId: string): Promise<boolean> {
  const open = await tx
    .selectFrom('invoices')
    .select('number')
    .where('partner_id', '=', partnerId)
    .where('status', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** What an earlier call with this key stored: its two lines and the amount due at once; undefined if there was none. */
export async function findChange(
  tx: Connection,
  partnerId: string,
  key: string,
): Promise<{ credit: Line; debit: Line; dueNowMinor: bigint } | undefined> {
  const lines = await tx
    .selectFrom('invoice_lines')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('change_id', '=', key)
    .orderBy('id')
    .execute()
  const [credit, debit] = lines.map(toLine)
  if (!credit || !debit) return undefined
  const { due } = await tx
    .selectFrom('invoices')
    .select((eb) => eb.fn.sum<string | null>('due_minor').as('due'))
    .where('partner_id', '=', partnerId)
    .where('change_id', '=', key)
    .where('currency', '=', debit.currency)
    .executeTakeFirstOrThrow()
  return { credit, debit, dueNowMinor: BigInt(due ?? 0) }
}

/** Partners whose period has ended, oldest first. */
export async function listDuePartners(tx: Connection, at: Date, max: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('subscriptions')
    .select('partner_id')
    .where('processor', '=', 'embedded')
    .where('status', 'in', RENEWING)
    .where('period_end', '<=', at)
    .orderBy('period_end')
    .limit(max)
    .execute()
  return rows.map((row) => row.partner_id)
}

function toLine(row: {
  id: number
  currency: Currency
  amount_minor: number
  description: string
  period_from: Date
  period_until: Date
  change_id: string | null
}): BookLine {
  return {
    id: row.id,
    description: row.description,
    currency: row.currency,
    amountMinor: BigInt(row.amount_minor),
    from: row.period_from,
    until: row.period_until,
    ...(row.change_id !== null && { changeKey: row.change_id }),
  }
}
