import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { serviceUrlOf } from '../../../src/platform/database/service-sign-in.ts'
import { openStandby, type ReadBy } from '../../../src/platform/database/standby/standby.ts'
import { createLog } from '../../../src/platform/log.ts'
import { startAnotherServer } from '../../harness/another-server.ts'
import { startApi } from '../../harness/api.ts'
import { administer, openTestDatabase } from '../../harness/database.ts'
import { openPrimaryWithStandby } from '../../harness/standby.ts'
import { startDatabaseProxy } from '../../platform/database-proxy.ts'
import { eventually } from '../../runs/eventually.ts'
import { createRun, waitForEnd } from '../../runs/follow.ts'

const servers = await openPrimaryWithStandby()
const api = await startApi({ worker: true })
after(async () => {
  await api[Symbol.asyncDispose]()
  await servers[Symbol.asyncDispose]()
})

const standbyUrl = servers.onStandby(serviceUrlOf(api.databaseUrl))
const ownerUrl = servers.onStandby(api.databaseUrl)
// The database was created on the primary, and the standby may still be replaying that.
await eventually('the standby has the database', async () => {
  return await administer(ownerUrl, 'select 1').then(
    () => true,
    () => false,
  )
})

/** A process that reads lists from a standby, and who answered its reads so far. */
async function startProcess(url = standbyUrl) {
  const log: string[] = []
  const reads: ReadBy[] = []
  const standby = openStandby({
    url,
    primary: api.db,
    poolSize: 4,
    deadlineMs: 10_000,
    log: createLog('info', { write: (line) => void log.push(line) }),
    onRead: (by) => reads.push(by),
  })
  const server = await startAnotherServer({ ...api.app, standby })
  /** Repeats a read until it is answered by this one. */
  const becomes = async (by: ReadBy) =>
    await eventually(`a read by ${by}`, async () => {
      await standby.read((db) => sql`select 1`.execute(db))
      return reads.at(-1) === by
    })
  return {
    server,
    standby,
    log,
    reads,
    becomes,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await standby.close()
    },
  }
}

const tenant = (name: string) => ({ name, tenantId: crypto.randomUUID() })

test('a standby repeats no outcome: it may be a former primary whose last changes nobody has confirmed', async () => {
  const { key } = await api.as('heron')
  const idempotencyKey = 'the answer was lost'
  const options = { headers: { 'Idempotency-Key': idempotencyKey } }
  const customer = tenant('Heron')
  const before = await api.client(key).post('/v1/partner/customers', customer, options)
  assert.equal(before.status, 201)
  const standby = openTestDatabase(standbyUrl, { poolSize: 2 })
  await eventually('the standby has the outcome', async () => {
    const { rows } = await sql`select from idempotency_keys where key = ${idempotencyKey}`.execute(standby.db)
    return rows.length === 1
  })
  await using server = await startAnotherServer({ ...api.app, db: standby.db })
  const repeated = await server.client(key).post('/v1/partner/customers', customer, options)
  await standby.pool.end()
  assert.deepEqual([repeated.status, repeated.body.error?.code], [503, 'SERVICE_UNAVAILABLE'])
  assert.equal((await api.client(key).post('/v1/partner/customers', customer, options)).body.id, before.body.id)
})

test('a list on the standby has everything written before, even while the standby falls behind', async () => {
  await using one = await startProcess()
  await using two = await startProcess()
  await Promise.all([one.becomes('standby'), two.becomes('standby')])
  const { key } = await api.as('otter')
  const [writer, reader] = [one.server.client(key), two.server.client(key)]
  const idsOf = async (): Promise<string[]> => {
    const { status, body } = await reader.get('/v1/partner/customers')
    assert.equal(status, 200)
    return body.customers.map(({ id }: { id: string }) => id)
  }
  two.reads.length = 0
  const expected: string[] = []
  const createAndList = async (n: number): Promise<void> => {
    const { body } = await writer.post('/v1/partner/customers', tenant(`Customer ${n}`))
    expected.unshift(body.id)
    assert.deepEqual(await idsOf(), expected)
  }
  for (let n = 0; n < 60; n++) await createAndList(n)
  assert.ok(two.reads.filter((by) => by === 'standby').length > 30, two.reads.join(' '))

  await administer(ownerUrl, 'select pg_wal_replay_pause()')
  two.reads.length = 0
  for (let n = 60; n < 65; n++) await createAndList(n)
  assert.deepEqual(new Set(two.reads), new Set(['primary-behind']))
  assert.ok((await two.standby.measureLag()) > 0)
  await administer(ownerUrl, 'select pg_wal_replay_resume()')
  await two.becomes('standby')
  assert.deepEqual(await idsOf(), expected)
})

