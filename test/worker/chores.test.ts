import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { issueActivationLink } from '../../src/features/partners/activation/service.ts'
import { openDatabase } from '../../src/platform/database.ts'
import { CHORES, doChores } from '../../src/worker/chores.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { makePartner } from '../harness/accounts.ts'
import { TENANT } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { administer } from '../harness/database.ts'
import { eventually } from '../runs/eventually.ts'

const START = new Date('2026-03-10T08:00:00.000Z')
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let now = START
const api = await startApi({ now: () => now })
after(() => api[Symbol.asyncDispose]())

const partner = await api.as('acme')
const later = (ms: number): void => {
  now = new Date(now.getTime() + ms)
}

beforeEach(() => {
  later(MINUTE_MS)
})

async function count(table: 'idempotency_keys' | 'rate_hits' | 'activation_tokens' | 'invoices'): Promise<number> {
  const { n } = await api.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Requests of a key, this many seconds ago. */
async function hitBefore(...agesS: number[]): Promise<void> {
  const nowS = Math.floor(now.getTime() / 1000)
  const rows = agesS.map((ageS) => ({ key: 'some key', second: nowS - ageS, hits: 1 }))
  await api.db.insertInto('rate_hits').values(rows).execute()
}

test('outcomes under an Idempotency-Key are forgotten after a day, and not before', async () => {
  const create = (key: string) =>
    partner.post(
      '/v1/partner/customers',
      { name: 'Umbrella', tenantId: TENANT },
      { headers: { 'Idempotency-Key': key } },
    )
  await create('old')
  later(DAY_MS - MINUTE_MS)
  await create('young')
  await doChores(api.app, CHORES)
  assert.equal(await count('idempotency_keys'), 2)
  later(MINUTE_MS)
  await doChores(api.app, CHORES)
  assert.equal(await count('idempotency_keys'), 1)
  assert.equal((await create('young')).headers['idempotency-replayed'], 'true')
})

test('links that activate are forgotten once they have expired', async () => {
  const distributor = await api.distributor('meridian')
  await issueActivationLink(api.app, await makePartner(distributor))
  later(4 * DAY_MS)
  await issueActivationLink(api.app, await makePartner(distributor))
  await doChores(api.app, CHORES)
  assert.equal(await count('activation_tokens'), 2)
  later(3 * DAY_MS)
  await doChores(api.app, CHORES)
  assert.equal(await count('activation_tokens'), 1)
})

test('requests that no rate limit looks at any more are forgotten', async () => {
  await hitBefore(0, 60, 120, 121, 5_000)
  await doChores(api.app, CHORES)
  const { rows } = await sql<{ age: number }>`
    select ${Math.floor(now.getTime() / 1000)}::bigint - second as age from rate_hits order by age`.execute(api.db)
  assert.deepEqual(
    rows.map(({ age }) => age),
    [0, 60, 120],
  )
})

test('what a request is deleting at this moment is not waited for', async () => {
  await api.db.deleteFrom('rate_hits').execute()
  await hitBefore(300, 301)
  await api.db.transaction().execute(async (tx) => {
    const nowS = Math.floor(now.getTime() / 1000)
    await tx
      .deleteFrom('rate_hits')
      .where('second', '=', nowS - 300)
      .execute()
    await doChores(api.app, CHORES)
    assert.equal(await count('rate_hits'), 1)
  })
  assert.equal(await count('rate_hits'), 0)
})

test('periods of subscriptions that have ended are written down with their invoices', async () => {
  await doChores(api.app, CHORES)
  const before = await count('invoices')
  later(31 * DAY_MS)
  const due = () => api.db.selectFrom('subscriptions').select('period_end').where('period_end', '<=', now).execute()
  const ended = await due()
  assert.ok(ended.length > 0)
  await doChores(api.app, CHORES)
  await doChores(api.app, CHORES)
  assert.equal(await count('invoices'), before + ended.length)
  assert.deepEqual(await due(), [])
})

test('a chore that fails keeps no other back', async () => {
  await hitBefore(500)
  await administer(api.databaseUrl, 'alter table idempotency_keys rename to gone')
  await doChores(api.app, CHORES)
  await administer(api.databaseUrl, 'alter table gone rename to idempotency_keys')
  assert.equal(await count('rate_hits'), 0)
})

test('a worker does the chores by itself', async () => {
  await hitBefore(700)
  const { pool } = openDatabase(api.databaseUrl, { poolSize: 10, onError: () => {} })
  const worker = await startWorker(api.app, pool, { concurrency: 1, deadlineMs: 60_000 })
  await eventually('the chores are done', async () => (await count('rate_hits')) === 0)
  await worker.stop()
  await pool.end()
})
