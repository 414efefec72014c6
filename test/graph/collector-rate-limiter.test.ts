import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RATE_BUDGETS } from '../../src/graph/client/rate-classes.ts'
import { RateLimiter } from '../../src/graph/client/rate-limiter.ts'
import { DeadlineReached, type TimeLimits } from '../../src/graph/transport/time-limits.ts'
import { startVirtualClock } from './fake-graph.ts'

function limitsOf(deadlineMs = 3_600_000, signal = new AbortController().signal) {
  const clock = startVirtualClock()
  return { clock, signal, deadlineAt: clock.now() + deadlineMs }
}

/** Runs this many requests that take no time, and returns when each began, relative to the first. */
async function startTimes(limiter: RateLimiter, limits: TimeLimits, count: number, weight = 1): Promise<number[]> {
  const from = limits.clock.now()
  return Promise.all(
    Array.from({ length: count }, async () => {
      const release = await limiter.enter(weight, limits)
      const at = limits.clock.now() - from
      release()
      return at
    }),
  )
}

const maxWithin = (times: number[], perMs: number): number =>
  Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + perMs).length))

test('no window contains more requests than its class allows', async () => {
  for (const name of ['conditionalAccess', 'reports', 'intune'] as const) {
    const { window = { requests: 0, perMs: 0 } } = RATE_BUDGETS[name]
    const times = await startTimes(new RateLimiter(RATE_BUDGETS[name]), limitsOf(), window.requests * 2 + 1)
    assert.equal(maxWithin(times, window.perMs), window.requests, name)
  }
})

test('the published limits are the ones in force', () => {
  assert.deepEqual(RATE_BUDGETS.conditionalAccess.window, { requests: 1, perMs: 1_000 })
  assert.deepEqual(RATE_BUDGETS.reports.window, { requests: 5, perMs: 10_000 })
  assert.deepEqual(RATE_BUDGETS.intune.window, { requests: 1_000, perMs: 20_000 })
  assert.equal(RATE_BUDGETS.security.concurrent, 4)
})

test('a batch counts as the number of its requests', async () => {
  const limiter = new RateLimiter({ concurrent: 100, window: { requests: 40, perMs: 1_000 } })
  const times = await startTimes(limiter, limitsOf(), 6, 20)
  assert.deepEqual(times, [0, 0, 1_000, 1_000, 2_000, 2_000])
})

test('a request that got its turn but was not sent does not count', async () => {
  const limits = limitsOf()
  const limiter = new RateLimiter({ concurrent: 1, window: { requests: 1, perMs: 1_000 } })
  const release = await limiter.enter(1, limits)
  release(false)
  assert.ok(limiter.isIdle(limits.clock.now()))
  assert.deepEqual(await startTimes(limiter, limits, 2), [0, 1_000])
})

test('a batch larger than the whole window is still sent', async () => {
  const limiter = new RateLimiter({ concurrent: 1, window: { requests: 5, perMs: 1_000 } })
  assert.deepEqual(await startTimes(limiter, limitsOf(), 2, 20), [0, 1_000])
})

test('concurrency is limited, and requests start in the order of arrival', async () => {
  const limits = limitsOf()
  const limiter = new RateLimiter({ concurrent: 2 })
  const order: number[] = []
  let running = 0
  let max = 0
  await Promise.all(
    [1, 2, 3, 4, 5].map(async (number) => {
      const release = await limiter.enter(1, limits)
      order.push(number)
      running += 1
      max = Math.max(max, running)
      await limits.clock.sleep(10)
      running -= 1
      release()
    }),
  )
  assert.deepEqual([order, max], [[1, 2, 3, 4, 5], 2])
})

test('a request that waits past the deadline fails, and does not delay those behind it', async () => {
  const clock = startVirtualClock()
  const { signal } = new AbortController()
  const limiter = new RateLimiter({ concurrent: 1, window: { requests: 1, perMs: 60_000 } })
  const limits = (ms: number) => ({ clock, signal, deadlineAt: clock.now() + ms })
  const release = await limiter.enter(1, limits(1_000))
  release()
  const hasty = limiter.enter(1, limits(1_000))
  const patient = limiter.enter(1, limits(600_000))
  await assert.rejects(hasty, DeadlineReached)
  assert.equal(typeof (await patient), 'function')
})

test('a request that is aborted while waiting leaves the queue with the reason', async () => {
  const stop = new AbortController()
  const limits = limitsOf(3_600_000, stop.signal)
  const limiter = new RateLimiter({ concurrent: 1 })
  const release = await limiter.enter(1, limits)
  const waiting = limiter.enter(1, limits)
  const reason = new Error('canceled')
  stop.abort(reason)
  await assert.rejects(waiting, reason)
  release()
  assert.ok(limiter.isIdle(limits.clock.now()))
})
