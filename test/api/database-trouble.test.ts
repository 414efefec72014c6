import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Agent, request } from 'undici'
import { createLog } from '../../src/platform/log.ts'
import { startApi } from '../harness/api.ts'
import { administer, required } from '../harness/database.ts'

let aheadMs = 0
const lines: string[] = []
const api = await startApi({
  log: createLog('info', { write: (line) => void lines.push(line) }),
  now: () => new Date(Date.now() + aheadMs),
})
const dispatcher = new Agent({ connect: { ca: api.ca } })
after(async () => {
  await dispatcher.close()
  await api[Symbol.asyncDispose]()
})
const partner = await api.as('acme')
const READY = { status: 'ok', database: 'ok', migrations: 'ok' }

async function probe(): Promise<[status: number, message: unknown]> {
  const { statusCode, body } = await request(`${api.baseUrl}/readyz`, { dispatcher })
  const answer = await body.json()
  return [statusCode, statusCode === 200 ? answer : (answer as { error: { message: string } }).error.message]
}

const create = (name: string) =>
  partner.post('/v1/partner/customers', { name, tenantId: '11111111-2222-4333-8444-555555555555' })

const troubles = async (trouble: string): Promise<number> => {
  const { values } = await api.app.metrics.databaseTrouble.get()
  return values.find(({ labels }) => labels.trouble === trouble)?.value ?? 0
}

const healthEvents = (): unknown[] =>
  lines
    .map((line) => JSON.parse(line))
    .flatMap(({ event, reason }) => (/^health\./.test(event) ? [[event, reason]] : []))

/** Whether the database accepts changes, for the connections that are opened from now on. */
const setReadOnly = async (isReadOnly: boolean): Promise<void> => {
  // From another database, which is not read-only itself.
  await administer(
    required('TEST_DATABASE_URL'),
    `alter database "${new URL(api.databaseUrl).pathname.slice(1)}" set default_transaction_read_only = ${isReadOnly}`,
  )
}

test('while the database is read-only, changes get 503, reads work, readiness fails, and the service recovers by itself', async () => {
  assert.deepEqual(await probe(), [200, READY])
  await setReadOnly(true)
  await administer(
    api.databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  // The first calls meet the connections that were ended.
  for (const _ of Array.from({ length: 20 })) await partner.get('/v1/partner/me')
  const refused = await create('Refused')
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'SERVICE_UNAVAILABLE'])
  assert.equal(refused.headers['retry-after'], '5')
  assert.deepEqual(await probe(), [503, 'The database accepts no changes.'])
  assert.deepEqual(await probe(), [503, 'The database accepts no changes.'])
  assert.equal((await partner.get('/v1/partner/customers')).status, 200)
  assert.ok((await troubles('read-only')) >= 1)
  await setReadOnly(false)
  // Each connection that was refused a change was dropped; those that only read are still read-only until they are.
  let status = 503
  for (let n = 0; n < 25 && status !== 201; n++) ({ status } = await create('Accepted'))
  assert.equal(status, 201)
  let ready = 503
  for (let n = 0; n < 25 && ready !== 200; n++) [ready] = await probe()
  assert.equal(ready, 200)
  assert.deepEqual(healthEvents(), [
    ['health.probe.failed', 'The database accepts no changes.'],
    ['health.probe.passed', undefined],
  ])
})

test('while the disk is full, calls that store something get 503, reads work, and readiness fails', async () => {
  await administer(
    api.databaseUrl,
    `create function no_space() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
     create trigger no_space before insert on customers execute function no_space()`,
  )
  const refused = await create('No space')
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'SERVICE_UNAVAILABLE'])
  assert.equal(refused.headers['retry-after'], '30')
  assert.deepEqual(await probe(), [503, 'The disk of the database is full.'])
  assert.equal((await partner.get('/v1/partner/customers')).status, 200)
  assert.equal(await troubles('full'), 1)
  await administer(api.databaseUrl, 'drop function no_space() cascade')
  assert.equal((await create('Space')).status, 201)
  aheadMs += 11_000
  assert.deepEqual(await probe(), [200, READY])
})
