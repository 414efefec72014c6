import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { joinCalls } from '../../src/platform/database/joined/calls.ts'

test('what is asked for in one turn is one call, and each ask gets its own answer', async () => {
  const calls: number[][] = []
  const double = joinCalls(async (asks: readonly number[]) => {
    calls.push([...asks])
    return asks.map((ask) => (ask === 2 ? undefined : 2 * ask))
  })
  assert.deepEqual(await Promise.all([1, 2, 3].map(double)), [2, undefined, 6])
  const fourth = double(4)
  await nextTurn()
  assert.deepEqual(await Promise.all([fourth, double(5)]), [8, 10])
  assert.deepEqual(calls, [[1, 2, 3], [4], [5]])
})

test('a call joins a limited number of asks', async () => {
  const sizes: number[] = []
  const same = joinCalls(async (asks: readonly number[]) => {
    sizes.push(asks.length)
    return asks
  })
  const asks = Array.from({ length: 250 }, (_, ask) => ask)
  assert.deepEqual(await Promise.all(asks.map(same)), asks)
  assert.deepEqual(sizes, [100, 100, 50])
})

test('a call that fails fails everything that it joined, and nothing else', async () => {
  let isBroken = true
  const same = joinCalls(async (asks: readonly number[]) => {
    if (isBroken) throw new Error('broken')
    return asks
  })
  const [one, two] = await Promise.allSettled([same(1), same(2)])
  assert.deepEqual([one?.status, two?.status], ['rejected', 'rejected'])
  isBroken = false
  assert.equal(await same(3), 3)
})
