import assert from 'node:assert/strict'
import { test } from 'node:test'
import { courseOf, forecastWords } from '../../portal/screens/usage/forecast.ts'

const NOW = new Date('2026-02-10T12:00:00Z')
const label = (day: Date): string => day.toISOString().slice(8, 10)
const forecast = { runs: 28, from: '2026-02-01T00:00:00.000Z', asOf: NOW.toISOString() }

test('the chart of a month adds up the runs of each day and continues to the forecast in a straight line', () => {
  const days = [
    { day: '2026-02-02', runs: 3 },
    { day: '2026-02-10', runs: 5 },
  ]
  const { known, expected } = courseOf('2026-02', { used: 10, limit: 50, days, forecast }, NOW, label)
  // Two runs of customers that were deleted since are in no day.
  assert.deepEqual(
    known.map(({ value }) => value),
    [2, 5, 5, 5, 5, 5, 5, 5, 5, 10],
  )
  assert.deepEqual(
    expected.map(({ value }) => value),
    [11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28],
  )
  assert.deepEqual([known.at(-1)?.at, expected[0]?.at, expected.at(-1)?.at], ['10', '11', '28'])
})

test('without a forecast, or on the last day, the line does not continue', () => {
  assert.deepEqual(courseOf('2026-02', { used: 1, limit: 50, days: [] }, NOW, label).expected, [])
  const lastDay = new Date('2026-02-28T23:00:00Z')
  const { known, expected } = courseOf('2026-02', { used: 4, limit: 50, days: [], forecast }, lastDay, label)
  assert.deepEqual([known.length, expected.length], [28, 0])
})

test('the forecast says what it is based on, and whether the limit will be reached', () => {
  const runs = { used: 10, limit: 50, days: [] }
  assert.equal(
    forecastWords('2026-02', { ...runs, forecast }),
    'At the pace since 1 February: 28 runs by 28 February, below the limit of 50.',
  )
  assert.equal(
    forecastWords('2026-02', { ...runs, limit: -1, forecast }),
    'At the pace since 1 February: 28 runs by 28 February.',
  )
  const full = { ...forecast, runs: 70, limitReachedAt: '2026-02-20T08:00:00.000Z' }
  assert.equal(
    forecastWords('2026-02', { ...runs, forecast: full }),
    'At the pace since 1 February, the limit of 50 is reached on 20 February.',
  )
  assert.equal(
    forecastWords('2026-12', { ...runs, used: 50, forecast }),
    'The limit is reached. No more runs can start before 1 January.',
  )
  assert.equal(forecastWords('2026-02', { ...runs, used: 0, forecast }), 'No runs this month so far.')
  assert.equal(forecastWords('2026-02', runs), 'No forecast yet: it needs at least one full day of runs.')
})
