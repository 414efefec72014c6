import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  dueAt,
  listOccurrences,
  nextOccurrence,
  type Recurrence,
  WEEKDAYS,
} from '../../../src/features/schedules/recurrence.ts'
import { DAY_MS } from '../../../src/shared/dates/time-units.ts'

const ZONES = [
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Antarctica/Troll',
  'Europe/Berlin',
  'America/Nuuk',
  'UTC',
]
const YEARS = 5

const two = (n: number): string => String(n).padStart(2, '0')
const day = (year: number, month: number, date: number): string => `${year}-${two(month)}-${two(date)}`

const intervals = fc.oneof(
  fc.record({ unit: fc.constant('day' as const), on: fc.constant(null) }),
  fc.record({ unit: fc.constant('week' as const), on: fc.constantFrom(null, ...WEEKDAYS) }),
  fc.record({
    unit: fc.constantFrom('month' as const, 'quarter' as const),
    on: fc.oneof(fc.constantFrom(null, 'last'), fc.integer({ min: 1, max: 28 }).map(String)),
  }),
)
const minutes = fc.integer({ min: 0, max: 1439 })
const timeOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`

const recurrences: fc.Arbitrary<Recurrence> = fc
  .record({
    interval: intervals,
    count: fc.integer({ min: 1, max: 12 }),
    opens: minutes,
    length: fc.integer({ min: 15, max: 1439 }),
    timeZone: fc.constantFrom(...ZONES),
    // Pacific/Apia had no 30 December 2011.
    startsOn: fc
      .tuple(fc.integer({ min: 2009, max: 2026 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
      .map(([year, month, date]) => day(year, month, Math.min(date, new Date(Date.UTC(year, month, 0)).getUTCDate()))),
  })
  .map(({ interval, opens, length, ...rest }) => ({
    ...rest,
    ...interval,
    opens: timeOf(opens),
    closes: timeOf((opens + length) % 1440),
  }))

const localOf = (at: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)

/** Every occurrence of five years, by the calendar of UTC days: another way to the same days. */
function countDays({ unit, count, on, startsOn }: Recurrence, until: number): string[] {
  const days: string[] = []
  const start = new Date(`${startsOn}T00:00:00Z`)
  let units: number | undefined
  for (let at = start.getTime(); at < until; at += DAY_MS) {
    const date = new Date(at)
    const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
    const wanted = on === 'last' ? 31 : Number(on ?? start.getUTCDate())
    const weekday = WEEKDAYS[(date.getUTCDay() + 6) % 7]
    const isDay =
      unit === 'day' ||
      (unit === 'week'
        ? on === null
          ? date.getUTCDay() === start.getUTCDay()
          : weekday === on
        : date.getUTCDate() === Math.min(wanted, lastDay))
    if (!isDay) continue
    units = units === undefined ? 0 : units + 1
    const length = unit === 'quarter' ? 3 * count : count
    if (units % length === 0) days.push(date.toISOString().slice(0, 10))
  }
  return days
}

test('over five years a schedule occurs on the expected days, in order, and inside its window', () => {
  fc.assert(
    fc.property(recurrences, fc.double({ min: 0, max: 0.999, noNaN: true }), (recurrence, place) => {
      const until = new Date(`${recurrence.startsOn}T00:00:00Z`).getTime() + YEARS * 365 * DAY_MS
      const expected = countDays(recurrence, until).filter(
        (date) => recurrence.timeZone !== 'Pacific/Apia' || date !== '2011-12-30',
      )
      const found = [...listOccurrences(recurrence, recurrence.startsOn).take(expected.length)]
      assert.deepEqual(
        found.map(({ date }) => date),
        expected,
      )
      let before = 0
      for (const occurrence of found) {
        const due = dueAt(occurrence, place).getTime()
        assert.ok(due > before, 'strictly rising')
        assert.ok(due >= occurrence.opensAt.getTime() && due <= occurrence.closesAt.getTime(), 'inside the window')
        before = due
      }
    }),
    { seed: 45, numRuns: 300 },
  )
})

test('a window opens at its local time, unless clocks skip that time', () => {
  fc.assert(
    fc.property(recurrences, (recurrence) => {
      for (const { date, opensAt } of listOccurrences(recurrence, recurrence.startsOn).take(200)) {
        const local = localOf(opensAt, recurrence.timeZone)
        const wanted = Temporal.PlainDateTime.from(`${date}T${recurrence.opens}`)
        if (local.toPlainDateTime().equals(wanted)) continue
        // The clock jumped over the time: no instant of the zone has it.
        assert.throws(() => wanted.toZonedDateTime(recurrence.timeZone, { disambiguation: 'reject' }))
        const shift = wanted.until(local.toPlainDateTime()).total('hours')
        assert.ok(shift > 0 && shift <= 2, `${shift} hours`)
      }
    }),
    { seed: 46, numRuns: 200 },
  )
})

test('the next occurrence after any time is the first one in the list that opens later', () => {
  const times = fc.integer({ min: Date.UTC(2008, 0), max: Date.UTC(2031, 0) })
  fc.assert(
    fc.property(recurrences, times, (recurrence, time) => {
      const after = new Date(time)
      const next = nextOccurrence(recurrence, after)
      assert.ok(next.opensAt > after)
      const found = listOccurrences(recurrence, recurrence.startsOn).find(({ opensAt }) => opensAt > after)
      assert.deepEqual(next, found)
    }),
    { seed: 47, numRuns: 300 },
  )
})
