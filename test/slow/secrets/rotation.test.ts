import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { App } from '../../../src/app.ts'
import { runDoctor } from '../../../src/cli/doctor.ts'
import { runSecretList } from '../../../src/cli/secret/list.ts'
import { runSecretRemove } from '../../../src/cli/secret/remove.ts'
import { runSecretReseal } from '../../../src/cli/secret/reseal.ts'
import { runSecretRotate } from '../../../src/cli/secret/rotate.ts'
import { createReportLink } from '../../../src/features/reports/service.ts'
import { openKeyRing } from '../../../src/platform/secret-keys.ts'
import { createKeyRing } from '../../../src/shared/crypto/key-ring.ts'
import { keyIdOf } from '../../../src/shared/crypto/seal.ts'
import type { Json } from '../../harness/client.ts'
import { makeCustomer, pathOf } from '../../questionnaires/fixture.ts'
import { assertAllReadable, COLUMNS, openLink, startWorld, valuesOf, type World } from '../../secrets/fixture.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'plumbline secrets '))
const source = { dataDir, secretKeysOld: [] }
let world: World

before(async () => {
  world = await startWorld(await openKeyRing(source))
})

after(async () => {
  await world[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true })
})

/** Like a command on the data folder of the running service: opens the keys separately. */
const command = async (): Promise<App> => ({ ...world.api.app, secrets: await openKeyRing(source) })

const progress = () => {}

const currentId = async (): Promise<string> => (await openKeyRing(source)).keys()[0]?.id ?? ''

/** Makes the last rotation look this old. */
const age = (ms: number): Promise<void> => {
  const at = new Date(Date.now() - ms)
  return utimes(join(dataDir, 'secret-key'), at, at)
}

test('a rotation during operation seals every row under a new key without disturbing the service', async () => {
  const oldId = await currentId()
  const mailed = await createReportLink(world.api.app, world.runIds[1] ?? '')
  const { json }: Json = await runSecretRotate(await command(), source, progress)
  assert.equal(json.oldId, oldId)
  assert.equal(json.id, await currentId())
  assert.notEqual(json.id, oldId)
  assert.equal(json.unreadable, 0)
  for (const [name, column] of COLUMNS) {
    const ids = (await valuesOf(world, column)).map(({ sealed }) => keyIdOf(sealed))
    assert.deepEqual(new Set(ids), new Set([name === 'runCheckpoint' ? oldId : json.id]), name)
  }
  assert.equal(json.remaining, 2, 'what the run in progress has read')
  await assertAllReadable(world)
  assert.equal(await openLink(world.api, mailed), 200)
  const audit = await world.api.db.selectFrom('audit').selectAll().where('action', '=', 'secret.rotated').execute()
  assert.deepEqual(
    audit.map(({ subject, author_kind, after }) => [subject, author_kind, after]),
    [[json.id, 'operator', { oldId }]],
  )
})

test('the running service can open at once what a command seals under a newer key', async () => {
  const { acme, api } = world
  const service = api.app.secrets
  const before = service.keys()[0]?.id
  const other = await command()
  await runSecretRotate(other, source, progress)
  assert.notEqual(other.secrets.keys()[0]?.id, before)
  const link = await createReportLink(other, world.runIds[0] ?? '')
  assert.equal(await openLink(api, link), 200)
  await assertAllReadable(world)
  assert.equal(service.keys()[0]?.id, other.secrets.keys()[0]?.id, 'by then the service uses that key as well')
  const id = await makeCustomer(acme)
  assert.equal((await acme.put(pathOf(id), { answers: [{ id: 'ISM-1810', answer: 'yes' }] })).status, 200)
})

