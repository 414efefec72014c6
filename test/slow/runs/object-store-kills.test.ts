import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { sql } from 'kysely'
import { deleteOrphans } from '../../../src/features/assessments/storage/upkeep/service.ts'
import { localCertificate } from '../../../src/platform/certificates.ts'
import { snapshotOf } from '../../engine/snapshot-builder.ts'
import { type Api, startApi } from '../../harness/api.ts'
import { required } from '../../harness/database.ts'
import { listAll, startObjectServer } from '../../harness/object-store.ts'
import { eventually } from '../../runs/eventually.ts'
import { createRun, waitForEnd } from '../../runs/follow.ts'
import { openWorker, spawnWorker } from '../../runs/workers.ts'

/** Where a worker is when it is killed: requests to the store that are answered before it. */
const MOMENTS = [
  { name: 'before its first object', answered: 0 },
  { name: 'between its two objects', answered: 1 },
  { name: 'after its objects, before its transaction', answered: 2 },
]

for (const { name, answered } of MOMENTS) {
  test(`a worker that is killed ${name} leaves no run without its objects, and orphans are deleted`, async () => {
    await using api = await startApi({ simulator: true })
    await using server = await startObjectServer()
    const store = server.open()
    const acme = await api.as('acme')
    const puts: string[] = []
    server.setGate(({ method, url }: IncomingMessage) => {
      if (method !== 'PUT') return undefined
      puts.push(url ?? '')
      return puts.length > answered ? new Promise(() => {}) : undefined
    })
    const { runId } = await createRun(acme)
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    // Holds the end of the run back once its objects are written.
    const holding = api.db.transaction().execute(async (tx) => {
      await sql`select from customers for update`.execute(tx)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const { simulator } = api
    assert.ok(simulator)
    const { caFile } = await localCertificate(required('TEST_CERTIFICATES'), [])
    const worker = spawnWorker(
      api,
      { url: simulator.url, caFile, clientId: api.source.clientId, secret: simulatorSecret(api.source) },
      {
        PLUMBLINE_BLOB_URL: server.url,
        PLUMBLINE_BLOB_CA: server.caFile,
        PLUMBLINE_BLOB_ACCESS_KEY: 'S3RVER',
        PLUMBLINE_BLOB_SECRET_KEY: 'S3RVER',
      },
    )
    try {
      await eventually('the objects arrive', async () => puts.length >= 2)
      if (answered === 2) await eventually('the end waits for the customer', async () => (await countWaiting(api)) > 0)
    } finally {
      await worker.kill()
      release.resolve()
      await holding
    }
    server.setGate(() => undefined)
    assert.equal((await acme.get(`/v1/partner/assessments/${runId}`)).body.status, 'running')
    api.app.objects = store
    await using _successor = await openWorker(api, async ({ tenantId }) => snapshotOf({}, tenantId))
    assert.equal((await waitForEnd(acme, runId)).status, 'completed')
    const row = await api.db.selectFrom('result_objects').selectAll().executeTakeFirstOrThrow()
    await deleteOrphans(api.app, -60_000)
    assert.deepEqual(await listAll(store), [`${row.name}/result`, `${row.name}/snapshot`])
    assert.equal((await acme.get(`/v1/partner/assessments/${runId}/findings`)).status, 200)
  })
}

const simulatorSecret = ({ credential }: { credential: object }): string =>
  'secret' in credential && typeof credential.secret === 'string' ? credential.secret : ''

async function countWaiting({ db }: Api): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks
    where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(db)
  return rows[0]?.n ?? 0
}
