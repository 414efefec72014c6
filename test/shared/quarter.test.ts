import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundsOf, dayIn, listQuarters, thinOut } from '../../src/features/reports/quarterly/rules.ts'
import {
  addQuarters,
  firstDayOf,
  isQuarter,
  lastMonthText,
  quarterOf,
  quarterText,
} from '../../src/shared/dates/quarter.ts'

test('a day belongs to the quarter of its month', () => {
  const quarters = ['2026-01-01', '2026-03-31', '2026-04-01', '2026-09-30', '2026-10-01', '2026-12-31'].map(quarterOf)
  assert.deepEqual(quarters, ['2026-Q1', '2026-Q1', '2026-Q2', '2026-Q3', '2026-Q4', '2026-Q4'])
})

test('quarters are counted across years', () => {
  assert.equal(addQuarters('2026-Q4', 1), '2027-Q1')
  assert.equal(addQuarters('2026-Q1', -1), '2025-Q4')
  assert.equal(addQuarters('2026-Q2', -9), '2024-Q1')
  assert.deepEqual([firstDayOf('2026-Q1'), firstDayOf('2026-Q4')], ['2026-01-01', '2026-10-01'])
  assert.equal(quarterText('2026-Q3'), 'July to September 2026')
  assert.equal(lastMonthText('2026-Q4'), 'December 2026')
})

test('only YYYY-Qn is a quarter', () => {
  assert.ok(isQuarter('2026-Q4'))
  for (const text of ['2026-Q5', '2026-Q0', '2026-4', '1926-Q1', '2026-Q1 ']) assert.ok(!isQuarter(text), text)
})

test('a quarter begins and ends at midnight in its time zone, even if clocks change during it', () => {
  const isoOf = ({ from, until }: { from: Date; until: Date }) => [from.toISOString(), until.toISOString()]
  assert.deepEqual(isoOf(boundsOf('2026-Q3')), ['2026-07-01T00:00:00.000Z', '2026-10-01T00:00:00.000Z'])
  assert.deepEqual(isoOf(boundsOf('2026-Q4', 'Australia/Sydney')), [
    '2026-09-30T14:00:00.000Z',
    '2026-12-31T13:00:00.000Z',
  ])
  assert.equal(dayIn(new Date('2026-09-30T14:00:00.000Z'), 'Australia/Sydney'), '2026-10-01')
})

test('the newest twelve quarters are offered', () => {
  assert.deepEqual(listQuarters('2026-02-10', '2026-07-01'), ['2026-Q3', '2026-Q2', '2026-Q1'])
  const many = listQuarters('2019-01-01', '2026-07-01')
  assert.deepEqual([many.length, many.at(-1)], [12, '2023-Q4'])
})

test('of many runs, the first, the last and some in between are drawn', () => {
  const runs = Array.from({ length: 93 }, (_, index) => index)
  const drawn = thinOut(runs)
  assert.deepEqual([drawn.length, drawn[0], drawn.at(-1)], [10, 0, 92])
  assert.deepEqual(
    drawn,
    [...new Set(drawn)].toSorted((one, other) => one - other),
  )
  assert.deepEqual(thinOut([1, 2, 3]), [1, 2, 3])
})
