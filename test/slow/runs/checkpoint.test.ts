import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { DATASETS } from '../../../src/engine/datasets/catalogue.ts'
import type { Snapshot } from '../../../src/engine/model/snapshot.ts'
import { createCheckpointStore } from '../../../src/features/assessments/execution/checkpoint/service.ts'
import { executeRun } from '../../../src/features/assessments/execution/service.ts'
import type { ReadPiece } from '../../../src/graph/collection/checkpoint.ts'
import { CollectFailure, collectSnapshot } from '../../../src/graph/collection/collect.ts'
import { packedCheckpoint } from '../../../src/graph/reader/packed-checkpoint.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { SECRET, startStandIn } from '../../graph/fake-graph.ts'
import { type Api, startApi } from '../../harness/api.ts'
import { assessBy } from '../../harness/collector.ts'
import { controlledCollect } from '../../runs/collections.ts'
import { eventually } from '../../runs/eventually.ts'
import { createRun, snapshotOf, tenantIdOf, waitForEnd } from '../../runs/follow.ts'
import { openWorker, spawnWorker } from '../../runs/workers.ts'

const USERS = '/v1.0/users'
const PAGES = 4

const claimOf = async ({ db }: Api, id: string) => {
  const { attempt } = await db.selectFrom('runs').select('attempt').where('id', '=', id).executeTakeFirstOrThrow()
  return { id, attempt, tenantId: tenantIdOf('typical') }
}

/** The checkpoint of a run, with unpacked pieces. */
const piecesOf = (...of: Parameters<typeof createCheckpointStore>) => packedCheckpoint(createCheckpointStore(...of))

const rowsOf = ({ db }: Api) => db.selectFrom('run_checkpoints').selectAll().orderBy('number').execute()

const piece = (key: string): ReadPiece => ({
  key,
  from: 0,
  readAt: '2026-01-01T00:00:00.000Z',
  response: { status: 200, collectedAt: '2026-01-01T00:00:00.000Z', value: [{ name: 'Bellbird' }] },
})

/** The content of the snapshot without the times of reading. */
const content = ({ responses }: Snapshot) =>
  Object.entries(responses).map(([key, { status, value, error }]) => ({ key, status, value, error }))

test('after a worker is killed while reading, another continues from the same position', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'checkpoint '))
  let isStuck = true
  await using graph = await startStandIn({
    graph: ({ path, query }, url) => {
      if (path !== USERS) return undefined
      const page = Number(query.get('page') ?? 1)
      if (page === 3 && isStuck) return { silent: true }
      const next = page < PAGES ? { '@odata.nextLink': `${url}${USERS}?page=${page + 1}` } : {}
      return { json: { value: [{ id: `user ${page}` }], ...next } }
    },
  })
  await using api = await startApi()
  const acme = await api.as('acme')
  const { runId } = await createRun(acme)
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, graph.source.ca ?? '')
  const { url, source } = graph
  const worker = spawnWorker(api, { url, caFile, clientId: source.clientId, secret: SECRET })
  try {
    await eventually(
      'everything except the rest of one list is stored',
      async () => {
        const pieces = await piecesOf(api.app, await claimOf(api, runId)).load()
        const finished = pieces.filter((saved) => 'response' in saved)
        const single = DATASETS.filter(({ each }) => !each).length
        return finished.length === single - 1 && pieces.some(({ key }) => key === `GET ${USERS}`)
      },
      60_000,
    )
  } finally {
    await worker.kill()
    await rm(folder, { recursive: true })
  }
  graph.asked.length = 0
  isStuck = false
  await using _ = await openWorker(api, (options) => collectSnapshot(source, options))
  assert.equal((await waitForEnd(acme, runId)).status, 'completed')
  assert.deepEqual(
    graph.asked.map(({ path, query }) => `${path} ${query.get('page')}`),
    [`${USERS} 3`, `${USERS} 4`],
  )
  const undisturbed = await collectSnapshot(source, { tenantId: tenantIdOf('typical'), deadlineMs: 60_000 })
  assert.deepEqual(content(await snapshotOf(api, runId)), content(undisturbed))
  assert.deepEqual(await rowsOf(api), [], 'the checkpoint is deleted at the end of the run')
})