test('only the owner can read key files, and neither commands nor the audit trail show a key', async () => {
  const files = ['secret-key', 'secret-keys-old'].map((name) => join(dataDir, name))
  for (const file of files) assert.equal((await stat(file)).mode & 0o777, 0o600)
  const keys = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).flatMap((text) =>
    text.trim().split('\n'),
  )
  assert.equal(keys.length, 3)
  const shown = JSON.stringify([
    await runSecretRotate(await command(), source, progress),
    await runSecretList(await command(), source),
    await runSecretReseal(await command(), progress),
    await world.api.db.selectFrom('audit').selectAll().execute(),
  ])
  for (const key of keys) assert.ok(!shown.includes(key))
})

test('the list has the ids of all keys, their source, and the number of rows under each', async () => {
  const given = 'an old key of the environment, 32 characters'
  const { json, text }: Json = await runSecretList(
    { ...world.api.app, secrets: await openKeyRing({ dataDir, secretKeysOld: [given] }) },
    { dataDir, secretKeysOld: [given] },
  )
  const ids = (await openKeyRing(source)).keys().map(({ id }) => id)
  assert.deepEqual(
    json.keys.map(({ id, current, source }: Json) => ({ id, current, source })),
    [
      ...ids.map((id, index) => ({ id, current: index === 0, source: 'dataFolder' })),
      { id: createKeyRing(given).keys()[0]?.id, current: false, source: 'environment' },
    ],
  )
  assert.ok(json.keys[0].rows > 10)
  assert.equal(json.keys.at(-1).rows, 0)
  assert.deepEqual([json.rowsWithoutKey, json.unreadable], [0, []])
  assert.equal(text.split('\n').length, json.keys.length)
})

test('an old key can be removed only when no row needs it, and its report links then stop working', async () => {
  const ids = (await openKeyRing(source)).keys().map(({ id }) => id)
  const [current = '', old = '', , first = ''] = ids
  assert.equal(ids.length, 4)
  await assert.rejects(
    runSecretRemove(await command(), source, 'ffffffffffffffff'),
    /Secret key ffffffffffffffff not found/,
  )
  await assert.rejects(runSecretRemove(await command(), source, current), /This is the current secret key/)
  await assert.rejects(runSecretRemove(await command(), source, old), /less than a minute ago/)
  await age(120_000)
  await assert.rejects(runSecretRemove(await command(), source, first), /2 rows may still need this key/)
  await world.api.db
    .updateTable('runs')
    .set({ status: 'canceled', completed_at: new Date() })
    .where('id', '=', world.unfinished.id)
    .execute()
  await world.api.db.deleteFrom('run_checkpoints').execute()
  const given = { dataDir, secretKeysOld: ['an old key of the environment, 32 characters'] }
  const withGiven = { ...world.api.app, secrets: await openKeyRing(given) }
  const givenId = createKeyRing(given.secretKeysOld[0] ?? '').keys()[0]?.id ?? ''
  await assert.rejects(runSecretRemove(withGiven, given, givenId), /comes from the environment/)
  assert.equal(await openLink(world.api, world.link), 200)
  for (const id of ids.slice(1)) await runSecretRemove(await command(), source, id)
  assert.deepEqual(
    (await openKeyRing(source)).keys().map(({ id }) => id),
    [current],
  )
  world.api.app.secrets.reload()
  assert.notEqual(await openLink(world.api, world.link), 200)
  const removed = await world.api.db
    .selectFrom('audit')
    .select('subject')
    .where('action', '=', 'secret.removed')
    .execute()
  assert.deepEqual(removed.map(({ subject }) => subject).sort(), ids.slice(1).sort())
})

test('with a key in the environment a rotation changes nothing, and says what to set', async () => {
  const secretKey = 'the key of the environment, 32 characters'
  const given = { dataDir, secretKey, secretKeysOld: [] }
  const app = { ...world.api.app, secrets: await openKeyRing(given) }
  const before = await readFile(join(dataDir, 'secret-key'), 'utf8')
  const { json, text }: Json = await runSecretRotate(app, given, progress)
  assert.equal(json.changed, false)
  assert.equal(json.key.length, 43)
  assert.equal(json.id, createKeyRing(json.key).keys()[0]?.id)
  for (const part of [json.key, 'PLUMBLINE_SECRET_KEY=', 'PLUMBLINE_SECRET_KEYS_OLD=', 'plumbline secret reseal']) {
    assert.ok(text.includes(part), part)
  }
  assert.ok(!text.includes(secretKey))
  assert.equal(await readFile(join(dataDir, 'secret-key'), 'utf8'), before)
})

