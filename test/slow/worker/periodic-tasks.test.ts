import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { createActivationLink } from '../../../src/features/partners/activation/service.ts'
import { MINUTE_MS } from '../../../src/shared/dates/time-units.ts'
import {
  EVERY_DAY_AT_PROCESSOR,
  EVERY_HOUR,
  EVERY_HOUR_AT_PROCESSOR,
  EVERY_HOUR_AT_STORE,
  EVERY_MINUTE,
  EVERY_MINUTE_AT_PROCESSOR,
  EVERY_MINUTE_AT_STORE,
} from '../../../src/worker/periodic-tasks.ts'
import { startWorker } from '../../../src/worker/worker.ts'
import { makePartner } from '../../harness/accounts.ts'
import { TENANT } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import { administer, openTestDatabase } from '../../harness/database.ts'
import { eventually } from '../../runs/eventually.ts'

const START = new Date('2026-03-10T08:00:00.000Z')
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

async function count(table: 'idempotency_keys' | 'rate_windows' | 'activation_tokens' | 'invoices'): Promise<number> {
  const { n } = await api.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Runs every task of a minute once; a failing one does not prevent the others. */
async function runEveryTask(): Promise<void> {
  for (const carryOut of Object.values(EVERY_MINUTE)) await carryOut(api.app)
}

/** Keys whose newest requests were this many seconds ago. */
async function hitBefore(...agesS: number[]): Promise<void> {
  const rows = agesS.map((ageS) => {
    const at = now.getTime() - ageS * 1000
    return { key: `${ageS} s ago`, times: [at], newest: at }
  })
  await api.db.insertInto('rate_windows').values(rows).execute()
}

test('outcomes under an Idempotency-Key are deleted after a day, and not before', async () => {
  const create = (key: string) =>
    partner.post(
      '/v1/partner/customers',
      { name: 'Umbrella', tenantId: TENANT },
      { headers: { 'Idempotency-Key': key } },
    )
  await create('old')
  later(DAY_MS - MINUTE_MS)
  await create('young')
  await runEveryTask()
  assert.equal(await count('idempotency_keys'), 2)
  later(MINUTE_MS)
  await runEveryTask()
  assert.equal(await count('idempotency_keys'), 1)
  assert.equal((await create('young')).headers['idempotency-replayed'], 'true')
})

test('expired activation links are deleted', async () => {
  const distributor = await api.distributor('meridian')
  await createActivationLink(api.app, await makePartner(distributor))
  later(4 * DAY_MS)
  await createActivationLink(api.app, await makePartner(distributor))
  await runEveryTask()
  assert.equal(await count('activation_tokens'), 2)
  later(3 * DAY_MS)
  await runEveryTask()
  assert.equal(await count('activation_tokens'), 1)
})

test('requests outside every rate limit window are deleted', async () => {
  await hitBefore(0, 60, 120, 121, 5_000)
  await runEveryTask()
  const remaining = await api.db.selectFrom('rate_windows').select('key').orderBy('newest', 'desc').execute()
  assert.deepEqual(
    remaining.map(({ key }) => key),
    ['0 s ago', '60 s ago', '120 s ago'],
  )
})

test('rows that a request is changing are skipped', async () => {
  await api.db.deleteFrom('rate_windows').execute()
  await hitBefore(300, 301)
  await api.db.transaction().execute(async (tx) => {
    await tx.updateTable('rate_windows').set({ newest: now.getTime() }).where('key', '=', '300 s ago').execute()
    await runEveryTask()
    assert.equal(await count('rate_windows'), 1)
  })
  await runEveryTask()
  assert.equal(await count('rate_windows'), 1)
})

test('ended subscription periods are stored with their invoices', async () => {
  await runEveryTask()
  const before = await count('invoices')
  later(31 * DAY_MS)
  const due = () => api.db.selectFrom('subscriptions').select('period_end').where('period_end', '<=', now).execute()
  const ended = await due()
  assert.ok(ended.length > 0)
  await runEveryTask()
  await runEveryTask()
  assert.equal(await count('invoices'), before + ended.length)
  assert.deepEqual(await due(), [])
})

const openWorker = async () => {
  const { pool } = openTestDatabase(api.databaseUrl, { poolSize: 10 })
  const worker = await startWorker(api.app, pool, { concurrency: 1, deadlineMs: 60_000 })
  return {
    async [Symbol.asyncDispose]() {
      await worker.stop()
      await pool.end()
    },
  }
}

test('a worker runs every periodic task when it starts, and a failing one does not prevent the others', async () => {
  await hitBefore(500)
  await administer(api.databaseUrl, 'alter table idempotency_keys rename to gone')
  {
    await using _worker = await openWorker()
    const jobs = await eventually('all tasks but one are done', async () => {
      const { rows } = await sql<{ task: string; error: string | null }>`
        select task_identifier as task, last_error as error from graphile_worker.jobs`.execute(api.db)
      return rows.length === 1 && rows
    })
    assert.equal(jobs[0]?.task, 'forgetOldOutcomes')
    assert.match(jobs[0]?.error ?? '', /idempotency_keys/)
  }
  await administer(api.databaseUrl, 'alter table gone rename to idempotency_keys')
  assert.equal(await count('rate_windows'), 0)
})

test('workers that start together run each task once, and schedule each once', async () => {
  await using _workers = new AsyncDisposableStack()
  const opened = await Promise.all([openWorker(), openWorker()])
  for (const worker of opened) _workers.use(worker)
  await eventually('all tasks are done', async () => {
    const { rows } = await sql`select from graphile_worker.jobs`.execute(api.db)
    return rows.length === 0
  })
  const { rows } = await sql<{ task: string }>`
    select identifier as task from graphile_worker._private_known_crontabs`.execute(api.db)
  assert.deepEqual(
    rows.map(({ task }) => task).sort(),
    Object.keys({
      ...EVERY_MINUTE,
      ...EVERY_MINUTE_AT_PROCESSOR,
      ...EVERY_MINUTE_AT_STORE,
      ...EVERY_HOUR,
      ...EVERY_HOUR_AT_PROCESSOR,
      ...EVERY_HOUR_AT_STORE,
      ...EVERY_DAY_AT_PROCESSOR,
    }).sort(),
  )
})
