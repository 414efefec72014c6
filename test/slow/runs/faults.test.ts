import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { executeRun } from '../../../src/features/assessments/execution/service.ts'
import { localCertificate } from '../../../src/platform/certificates.ts'
import { type Api, startApi } from '../../harness/api.ts'
import { assessBy } from '../../harness/collector.ts'
import { required } from '../../harness/database.ts'
import { controlledCollect, emptySnapshot } from '../../runs/collections.ts'
import { eventually } from '../../runs/eventually.ts'
import { createRun, historyOf, snapshotOf, waitForEnd } from '../../runs/follow.ts'
import { openWorker, QUICK, spawnWorker } from '../../runs/workers.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())
// Each test looks at all jobs.
beforeEach(() => api.empty())

const runRow = ({ db }: Api, id: string) =>
  db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const collectedAtOf = async (api: Api, runId: string): Promise<string> => (await snapshotOf(api, runId)).collectedAt

async function jobsOf({ db }: Api): Promise<{ key: string | null; attempts: number; locked_by: string | null }[]> {
  const { rows } = await sql<{ key: string | null; attempts: number; locked_by: string | null }>`
    select key, attempts, locked_by from graphile_worker.jobs where task_identifier = 'assess'`.execute(db)
  return rows
}

async function lastBeat({ db }: Api): Promise<number> {
  const { last } = await db
    .selectFrom('workers')
    .select((eb) => eb.fn.max('heartbeat_at').as('last'))
    .executeTakeFirstOrThrow()
  return last?.getTime() ?? 0
}

async function eventTypes(api: Api, runId: string): Promise<string[]> {
  return (await historyOf(api, runId)).events.map(({ type }) => type)
}

