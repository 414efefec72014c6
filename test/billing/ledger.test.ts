import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type Book,
  type BookInvoice,
  cancelBook,
  changeTerms,
  nextInvoiceMinor,
  openBook,
  renew,
} from '../../src/features/billing/embedded/ledger.ts'
import type { Terms } from '../../src/platform/payments/processor.ts'
import { BILLINGS, CURRENCIES, priceOf } from '../../src/shared/money/prices.ts'
import { PLAN_NAMES } from '../../src/shared/plans.ts'

const instant = (text: string): Date => new Date(`${text}${text.includes('T') ? '' : 'T00:00:00'}Z`)
const starter: Terms = { plan: 'starter', billing: 'monthly', currency: 'usd' }
const professional: Terms = { ...starter, plan: 'professional' }
const opened = (terms: Terms, at: string): Book => openBook('prt_1', terms, instant(at)).book
const amounts = (invoice: BookInvoice | undefined): bigint[] => (invoice?.lines ?? []).map((line) => line.amountMinor)

test('a new subscription is invoiced for its first period at once, starting at a whole second', () => {
  const { book, invoices } = openBook('prt_1', starter, new Date('2027-05-10T08:30:15.987Z'))
  assert.deepEqual([book.periodStart, book.periodEnd], [instant('2027-05-10T08:30:15'), instant('2027-06-10T08:30:15')])
  assert.equal(invoices.length, 1)
  assert.deepEqual([invoices[0]?.reason, invoices[0]?.dueMinor], ['subscription_create', 9_900n])
})

test('the credit is the unused part of the debit, by the actual length of the period', () => {
  const book: Book = { ...opened(starter, '2027-02-01'), debitedMinor: 1_000n }
  const at = new Date(book.periodEnd.getTime() - 881_112_000)
  assert.equal(changeTerms(book, professional, at, 'k').credit.amountMinor, -364n)
})

test('an upgrade with the same billing keeps the period and puts both lines on the next invoice', () => {
  const book = opened(starter, '2027-05-01')
  const change = changeTerms(book, professional, instant('2027-05-15'), 'k')
  assert.deepEqual([change.credit.amountMinor, change.debit.amountMinor], [-5_429n, 19_139n])
  assert.deepEqual(change.invoices, [])
  assert.deepEqual([change.book.periodStart, change.book.periodEnd], [book.periodStart, book.periodEnd])
  assert.equal(nextInvoiceMinor(change.book), 34_900n + 19_139n - 5_429n)
  const [invoice] = renew(change.book, instant('2027-06-01')).invoices
  assert.deepEqual(amounts(invoice), [-5_429n, 19_139n, 34_900n])
  assert.equal(invoice?.dueMinor, 48_610n)
})

test('a downgrade credits the unused part, and the remaining credit carries over until it is used up', () => {
  const yearly: Terms = { plan: 'enterprise', billing: 'rolling', currency: 'eur' }
  const book = opened(yearly, '2027-01-01')
  const small: Terms = { ...yearly, plan: 'starter', billing: 'monthly' }
  const change = changeTerms(book, small, instant('2027-07-02T12:00:00'), 'k')
  // Exactly half of the year is left; the month is invoiced at once and paid from the credit.
  assert.equal(change.credit.amountMinor, -459_500n)
  const [invoice] = change.invoices
  assert.deepEqual([invoice?.totalMinor, invoice?.dueMinor], [-450_600n, 0n])
  assert.equal(change.book.credits.eur, 450_600n)
  assert.equal(nextInvoiceMinor(change.book), 0n)
  const later = renew(change.book, instant('2027-08-02T12:00:00'))
  assert.deepEqual([later.invoices[0]?.creditUsedMinor, later.invoices[0]?.dueMinor], [8_900n, 0n])
  assert.equal(later.book.credits.eur, 441_700n)
  const muchLater = renew(change.book, instant('2032-01-01'))
  assert.equal(muchLater.book.credits.eur, 0n)
  const due = muchLater.invoices.reduce((sum, { dueMinor }) => sum + dueMinor, 0n)
  assert.equal(due, BigInt(muchLater.invoices.length) * 8_900n - 450_600n)
})

