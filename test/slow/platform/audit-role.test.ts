import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { runDoctor } from '../../../src/cli/doctor.ts'
import { createCustomer } from '../../../src/features/customers/service.ts'
import { createActivePartner } from '../../../src/features/partners/operator/service.ts'
import { grantServiceRole, SERVICE_ROLE } from '../../../src/platform/database/service-role.ts'
import { readSettings } from '../../../src/platform/settings/settings.ts'
import { openRuntime, type Runtime } from '../../../src/runtime/runtime.ts'
import { makeCustomer, TENANT } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import { administer, required } from '../../harness/database.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

/** The runtime, as the command line opens it on an external server. */
const open = (databaseUrl: string): Promise<Runtime> =>
  openRuntime(
    readSettings({ DATABASE_URL: databaseUrl, PLUMBLINE_SECRET_KEY: 'x'.repeat(40), PLUMBLINE_LOG_LEVEL: 'silent' }),
    { database: 'given' },
  )

const examine = (databaseUrl: string) => runDoctor({ open: () => open(databaseUrl), source: async () => {} })

async function whoWorks({ app }: Runtime): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(app.db)
  return rows[0]?.name
}

test('the service can add to the audit trail, but cannot change, delete or truncate it', async () => {
  const client = await api.as('acme')
  await makeCustomer(client)
  const before = await api.db.selectFrom('audit').selectAll().execute()
  assert.ok(before.some(({ action }) => action === 'customer.created'))
  const attempts = [
    () => api.db.updateTable('audit').set({ author_id: 'somebody else' }).execute(),
    () => api.db.deleteFrom('audit').where('action', '=', 'customer.created').execute(),
    () => sql`truncate audit`.execute(api.db),
    () => sql`select from audit for update`.execute(api.db),
    () => sql`alter table audit disable trigger all`.execute(api.db),
    () => sql`drop table audit`.execute(api.db),
  ]
  // The role cannot grant rights that it does not have; PostgreSQL only warns.
  await sql`grant update, delete, truncate on audit to ${sql.id(SERVICE_ROLE)}`.execute(api.db)
  await grantServiceRole(api.db)
  for (const attempt of attempts) await assert.rejects(attempt, { code: '42501' }, String(attempt))
  assert.deepEqual(await api.db.selectFrom('audit').selectAll().execute(), before)
})

test('the running service uses its role on every connection, and doctor reports that the audit trail is safe', async () => {
  const runtime = await open(api.databaseUrl)
  const names = await Promise.all(Array.from({ length: 20 }, () => whoWorks(runtime)))
  assert.deepEqual(new Set(names), new Set([SERVICE_ROLE]))
  assert.equal(runtime.pool.totalCount, 20)
  await runtime.close()
  const { text } = await examine(api.databaseUrl)
  assert.match(text, /^ok {5}audit +append only$/m)
})

test('granting the rights is repeatable, even concurrently', async () => {
  const runtimes = await Promise.all(Array.from({ length: 4 }, () => open(api.databaseUrl)))
  assert.deepEqual(await Promise.all(runtimes.map(whoWorks)), Array(4).fill(SERVICE_ROLE))
  for (const runtime of runtimes) await runtime.close()
})

test('if the database user may not create roles, everything works, but doctor reports that the audit trail is not safe', async () => {
  const name = `plumbline_test_${randomBytes(6).toString('hex')}`
  const server = required('TEST_DATABASE_URL')
  await administer(server, `create role ${name} login password 'of the test' nosuperuser nocreaterole`)
  await administer(server, `create database ${name} owner ${name}`)
  after(async () => {
    await administer(server, `drop database ${name} with (force)`)
    await administer(server, `drop role ${name}`)
  })
  const url = new URL(server)
  Object.assign(url, { username: name, password: 'of the test', pathname: `/${name}` })
  const runtime = await open(url.href)
  assert.equal(await whoWorks(runtime), name)
  const author = { kind: 'operator', id: 'test' } as const
  const account = { company: 'Acme', email: 'admin@acme.example', name: 'Admin', plan: 'starter' } as const
  const actor = await createActivePartner(runtime.app, author, account)
  await createCustomer(runtime.app, actor, { name: 'Umbrella', tenantId: TENANT })
  const audit = await runtime.app.db.selectFrom('audit').select('action').orderBy('id').execute()
  assert.deepEqual(
    audit.map(({ action }) => action),
    ['partner.created', 'customer.created'],
  )
  await runtime.close()
  const { ok, text } = await examine(url.href)
  assert.equal(ok, false)
  assert.match(text, /^WRONG {2}audit +this service could change the audit trail/m)
  // An administrator fixes it.
  await administer(server, `grant ${SERVICE_ROLE} to ${name}`)
  const repaired = await open(url.href)
  assert.equal(await whoWorks(repaired), SERVICE_ROLE)
  await repaired.close()
  assert.match((await examine(url.href)).text, /^ok {5}audit +append only$/m)
})
