import assert from 'node:assert/strict'
import { test } from 'node:test'
import { durationDays } from '../../../src/engine/readers/values/durations.ts'

test('hours, minutes and seconds of a duration count as fractions of a day', () => {
  assert.equal(durationDays('P180D'), 180)
  assert.equal(durationDays('PT4320H'), 180)
  assert.equal(durationDays('PT4344H'), 181)
  assert.equal(durationDays('P364DT24H'), 365)
  assert.equal(durationDays('P2W'), 14)
  assert.ok((durationDays('P180DT0.1S') ?? 0) > 180)
})

test('years and months count with their maximum length', () => {
  assert.equal(durationDays('P1Y'), 366)
  assert.equal(durationDays('P12M'), 366)
  assert.ok((durationDays('P6M') ?? 0) >= 184)
})

test('anything else is not a duration', () => {
  for (const written of ['', 'P', 'PT', 'P1DT', '180', '-P180D', 'P1.5D', 'PT-1H']) {
    assert.equal(durationDays(written), undefined, written)
  }
})