test('lists and reports are read from the standby, and include earlier writes of the worker', async () => {
  await using process = await startProcess()
  await process.becomes('standby')
  const acme = await api.as('acme')
  const { runId } = await createRun(acme)
  await waitForEnd(acme, runId)
  const client = process.server.client(acme.key)
  const distributor = await api.distributor('meridian')
  const distributing = process.server.client(distributor.key, 'X-Distributor-Key')
  const { body } = await client.get('/v1/partner/assessments')
  assert.equal(body.runs[0]?.status, 'completed')
  await process.becomes('standby')
  process.reads.length = 0
  const paths = [
    '/v1/partner/customers',
    '/v1/partner/customers?limit=1',
    '/v1/partner/assessments',
    `/v1/partner/assessments/${runId}/findings`,
    `/v1/partner/assessments/${runId}/report?format=json`,
    `/v1/partner/assessments/${runId}/report?format=html`,
    '/v1/partner/findings',
    '/v1/partner/events',
    '/v1/partner/audit',
  ]
  for (const path of paths) assert.equal((await client.get(path)).status, 200, path)
  const distributors = ['/v1/distributor/partners', '/v1/distributor/usage', '/v1/distributor/events']
  for (const path of distributors) assert.equal((await distributing.get(path)).status, 200, path)
  assert.equal(process.reads.length, paths.length + distributors.length)
  assert.deepEqual(new Set(process.reads), new Set(['standby']))
})

test('if the standby stops, no request fails, and it is used again when it is back', async () => {
  await using process = await startProcess()
  await process.becomes('standby')
  const client = process.server.client((await api.as('acme')).key)
  await servers.kill()
  for (let n = 0; n < 10; n++) assert.equal((await client.get('/v1/partner/customers')).status, 200)
  assert.equal(process.reads.at(-1), 'primary-unusable')
  await servers.comeBack()
  await process.becomes('standby')
  const events = process.log.map((line) => JSON.parse(line).event)
  assert.deepEqual(events, ['standby.reached', 'standby.lost', 'standby.reached'])
})

test('a standby that does not respond causes one short wait', async () => {
  await using proxy = await startDatabaseProxy(standbyUrl)
  await using process = await startProcess(proxy.url)
  await process.becomes('standby')
  const client = process.server.client((await api.as('acme')).key)
  proxy.silence(true)
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.get('/v1/partner/customers')))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal(process.reads.at(-1), 'primary-unusable')
  proxy.cut()
  proxy.silence(false)
  await process.becomes('standby')
})

test('a read that the standby cancels is repeated on the primary', async () => {
  await using process = await startProcess()
  await administer(api.databaseUrl, 'create table conflict (n int); grant select on conflict to plumbline_service')
  await process.becomes('standby')
  const readAs: boolean[] = []
  const read = process.standby.read((db) =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ standby: boolean }>`
        select pg_is_in_recovery() as standby, (select count(*) from conflict) as n`.execute(tx)
      readAs.push(rows[0]?.standby ?? false)
      await sql`select pg_sleep(case when pg_is_in_recovery() then 8 else 0 end)`.execute(tx)
    }),
  )
  await eventually('the read has begun', async () => readAs.length === 1)
  await administer(api.databaseUrl, 'drop table conflict')
  await administer(api.databaseUrl, 'create table conflict (n int); grant select on conflict to plumbline_service')
  await read
  assert.deepEqual(readAs, [true, false])
  await administer(api.databaseUrl, 'drop table conflict')
})

test('a server that is not a standby of the primary is never read from', async () => {
  await using process = await startProcess(serviceUrlOf(api.databaseUrl))
  const client = process.server.client((await api.as('acme')).key)
  await eventually('it is refused', async () => process.log.length > 0)
  assert.match(process.log[0] ?? '', /it is not a standby/)
  assert.equal((await client.get('/v1/partner/customers')).status, 200)
  assert.deepEqual(new Set(process.reads), new Set(['primary-unusable']))
})

// The last one, because there is no standby afterwards.
test('reads stop going to a standby that is promoted next to its primary', async () => {
  await using process = await startProcess()
  await process.becomes('standby')
  await administer(ownerUrl, 'select pg_promote()')
  const acme = await api.as('acme')
  const { body } = await acme.post('/v1/partner/customers', tenant('After the promotion'))
  const list = await process.server.client(acme.key).get('/v1/partner/customers')
  assert.equal(list.body.customers[0].id, body.id)
  assert.equal(process.reads.at(-1), 'primary-unusable')
  assert.match(process.log.at(-1) ?? '', /it is not a standby/)
})
