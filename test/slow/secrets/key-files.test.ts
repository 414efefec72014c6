import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { inspect } from 'node:util'
import { newSecretKey, openKeyRing, rotateSecretKey } from '../../../src/platform/secret-keys.ts'
import { readSettings } from '../../../src/platform/settings/settings.ts'
import { openRuntime } from '../../../src/runtime/runtime.ts'
import { openRow, sealRow } from '../../../src/shared/crypto/seal.ts'
import { SEALED_COLUMNS } from '../../../src/shared/crypto/sealed-columns.ts'
import { createTestDatabase } from '../../harness/database.ts'

const COLUMN = SEALED_COLUMNS.webhookSecret
const ROW = ['whk_1', 'current'] as const

async function newDataDir(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline keys '))
  t.after(() => rm(folder, { recursive: true, maxRetries: 20 }))
  return join(folder, 'data')
}

const keysOf = async (dataDir: string) => (await openKeyRing({ dataDir, secretKeysOld: [] })).keys()

test('of many processes that start on an empty data folder at once, one generates the key and all use it', async (t) => {
  const dataDir = await newDataDir(t)
  const rings = await Promise.all(Array.from({ length: 10 }, () => keysOf(dataDir)))
  assert.equal(new Set(rings.map(([key]) => key?.id)).size, 1)
  assert.ok(rings.every((keys) => keys.length === 1))
  assert.deepEqual(await readdir(dataDir), ['secret-key'])
  assert.equal((await stat(dataDir)).mode & 0o777, 0o700)
})

test('the key file of version 0.1 is used unchanged', async (t) => {
  const dataDir = await newDataDir(t)
  await keysOf(dataDir)
  const text = newSecretKey()
  await writeFile(join(dataDir, 'secret-key'), text)
  const [before] = await keysOf(dataDir)
  await rotateSecretKey(dataDir, newSecretKey())
  assert.equal((await readFile(join(dataDir, 'secret-keys-old'), 'utf8')).split('\n')[0], text)
  assert.equal((await keysOf(dataDir))[1]?.id, before?.id)
})

test('an open key ring follows a rotation: it can use the new key, and keeps the old one', async (t) => {
  const dataDir = await newDataDir(t)
  const service = await openKeyRing({ dataDir, secretKeysOld: [] })
  const before = sealRow(service, COLUMN, ROW, 'before')
  for (let round = 0; round < 5; round++) {
    await rotateSecretKey(dataDir, newSecretKey())
    const command = await openKeyRing({ dataDir, secretKeysOld: [] })
    const sealed = sealRow(command, COLUMN, ROW, `round ${round}`)
    assert.equal(openRow(service, COLUMN, ROW, sealed).toString(), `round ${round}`)
    assert.equal(openRow(command, COLUMN, ROW, sealRow(service, COLUMN, ROW, 'x')).toString(), 'x')
  }
  assert.equal(openRow(service, COLUMN, ROW, before).toString(), 'before')
})

const ROTATE = `
  import { newSecretKey, rotateSecretKey } from ${JSON.stringify(new URL('../../../src/platform/secret-keys.ts', import.meta.url).href)}
  for (let round = 0; ; round++) {
    await rotateSecretKey(process.argv[1], newSecretKey())
    if (round === 0) console.log('rotating')
  }`

test('a rotation that is killed at any point loses no key, and the folder stays usable', async (t) => {
  const dataDir = await newDataDir(t)
  const sealed: Buffer[] = []
  for (let round = 0; round < 8; round++) {
    const ring = await openKeyRing({ dataDir, secretKeysOld: [] })
    sealed.push(sealRow(ring, COLUMN, ROW, `round ${round}`))
    const child = spawn(process.execPath, ['--input-type=module', '-e', ROTATE, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    // At a different point each time, depending on how often the ring was read.
    for (let reads = 0; reads <= round * 3; reads++) {
      assert.ok((await keysOf(dataDir)).length > round, 'in the middle of a rotation all keys can be read')
    }
    child.kill('SIGKILL')
    await once(child, 'exit')
    const after = await openKeyRing({ dataDir, secretKeysOld: [] })
    for (const [index, value] of sealed.entries()) {
      assert.equal(openRow(after, COLUMN, ROW, value).toString(), `round ${index}`)
    }
  }
  await rotateSecretKey(dataDir, newSecretKey())
  assert.deepEqual((await readdir(dataDir)).sort(), ['secret-key', 'secret-keys-old'], 'temporary files are removed')
})

test('an old key never replaces a missing current one', async (t) => {
  const dataDir = await newDataDir(t)
  const ring = await openKeyRing({ dataDir, secretKeysOld: ['an old key of the environment, 32 characters'] })
  const [current] = ring.keys()
  await rm(join(dataDir, 'secret-key'))
  assert.equal(ring.reload()[0]?.id, current?.id)
})

test('an empty key file stops the start with a sentence, and is not replaced', async (t) => {
  const dataDir = await newDataDir(t)
  await keysOf(dataDir)
  await writeFile(join(dataDir, 'secret-key'), '')
  await using database = await createTestDatabase()
  const settings = readSettings({
    DATABASE_URL: database.url,
    PLUMBLINE_DATA_DIR: dataDir,
    PLUMBLINE_LOG_LEVEL: 'silent',
  })
  await assert.rejects(openRuntime(settings, { database: 'shared' }), {
    name: 'WrongSecretKey',
    message: /secret-key\) is empty or cannot be read\. Restore it from a backup/,
  })
  assert.equal(await readFile(join(dataDir, 'secret-key'), 'utf8'), '')
})

test('old keys of the environment are validated like the current one', () => {
  const read = (PLUMBLINE_SECRET_KEYS_OLD: string) => readSettings({ PLUMBLINE_SECRET_KEYS_OLD }).secretKeysOld
  const [one, other] = ['a'.repeat(32), 'b'.repeat(40)]
  assert.deepEqual(read(''), [])
  assert.deepEqual(read(` ${one}, ${other},`), [one, other])
  assert.throws(() => read(`${one},short`), /PLUMBLINE_SECRET_KEYS_OLD must be keys of at least 32 characters/)
})

test('a key ring in a log entry shows no key', async (t) => {
  const dataDir = await newDataDir(t)
  const ring = await openKeyRing({ dataDir, secretKeysOld: [] })
  const text = (await readFile(join(dataDir, 'secret-key'), 'utf8')).trim()
  const shown = JSON.stringify(ring.keys()) + inspect(ring.keys(), { depth: 10, showHidden: true })
  assert.ok(!shown.includes(text))
  assert.ok(!shown.includes(Buffer.from(text).toString('hex').slice(0, 12)))
})
