import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startEmbeddedPostgres } from '@plumbline/embedded-postgres'
import { sql } from 'kysely'
import { runDoctor } from '../../../src/cli/doctor.ts'
import { createCustomer } from '../../../src/features/customers/service.ts'
import { createActivePartner } from '../../../src/features/partners/operator/service.ts'
import { SERVICE_ROLE } from '../../../src/platform/database/service-role.ts'
import { canSignIn, serviceUrlOf } from '../../../src/platform/database/service-sign-in.ts'
import { readSettings } from '../../../src/platform/settings/settings.ts'
import { openRuntime, type Runtime } from '../../../src/runtime/runtime.ts'
import { TENANT } from '../../harness/answers.ts'
import type { Json } from '../../harness/client.ts'
import { administer } from '../../harness/database.ts'
import { newDataDir } from '../../start/processes.ts'

/** The user that the embedded database is created with. */
const SUPERUSER = 'plumbline'

/** This file has its own server, because it changes the passwords of roles that all tests share. */
const folder = await mkdtemp(join(tmpdir(), 'plumbline sign-in '))
await chmod(folder, 0o755)
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), systemDir: join(folder, 'system') })
after(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

let databases = 0

/** An empty database on that server: the URL of its owner, and the same with another user. */
async function newDatabase(): Promise<{ owner: string; as: (user: string, password: string) => string }> {
  const name = `sign_in_${++databases}`
  await administer(server.url, `create database ${name}`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  const as = (user: string, password: string): string => {
    const other = new URL(url)
    other.username = encodeURIComponent(user)
    other.password = encodeURIComponent(password)
    return other.href
  }
  return { owner: url.href, as }
}

const settingsOf = (environment: Record<string, string>) =>
  readSettings({ PLUMBLINE_SECRET_KEY: 'x'.repeat(40), PLUMBLINE_LOG_LEVEL: 'silent', ...environment })

const openGiven = (DATABASE_URL: string, owner?: string): Promise<Runtime> =>
  openRuntime(settingsOf({ DATABASE_URL, ...(owner !== undefined && { PLUMBLINE_DATABASE_OWNER_URL: owner }) }), {
    database: 'given',
  })

async function whoIs({ app }: Runtime) {
  const { rows } = await sql<{ session: string; current: string }>`
    select session_user as session, current_user as current`.execute(app.db)
  return rows[0]
}

/** Statements that an attacker could inject; none may leave the service's restricted role. */
async function assertConfined({ app, pool }: Runtime, owner: string): Promise<void> {
  const client = await pool.connect()
  try {
    const refused = [
      `set role ${owner}`,
      `set local role ${owner}`,
      `set session authorization ${owner}`,
      `alter role ${SERVICE_ROLE} superuser`,
      `grant ${owner} to ${SERVICE_ROLE}`,
      'update audit set author_id = null',
      'truncate audit',
      'drop table audit',
      'alter table audit disable trigger all',
      'create table public.mine ()',
      'create extension plpython3u',
      `copy (select 1) to program 'true'`,
      `select pg_read_file('postgresql.conf')`,
      'select rolpassword from pg_authid',
    ]
    for (const statement of refused) await assert.rejects(client.query(statement), { code: '42501' }, statement)
    for (const statement of ['reset role', 'set role none', 'reset session authorization', 'discard all']) {
      await client.query(statement)
      const { rows } = await client.query('select session_user as session, current_user as current')
      assert.deepEqual(rows, [{ session: SERVICE_ROLE, current: SERVICE_ROLE }], statement)
      await assert.rejects(client.query('delete from audit'), { code: '42501' }, statement)
    }
  } finally {
    client.release(true)
  }
  const author = { kind: 'operator', id: 'test' } as const
  const account = { company: 'Acme', email: 'admin@acme.example', name: 'Admin', plan: 'starter' } as const
  const actor = await createActivePartner(app, author, account)
  await createCustomer(app, actor, { name: 'Umbrella', tenantId: TENANT })
}

test('the service signs in to the embedded database as its restricted role, and no statement can escalate it', async (t) => {
  const dataDir = await newDataDir(t)
  const runtime = await openRuntime(settingsOf({ PLUMBLINE_DATA_DIR: dataDir }), { database: 'own' })
  try {
    await assertConfined(runtime, SUPERUSER)
    const listening = new URL(runtime.pool.options.connectionString ?? '')
    assert.equal(listening.username, SERVICE_ROLE, 'the listener connection uses that role as well')
    const clients = await Promise.all(Array.from({ length: 8 }, () => whoIs(runtime)))
    assert.deepEqual(new Set(clients.map((who) => who?.session)), new Set([SERVICE_ROLE]))
  } finally {
    await runtime.close()
  }
})

test('commands on the running service sign in with the same role, even many at once', async (t) => {
  const dataDir = await newDataDir(t)
  const settings = settingsOf({ PLUMBLINE_DATA_DIR: dataDir })
  const service = await openRuntime(settings, { database: 'own' })
  const commands = await Promise.all(Array.from({ length: 4 }, () => openRuntime(settings, { database: 'shared' })))
  for (const command of commands) assert.equal((await whoIs(command))?.session, SERVICE_ROLE)
  for (const command of commands) await command.close()
  assert.equal((await whoIs(service))?.session, SERVICE_ROLE, 'its connections are not disturbed')
  await service.close()
  const alone = await openRuntime(settings, { database: 'shared' })
  assert.equal((await whoIs(alone))?.session, SERVICE_ROLE)
  await alone.close()
})

test('an installation of version 0.1, whose role cannot sign in, is upgraded at its first start', async (t) => {
  const dataDir = await newDataDir(t)
  const settings = settingsOf({ PLUMBLINE_DATA_DIR: dataDir })
  const place = { dataDir }
  await (await openRuntime(settings, { database: 'own' })).close()
  const before = await startEmbeddedPostgres(place)
  await administer(before.url, `alter role ${SERVICE_ROLE} nologin password null`)
  assert.equal(await canSignIn(serviceUrlOf(before.url)), false)
  const doctor = await openRuntime(settings, { database: 'shared', schema: 'leave' })
  assert.deepEqual(await whoIs(doctor), { session: SUPERUSER, current: SERVICE_ROLE }, 'reading changes nothing')
  await doctor.close()
  await before.stop()
  const runtime = await openRuntime(settings, { database: 'own' })
  assert.deepEqual(await whoIs(runtime), { session: SERVICE_ROLE, current: SERVICE_ROLE })
  await runtime.close()
})

test('the owner’s password cannot be derived from that of the service, and each server has its own', () => {
  const [mine, other] = [new URL(serviceUrlOf(server.url)), new URL(serviceUrlOf('postgres://a:b@127.0.0.1/postgres'))]
  assert.equal(mine.username, SERVICE_ROLE)
  assert.match(mine.password, /^[\w-]{43}$/)
  assert.notEqual(mine.password, other.password)
  assert.ok(!mine.href.includes(new URL(server.url).password))
})

test('on an external server, the owner that migrates lets the service sign in with its configured password', async () => {
  const { owner, as } = await newDatabase()
  // A password with special characters, and a different one later.
  for (const password of ['p@ss w/o:rd\'"\\ ü', 'another password']) {
    const url = as(SERVICE_ROLE, password)
    const runtimes = await Promise.all(Array.from({ length: 3 }, () => openGiven(url, owner)))
    for (const runtime of runtimes) assert.equal((await whoIs(runtime))?.session, SERVICE_ROLE)
    await assertConfined(runtimes[0] ?? assert.fail(), SUPERUSER)
    for (const runtime of runtimes) await runtime.close()
  }
  // Processes without the owner's credentials work on the migrated database.
  const runtime = await openGiven(as(SERVICE_ROLE, 'another password'))
  await assertConfined(runtime, SUPERUSER)
  await runtime.close()
})

test('any other user becomes a member of the service’s role, and gets no further rights', async () => {
  const { owner, as } = await newDatabase()
  await administer(server.url, `create role app login password 'of the test'`)
  const runtime = await openGiven(as('app', 'of the test'), owner)
  assert.equal((await whoIs(runtime))?.session, 'app')
  await assert.rejects(sql`delete from audit`.execute(runtime.app.db), { code: '42501' })
  await assert.rejects(sql`set role ${sql.id(SUPERUSER)}`.execute(runtime.app.db), { code: '42501' })
  await runtime.close()
})

test('without the owner, a user that may not migrate gets a clear error', async () => {
  const { owner, as } = await newDatabase()
  await administer(server.url, `create role guest login password 'of the test'`)
  await assert.rejects(openGiven(as('guest', 'of the test')), {
    name: 'LaunchFailure',
    message: /may not create the schema\. Set PLUMBLINE_DATABASE_OWNER_URL/,
  })
  await (await openGiven(as('guest', 'of the test'), owner)).close()
  await administer(owner, `delete from kysely_migration where name like '0020%'`)
  await assert.rejects(openGiven(as('guest', 'of the test')), {
    name: 'LaunchFailure',
    message: /not up to date \(0020_.*Run "plumbline migrate" with PLUMBLINE_DATABASE_OWNER_URL set/,
  })
})

test('an owner that may not manage roles gets a clear error', async () => {
  const { as } = await newDatabase()
  await administer(server.url, `create role landlord login password 'of the test'`)
  await administer(server.url, `alter database sign_in_${databases} owner to landlord`)
  await assert.rejects(openGiven(as(SERVICE_ROLE, 'a third password'), as('landlord', 'of the test')), {
    name: 'LaunchFailure',
    message: /may not let plumbline_service sign in as the service\. Give it CREATEROLE/,
  })
})

test('doctor reports a service that signs in as a superuser, and its remedy works', async () => {
  const { owner, as } = await newDatabase()
  const examine = async (url: string, ownerUrl?: string) => {
    const { json }: Json = await runDoctor({ open: () => openGiven(url, ownerUrl), source: async () => {} })
    return json.findings.find(({ check }: Json) => check === 'sign-in')
  }
  const bad = await examine(owner)
  assert.equal(bad.ok, false)
  assert.match(bad.says, new RegExp(`signs in as ${SUPERUSER}, a superuser`))
  assert.match(bad.fix, /Set PLUMBLINE_DATABASE_OWNER_URL to the current DATABASE_URL/)
  const good = await examine(as(SERVICE_ROLE, 'a new password'), owner)
  assert.deepEqual([good.ok, good.says], [true, `as ${SERVICE_ROLE}`])
})

test('an owner without a database URL is refused with a sentence', () => {
  assert.throws(
    () => readSettings({ PLUMBLINE_DATABASE_OWNER_URL: 'postgres://a@b/c' }),
    /PLUMBLINE_DATABASE_OWNER_URL needs DATABASE_URL/,
  )
})
