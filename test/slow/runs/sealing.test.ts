import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { dataset } from '../../../src/engine/datasets/catalogue.ts'
import { snapshotKey } from '../../../src/engine/datasets/dataset.ts'
import type { Snapshot } from '../../../src/engine/model/snapshot.ts'
import { openPart } from '../../../src/features/assessments/storage/packing.ts'
import { unpackSnapshot } from '../../../src/graph/collection/snapshot-file.ts'
import { createLog } from '../../../src/platform/log.ts'
import { createKeyRing } from '../../../src/shared/crypto/key-ring.ts'
import { fields, list, text } from '../../../src/shared/json.ts'
import { assertProblem } from '../../harness/answers.ts'
import { type Api, SECRET_KEY, startApi } from '../../harness/api.ts'
import type { Client } from '../../harness/client.ts'
import { administer } from '../../harness/database.ts'
import { eventually } from '../../runs/eventually.ts'
import { createRun, snapshotOf, waitForEnd } from '../../runs/follow.ts'

let api: Api
let acme: Client
let ids: { customerId: string; runId: string }
let others: { customerId: string; runId: string }

/** The log of the whole service during the runs, at the finest level. */
let logged = ''
const log = createLog('trace', {
  write: (line) => {
    logged += line
  },
})

before(async () => {
  api = await startApi({ worker: true, log })
  acme = await api.as('acme')
  ids = await createRun(acme, 'typical')
  others = await createRun(acme, 'weak')
  for (const { runId } of [ids, others]) assert.equal((await waitForEnd(acme, runId, 60_000)).status, 'completed')
})

after(() => api[Symbol.asyncDispose]())

const rowOf = ({ db }: Api, runId: string) =>
  db.selectFrom('run_results').selectAll().where('run_id', '=', runId).executeTakeFirstOrThrow()

/** Names and addresses of people and names of devices, which only the customer should read. */
function namesIn({ responses }: Snapshot): string[] {
  const rows = (key: string) => list(responses[snapshotKey(dataset(key))]?.value).map(fields)
  const users = rows('users').flatMap((user) => [text(user.userPrincipalName), text(user.displayName)])
  const devices = rows('managedDevices').map((device) => text(device.deviceName))
  return [...users, ...devices].filter((name) => name !== undefined)
}

test('stored data of a run is sealed: it cannot be unpacked without the secret key', async () => {
  const { result, snapshot } = await rowOf(api, ids.runId)
  for (const stored of [result, snapshot, result.subarray(1), snapshot.subarray(1)]) {
    assert.throws(() => unpackSnapshot(stored))
    assert.throws(() => gunzipSync(stored))
  }
  assert.throws(() => openPart(createKeyRing(`${SECRET_KEY}.`), 'snapshot', ids.runId, snapshot))
  assert.ok(namesIn(await snapshotOf(api, ids.runId)).length > 50)
})

test('sealed data of a run cannot be opened as that of another run or as another part', async () => {
  const { secrets } = api.app
  const { result, snapshot } = await rowOf(api, ids.runId)
  assert.throws(() => openPart(secrets, 'result', others.runId, result))
  assert.throws(() => openPart(secrets, 'snapshot', others.runId, snapshot))
  assert.throws(() => openPart(secrets, 'result', ids.runId, snapshot))
  const changed = Buffer.from(result)
  changed[40] = (changed[40] ?? 0) ^ 1
  assert.throws(() => openPart(secrets, 'result', ids.runId, changed))
})

test('rows swapped in the database are not shown under the wrong run', async () => {
  const [mine, other] = [await rowOf(api, ids.runId), await rowOf(api, others.runId)]
  await api.db.updateTable('run_results').set({ result: other.result }).where('run_id', '=', ids.runId).execute()
  assertProblem(await acme.get(`/v1/partner/assessments/${ids.runId}/findings`), 500, 'INTERNAL_ERROR')
  await api.db.updateTable('run_results').set({ result: mine.result }).where('run_id', '=', ids.runId).execute()
  assert.equal((await acme.get(`/v1/partner/assessments/${ids.runId}/findings`)).status, 200)
})

test('an unsealed row of an earlier version can still be read', async () => {
  const path = `/v1/partner/assessments/${ids.runId}/findings`
  const before = await acme.get(path)
  const { result } = await rowOf(api, ids.runId)
  const plain = openPart(api.app.secrets, 'result', ids.runId, result)
  assert.ok(gunzipSync(plain).length > 0)
  await api.db.updateTable('run_results').set({ result: plain }).where('run_id', '=', ids.runId).execute()
  const read = await acme.get(path)
  await api.db.updateTable('run_results').set({ result }).where('run_id', '=', ids.runId).execute()
  assert.deepEqual([read.status, read.body], [200, before.body])
})

test('nothing that was read of a tenant is in the log, at any level, even if storing it fails', async () => {
  const names = namesIn(await snapshotOf(api, ids.runId))
  await administer(api.databaseUrl, 'alter table run_results rename to gone')
  const { runId } = await createRun(acme, 'typical')
  await eventually('the failure is logged', async () => logged.includes('run_results'), 60_000)
  await administer(api.databaseUrl, 'alter table gone rename to run_results')
  assert.equal((await waitForEnd(acme, runId, 60_000)).status, 'completed')
  assert.ok(logged.split('\n').length > 20, 'the log is not empty')
  assert.deepEqual(
    names.filter((name) => logged.includes(name)),
    [],
  )
})

test('all stored data of a customer’s runs is deleted with the customer', async () => {
  assert.equal((await acme.delete(`/v1/partner/customers/${others.customerId}`)).status, 204)
  const left = await api.db.selectFrom('run_results').select('run_id').where('run_id', '=', others.runId).execute()
  assert.deepEqual(left, [])
})
