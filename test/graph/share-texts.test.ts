import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { shareTexts } from '../../src/graph/client/share-texts.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Memory that the value takes after it is parsed and treated, in bytes. */
function retainedBytes(json: string, treat: (value: unknown) => void): number {
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  const value: unknown = JSON.parse(json)
  treat(value)
  collectGarbage()
  const retained = process.memoryUsage().heapUsed - before
  // The value is in use until here.
  assert.ok(value)
  return retained
}

const PLANS = Array.from({ length: 20 }, (_, plan) => ({
  service: `service-number-${plan}`,
  servicePlanId: `00000000-0000-0000-0000-0000000000${10 + plan}`,
  capabilityStatus: 'Enabled for all',
}))

test('repeated texts of a parsed response use memory once', () => {
  const users = Array.from({ length: 500 }, (_, user) => ({ id: `user-${user}`, assignedPlans: PLANS }))
  const json = JSON.stringify({ value: users })
  const share = retainedBytes(json, shareTexts) / retainedBytes(json, () => {})
  assert.ok(share < 0.6, `${share.toFixed(2)} of the memory`)
})

test('sharing texts changes no value, whatever a response contains', () => {
  const names = Object.fromEntries(Array.from({ length: 1_000 }, (_, name) => [`name-${name}`, `text-${name % 3}`]))
  const items = Array.from({ length: 500 }, (_, item) => ({
    id: `id-${item}`,
    state: item % 2 === 0 ? 'on' : 'off',
    changing: item < 100 ? `text-${item}` : 'the same from now on',
    long: 'x'.repeat(item),
    nested: [[{ state: 'on', none: null, number: item }], 'text', null],
  }))
  const json = `{"__proto__":"text","constructor":{"__proto__":"text"},"names":${JSON.stringify(names)},"items":${JSON.stringify(items)}}`
  const value: unknown = JSON.parse(json)
  shareTexts(value)
  assert.equal(JSON.stringify(value), json)
  for (const other of ['text', 1, null, undefined]) shareTexts(other)
})
