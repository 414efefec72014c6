import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { RateLimiter } from '../../src/graph/client/rate-limiter.ts'
import { openHttpClient } from '../../src/graph/transport/http-client.ts'
import { createMemoryBudget, type MemoryShare } from '../../src/graph/transport/memory-budget.ts'
import { sendWithRetries } from '../../src/graph/transport/retry.ts'
import { MAX_SIZES, openAllowance } from '../../src/graph/transport/sizes.ts'
import { startTimeLimits, systemClock } from '../../src/graph/transport/time-limits.ts'

const LIMITS = { bytes: 100, freeBytes: 10, patienceMs: 60_000 }
const { signal } = new AbortController()

/** Whether a share may continue now. */
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

test('while large runs use more than the budget, only the oldest and the small ones continue', async () => {
  const budget = createMemoryBudget(LIMITS)
  const [small, first, second, third] = [budget.open(), budget.open(), budget.open(), budget.open()]
  small.take(10)
  for (const share of [first, second, third]) share.take(30)
  for (const share of [small, first, second, third]) assert.equal(await goesOn(share), true)
  third.take(1)
  assert.deepEqual(await Promise.all([small, first, second, third].map(goesOn)), [true, true, false, false])
})

test('memory that a run releases lets other runs continue, the oldest first if it is not enough for all', async () => {
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

test('a run waits for memory no longer than its page links are valid', async () => {
  const budget = createMemoryBudget({ ...LIMITS, patienceMs: 50 })
  const [first, second] = [budget.open(), budget.open()]
  first.take(90)
  second.take(90)
  assert.equal(await goesOn(second), false)
  await second.room(signal)
  assert.equal(await goesOn(second), true)
})

test('a request whose turn comes while memory is used up waits without delaying others', async () => {
  const budget = createMemoryBudget(LIMITS)
  const [first, second] = [budget.open(), budget.open()]
  const limiter = new RateLimiter({ concurrent: 1 })
  const { limits, end } = startTimeLimits(60_000, systemClock)
  const release = await limiter.enter(1, limits)
  const http = openHttpClient({ allowance: openAllowance(MAX_SIZES, () => {}, second) })
  const sent: string[] = []
  const sending = sendWithRetries(
    { ...http, send: async ({ url }) => ({ status: sent.push(url) }) },
    { method: 'GET', url: 'https://graph.example/users', headers: {} },
    limits,
    () => limiter.enter(1, limits),
  )
  await turn()
  first.take(60)
  second.take(60)
  release()
  await turn()
  assert.deepEqual(sent, [])
  assert.ok(limiter.isIdle(systemClock.now()))
  first.end()
  await sending
  assert.deepEqual(sent, ['https://graph.example/users'])
  end(new Error('The test has ended.'))
  await http.close()
})
