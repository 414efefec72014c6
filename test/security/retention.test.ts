import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { deleteOldOutcomes } from '../../src/features/idempotency/service.ts'
import { deleteOldMails } from '../../src/features/mail/sending/service.ts'
import { recordNotices } from '../../src/features/notices/service.ts'
import { deleteOldAttachments } from '../../src/features/questionnaires/attachments/service.ts'
import { deleteExpiredVisits } from '../../src/features/questionnaires/visits/service.ts'
import {
  deleteEnded,
  deleteOldDeliveries,
  deleteOldEvents,
  deleteOldRuns,
} from '../../src/features/retention/service.ts'
import { deleteOldAttempts } from '../../src/features/webhooks/sending/service.ts'
import { readSettings } from '../../src/platform/settings/settings.ts'
import { serveMetrics } from '../../src/runtime/metrics.ts'
import { openRuntime } from '../../src/runtime/runtime.ts'
import { DAY_MS } from '../../src/shared/dates/time-units.ts'
import { newId } from '../../src/shared/ids.ts'
import { EVERY_HOUR, EVERY_MINUTE } from '../../src/worker/periodic-tasks.ts'
import { makeActivePartner } from '../harness/accounts.ts'
import { makeCustomer, makeRun } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { administer } from '../harness/database.ts'

const START = new Date('2026-03-10T08:00:00.000Z')

let now = START
const api = await startApi({ now: () => now })
after(() => api[Symbol.asyncDispose]())

const at = (days: number): Date => {
  now = new Date(START.getTime() + days * DAY_MS)
  return now
}

type Table = 'events' | 'deliveries' | 'delivery_attempts' | 'mails' | 'idempotency_keys' | 'runs' | 'exceptions'

