import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCount } from '../../src/shared/text/numbers.ts'

test('counts have separators from four digits on', () => {
  const counts = [0, 7, 999, 1000, 12_345, 1_234_567]
  assert.deepEqual(counts.map(formatCount), ['0', '7', '999', '1,000', '12,345', '1,234,567'])
})
