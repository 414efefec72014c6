import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataset } from '../../../src/engine/datasets/catalogue.ts'
import { snapshotKey } from '../../../src/engine/datasets/dataset.ts'
import type { Snapshot } from '../../../src/engine/model/snapshot.ts'
import { CollectFailure, collectSnapshot } from '../../../src/graph/collection/collect.ts'
import { backoffMs, retryAfterMs } from '../../../src/graph/transport/retry.ts'
import { HOUR_MS } from '../../../src/shared/dates/time-units.ts'
import {
  type StandInAnswer,
  type StandInRequest,
  startStandIn,
  startVirtualClock,
  TENANT,
} from '../../graph/fake-graph.ts'

const USERS = '/v1.0/users'
const POLICIES = '/v1.0/identity/conditionalAccess/policies'
const DEVICES = '/v1.0/deviceManagement/managedDevices'
const BUSY = { error: { code: 'TooManyRequests', message: 'Too many requests.' } }

const options = (deadlineMs = HOUR_MS) => ({ tenantId: TENANT, deadlineMs, clock: startVirtualClock() })
const response = (snapshot: Snapshot, key: string) => {
  const found = snapshot.responses[snapshotKey(dataset(key))]
  assert.ok(found, `${key} is not in the snapshot`)
  return found
}
const on = (path: string, answer: (asked: StandInRequest) => StandInAnswer | undefined) => (asked: StandInRequest) =>
  asked.path === path ? answer(asked) : undefined

test('the Retry-After of a 429 is respected to the second', async () => {
  await using graph = await startStandIn({
    graph: on(USERS, ({ earlier }) =>
      earlier < 2 ? { status: 429, headers: { 'Retry-After': '13' }, json: BUSY } : undefined,
    ),
  })
  const chosen = options()
  const snapshot = await collectSnapshot(graph.source, chosen)
  assert.equal(response(snapshot, 'users').status, 200)
  assert.deepEqual(
    chosen.clock.sleeps.filter((ms) => ms === 13_000),
    [13_000, 13_000],
  )
})

test('Retry-After is read in seconds and as a date; one that is not in the future is ignored in favour of backoff', () => {
  const now = Date.parse('2026-03-01T10:00:00Z')
  assert.equal(retryAfterMs('120', now), 120_000)
  assert.equal(retryAfterMs(' 1.5 ', now), 1_500)
  assert.equal(retryAfterMs('Sun, 01 Mar 2026 10:00:30 GMT', now), 30_000)
  for (const useless of [undefined, '', '0', '-5', 'soon', 'Sun, 01 Mar 2026 09:59:00 GMT']) {
    assert.equal(retryAfterMs(useless, now), undefined)
  }
})

test('a request that gets a 429 without Retry-After is repeated until it succeeds', async () => {
  await using graph = await startStandIn({
    graph: on(POLICIES, ({ earlier }) => (earlier < 6 ? { status: 429, json: BUSY } : undefined)),
  })
  const snapshot = await collectSnapshot(graph.source, options())
  assert.equal(response(snapshot, 'conditionalAccessPolicies').status, 200)
})

test('waits without Retry-After are spread over a range that doubles up to a minute', () => {
  for (const [attempt, spanMs] of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000].entries()) {
    const waits = Array.from({ length: 500 }, () => backoffMs(attempt))
    assert.ok(Math.max(...waits) <= spanMs && Math.max(...waits) > spanMs * 0.8, `attempt ${attempt}`)
    assert.ok(Math.min(...waits) < spanMs * 0.2, `attempt ${attempt} has no jitter`)
  }
})

test('requests that get 503 or 504 are repeated, and finally recorded with that status', async () => {
  await using graph = await startStandIn({
    graph: ({ path, earlier }) => {
      if (path === USERS && earlier < 3) return { status: 504 }
      if (path === DEVICES) return { status: 503 }
      return undefined
    },
  })
  const snapshot = await collectSnapshot(graph.source, options())
  assert.equal(response(snapshot, 'users').status, 200)
  assert.deepEqual(
    [response(snapshot, 'managedDevices').status, response(snapshot, 'managedDevices').error?.code],
    [503, 'ServiceUnavailable'],
  )
})

test('a 500 "Rate limit reached" counts as throttling only from Intune', async () => {
  const reply = { status: 500, json: { error: { code: 'InternalServerError', message: 'Rate limit reached' } } }
  await using graph = await startStandIn({
    graph: ({ path, earlier }) => ((path === DEVICES && earlier < 2) || path === USERS ? reply : undefined),
  })
  const snapshot = await collectSnapshot(graph.source, options())
  assert.equal(response(snapshot, 'managedDevices').status, 200)
  assert.equal(response(snapshot, 'users').status, 500)
  assert.equal(graph.asked.filter(({ path }) => path === USERS).length, 1)
})

