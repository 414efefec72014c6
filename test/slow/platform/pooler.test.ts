import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { SERVICE_ROLE } from '../../../src/platform/database/service-role.ts'
import { readSettings } from '../../../src/platform/settings/settings.ts'
import { openRuntime } from '../../../src/runtime/runtime.ts'
import { startApi } from '../../harness/api.ts'
import { createTestDatabase } from '../../harness/database.ts'
import { findFreePort } from '../../harness/free-port.ts'
import { eventually } from '../../runs/eventually.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'
const skip = existsSync(PGBOUNCER) ? false : 'PgBouncer is not installed'

/** Fewer than what a test uses at once, so that transactions really share connections. */
const SERVER_CONNECTIONS = 3

/** Starts PgBouncer in transaction mode before the database. */
async function startPgBouncer(serviceUrl: string): Promise<AsyncDisposable & { url: string }> {
  const { hostname, port, username, password, pathname } = new URL(serviceUrl)
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-pgbouncer-'))
  await chmod(folder, 0o755)
  const own = await findFreePort()
  const database = pathname.slice(1)
  const file = join(folder, 'pgbouncer.ini')
  const server = `host=${hostname} port=${port} dbname=${database} user=${username} password=${decodeURIComponent(password)}`
  await writeFile(
    file,
    `[databases]
${database} = ${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
`,
  )
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(PGBOUNCER, [...asOther, file], { stdio: 'ignore' })
  await eventually('PgBouncer', async () => await answers(own))
  const url = new URL(serviceUrl)
  url.host = `127.0.0.1:${own}`
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const answers = async (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

test('statements of many clients share a few connections, and none depends on an earlier statement', {
  skip,
}, async () => {
  await using database = await createTestDatabase()
  await using pooler = await startPgBouncer(database.serviceUrl)
  const { db, pool } = openDatabase(pooler.url, {
    poolSize: 20,
    deadlineMs: 10_000,
    pooler: { prepares: false },
    onError: () => {},
  })
  const found = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const { rows } = await sql<{ n: number; pid: number }>`
        select ${n}::int as n, pg_backend_pid() as pid, pg_sleep(0.005)`.execute(db)
      return rows[0]
    }),
  )
  assert.deepEqual(
    found.map((row) => row?.n),
    Array.from({ length: 200 }, (_, n) => n),
  )
  assert.ok(new Set(found.map((row) => row?.pid)).size <= SERVER_CONNECTIONS)
  await pool.end()
})

test('the API works through a pooler: limits, idempotency and locks hold', { skip }, async () => {
  await using api = await startApi({ throughPooler: startPgBouncer, limits: { customersPerPartner: 30 } })
  const partner = await api.as('otter')
  const input = (n: number) => ({ name: `Customer ${n}`, tenantId: crypto.randomUUID() })
  const created = await Promise.all(
    Array.from({ length: 40 }, (_, n) => partner.post('/v1/partner/customers', input(n))),
  )
  assert.equal(created.filter(({ status }) => status === 201).length, 30)
  assert.equal(created.filter(({ status }) => status === 409).length, 10)
  const [first] = created.filter(({ status }) => status === 201)
  assert.equal((await partner.delete(`/v1/partner/customers/${first?.body.id}`)).status, 204)
  const repeated = input(99)
  const again = await Promise.all(
    Array.from({ length: 8 }, () =>
      partner.post('/v1/partner/customers', repeated, { headers: { 'idempotency-key': 'the same for all' } }),
    ),
  )
  const ids = again.filter(({ status }) => status === 201).map(({ body }) => body.id)
  assert.equal(new Set(ids).size, 1)
  assert.deepEqual(
    again.filter(({ status }) => status !== 201 && status !== 409).map(({ text }) => text),
    [],
  )
  const { body } = await partner.get('/v1/partner/customers?limit=200')
  assert.equal(body.customers.length, 30)
})

test('only the API of "serve" uses the pooler, and only as the restricted role', { skip }, async () => {
  await using database = await createTestDatabase()
  await using pooler = await startPgBouncer(database.serviceUrl)
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-pooler-'))
  const environment = {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: database.serviceUrl,
    PLUMBLINE_DATABASE_OWNER_URL: database.url,
    PLUMBLINE_SECRET_KEY: 'a secret of the tests, 32 characters and more',
    PLUMBLINE_DATA_DIR: folder,
    PLUMBLINE_LOG_LEVEL: 'silent',
  }
  const portOf = async (more: { usesPooler: boolean }): Promise<string> => {
    const runtime = await openRuntime(readSettings(environment), { database: 'given', deadlineMs: 10_000, ...more })
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(runtime.app.db)
    assert.equal(rows[0]?.role, SERVICE_ROLE)
    assert.equal(runtime.databaseUrl, database.serviceUrl)
    await runtime.close()
    return new URL(runtime.pool.options.connectionString ?? '').port
  }
  assert.equal(await portOf({ usesPooler: true }), new URL(pooler.url).port)
  assert.equal(await portOf({ usesPooler: false }), new URL(database.serviceUrl).port)
  const asOwner = new URL(pooler.url)
  asOwner.username = new URL(database.url).username
  const settings = readSettings({ ...environment, DATABASE_URL: asOwner.href })
  await assert.rejects(
    openRuntime(settings, { database: 'given', usesPooler: true }),
    /cannot give up the rights of its user. Set the user in DATABASE_URL to plumbline_service/,
  )
  await rm(folder, { recursive: true, force: true })
})