test('the steps for the environment work: first every process can use the new key, then it becomes the current one', async () => {
  const { app } = world.api
  const previous = app.secrets
  const [first, second] = ['the first key of the environment, 32', 'the second key of the environment, 32']
  const ring = (secretKey: string, old: string[]) => openKeyRing({ dataDir, secretKey, secretKeysOld: old })
  // After step 1, what the data folder's key sealed before the environment had one can be opened as well.
  for (const secrets of [await ring(first, [second]), await ring(second, [first]), await ring(first, [second])]) {
    app.secrets = secrets
    const id = await makeCustomer(world.acme)
    assert.equal((await world.acme.put(pathOf(id), { answers: [{ id: 'ISM-1810', answer: 'yes' }] })).status, 200)
  }
  app.secrets = await ring(second, [first])
  const { json }: Json = await runSecretReseal(app, progress)
  assert.deepEqual([json.remaining, json.unreadable], [0, 0])
  app.secrets = createKeyRing(second)
  for (const id of world.runIds) {
    assert.equal((await world.acme.get(`/v1/partner/assessments/${id}/findings`)).status, 200)
  }
  app.secrets = previous
})

test('an interrupted resealing continues where it stopped, and counts what it cannot open', async () => {
  const { app } = world.api
  const second = 'the second key of the environment, 32'
  const third = 'the third key of the environment, 32'
  const secrets = createKeyRing(third, [second])
  const cut = new Error('cut off')
  let rows = 0
  const half = (done: number): void => {
    rows = done
    if (done > 0) throw cut
  }
  await assert.rejects(runSecretReseal({ ...app, secrets }, half), cut)
  assert.ok(rows > 0)
  const { json }: Json = await runSecretReseal({ ...app, secrets }, progress)
  assert.ok(json.resealed > 0)
  assert.deepEqual([json.remaining, json.unreadable], [0, 0])
  const lost = { ...app, secrets: createKeyRing('a key that never sealed anything here') }
  const all = (await runSecretList({ ...app, secrets }, source)).json
  const { json: none, text }: Json = await runSecretReseal(lost, progress)
  assert.deepEqual([none.resealed, none.unreadable], [0, (all as Json).keys[0].rows])
  assert.match(text, /cannot be decrypted with any available key/)
})

test('doctor says where the secret key is missing, and how many rows are under older keys', async () => {
  const examine = async (secrets: App['secrets']) => {
    const app = { ...world.api.app, secrets }
    const { json }: Json = await runDoctor({
      open: async () => ({ app, close: async () => {} }),
      source: async () => {},
    })
    return json.findings.find(({ check }: Json) => check === 'secret keys')
  }
  const third = 'the third key of the environment, 32'
  await world.api.db.deleteFrom('secret_key_ids').execute()
  const well = await examine(createKeyRing(third))
  assert.match(`${well.ok} ${well.says}`, /^true \d+ rows are sealed under the current key [0-9a-f]{16}$/)
  const older = await examine(createKeyRing('a fourth key of the environment, 32', [third]))
  assert.match(`${older.ok} ${older.says}`, /^true 0 rows .*, \d+ under older ones or none: "plumbline secret reseal"/)
  const lost = await examine(createKeyRing('a key that never sealed anything here'))
  assert.equal(lost.ok, false)
  assert.match(lost.says, /answers\.content.*run_results\.result/)
  assert.match(lost.fix, /PLUMBLINE_SECRET_KEYS_OLD/)
})