test('a worker that has lost its run cannot store anything, and gets an error', async () => {
  await using api = await startApi()
  const { collect, nth } = controlledCollect()
  const app = { ...api.app, assessTenant: assessBy(collect) }
  const { runId } = await createRun(await api.as('acme'))
  const first = executeRun(app, runId, { deadlineMs: 60_000 })
  const late = (await nth(0)).options.checkpoint
  await late?.save([piece('a')])
  const second = executeRun(app, runId, { deadlineMs: 60_000 })
  const current = (await nth(1)).options.checkpoint
  assert.deepEqual(await current?.load(), [piece('a')])
  await assert.rejects(async () => late?.save([piece('b')]), { name: 'StaleAttemptError' })
  assert.equal(await current?.save([piece('c')]), true)
  const third = piecesOf(app, await claimOf(api, runId))
  assert.deepEqual(await third.load(), [piece('a'), piece('c')])
  ;(await nth(1)).finish()
  await second
  ;(await nth(0)).finish()
  await first
  await assert.rejects(async () => current?.save([piece('d')]), { name: 'StaleAttemptError' })
  assert.deepEqual(await rowsOf(api), [])
})

test('the checkpoint of a run is sealed, and cannot be used for another run or tenant', async () => {
  await using api = await startApi()
  const { collect, nth } = controlledCollect()
  const app = { ...api.app, assessTenant: assessBy(collect) }
  const acme = await api.as('acme')
  const ids = [(await createRun(acme)).runId, (await createRun(acme)).runId]
  const attempts = ids.map((id) => executeRun(app, id, { deadlineMs: 60_000 }))
  const collections = [await nth(0), await nth(1)]
  for (const { options } of collections) await options.checkpoint?.save([piece('a')])
  const rows = await rowsOf(api)
  assert.equal(rows.length, 2)
  assert.ok(rows.every(({ content: sealed }) => !sealed.includes('Bellbird') && sealed[0] === 2))
  const [mine, other] = [await claimOf(api, ids[0] ?? ''), await claimOf(api, ids[1] ?? '')]
  assert.deepEqual(await piecesOf(app, mine).load(), [piece('a')])
  assert.deepEqual(await piecesOf(app, { ...mine, tenantId: tenantIdOf('weak') }).load(), [])
  const stranger = rows.find(({ run_id }) => run_id === other.id)?.content ?? Buffer.alloc(0)
  await api.db.updateTable('run_checkpoints').set({ content: stranger }).where('run_id', '=', mine.id).execute()
  assert.deepEqual(await piecesOf(app, mine).load(), [])
  const open = zstdCompressSync(JSON.stringify([piece('planted')]))
  await api.db.updateTable('run_checkpoints').set({ content: open }).where('run_id', '=', mine.id).execute()
  assert.deepEqual(await piecesOf(app, mine).load(), [], 'an unsealed checkpoint is ignored')
  for (const { finish } of collections) finish()
  await Promise.all(attempts)
})

test('a canceled or failed run leaves no checkpoint, and neither does a deleted customer', async () => {
  await using api = await startApi()
  const acme = await api.as('acme')
  type Ids = { runId: string; customerId: string }
  const ends: Record<string, (ids: Ids) => Promise<unknown>> = {
    canceled: ({ runId }) => acme.post(`/v1/partner/assessments/${runId}/cancel`),
    deleted: ({ customerId }) => acme.delete(`/v1/partner/customers/${customerId}`),
    failed: async () => undefined,
  }
  for (const [name, end] of Object.entries(ends)) {
    const { collect, nth } = controlledCollect()
    const { runId, customerId } = await createRun(acme)
    const attempt = executeRun({ ...api.app, assessTenant: assessBy(collect) }, runId, { deadlineMs: 60_000 })
    const { options, fail } = await nth(0)
    await options.checkpoint?.save([piece('a')])
    assert.equal((await rowsOf(api)).length, 1)
    await end({ runId, customerId })
    if (name !== 'failed') assert.deepEqual(await rowsOf(api), [], name)
    fail(new CollectFailure('TENANT_UNREACHABLE', 'It is unavailable.'))
    await attempt
    assert.deepEqual(await rowsOf(api), [], name)
  }
})

test('an outage of the database does not end the reading', async () => {
  await using api = await startApi()
  const { collect, nth } = controlledCollect()
  const { runId } = await createRun(await api.as('acme'))
  const attempt = executeRun({ ...api.app, assessTenant: assessBy(collect) }, runId, { deadlineMs: 60_000 })
  const { options, finish } = await nth(0)
  const claim = await claimOf(api, runId)
  const { db, pool } = openDatabase('postgres://nobody@localhost:1/nowhere', { poolSize: 1, onError: () => {} })
  assert.equal(await piecesOf({ ...api.app, db }, claim).save([piece('a')]), false)
  await pool.end()
  assert.equal(await options.checkpoint?.save([piece('a')]), true)
  assert.deepEqual(await piecesOf(api.app, claim).load(), [piece('a')])
  finish()
  await attempt
})