test('different billing starts a new period now, invoiced in full together with the credit and all pending lines', () => {
  const upgraded = changeTerms(opened(starter, '2027-05-01'), professional, instant('2027-05-15'), 'k1').book
  const yearly: Terms = { ...professional, billing: 'rolling' }
  const { book, invoices } = changeTerms(upgraded, yearly, instant('2027-05-20T06:00:00'), 'k2')
  assert.deepEqual([book.periodStart, book.periodEnd], [instant('2027-05-20T06:00:00'), instant('2028-05-20T06:00:00')])
  assert.equal(invoices.length, 1)
  assert.deepEqual(amounts(invoices[0]), [-5_429n, 19_139n, -13_228n, 349_000n])
  assert.equal(invoices[0]?.dueMinor, 349_482n)
  assert.deepEqual(book.pending, [])
})

test('a different currency closes the old one with its own invoice, and its credit stays in that currency', () => {
  const { book, invoices } = changeTerms(
    opened(starter, '2027-05-01'),
    { ...professional, currency: 'aud' },
    instant('2027-05-15'),
    'k',
  )
  assert.deepEqual(
    invoices.map(({ number, currency, totalMinor, dueMinor }) => [number, currency, totalMinor, dueMinor]),
    [
      [2, 'usd', -5_429n, 0n],
      [3, 'aud', 52_900n, 52_900n],
    ],
  )
  assert.deepEqual(book.credits, { usd: 5_429n, aud: 0n })
  assert.deepEqual([book.periodStart, book.periodEnd], [instant('2027-05-15'), instant('2027-06-15')])
  const back = changeTerms(book, { ...professional, currency: 'usd' }, instant('2027-05-15'), 'k2')
  assert.equal(back.book.credits.usd, 0n)
  assert.equal(back.invoices[1]?.dueMinor, 34_900n - 5_429n)
})

test('periods anchored on day 31 end on the last day of shorter months and return to 31', () => {
  const { book, invoices } = renew(opened(starter, '2027-01-31T10:00:00'), instant('2027-06-01'))
  assert.deepEqual(
    invoices.map(({ issuedAt }) => issuedAt),
    ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'].map((day) => instant(`${day}T10:00:00`)),
  )
  assert.deepEqual(book.periodEnd, instant('2027-06-30T10:00:00'))
})

test('a year anchored on 29 February returns there in leap years', () => {
  const { invoices } = renew(opened({ ...starter, billing: 'rolling' }, '2028-02-29'), instant('2032-03-01'))
  assert.deepEqual(
    invoices.map(({ issuedAt }) => issuedAt),
    ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'].map(instant),
  )
})

test('a trial can be changed at no cost, ends as planned, and then becomes a paid subscription', () => {
  const trial: Book = { ...opened(starter, '2027-05-01'), status: 'trialing', debitedMinor: 0n }
  const change = changeTerms(
    trial,
    { ...professional, billing: 'rolling', currency: 'gbp' },
    instant('2027-05-15'),
    'k',
  )
  assert.deepEqual([change.credit.amountMinor, change.debit.amountMinor, change.invoices.length], [0n, 0n, 0])
  assert.deepEqual(change.book.periodEnd, trial.periodEnd)
  const { book, invoices } = renew(change.book, trial.periodEnd)
  assert.equal(book.status, 'active')
  assert.deepEqual(
    invoices.map(({ currency, dueMinor }) => [currency, dueMinor]),
    [['gbp', 279_000n]],
  )
})

test('a canceled subscription credits the unused part once, and is not renewed', () => {
  const canceled = cancelBook(opened(starter, '2027-05-01'), instant('2027-05-15'), 'k')
  assert.equal(canceled.book.credits.usd, 5_429n)
  assert.deepEqual(cancelBook(canceled.book, instant('2027-05-16'), 'k').invoices, [])
  assert.deepEqual(renew(canceled.book, instant('2028-01-01')).invoices, [])
  assert.equal(nextInvoiceMinor(canceled.book), 0n)
})

const anyTerms: fc.Arbitrary<Terms> = fc.record({
  plan: fc.constantFrom(...PLAN_NAMES),
  billing: fc.constantFrom(...BILLINGS),
  currency: fc.constantFrom(...CURRENCIES),
})
const anyStart = fc.date({ min: instant('2024-01-01'), max: instant('2030-12-31'), noInvalidDate: true })
const anyShare = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })

/** A time inside the period. */
const inside = ({ periodStart, periodEnd }: Book, share: number): Date =>
  new Date(periodStart.getTime() + Math.floor((periodEnd.getTime() - periodStart.getTime()) * share))

