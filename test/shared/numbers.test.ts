import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCount, percentText } from '../../src/shared/text/numbers.ts'

test('counts have separators from four digits on', () => {
  const counts = [0, 7, 999, 1000, 12_345, 1_234_567]
  assert.deepEqual(counts.map(formatCount), ['0', '7', '999', '1,000', '12,345', '1,234,567'])
})

test('a percentage is rounded, but never to all or nothing unless it is', () => {
  const shares = [0, 0.001, 0.444, 0.446, 0.999, 1]
  assert.deepEqual(shares.map(percentText), ['0%', '1%', '44%', '45%', '99%', '100%'])
})
