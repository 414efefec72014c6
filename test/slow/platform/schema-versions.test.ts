import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSettings } from '../../../src/platform/settings/settings.ts'
import { openRuntime } from '../../../src/runtime/runtime.ts'
import type { SchemaUse } from '../../../src/runtime/service-database.ts'
import { createClient } from '../../harness/client.ts'
import { administer, createTestDatabase } from '../../harness/database.ts'
import { createEmptyDatabase, newDataDir, runCommand, startService } from '../../start/processes.ts'

const FUTURE = '9999_of_a_newer_version.sql'
const KEY = 'a secret of the tests, 32 characters and more'

test('serve, work and commands refuse a schema that is behind; migrate lists what is missing, then adds it', async (t) => {
  const dataDir = await newDataDir(t)
  await using database = await createEmptyDatabase()
  const env = { DATABASE_URL: database.url, PLUMBLINE_SECRET_KEY: KEY }
  const dryRun = async () => {
    const { stdout } = await runCommand({ dataDir, env, args: ['migrate', '--dry-run', '--json'] })
    return JSON.parse(stdout)
  }
  const before = await dryRun()
  assert.ok(before.pending.length > 50)
  for (const args of [['serve'], ['work'], ['partner', 'list']]) {
    const { code, stderr } = await runCommand({ dataDir, env, args })
    assert.equal(code, 1)
    assert.match(stderr, /^The schema is not up to date \(0001_.*\)\. Run "plumbline migrate", then start again\.\n$/)
  }
  assert.deepEqual(await dryRun(), before, 'nothing of this has changed the schema')
  assert.equal((await runCommand({ dataDir, env, args: ['migrate'] })).code, 0)
  assert.deepEqual(await dryRun(), { pending: [], unknown: [] })
  const parts = [
    await startService(t, { dataDir, env, args: ['serve'] }),
    await startService(t, { dataDir, env, args: ['work'] }),
  ]
  await Promise.all(parts.map((part) => part.ready()))
})

test('processes keep serving while a newer version migrates, restart on its schema, and refuse one that removed what they use', async (t) => {
  const dataDir = await newDataDir(t)
  await using database = await createEmptyDatabase()
  const env = { DATABASE_URL: database.url, PLUMBLINE_SECRET_KEY: KEY }
  const launch = (...args: string[]) => ({ dataDir, env, args })
  assert.equal((await runCommand(launch('migrate'))).code, 0)
  const partner = '--company Northwind --email sam@northwind.example --name Sam --plan starter --json'.split(' ')
  const made = await runCommand(launch('partner', 'create', ...partner))
  assert.equal(made.code, 0, made.stderr)
  const { key } = JSON.parse(made.stdout)
  const startBoth = async () => {
    const [serve, work] = [await startService(t, launch('serve')), await startService(t, launch('work'))]
    await Promise.all([serve.ready(), work.ready()])
    return { serve, work }
  }
  const before = await startBoth()
  const ca = await readFile(join(dataDir, 'tls', 'ca.crt'), 'utf8')
  const addCustomer = async (port: number, name: string): Promise<number> =>
    (
      await createClient(`https://localhost:${port}`, ca, 'X-Partner-Key', key).post('/v1/partner/customers', {
        name,
        tenantId: randomUUID(),
      })
    ).status
  assert.equal(await addCustomer(before.serve.port, 'Before'), 201)
  // What migrations of a newer version do that only add something.
  await administer(database.url, `insert into kysely_migration values ('${FUTURE}', now()::text)`)
  await administer(database.url, "alter table customers add column of_a_newer_version text not null default ''")
  assert.equal(await addCustomer(before.serve.port, 'While'), 201)
  assert.equal(before.work.child.exitCode, null)
  for (const { child, exit } of [before.serve, before.work]) {
    child.kill('SIGTERM')
    assert.equal(await exit, 0)
  }
  const after = await startBoth()
  assert.equal(await addCustomer(after.serve.port, 'After'), 201)
  await administer(database.url, `update migration_floor set name = '${FUTURE}'`)
  for (const role of ['serve', 'work']) {
    const { code, stderr } = await runCommand(launch(role))
    assert.equal(code, 1)
    assert.match(stderr, /^A newer version has changed the schema in a way that this version .* does not know \(9999_/)
  }
  assert.equal(await addCustomer(after.serve.port, 'Until it is restarted'), 201)
})

test('a newer schema is accepted until a migration removes what this version uses', async (t) => {
  await using database = await createTestDatabase()
  const settings = readSettings({
    DATABASE_URL: database.url,
    PLUMBLINE_DATA_DIR: await newDataDir(t),
    PLUMBLINE_SECRET_KEY: KEY,
    PLUMBLINE_LOG_LEVEL: 'silent',
  })
  const uses: SchemaUse[] = ['migrate', 'require']
  const startAll = async (): Promise<void> => {
    for (const schema of uses) await (await openRuntime(settings, { database: 'given', schema })).close()
  }
  // As a migration that only adds something.
  await administer(database.url, `insert into kysely_migration values ('${FUTURE}', now()::text)`)
  await administer(database.url, 'create table of_a_newer_version (id int)')
  await startAll()
  await administer(database.url, `update migration_floor set name = '${FUTURE}'`)
  for (const schema of uses) {
    await assert.rejects(openRuntime(settings, { database: 'given', schema }), {
      name: 'LaunchFailure',
      message: /^A newer version has changed the schema in a way that this version \(.*\) does not know \(9999_/,
    })
  }
  // What a newer version lacks of ours must be added by one that has both.
  await administer(database.url, `update migration_floor set name = '0086_migration_floor.sql'`)
  await administer(database.url, `delete from kysely_migration where name like '0067%'`)
  await assert.rejects(openRuntime(settings, { database: 'given' }), /lacks others \(0067_.*with the newest version/)
})