test('changing to another plan and back at the same instant nets to zero', () => {
  fc.assert(
    fc.property(anyTerms, fc.constantFrom(...PLAN_NAMES), anyStart, anyShare, (terms, plan, start, share) => {
      const { book } = openBook('prt_1', terms, start)
      const at = inside(book, share)
      const there = changeTerms(book, { ...terms, plan }, at, 'there').book
      const back = changeTerms(there, terms, at, 'back').book
      assert.equal(
        back.pending.reduce((sum, line) => sum + line.amountMinor, 0n),
        0n,
      )
      assert.deepEqual({ ...back, pending: [] }, book)
      assert.equal(nextInvoiceMinor(back), priceOf(terms.plan, terms.billing, terms.currency))
    }),
  )
})

test('a change with the same billing and currency never moves the end of the period', () => {
  fc.assert(
    fc.property(
      anyTerms,
      anyStart,
      fc.array(fc.tuple(fc.constantFrom(...PLAN_NAMES), anyShare)),
      (terms, start, steps) => {
        const { book } = openBook('prt_1', terms, start)
        let changed = book
        for (const [plan, share] of steps)
          changed = changeTerms(changed, { ...terms, plan }, inside(book, share), 'k').book
        assert.deepEqual(
          [changed.periodStart, changed.periodEnd, changed.anchor],
          [book.periodStart, book.periodEnd, book.anchor],
        )
      },
    ),
  )
})

/** Applies changes, each some hours after the previous one, and returns the ledger with every invoice. */
function live(
  terms: Terms,
  start: Date,
  steps: readonly (readonly [Terms, number])[],
): { book: Book; invoices: BookInvoice[] } {
  const first = openBook('prt_1', terms, start)
  let book = first.book
  let at = start
  const invoices = [...first.invoices]
  for (const [wanted, hours] of steps) {
    at = new Date(at.getTime() + hours * 3_600_000)
    const renewed = renew(book, at)
    const changed = changeTerms(renewed.book, wanted, at, 'k')
    book = changed.book
    invoices.push(...renewed.invoices, ...changed.invoices)
  }
  return { book, invoices }
}
const anySteps = fc.array(fc.tuple(anyTerms, fc.integer({ min: 0, max: 2_000 })), { maxLength: 12 })

test('credits never exceed debits, whatever is changed and when', () => {
  fc.assert(
    fc.property(anyTerms, anyStart, anySteps, (terms, start, steps) => {
      for (let length = 0; length <= steps.length; length++) {
        const { book, invoices } = live(terms, start, steps.slice(0, length))
        const lines = [...invoices.flatMap((invoice) => invoice.lines), ...book.pending]
        for (const currency of CURRENCIES) {
          const sum = lines
            .filter((line) => line.currency === currency)
            .reduce((all, line) => all + line.amountMinor, 0n)
          assert.ok(sum >= 0n, `${currency}: ${sum}`)
        }
      }
    }),
  )
})

test('no money is lost or created: in each currency, the invoices equal the amount due minus the remaining credit', () => {
  fc.assert(
    fc.property(anyTerms, anyStart, anySteps, (terms, start, steps) => {
      const { book, invoices } = live(terms, start, steps)
      assert.deepEqual(
        invoices.map(({ number }) => number),
        invoices.map((_, index) => index + 1),
      )
      for (const currency of CURRENCIES) {
        const own = invoices.filter((invoice) => invoice.currency === currency)
        const total = own.reduce((sum, { totalMinor }) => sum + totalMinor, 0n)
        const due = own.reduce((sum, { dueMinor }) => sum + dueMinor, 0n)
        assert.equal(total, due - (book.credits[currency] ?? 0n))
        assert.ok(own.every(({ dueMinor, creditUsedMinor }) => dueMinor >= 0n && creditUsedMinor >= 0n))
      }
    }),
  )
})

test('the ledger depends only on the time, not on how often it was read', () => {
  fc.assert(
    fc.property(
      anyTerms,
      anyStart,
      fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 20 }),
      (terms, start, waits) => {
        const { book } = openBook('prt_1', terms, start)
        let often = book
        const invoices: BookInvoice[] = []
        let at = start
        for (const days of waits) {
          at = new Date(at.getTime() + days * 86_400_000)
          const step = renew(often, at)
          often = step.book
          invoices.push(...step.invoices)
        }
        assert.deepEqual({ book: often, invoices }, renew(book, at))
      },
    ),
  )
})
