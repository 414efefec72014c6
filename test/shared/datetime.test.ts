import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMonths } from '../../src/shared/datetime.ts'

test('months are added by the calendar, and a day that does not exist becomes the last of the month', () => {
  const from: [date: string, months: number, result: string][] = [
    ['2026-01-31T10:20:30.400Z', 1, '2026-02-28T10:20:30.400Z'],
    ['2024-01-31T00:00:00.000Z', 1, '2024-02-29T00:00:00.000Z'],
    ['2024-02-29T00:00:00.000Z', 12, '2025-02-28T00:00:00.000Z'],
    ['2024-02-29T00:00:00.000Z', -12, '2023-02-28T00:00:00.000Z'],
    ['2026-03-31T23:59:59.999Z', -1, '2026-02-28T23:59:59.999Z'],
    ['2026-12-15T00:00:00.000Z', 1, '2027-01-15T00:00:00.000Z'],
  ]
  for (const [date, months, result] of from)
    assert.equal(addMonths(new Date(date), months).toISOString(), result, `${date} and ${months}`)
})
