import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Snapshot } from '../../../src/engine/model/snapshot.ts'
import { RATE_BUDGETS } from '../../../src/graph/client/rate-classes.ts'
import type { Checkpoint, ReadPiece } from '../../../src/graph/collection/checkpoint.ts'
import { CollectFailure, collectSnapshot } from '../../../src/graph/collection/collect.ts'
import { type Posture, SAMPLE_TENANTS } from '../../../src/simulator/tenants/tenants.ts'
import { openSimulator } from '../../harness/simulator.ts'

/** The collector against the simulator, on the real clock, by which the simulator counts. */

const opened = await openSimulator()
const { simulator, source } = opened
after(() => opened[Symbol.asyncDispose]())

function tenantIdOf(posture: Posture): string {
  const found = SAMPLE_TENANTS.find((tenant) => tenant.posture === posture)
  assert.ok(found)
  return found.tenantId
}

const collect = (posture: Posture): Promise<Snapshot> =>
  collectSnapshot(source, { tenantId: tenantIdOf(posture), deadlineMs: 60_000 })

/** The responses without times and tenant id. */
const answers = ({ tenantId, responses }: Snapshot): unknown =>
  JSON.parse(
    JSON.stringify(
      Object.entries(responses).map(([key, { status, value, error }]) => ({ key, status, value, error })),
    ).replaceAll(tenantId, 'the tenant'),
  )

test('a throttling tenant gives the same responses as its twin that does not throttle', async () => {
  const [typical, throttled] = await Promise.all([collect('typical'), collect('throttled')])
  const failed = Object.entries(typical.responses).filter(([, { status }]) => status !== 200)
  assert.deepEqual(failed, [])
  assert.deepEqual(answers(throttled), answers(typical))
  const refused = Object.values(simulator.stats(tenantIdOf('throttled'))).reduce(
    (sum, { throttled }) => sum + throttled,
    0,
  )
  assert.ok(refused > 10, `only ${refused} requests were throttled`)
})

test('a throttling tenant is never sent more requests than its classes allow, however often it refuses', () => {
  const { conditionalAccess, reports, intune, security } = simulator.stats(tenantIdOf('throttled'))
  const peaks = [conditionalAccess.peak, reports.peak, intune.peak, security.peak]
  for (const [index, max] of [1, 5, 1_000, 4].entries()) {
    assert.ok((peaks[index] ?? 0) > 0 && (peaks[index] ?? 0) <= max, `peaks of ${peaks}`)
  }
})

test('a tenant never has to throttle the collector, nor two concurrent collections', async () => {
  await Promise.all([collect('strong'), collect('strong')])
  for (const [rateClass, { throttled, peak }] of Object.entries(simulator.stats(tenantIdOf('strong')))) {
    assert.equal(throttled, 0, rateClass)
    assert.ok(peak > 0, `${rateClass} received no request`)
  }
  assert.ok(simulator.stats(tenantIdOf('strong')).security.peak <= RATE_BUDGETS.security.concurrent)
})

test('an interrupted collection continues with the same responses, and does not request again what was read', async () => {
  const tenantId = tenantIdOf('strong')
  const countRequests = () => Object.values(simulator.stats(tenantId)).reduce((sum, { requests }) => sum + requests, 0)
  const start = countRequests()
  const undisturbed = await collect('strong')
  const whole = countRequests() - start
  const pieces: ReadPiece[] = []
  const keeping: Checkpoint = {
    load: async () => [...pieces],
    save: async (read) => {
      pieces.push(...read)
      return true
    },
  }
  const stop = new AbortController()
  const finished = 20
  const onProgress = ({ done }: { done: number }) => {
    if (done === finished) stop.abort(new Error('cut off'))
  }
  const options = { tenantId, deadlineMs: 60_000, checkpoint: keeping }
  await assert.rejects(collectSnapshot(source, { ...options, onProgress, signal: stop.signal }), /cut off/)
  const before = countRequests()
  const resumed = await collectSnapshot(source, options)
  assert.deepEqual(answers(resumed), answers(undisturbed))
  const asked = countRequests() - before
  assert.ok(asked > 0 && asked <= whole - finished, `${asked} of ${whole} were requested again`)
})

test('a tenant that granted half of the permissions is read as far as possible, and refusals are recorded', async () => {
  const { responses } = await collect('partial')
  const statuses = new Set(Object.values(responses).map(({ status }) => status))
  assert.deepEqual([...statuses].sort(), [200, 403])
  assert.ok(
    Object.values(responses).every(({ status, value, error }) => (status === 200 ? value !== undefined : error)),
  )
})

test('a tenant without consent and an unknown tenant fail with different codes', async () => {
  const codeOf = (tenantId: string) =>
    collectSnapshot(source, { tenantId, deadlineMs: 60_000 }).then(
      () => 'no failure',
      (error: unknown) => (error instanceof CollectFailure ? error.code : error),
    )
  assert.equal(await codeOf(tenantIdOf('no-consent')), 'CONSENT_MISSING')
  assert.equal(await codeOf('99999999-9999-4999-8999-999999999999'), 'TENANT_UNKNOWN')
})
