import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { readObjects } from '../../src/cli/doctor/objects.ts'
import { runResultsMove } from '../../src/cli/results/move.ts'
import { countSealed, resealAndCount } from '../../src/cli/secret/sealed-rows.ts'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import {
  deleteOrphans,
  deleteQueuedObjects,
  moveResults,
} from '../../src/features/assessments/storage/upkeep/service.ts'
import { type ObjectStore, ObjectStoreAway } from '../../src/platform/objects/store.ts'
import { createKeyRing } from '../../src/shared/crypto/key-ring.ts'
import { keyIdOf } from '../../src/shared/crypto/seal.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { makeCustomer, makeRun } from '../harness/answers.ts'
import { type Api, SECRET_KEY, startApi } from '../harness/api.ts'
import type { Client } from '../harness/client.ts'
import { listAll, startObjectServer } from '../harness/object-store.ts'

let api: Api
let server: Awaited<ReturnType<typeof startObjectServer>>
let store: ObjectStore
let acme: Client
const NEW_KEY = 'another secret of the tests, 32 characters and more'

before(async () => {
  api = await startApi({ collect: async ({ tenantId }) => snapshotOf({}, tenantId) })
  server = await startObjectServer()
  store = server.open()
  acme = await api.as('acme')
})

after(async () => {
  await server[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

beforeEach(async () => {
  api.app.objects = store
  server.setGate(() => undefined)
  await server.start()
})

/** A run that has just completed. */
async function completeRun(customerId?: string): Promise<{ customerId: string; runId: string }> {
  const id = customerId ?? (await makeCustomer(acme))
  const runId = await makeRun(acme, id)
  await executeRun(api.app, runId, { deadlineMs: 30_000 })
  return { customerId: id, runId }
}

const rowOf = (runId: string) =>
  api.db.selectFrom('result_objects').selectAll().where('run_id', '=', runId).executeTakeFirst()

async function isInDatabase(runId: string): Promise<boolean> {
  const row = await api.db.selectFrom('run_results').select('run_id').where('run_id', '=', runId).executeTakeFirst()
  return row !== undefined
}

const objectsOfRun = async (runId: string): Promise<string[]> =>
  (await listAll(store)).filter((name) => name.includes(runId))

const findingsOf = (runId: string, query = '') => acme.get(`/v1/partner/assessments/${runId}/findings${query}`)

async function assertReadable(runId: string): Promise<void> {
  const findings = await findingsOf(runId)
  assert.equal(findings.status, 200, findings.text)
  const report = await acme.get(`/v1/partner/assessments/${runId}/report?format=json`)
  assert.equal(report.status, 200, report.text)
  assert.ok(report.body.result.requirements.length > 0)
}

const dueNow = () => sql`update object_deletions set due_at = now()`.execute(api.db)

test('a result is stored sealed in the object store, and every read finds it there', async () => {
  const { runId, customerId } = await completeRun()
  const row = await rowOf(runId)
  assert.ok(row && !(await isInDatabase(runId)))
  assert.deepEqual(await objectsOfRun(runId), [`${row.name}/result`, `${row.name}/snapshot`])
  for (const part of ['result', 'snapshot'])
    assert.equal(keyIdOf((await store.get(`${row.name}/${part}`)) ?? Buffer.of()), row.key_id)
  const since = new Date().toISOString()
  const next = await completeRun(customerId)
  await assertReadable(next.runId)
  const changed = await findingsOf(next.runId, `?since=${since}`)
  assert.deepEqual([changed.status, changed.body.findings], [200, []], 'the earlier result was compared')
})

test('what is stored in the database stays readable after the store was set, and moves there in the background', async () => {
  delete api.app.objects
  const { runId } = await completeRun()
  assert.ok(await isInDatabase(runId))
  api.app.objects = store
  await assertReadable(runId)
  await moveResults(api.app)
  assert.ok((await rowOf(runId)) && !(await isInDatabase(runId)))
  await assertReadable(runId)
})

test('during an outage of the store, runs complete, moved results get 503 with Retry-After, and nothing is lost', async () => {
  const moved = await completeRun()
  await server.stop()
  const { runId } = await completeRun()
  assert.ok(await isInDatabase(runId))
  await assertReadable(runId)
  const answer = await findingsOf(moved.runId)
  assert.deepEqual([answer.status, answer.body.error.code], [503, 'SERVICE_UNAVAILABLE'])
  assert.match(String(answer.headers['retry-after']), /^\d+$/)
  await assert.rejects(moveResults(api.app), ObjectStoreAway)
  await assert.rejects(readObjects(api.app), ObjectStoreAway)
  assert.ok(await isInDatabase(runId))
  await server.start()
  assert.match(await readObjects(api.app), /the object store works; 1 to move/)
  await moveResults(api.app)
  await assertReadable(moved.runId)
  assert.ok(!(await isInDatabase(runId)))
  await assertReadable(runId)
})

test('a store that does not respond delays a run by at most its deadline', async () => {
  api.app.objects = server.open({ deadlineMs: 200 })
  server.setGate(() => new Promise(() => {}))
  const { runId } = await completeRun()
  assert.ok(await isInDatabase(runId))
})

test('without the setting, moved results get 503, and doctor says why', async () => {
  const { runId } = await completeRun()
  delete api.app.objects
  assert.equal((await findingsOf(runId)).status, 503)
  await assert.rejects(readObjects(api.app), /PLUMBLINE_BLOB_URL is not set/)
})

test('a deleted customer leaves no objects, even if its deletion is interrupted', async () => {
  const { customerId, runId } = await completeRun()
  const stored = await completeRun()
  assert.equal((await acme.delete(`/v1/partner/customers/${customerId}`)).status, 204)
  assert.equal((await objectsOfRun(runId)).length, 2, 'a reader that has just found the run can still read them')
  await dueNow()
  await server.stop()
  await assert.rejects(deleteQueuedObjects(api.app), ObjectStoreAway)
  await server.start()
  await deleteQueuedObjects(api.app)
  assert.deepEqual(await objectsOfRun(runId), [])
  const left = await api.db.selectFrom('object_deletions').selectAll().execute()
  assert.deepEqual(left, [])
  await assertReadable(stored.runId)
})

test('objects without a run, and only those, are deleted after a day', async () => {
  const { runId } = await completeRun()
  const folder = (await rowOf(runId))?.name.split('/')[0]
  const orphans = [`${folder}/${runId}/dead/result`, `${folder}/run_01jd0000000000000000000000/dead/snapshot`]
  const others = ['other-database/run_01jd0000000000000000000000/dead/result', `${folder}/notes`]
  for (const name of [...orphans, ...others]) await store.put(name, Buffer.from('x'))
  await deleteOrphans(api.app)
  for (const name of [...orphans, ...others]) assert.ok(await store.get(name), `${name} is young`)
  const objectOrphans = () => api.app.metrics.objectOrphans.get()
  const before = (await objectOrphans()).values[0]?.value ?? 0
  // Two objects a page, as if there were many.
  api.app.objects = {
    ...store,
    list: async (prefix, after) => {
      const { objects, isLast } = await store.list(prefix, after)
      return { objects: objects.slice(0, 2), isLast: isLast && objects.length <= 2 }
    },
  }
  await deleteOrphans(api.app, -60_000)
  for (const name of orphans) assert.equal(await store.get(name), undefined)
  for (const name of others) assert.ok(await store.get(name), name)
  assert.equal((await objectOrphans()).values[0]?.value, before + 2)
  const { swept_at } = await api.db.selectFrom('object_store').selectAll().executeTakeFirstOrThrow()
  assert.ok(swept_at)
  await assertReadable(runId)
})

test('a rotation of the secret key reseals objects, and deletes the old ones an hour later', async () => {
  const { runId } = await completeRun()
  const before = await rowOf(runId)
  const { secrets } = api.app
  api.app.secrets = createKeyRing(NEW_KEY, [SECRET_KEY])
  try {
    const [current, old] = api.app.secrets.keys().map(({ id }) => id)
    const sealed = await resealAndCount(api.app, () => {})
    assert.deepEqual([sealed.remaining, sealed.unreadable], [0, 0])
    const row = await rowOf(runId)
    assert.equal(row?.key_id, current)
    assert.notEqual(row?.name, before?.name)
    assert.equal((await countSealed(api.app)).byKey.get(old ?? ''), 0)
    await assertReadable(runId)
    assert.ok(await store.get(`${before?.name}/result`), 'a reader that has just read the row can still read it')
    await dueNow()
    await deleteQueuedObjects(api.app)
    assert.equal(await store.get(`${before?.name}/result`), undefined)
    await assertReadable(runId)
    await resealBack(secrets)
  } finally {
    api.app.secrets = secrets
  }
})

async function resealBack(secrets: Api['app']['secrets']): Promise<void> {
  api.app.secrets = createKeyRing(SECRET_KEY, [NEW_KEY])
  await resealAndCount(api.app, () => {})
  api.app.secrets = secrets
}

test('results can be moved back to the database', async () => {
  const { runId } = await completeRun()
  const { text } = await runResultsMove(api.app, { to: 'database' })
  assert.match(text, /missing +0$/)
  assert.ok((await isInDatabase(runId)) && !(await rowOf(runId)))
  await dueNow()
  await deleteQueuedObjects(api.app)
  assert.deepEqual(await objectsOfRun(runId), [])
  delete api.app.objects
  await assertReadable(runId)
})
