import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { runSecretRemove } from '../../../src/cli/secret/remove.ts'
import { readSettings } from '../../../src/platform/settings/settings.ts'
import { openRuntime, type Runtime } from '../../../src/runtime/runtime.ts'
import { sealRow } from '../../../src/shared/crypto/seal.ts'
import { SEALED_COLUMNS } from '../../../src/shared/crypto/sealed-columns.ts'
import { createTestDatabase } from '../../harness/database.ts'
import { runCommand } from '../../start/processes.ts'

const RIGHT = 'the right secret key of the tests with 32 characters'
const WRONG = 'a wrong secret key of the tests with 32 characters'
const NEXT = 'the next secret key of the tests with 32 characters'

interface Keys {
  key?: string
  old?: string
}

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline keys '))
  t.after(() => rm(folder, { recursive: true, maxRetries: 20 }))
  return join(folder, 'data')
}

const environment = (url: string, dataDir: string, { key, old }: Keys) => ({
  DATABASE_URL: url,
  PLUMBLINE_DATA_DIR: dataDir,
  PLUMBLINE_LOG_LEVEL: 'silent',
  ...(key !== undefined && { PLUMBLINE_SECRET_KEY: key }),
  ...(old !== undefined && { PLUMBLINE_SECRET_KEYS_OLD: old }),
})

const start = (url: string, dataDir: string, keys: Keys): Promise<Runtime> =>
  openRuntime(readSettings(environment(url, dataDir, keys)), { database: 'shared' })

async function startAndStop(url: string, dataDir: string, keys: Keys): Promise<void> {
  await (await start(url, dataDir, keys)).close()
}

/** An answer to a pending call, which is bound to no other row. */
async function sealSomething({ app }: Runtime): Promise<void> {
  const row = ['prt_x', 'POST /x', 'key'] as const
  const sealed = sealRow(app.secrets, SEALED_COLUMNS.idempotencyOutcome, row, 'outcome')
  await sql`insert into idempotency_keys (account_id, route, key, request_hash, outcome, created_at)
    values ('prt_x', 'POST /x', 'key', '\\x00', ${sealed}, now())`.execute(app.db)
}

test('a process with another secret key does not start, says so in a sentence, and changes nothing', async (t) => {
  await using database = await createTestDatabase()
  const dataDir = await newFolder(t)
  await startAndStop(database.url, dataDir, { key: RIGHT })
  await assert.rejects(startAndStop(database.url, dataDir, { key: WRONG }), {
    name: 'WrongSecretKey',
    message:
      /^The secret key is the wrong one: the database was sealed under the secret key [0-9a-f]{16}, and PLUMBLINE_SECRET_KEY is [0-9a-f]{16}\. Restore the right one/,
  })
  const env = environment(database.url, dataDir, { key: WRONG })
  for (const args of [['serve'], ['work'], ['partner', 'list']]) {
    const { code, stderr } = await runCommand({ dataDir, env, args })
    assert.equal(code, 1)
    assert.match(stderr, /^The secret key is the wrong one: [^\n]*\n$/, args.join(' '))
    assert.ok(!stderr.includes(WRONG))
  }
  await startAndStop(database.url, dataDir, { key: RIGHT })
})

test('doctor reports another secret key, and how to fix it', async (t) => {
  await using database = await createTestDatabase()
  const dataDir = await newFolder(t)
  await startAndStop(database.url, dataDir, { key: RIGHT })
  const env = environment(database.url, dataDir, { key: WRONG })
  const { code, stdout } = await runCommand({ dataDir, env, args: ['doctor', '--json'] })
  assert.equal(code, 1)
  const finding = JSON.parse(stdout).findings.find(({ check }: { check: string }) => check === 'secret keys')
  assert.equal(finding.ok, false)
  assert.match(
    finding.says,
    /^the database was sealed under the secret key [0-9a-f]{16}, and this service has [0-9a-f]{16}$/,
  )
  assert.match(finding.fix, /^Restore secret-key and secret-keys-old/)
})

test('a missing key is not replaced by a new one', async (t) => {
  await using database = await createTestDatabase()
  await startAndStop(database.url, await newFolder(t), { key: RIGHT })
  const dataDir = await newFolder(t)
  await assert.rejects(startAndStop(database.url, dataDir, {}), {
    name: 'WrongSecretKey',
    message: /^There is no secret key in .*, and the database was sealed under the secret key [0-9a-f]{16}\. Restore/,
  })
  assert.equal(existsSync(join(dataDir, 'secret-key')), false)
})

test('in a database from before keys were recorded, the values themselves decide', async (t) => {
  await using database = await createTestDatabase()
  const dataDir = await newFolder(t)
  const runtime = await start(database.url, dataDir, { key: RIGHT })
  await sealSomething(runtime)
  const forget = () => sql`delete from secret_key_ids`.execute(runtime.app.db)
  await forget()
  await assert.rejects(startAndStop(database.url, dataDir, { key: WRONG }), {
    message: /the values in the database were sealed under another one/,
  })
  await startAndStop(database.url, dataDir, { key: NEXT, old: RIGHT })
  await forget()
  await sql`delete from idempotency_keys`.execute(runtime.app.db)
  await startAndStop(database.url, dataDir, { key: WRONG })
  await runtime.close()
})

test('keys are replaced in steps, and a process that lacks the newest does not start', async (t) => {
  await using database = await createTestDatabase()
  const dataDir = await newFolder(t)
  await startAndStop(database.url, dataDir, { key: RIGHT })
  await startAndStop(database.url, dataDir, { key: RIGHT, old: NEXT })
  await startAndStop(database.url, dataDir, { key: NEXT, old: RIGHT })
  // Another process that has not been restarted with the new order yet.
  await startAndStop(database.url, dataDir, { key: RIGHT, old: NEXT })
  await assert.rejects(startAndStop(database.url, dataDir, { key: RIGHT }), /The secret key is the wrong one/)
})

test('a key that is lost for good can be removed by its id, and then the service starts without it', async (t) => {
  await using database = await createTestDatabase()
  const dataDir = await newFolder(t)
  await startAndStop(database.url, dataDir, { key: RIGHT })
  const settings = readSettings(environment(database.url, dataDir, { key: WRONG }))
  const runtime = await openRuntime(settings, { database: 'shared', anySecretKey: true })
  const { rows } = await sql<{ id: string }>`select id from secret_key_ids`.execute(runtime.app.db)
  const id = rows[0]?.id ?? assert.fail()
  assert.deepEqual((await runSecretRemove(runtime.app, settings, id)).json, { id, status: 'given up' })
  await runtime.close()
  await startAndStop(database.url, dataDir, { key: WRONG })
})
