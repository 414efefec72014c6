import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { linesOf, type PartnerDay, type ShareDay, sumUp } from '../../src/features/settlement/closing/lines.ts'
import { firstOpenDay, monthsOf, periodOf, readAmount, readPercent } from '../../src/features/settlement/rules.ts'
import { settlementPriceOf } from '../../src/shared/money/prices.ts'
import { PLAN_NAMES } from '../../src/shared/plans.ts'

const DAYS_OF_YEAR = periodOf('annual', '2032-01-01').days
const PERIODS = [
  periodOf('annual', '2032-06-01'),
  ...['2032-01-01', '2032-04-01', '2032-07-01', '2032-10-01'].map((day) => periodOf('quarterly', day)),
]

const change = fc.record({
  day: fc.constantFrom(...DAYS_OF_YEAR),
  plan: fc.constantFrom(...PLAN_NAMES, null),
  nextPlan: fc.constantFrom(...PLAN_NAMES, null),
  currency: fc.constantFrom('AUD' as const, 'USD' as const),
  interval: fc.constantFrom('quarterly' as const, 'annual' as const),
  processorBilling: fc.boolean(),
})
const byDay = <T extends { day: string }>(rows: readonly T[]): T[] =>
  rows.toSorted((one, other) => (one.day < other.day ? -1 : 1))
const changes = fc
  .uniqueArray(change, { selector: ({ day }) => day, minLength: 1, maxLength: 30 })
  .map((rows): PartnerDay[] => byDay(rows))
const shares = fc
  .uniqueArray(fc.record({ day: fc.constantFrom(...DAYS_OF_YEAR), basisPoints: fc.integer({ min: 0, max: 10_000 }) }), {
    selector: ({ day }) => day,
    maxLength: 4,
  })
  .map((rows): ShareDay[] => byDay(rows))

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** The active days of a year, counted one by one and without the code under test. */
function activeDays(rows: readonly PartnerDay[]): string[] {
  return DAYS_OF_YEAR.filter((day) => {
    const last = rows.filter((row) => row.day <= day).at(-1)
    return (last?.day === day ? last.plan : (last?.nextPlan ?? null)) !== null
  })
}

test('every active day of a year is in exactly one line of all statements, whatever changes overlap', () => {
  fc.assert(
    fc.property(changes, shares, (rows, share) => {
      const stated = PERIODS.flatMap((period) => linesOf(period, rows, share)).flatMap(
        ({ firstDay, lastDay, days }) => {
          const covered = DAYS_OF_YEAR.filter((day) => day >= firstDay && day <= lastDay)
          assert.equal(covered.length, days)
          return covered
        },
      )
      assert.deepEqual(stated.toSorted(), activeDays(rows))
    }),
  )
})

test('lines add up to the totals, and a plan costs its days rounded once, never more than its price', () => {
  fc.assert(
    fc.property(changes, shares, fc.constantFrom(...PERIODS), (rows, share, period) => {
      const lines = linesOf(period, rows, share)
      const adjustments = [{ amountMinor: -1_234n }, { amountMinor: 99n }]
      const { chargedMinor, shareMinor, adjustmentsMinor, totalMinor } = sumUp(lines, adjustments)
      assert.equal(totalMinor, sum(lines.map(({ amountMinor }) => amountMinor)) - 1_135n)
      assert.equal(totalMinor, chargedMinor - shareMinor + adjustmentsMinor)
      for (const { listMinor, shareMinor: own, amountMinor, processorBilling } of lines) {
        assert.ok(own >= 0n && own <= listMinor)
        assert.equal(amountMinor, processorBilling ? -own : listMinor - own)
      }
      for (const [key, some] of Map.groupBy(lines, ({ plan, currency }) => `${plan} ${currency}`)) {
        const [first] = some
        assert.ok(first, key)
        const days = some.reduce((total, line) => total + line.days, 0)
        const total = sum(some.map(({ listMinor }) => listMinor))
        const price = settlementPriceOf(first.plan, period.interval, first.currency)
        // Twice the distance from the exact amount is at most one unit.
        const off = 2n * (total * BigInt(period.days.length) - price * BigInt(days))
        assert.ok(off >= -BigInt(period.days.length) && off <= BigInt(period.days.length), `${key}: ${total}`)
        if (days === period.days.length) assert.equal(total, price)
      }
    }),
  )
})

test('after an upgrade within a quarter, each plan has its days, its price and its share', () => {
  const terms = { currency: 'AUD', interval: 'quarterly', processorBilling: false } as const
  const lines = linesOf(
    periodOf('quarterly', '2031-08-01'),
    [
      { day: '2031-07-10', plan: 'starter', nextPlan: 'starter', ...terms },
      { day: '2031-08-15', plan: 'professional', nextPlan: 'professional', ...terms },
      { day: '2031-09-01', plan: 'professional', nextPlan: null, ...terms },
    ],
    [{ day: '2031-07-01', basisPoints: 2_000 }],
  )
  assert.deepEqual(
    lines.map(({ plan, firstDay, lastDay, days, listMinor, shareMinor, amountMinor }) => [
      `${plan} ${firstDay} ${lastDay} ${days}`,
      listMinor,
      shareMinor,
      amountMinor,
    ]),
    [
      // 44,700 × 36 / 92 = 17,491.30; 158,700 × 18 / 92 = 31,050.
      ['starter 2031-07-10 2031-08-14 36', 17_491n, 3_498n, 13_993n],
      ['professional 2031-08-15 2031-09-01 18', 31_050n, 6_210n, 24_840n],
    ],
  )
})

test('periods are calendar quarters and years, and due an hour after their end', () => {
  const { name, firstDay, lastDay, days } = periodOf('quarterly', '2032-02-29')
  assert.deepEqual([name, firstDay, lastDay, days.length], ['2032-Q1', '2032-01-01', '2032-03-31', 91])
  assert.deepEqual(monthsOf(periodOf('quarterly', '2031-12-31')), ['2031-10', '2031-11', '2031-12'])
  assert.equal(periodOf('annual', '2032-02-29').days.length, 366)
  assert.equal(firstOpenDay('quarterly', new Date('2032-04-01T00:59:59.999Z')), '2032-01-01')
  assert.equal(firstOpenDay('quarterly', new Date('2032-04-01T01:00:00.000Z')), '2032-04-01')
})

test('amounts and percentages are parsed exactly, and anything else is refused', () => {
  assert.deepEqual(['12.5', '-0.01', '1000000000.00'].map(readAmount), [1_250n, -1n, 100_000_000_000n])
  assert.deepEqual(
    ['0', '0.00', '1.005', '1e3', '', '+1', ' 1', '1000000000.01', '1,5'].map(readAmount),
    Array.from({ length: 9 }, () => undefined),
  )
  assert.deepEqual(['0', '12.5', '100', '33.33'].map(readPercent), [0, 1_250, 10_000, 3_333])
  assert.deepEqual(
    ['100.01', '-1', '1.234', '', '5%'].map(readPercent),
    Array.from({ length: 5 }, () => undefined),
  )
})
