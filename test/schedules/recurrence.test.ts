import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  dueAt,
  listOccurrences,
  nextOccurrence,
  occurrenceAfterLimit,
  occurrencesPerMonth,
  placeOf,
  type Recurrence,
} from '../../src/features/schedules/recurrence.ts'

const daily: Recurrence = {
  unit: 'day',
  count: 1,
  on: null,
  opens: '02:00',
  closes: '06:00',
  timeZone: 'UTC',
  startsOn: '2026-01-01',
}

const recur = (more: Partial<Recurrence>): Recurrence => ({ ...daily, ...more })
const first = (recurrence: Recurrence, from: string, n: number) => [...listOccurrences(recurrence, from).take(n)]
const datesOf = (more: Partial<Recurrence>, from = '2026-01-01', n = 4): string[] =>
  first(recur(more), from, n).map(({ date }) => date)

test('days, weeks, months and quarters are counted from the first day', () => {
  assert.deepEqual(datesOf({ count: 3 }), ['2026-01-01', '2026-01-04', '2026-01-07', '2026-01-10'])
  assert.deepEqual(datesOf({ unit: 'week' }), ['2026-01-01', '2026-01-08', '2026-01-15', '2026-01-22'])
  assert.deepEqual(datesOf({ unit: 'week', count: 2, on: 'sunday' }, '2026-02-01', 2), ['2026-02-01', '2026-02-15'])
  assert.deepEqual(datesOf({ unit: 'month', on: '28' }, '2026-02-10', 2), ['2026-02-28', '2026-03-28'])
  assert.deepEqual(datesOf({ unit: 'quarter', on: '5', startsOn: '2026-01-06' }, '2026-01-01', 3), [
    '2026-02-05',
    '2026-05-05',
    '2026-08-05',
  ])
})

test('the last day of a month is that of each month, and a first day on the 31st does not move the others', () => {
  const ends = ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']
  assert.deepEqual(datesOf({ unit: 'month', on: 'last' }), ends)
  assert.deepEqual(datesOf({ unit: 'month', startsOn: '2026-01-31' }), ends)
  assert.deepEqual(datesOf({ unit: 'month', on: 'last' }, '2028-02-29', 1), ['2028-02-29'])
})

test('a time of day stays the same when clocks change', () => {
  const berlin = recur({ timeZone: 'Europe/Berlin', opens: '04:00', closes: '05:00' })
  const opened = first(berlin, '2027-03-27', 3).map(({ opensAt }) => opensAt.toISOString())
  assert.deepEqual(opened, ['2027-03-27T03:00:00.000Z', '2027-03-28T02:00:00.000Z', '2027-03-29T02:00:00.000Z'])
})

test('a window in the hour that clocks skip still opens, and one in the hour that they repeat opens once', () => {
  const berlin = recur({ timeZone: 'Europe/Berlin', opens: '02:30', closes: '03:15' })
  const [spring] = first(berlin, '2027-03-28', 1)
  assert.equal(spring?.opensAt.toISOString(), '2027-03-28T01:30:00.000Z')
  assert.equal(spring?.closesAt.toISOString(), '2027-03-28T01:30:00.000Z')
  const autumn = first(berlin, '2027-10-31', 2).map(({ opensAt }) => opensAt.toISOString())
  assert.deepEqual(autumn, ['2027-10-31T00:30:00.000Z', '2027-11-01T01:30:00.000Z'])
})

test('a window that closes before it opens closes on the next day', () => {
  const [night] = first(recur({ opens: '22:00', closes: '04:00' }), '2026-01-01', 1)
  assert.equal(night?.opensAt.toISOString(), '2026-01-01T22:00:00.000Z')
  assert.equal(night?.closesAt.toISOString(), '2026-01-02T04:00:00.000Z')
})

test('a day that a time zone skipped has no occurrence', () => {
  const apia = { timeZone: 'Pacific/Apia', startsOn: '2011-12-28' }
  assert.deepEqual(datesOf(apia, '2011-12-28'), ['2011-12-28', '2011-12-29', '2011-12-31', '2012-01-01'])
})

test('the next occurrence opens after the given time, also many years later', () => {
  assert.equal(nextOccurrence(daily, new Date('2026-05-04T02:00:00Z')).date, '2026-05-05')
  assert.equal(nextOccurrence(daily, new Date('2026-05-04T01:59:59Z')).date, '2026-05-04')
  assert.equal(nextOccurrence(daily, new Date('2025-01-01T00:00:00Z')).date, '2026-01-01')
  assert.equal(
    nextOccurrence(recur({ unit: 'month', on: 'last' }), new Date('2099-02-28T03:00:00Z')).date,
    '2099-03-31',
  )
})

test('customers spread evenly over the window, and each keeps its place', () => {
  const places = Array.from({ length: 10_000 }, (_, n) => placeOf('sch_1', `cust_${n}`))
  for (let tenth = 0; tenth < 10; tenth++) {
    const inside = places.filter((place) => Math.floor(place * 10) === tenth).length
    assert.ok(inside > 900 && inside < 1100, `${inside} in tenth ${tenth}`)
  }
  assert.equal(placeOf('sch_1', 'cust_1'), places[1])
  assert.notEqual(placeOf('sch_1', 'cust_1'), placeOf('sch_2', 'cust_1'))
  const [window] = first(daily, '2026-01-01', 1)
  assert.ok(window)
  assert.equal(dueAt(window, 0).toISOString(), '2026-01-01T02:00:00.000Z')
  assert.equal(dueAt(window, 0.5).toISOString(), '2026-01-01T04:00:00.000Z')
})

test('runs over the limit are tried on the first day of the next month, unless the schedule occurs in that month', () => {
  const at = new Date('2026-05-20T03:00:00Z')
  assert.equal(occurrenceAfterLimit(daily, at), undefined)
  assert.equal(occurrenceAfterLimit(recur({ unit: 'month', on: '15' }), at), undefined)
  assert.equal(
    occurrenceAfterLimit(recur({ unit: 'quarter', on: '20', startsOn: '2026-02-01' }), at)?.date,
    '2026-06-01',
  )
  const sydney = recur({ unit: 'quarter', on: '20', startsOn: '2026-02-01', timeZone: 'Australia/Sydney' })
  // On 1 June at 02:00 in Sydney it is still May in UTC.
  assert.equal(occurrenceAfterLimit(sydney, at)?.opensAt.toISOString(), '2026-06-01T16:00:00.000Z')
})

test('an average month has the occurrences of an average year', () => {
  assert.equal(Math.round(occurrencesPerMonth(daily) * 12), 365)
  assert.equal(Math.round(occurrencesPerMonth(recur({ unit: 'week', count: 2 })) * 12), 26)
  assert.equal(occurrencesPerMonth(recur({ unit: 'quarter', count: 2 })), 1 / 6)
})