test('a request that is still throttled at the deadline is recorded as 429, and the rest of the snapshot stays', async () => {
  await using graph = await startStandIn({ graph: on(POLICIES, () => ({ status: 429, json: BUSY })) })
  const snapshot = await collectSnapshot(graph.source, options(600_000))
  assert.equal(response(snapshot, 'conditionalAccessPolicies').status, 429)
  assert.equal(response(snapshot, 'conditionalAccessPolicies').value, undefined)
  assert.equal(response(snapshot, 'users').status, 200)
})

test('no wait starts that would end after the deadline', async () => {
  await using graph = await startStandIn({
    graph: on(USERS, () => ({ status: 429, headers: { 'Retry-After': '7200' }, json: BUSY })),
  })
  const chosen = options()
  const snapshot = await collectSnapshot(graph.source, chosen)
  assert.equal(response(snapshot, 'users').status, 429)
  assert.ok(chosen.clock.sleeps.every((ms) => ms < 7_200_000))
})

test('parts of a batch that stay throttled are each recorded as 429', async () => {
  const groups = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  await using graph = await startStandIn({
    graph: ({ path }) => {
      if (path === POLICIES) return { json: { value: [{ conditions: { users: { includeGroups: groups } } }] } }
      return path.includes(`${groups[0]}`) ? { status: 429, json: BUSY } : undefined
    },
  })
  const { responses } = await collectSnapshot(graph.source, options(600_000))
  const statuses = groups.map((id) => responses[snapshotKey(dataset('groupMembers'), id)]?.status)
  assert.deepEqual(statuses, [429, 200])
})

test('a throttled part that Intune reports as a server error is repeated by itself', async () => {
  const profile = '00000000-0000-4000-8000-000000000009'
  const reply = { status: 500, json: { error: { code: 'InternalServerError', message: 'Rate limit reached' } } }
  await using graph = await startStandIn({
    graph: ({ path, earlier }) => {
      if (path === '/beta/deviceManagement/intents') return { json: { value: [{ id: profile }] } }
      return path.endsWith(`/intents/${profile}/settings`) && earlier < 2 ? reply : undefined
    },
  })
  const { responses } = await collectSnapshot(graph.source, options())
  assert.equal(responses[snapshotKey(dataset('intentSettings'), profile)]?.status, 200)
  assert.deepEqual(graph.batches, [1, 1, 1])
})

test('a request on a cut connection is retried, and finally recorded with status 0', async () => {
  await using graph = await startStandIn({
    graph: ({ path, earlier }) => ({ cut: (path === USERS && earlier < 2) || path === DEVICES, json: { value: [] } }),
  })
  const snapshot = await collectSnapshot(graph.source, options())
  assert.equal(response(snapshot, 'users').status, 200)
  const devices = response(snapshot, 'managedDevices')
  assert.equal(devices.status, 0)
  assert.ok(devices.error?.code)
})

test('a Graph that never responds fails the run instead of giving an empty snapshot', async () => {
  await using graph = await startStandIn({ graph: () => ({ cut: true }) })
  await assert.rejects(
    collectSnapshot(graph.source, options()),
    (error) => error instanceof CollectFailure && error.code === 'TENANT_UNREACHABLE',
  )
})

test('a request without a response ends at the deadline and is recorded; other responses stay', async () => {
  await using graph = await startStandIn({ graph: on(USERS, () => ({ silent: true })) })
  const startedAt = performance.now()
  const snapshot = await collectSnapshot(graph.source, options(1_500))
  assert.ok(performance.now() - startedAt < 10_000)
  assert.deepEqual(
    [response(snapshot, 'users').status, response(snapshot, 'users').error?.code],
    [0, 'DeadlineReached'],
  )
  assert.equal(response(snapshot, 'organization').status, 200)
})

test('an abort ends the collection at once with the caller’s reason', async () => {
  const stop = new AbortController()
  const reason = new Error('the run was canceled')
  await using graph = await startStandIn({
    graph: on(USERS, () => {
      setImmediate(() => stop.abort(reason))
      return { silent: true }
    }),
  })
  await assert.rejects(collectSnapshot(graph.source, { ...options(), signal: stop.signal }), reason)
})

test('a collection that was aborted before its start sends no request', async () => {
  await using graph = await startStandIn()
  const reason = new Error('too late')
  await assert.rejects(collectSnapshot(graph.source, { ...options(), signal: AbortSignal.abort(reason) }), reason)
  assert.deepEqual([graph.logins, graph.wire], [[], []])
})

test('two collections of one tenant share the limit of one conditional access request a second', async () => {
  const clock = startVirtualClock()
  const times: number[] = []
  await using graph = await startStandIn({
    graph: on(POLICIES, ({ earlier }) => {
      times.push(clock.now())
      return earlier < 4 ? { status: 429, json: BUSY } : undefined
    }),
  })
  const shared = { tenantId: TENANT, deadlineMs: HOUR_MS, clock }
  await Promise.all([collectSnapshot(graph.source, shared), collectSnapshot(graph.source, shared)])
  assert.equal(times.length, 6)
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  assert.ok(
    gaps.every((gap) => gap >= 1_000),
    `gaps of ${gaps} ms`,
  )
})