/** A Graph that accepts every request and never responds. */
async function startSilentGraph(): Promise<{ url: string; caFile: string } & AsyncDisposable> {
  const { cert, key, caFile } = await localCertificate(required('TEST_CERTIFICATES'), [])
  const server = createServer({ cert, key }, () => {})
  await once(server.listen(0, 'localhost'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `https://localhost:${port}`,
    caFile,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

test('another worker takes over the runs of killed workers, and each run ends once', async () => {
  await using graph = await startSilentGraph()
  const acme = await api.as('acme')
  const workers = [spawnWorker(api, graph), spawnWorker(api, graph)]
  const runIds: string[] = []
  try {
    for (let n = 0; n < 4; n++) runIds.push((await createRun(acme)).runId)
    await eventually('every run is in progress', async () => {
      const { body } = await acme.get('/v1/partner/assessments')
      return body.runs.every((run: { status: string }) => run.status === 'running')
    })
  } finally {
    for (const worker of workers) await worker.kill()
  }
  const started = await Promise.all(runIds.map((id) => runRow(api, id)))
  await using _worker = await openWorker(api, async ({ tenantId }) => emptySnapshot(tenantId))
  for (const [n, id] of runIds.entries()) {
    const run = await waitForEnd(acme, id)
    assert.equal(run.status, 'completed')
    const row = await runRow(api, id)
    assert.equal(row.attempt, 2)
    assert.deepEqual(row.started_at, started[n]?.started_at)
    assert.deepEqual(await eventTypes(api, id), ['assessment.started', 'assessment.completed'])
  }
  assert.equal((await acme.get('/v1/partner/me')).body.usage.runsUsed, 4)
  await eventually('no job is left', async () => (await jobsOf(api)).length === 0)
})

test('a live worker keeps its run, however long it takes', async () => {
  const slow = controlledCollect()
  const other = controlledCollect()
  const acme = await api.as('acme')
  const { runId } = await createRun(acme)
  await using _slow = await openWorker(api, slow.collect)
  const collection = await slow.nth(0)
  await using _other = await openWorker(api, other.collect)
  await eventually('the job is locked twice as long as the lock of a dead worker lasts', async () => {
    const { rows } = await sql`select id from graphile_worker.jobs
      where task_identifier = 'assess' and locked_at < now() - interval '3 s'`.execute(api.db)
    return rows.length === 1
  })
  collection.finish()
  assert.equal((await waitForEnd(acme, runId)).status, 'completed')
  assert.equal((await runRow(api, runId)).attempt, 1)
  assert.deepEqual([slow.begun.length, other.begun.length], [1, 0])
})

test('a worker that was presumed dead and returns neither writes nor takes the run from its successor', async () => {
  const [frozen, successor] = [controlledCollect(), controlledCollect()]
  const acme = await api.as('acme')
  const { runId } = await createRun(acme)
  await using _frozen = await openWorker(api, frozen.collect, { ...QUICK, beatMs: 600_000 })
  const late = await frozen.nth(0)
  await using _successor = await openWorker(api, successor.collect)
  const taken = await successor.nth(0)
  late.finish('2026-02-02T00:00:00.000Z')
  await assert.rejects(async () => late.options.onProgress?.({ done: 1, of: 2, dataset: 'users' }))
  const beats = await lastBeat(api)
  await eventually('the successor has run its maintenance twice since', async () => (await lastBeat(api)) > beats + 200)
  assert.deepEqual(
    (await jobsOf(api)).map(({ key }) => key),
    [runId],
  )
  assert.equal((await acme.get(`/v1/partner/assessments/${runId}`)).body.status, 'running')
  taken.finish('2026-03-03T00:00:00.000Z')
  assert.equal((await waitForEnd(acme, runId)).status, 'completed')
  assert.equal(await collectedAtOf(api, runId), '2026-03-03T00:00:00.000Z')
  assert.deepEqual(await eventTypes(api, runId), ['assessment.started', 'assessment.completed'])
})

test('a stale attempt writes nothing, whether or not the newer one has ended', async () => {
  const { collect, nth } = controlledCollect()
  const app = { ...api.app, assessTenant: assessBy(collect) }
  const acme = await api.as('acme')
  const { runId } = await createRun(acme)
  const attempts: Promise<void>[] = []
  const collections = []
  for (let n = 0; n < 3; n++) {
    attempts.push(executeRun(app, runId, { deadlineMs: 60_000 }))
    collections.push(await nth(n))
  }
  collections[0]?.finish('2026-01-01T00:00:00.000Z')
  // Its job must not count as done while the third attempt is running.
  await assert.rejects(attempts[0] ?? Promise.resolve(), { name: 'StaleAttemptError' })
  assert.equal((await runRow(api, runId)).status, 'running')
  collections[2]?.finish('2026-01-03T00:00:00.000Z')
  await attempts[2]
  collections[1]?.finish('2026-01-02T00:00:00.000Z')
  await attempts[1]
  assert.equal(await collectedAtOf(api, runId), '2026-01-03T00:00:00.000Z')
  assert.deepEqual(await eventTypes(api, runId), ['assessment.started', 'assessment.completed'])
  await executeRun(app, runId, { deadlineMs: 60_000 })
  assert.equal((await runRow(api, runId)).attempt, 3)
})

test('progress is stored while a run is in progress', async () => {
  const { collect, nth } = controlledCollect()
  const { runId } = await createRun(await api.as('acme'))
  const attempt = executeRun({ ...api.app, assessTenant: assessBy(collect) }, runId, { deadlineMs: 60_000 })
  const { options, finish } = await nth(0)
  await options.onProgress?.({ done: 3, of: 9, dataset: 'users' })
  const { progress_done, progress_of } = await runRow(api, runId)
  assert.deepEqual([progress_done, progress_of], [3, 9])
  finish()
  await attempt
})

test('a run that ran out of attempts fails, releases its quota and leaves no job', async () => {
  const acme = await api.as('acme')
  const { runId } = await createRun(acme)
  await sql`update graphile_worker._private_jobs set attempts = max_attempts - 1 where key = ${runId}`.execute(api.db)
  await using _worker = await openWorker(api, () => Promise.reject(new Error('out of order')))
  const run = await waitForEnd(acme, runId)
  assert.equal(run.status, 'failed')
  assert.equal(run.failure.code, 'INTERNAL_ERROR')
  assert.equal('score' in run, false)
  assert.deepEqual(await eventTypes(api, runId), ['assessment.started', 'assessment.failed'])
  assert.equal((await acme.get('/v1/partner/me')).body.usage.runsUsed, 0)
  assert.deepEqual(await jobsOf(api), [])
})

test('a run that fails for a temporary reason is retried', async () => {
  const acme = await api.as('acme')
  const { runId } = await createRun(acme)
  let calls = 0
  await using _worker = await openWorker(api, async ({ tenantId }) => {
    calls += 1
    if (calls === 1) throw new Error('a passing fault')
    return emptySnapshot(tenantId)
  })
  assert.equal((await waitForEnd(acme, runId)).status, 'completed')
  assert.deepEqual(await eventTypes(api, runId), ['assessment.started', 'assessment.completed'])
})

test('a stopped worker returns its run at once, and the attempt does not count', async () => {
  const acme = await api.as('acme')
  const { runId } = await createRun(acme)
  for (let n = 0; n < 6; n++) {
    const { collect, nth } = controlledCollect()
    await using _worker = await openWorker(api, collect)
    await nth(0)
  }
  const [job] = await jobsOf(api)
  assert.deepEqual(job, { key: runId, attempts: 0, locked_by: null })
  assert.deepEqual(await api.db.selectFrom('workers').selectAll().execute(), [])
  await using _worker = await openWorker(api, async ({ tenantId }) => emptySnapshot(tenantId))
  assert.equal((await waitForEnd(acme, runId, 10_000)).status, 'completed')
  assert.deepEqual(await eventTypes(api, runId), ['assessment.started', 'assessment.completed'])
})

test('the only worker of a database takes over the runs of a killed one at once', async () => {
  const acme = await api.as('acme')
  const { runId } = await createRun(acme)
  await sql`update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() where key = ${runId}`.execute(
    api.db,
  )
  await api.db.insertInto('workers').values({ id: 'killed', heartbeat_at: new Date() }).execute()
  const alone = { ...QUICK, silentMs: 3_600_000, alone: true }
  await using _worker = await openWorker(api, async ({ tenantId }) => emptySnapshot(tenantId), alone)
  assert.equal((await waitForEnd(acme, runId)).status, 'completed')
})

test('a job that was lost on its way to a live worker is recovered', async () => {
  const acme = await api.as('acme')
  const { runId } = await createRun(acme)
  await sql`update graphile_worker._private_jobs set locked_by = 'nobody', locked_at = now() where key = ${runId}`.execute(
    api.db,
  )
  const patient = { ...QUICK, silentMs: 3_600_000 }
  await using _worker = await openWorker(api, async ({ tenantId }) => emptySnapshot(tenantId), patient)
  const { id } = await api.db.selectFrom('workers').select('id').executeTakeFirstOrThrow()
  await sql`update graphile_worker._private_jobs set locked_by = ${id} where key = ${runId}`.execute(api.db)
  assert.equal((await waitForEnd(acme, runId)).status, 'completed')
})

test('deleting a customer ends its runs: a queued one never starts, and a running one writes nothing more', async () => {
  const acme = await api.as('acme')
  const { customerId, runId } = await createRun(acme)
  const { collect, nth, begun } = controlledCollect()
  const worker = await openWorker(api, collect, { ...QUICK, concurrency: 1 })
  try {
    const { options, finish } = await nth(0)
    const queued = await acme.post('/v1/partner/assessments', { customerId, product: 'essential-eight' })
    assert.equal(queued.status, 202)
    assert.equal((await acme.delete(`/v1/partner/customers/${customerId}`)).status, 204)
    await assert.rejects(async () => options.onProgress?.({ done: 1, of: 2, dataset: 'users' }), {
      name: 'StaleAttemptError',
    })
    finish()
    await eventually('no job is left', async () => (await jobsOf(api)).length === 0)
    assert.equal(begun.length, 1)
    for (const id of [runId, queued.body.id]) {
      assert.equal((await acme.get(`/v1/partner/assessments/${id}`)).status, 404)
    }
  } finally {
    await worker[Symbol.asyncDispose]()
  }
  assert.deepEqual(await api.db.selectFrom('runs').select('id').execute(), [])
  assert.deepEqual(await api.db.selectFrom('run_results').select('run_id').execute(), [])
  assert.deepEqual(await eventTypes(api, runId), ['assessment.started'])
  const { audit } = await historyOf(api, runId)
  assert.deepEqual(
    audit.map(({ action }) => action),
    ['assessment.created', 'assessment.started'],
  )
  assert.equal((await acme.get('/v1/partner/me')).body.usage.runsUsed, 2)
})

test('the job of a deleted customer whose worker died is removed', async () => {
  const acme = await api.as('acme')
  const { customerId, runId } = await createRun(acme)
  await sql`update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - interval '1 hour'
    where key = ${runId}`.execute(api.db)
  assert.equal((await acme.delete(`/v1/partner/customers/${customerId}`)).status, 204)
  assert.equal((await jobsOf(api)).length, 1)
  await using _worker = await openWorker(api, async ({ tenantId }) => emptySnapshot(tenantId))
  await eventually('no job is left', async () => (await jobsOf(api)).length === 0)
})
