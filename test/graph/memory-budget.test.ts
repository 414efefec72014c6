import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createMemoryBudget, type MemoryShare } from '../../src/graph/transport/memory-budget.ts'

const LIMITS = { bytes: 100, freeBytes: 10, patienceMs: 60_000 }
const { signal } = new AbortController()

/** Whether a share may go on now. */
async function goesOn(share: MemoryShare): Promise<boolean> {
  const stop = new AbortController()
  let isOn = false
  const going = share.room(stop.signal).then(() => {
    isOn = true
  })
  await turn()
  const result = isOn
  stop.abort()
  await going
  return result
}

test('while large runs hold more than the budget, only the oldest and the small ones go on', async () => {
  const budget = createMemoryBudget(LIMITS)
  const [small, first, second, third] = [budget.open(), budget.open(), budget.open(), budget.open()]
  small.take(10)
  for (const share of [first, second, third]) share.take(30)
  for (const share of [small, first, second, third]) assert.equal(await goesOn(share), true)
  third.take(1)
  assert.deepEqual(await Promise.all([small, first, second, third].map(goesOn)), [true, true, false, false])
})

test('what a run gives back lets the others go on, the next oldest if it is not enough for all', async () => {
  const budget = createMemoryBudget(LIMITS)
  const [first, second, third] = [budget.open(), budget.open(), budget.open()]
  first.take(20)
  second.take(90)
  third.take(30)
  const going: string[] = []
  const waits = [
    second.room(signal).then(() => going.push('second')),
    third.room(signal).then(() => going.push('third')),
  ]
  await turn()
  assert.deepEqual(going, [])
  first.end()
  first.end()
  await turn()
  assert.deepEqual(going, ['second'])
  second.end()
  await Promise.all(waits)
  assert.deepEqual(going, ['second', 'third'])
  assert.equal(await goesOn(third), true)
})

test('a run that waited as long as its links may live waits no more', async () => {
  const budget = createMemoryBudget({ ...LIMITS, patienceMs: 50 })
  const [first, second] = [budget.open(), budget.open()]
  first.take(90)
  second.take(90)
  assert.equal(await goesOn(second), false)
  await second.room(signal)
  assert.equal(await goesOn(second), true)
})