async function count(table: Table): Promise<number> {
  const { n } = await api.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

beforeEach(async () => {
  at(0)
  for (const table of ['delivery_attempts', 'deliveries', 'events', 'mails'] as const)
    await api.db.deleteFrom(table).execute()
})

/** An event with a delivery that has ended, or waits. */
async function insertEvent(state: 'delivered' | 'pending' = 'delivered'): Promise<string> {
  const id = newId('evt')
  const event = { id, type: 'key.created', body: Buffer.from('{}'), occurred_at: now }
  await api.db.insertInto('events').values(event).execute()
  const ended = state === 'delivered' ? { ended_at: now } : {}
  const delivery = await api.db
    .insertInto('deliveries')
    .values({
      event_id: id,
      endpoint_id: newId('whk'),
      type: event.type,
      cause: 'event',
      state,
      created_at: now,
      ...ended,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await api.db
    .insertInto('delivery_attempts')
    .values({ delivery_id: delivery.id, attempt: 1, outcome: 'delivered', started_at: now })
    .execute()
  return id
}

test('every retention period is enforced by a periodic task of the worker', () => {
  const tasks = new Set([...Object.values(EVERY_MINUTE), ...Object.values(EVERY_HOUR)])
  const jobs = [
    deleteOldOutcomes,
    deleteOldMails,
    deleteExpiredVisits,
    deleteOldAttachments,
    deleteOldAttempts,
    deleteOldEvents,
    deleteOldDeliveries,
    deleteOldRuns,
    deleteEnded,
  ]
  for (const job of jobs) assert.ok(tasks.has(job), job.name)
})

test('events are deleted after 400 days, together with their deliveries and attempts', async () => {
  const old = await insertEvent()
  at(1)
  const young = await insertEvent()
  at(400)
  await deleteOldEvents(api.app)
  assert.equal(await count('events'), 2)
  now = new Date(now.getTime() + 1)
  await deleteOldEvents(api.app)
  const left = await api.db.selectFrom('events').select('id').execute()
  assert.deepEqual(left, [{ id: young }])
  const deliveries = await api.db.selectFrom('deliveries').select('event_id').execute()
  assert.deepEqual(deliveries, [{ event_id: young }], `the delivery of ${old} is gone`)
  assert.equal(await count('delivery_attempts'), 1)
})

test('an event with a pending delivery is not deleted, however old it is', async () => {
  await insertEvent('pending')
  at(1000)
  await deleteOldEvents(api.app)
  await deleteOldDeliveries(api.app)
  assert.deepEqual([await count('events'), await count('deliveries')], [1, 1])
})

test('deliveries are deleted 90 days after their end and attempts after 30; the event stays', async () => {
  await insertEvent()
  at(30)
  await deleteOldAttempts(api.app)
  assert.equal(await count('delivery_attempts'), 1)
  at(31)
  await deleteOldAttempts(api.app)
  assert.deepEqual([await count('delivery_attempts'), await count('deliveries')], [0, 1])
  at(90)
  await deleteOldDeliveries(api.app)
  assert.equal(await count('deliveries'), 1)
  at(91)
  await deleteOldDeliveries(api.app)
  assert.deepEqual([await count('deliveries'), await count('events')], [0, 1])
})

test('one round deletes more than one batch, and skips locked rows', async () => {
  const rows = Array.from({ length: 2500 }, () => ({
    id: newId('evt'),
    type: 'key.created',
    body: Buffer.from('{}'),
    occurred_at: now,
  }))
  for (let first = 0; first < rows.length; first += 500)
    await api.db
      .insertInto('events')
      .values(rows.slice(first, first + 500))
      .execute()
  at(500)
  await api.db.transaction().execute(async (tx) => {
    await sql`select from events where id = ${rows[1200]?.id ?? ''} for update`.execute(tx)
    await deleteOldEvents(api.app)
  })
  assert.equal(await count('events'), 1)
  await deleteOldEvents(api.app)
  assert.equal(await count('events'), 0)
})

test('only sent mails are cleared and deleted; unsent mails stay', async () => {
  const { partnerId } = await api.partner('acme')
  const mail = (status: 'queued' | 'waiting' | 'outbox', more = {}) => ({
    id: newId('mail'),
    partner_id: partnerId,
    kind: 'key-created',
    recipient: `${status}@acme.example`,
    subject: 'S',
    text: 'T',
    html: 'H',
    status,
    created_at: now,
    ...more,
  })
  const waiting = { due_at: now }
  await api.db
    .insertInto('mails')
    .values([mail('queued'), mail('waiting', waiting), mail('outbox')])
    .execute()
  at(8)
  await deleteOldMails(api.app)
  const texts = await api.db.selectFrom('mails').select(['status', 'text']).orderBy('status').execute()
  assert.deepEqual(texts, [
    { status: 'waiting', text: 'T' },
    { status: 'outbox', text: null },
    { status: 'queued', text: 'T' },
  ])
  at(200)
  await deleteOldMails(api.app)
  assert.equal(await count('mails'), 2)
})

test('runs and results stay unless the operator sets a retention period, and deleting them does not change usage', async () => {
  const distributor = await api.distributor('meridian')
  const { id: partnerId, client } = await makeActivePartner(api, distributor)
  const runId = await makeRun(client, await makeCustomer(client))
  const running = await makeRun(client, await makeCustomer(client))
  await client.post(`/v1/partner/assessments/${runId}/cancel`)
  const usageOf = async () => (await distributor.get('/v1/distributor/usage?month=2026-03')).body
  at(40)
  const before = await usageOf()
  at(4000)
  await deleteOldRuns(api.app)
  assert.equal(await count('runs'), 2)
  await deleteOldRuns({ ...api.app, limits: { ...api.app.limits, keepRunsDays: 365 } })
  const left = await api.db.selectFrom('runs').select('id').where('partner_id', '=', partnerId).execute()
  assert.deepEqual(left, [{ id: running }], 'a run that has not ended stays')
  assert.deepEqual(await usageOf(), before)
})

test('usage of past months stays exact when customers are deleted, also in the month of their creation', async () => {
  const distributor = await api.distributor('polaris')
  const { client } = await makeActivePartner(api, distributor)
  const usageOf = async (month: string) =>
    (await distributor.get(`/v1/distributor/usage?month=${month}`)).body.totalCustomers
  const [untouched, short, long] = [await makeCustomer(client), await makeCustomer(client), await makeCustomer(client)]
  const remove = (id: string) => client.delete(`/v1/partner/customers/${id}`)
  at(1)
  await remove(short)
  assert.equal(await usageOf('2026-03'), 2)
  at(40)
  const another = await makeCustomer(client)
  await remove(long)
  await remove(another)
  assert.deepEqual([await usageOf('2026-03'), await usageOf('2026-04')], [2, 1])
  at(80)
  await remove(untouched)
  assert.deepEqual([await usageOf('2026-03'), await usageOf('2026-04'), await usageOf('2026-05')], [2, 1, 0])
  const rows = await api.db.selectFrom('deleted_customers').selectAll().execute()
  assert.equal(rows.length, 2, 'one row for two months, not one for each customer')
})

test('removed exceptions, revoked keys and closed invitations are deleted after 400 days; active ones stay', async () => {
  const client = await api.as('globex')
  const customerId = await makeCustomer(client)
  const path = `/v1/partner/customers/${customerId}/exceptions`
  const decision = (requirement: string) => ({
    kind: 'accepted-risk',
    product: 'essential-eight',
    requirement,
    reason: 'Because of the wall.',
    approver: 'Ada',
    expiresAt: new Date(now.getTime() + 200 * DAY_MS).toISOString(),
  })
  const removed = await client.post(path, decision('ISM-1504'))
  assert.equal(removed.status, 201, removed.text)
  assert.equal((await client.post(path, decision('ISM-1679'))).status, 201)
  await client.delete(`${path}/${removed.body.id}`)
  await client.post('/v1/partner/keys')
  await client.delete('/v1/partner/keys/2')
  const keys = async () => (await api.db.selectFrom('api_keys').select('revoked_at').execute()).length
  const before = await keys()
  at(400)
  await deleteEnded(api.app)
  assert.deepEqual([await count('exceptions'), await keys()], [2, before])
  at(401)
  await deleteEnded(api.app)
  assert.deepEqual([await count('exceptions'), await keys()], [1, before - 1])
})

test('a notice whose job failed for good is deleted after 30 days; one whose job is waiting is not deleted', async () => {
  await api.db.deleteFrom('notices').execute()
  const notice = { kind: 'report-ready' as const, partnerId: 'prt_1', customerId: 'cust_1', runId: 'run_1' }
  const item = { notice, owner: { partnerId: 'prt_1', distributorId: null }, at: now }
  await recordNotices(api.db, [item, item, { ...item, at: at(1) }])
  const ids = (await api.db.selectFrom('notices').select('id').orderBy('id').execute()).map(({ id }) => id)
  const [failed, waiting, younger] = ids
  for (const id of [failed, younger]) await sql`select graphile_worker.remove_job(${`notice-${id}`})`.execute(api.db)
  const left = async () => (await api.db.selectFrom('notices').select('id').orderBy('id').execute()).map(({ id }) => id)
  at(30)
  await deleteEnded(api.app)
  assert.deepEqual(await left(), ids)
  at(30.5)
  await deleteEnded(api.app)
  assert.deepEqual(await left(), [waiting, younger])
})

test('the metrics show the size of each table, the age of its oldest row, and how many rows retention has deleted', async () => {
  await insertEvent()
  at(401)
  const metrics = await serveMetrics(api.app, { port: 0 })
  try {
    const read = async () => await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
    assert.match(await read(), /^plumbline_oldest_row_seconds\{kind="events"\} 34646400$/m)
    await deleteOldEvents(api.app)
    const after = await read()
    assert.match(after, /^plumbline_oldest_row_seconds\{kind="events"\} 0$/m)
    assert.match(after, /^plumbline_retention_deleted_total\{kind="events"\} [1-9]/m)
    for (const kind of [
      'deliveries',
      'mails',
      'notices',
      'questionnaire_sessions',
      'attachments',
      'idempotency_keys',
      'audit',
      'runs',
    ])
      assert.match(after, new RegExp(`^plumbline_rows\\{kind="${kind}"\\} \\d`, 'm'))
  } finally {
    await metrics.close()
  }
})

test('only the owner of the audit table deletes old rows, only if a period is set, and that is audited as well', async () => {
  const actions = async () => (await api.db.selectFrom('audit').select('action').orderBy('id').execute()).length
  await assert.rejects(api.db.deleteFrom('audit').execute(), { code: '42501' })
  const rows = await actions()
  const secretKey = randomBytes(32).toString('hex')
  const open = async (more: Record<string, string>) => {
    const environment = { DATABASE_URL: api.databaseUrl, PLUMBLINE_SECRET_KEY: secretKey }
    const settings = readSettings({ ...environment, PLUMBLINE_LOG_LEVEL: 'silent', ...more })
    await (await openRuntime(settings, { database: 'given' })).close()
  }
  await administer(
    api.databaseUrl,
    `update audit set occurred_at = now() - interval '1000 days' where action = 'customer.created'`,
  )
  await open({})
  assert.equal(await actions(), rows, 'by default no audit row is deleted')
  await open({ PLUMBLINE_KEEP_AUDIT_DAYS: '900' })
  const left = await api.db.selectFrom('audit').selectAll().orderBy('id').execute()
  assert.ok(left.length < rows && left.every(({ action }) => action !== 'customer.created'))
  assert.equal(left.at(-1)?.action, 'audit.pruned')
})
