import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import type { App } from '../../../src/app.ts'
import { grantByOperator, revokeByOperator } from '../../../src/features/approvals/service.ts'
import { executeRun } from '../../../src/features/assessments/execution/service.ts'
import { startScheduledRuns } from '../../../src/features/schedules/occurrences/jobs.ts'
import { deleteOldOccurrences } from '../../../src/features/schedules/occurrences/service.ts'
import { CollectFailure } from '../../../src/graph/transport/collect-failure.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/shared/dates/time-units.ts'
import { AUTHOR, makeActivePartner } from '../../harness/accounts.ts'
import { makeCustomer } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import type { Client, Json } from '../../harness/client.ts'
import { openTestDatabase } from '../../harness/database.ts'
import { emptySnapshot } from '../../runs/collections.ts'
import { carryOutNotices, mailsOf } from '../../security/mails.ts'

const PATH = '/v1/partner/schedules'

/** Each test takes the time on from here, in a partner of its own: no schedule of an earlier one is due any more. */
let now = new Date('2026-03-02T00:00:00.000Z')
let failure: string | undefined
const api = await startApi({
  now: () => now,
  collect: async ({ tenantId }) => {
    if (failure !== undefined) throw new CollectFailure('TENANT_UNREACHABLE', failure)
    return emptySnapshot(tenantId, now.toISOString())
  },
})
after(() => api[Symbol.asyncDispose]())

const tick = (app: App = api.app): Promise<number> => startScheduledRuns(app)
const at = (time: string): void => {
  now = new Date(`${time}:00.000Z`)
}
/** When a run that could not start is tried again. */
const after5Minutes = (): Date => new Date(now.getTime() + 5 * MINUTE_MS)

/** Carries out what is due by the end of the window of a day, late ones within half an hour. Returns how many runs were started. */
async function carryOut(date: string, { app = api.app, closes = '04' } = {}): Promise<number> {
  at(`${date}T${closes}:00`)
  const inTime = await tick(app)
  at(`${date}T${closes}:31`)
  return inTime + (await tick(app))
}

async function schedule(client: Client, more: Record<string, unknown> = {}): Promise<Json> {
  const { status, body, text } = await client.post(PATH, {
    customerId: 'all',
    product: 'essential-eight',
    every: { unit: 'day' },
    window: { from: '02:00', to: '04:00' },
    timeZone: 'UTC',
    ...more,
  })
  assert.equal(status, 201, text)
  return body
}

const read = async (client: Client, { id }: Json): Promise<Json> => (await client.get(`${PATH}/${id}`)).body
const runsOf = async (client: Client): Promise<Json[]> => (await client.get('/v1/partner/assessments')).body.runs
const outcomesOf = async ({ id }: Json): Promise<string[]> =>
  (
    await api.db
      .selectFrom('schedule_occurrences')
      .select(['occurs_on', 'outcome'])
      .where('schedule_id', '=', id)
      .orderBy('occurs_on')
      .execute()
  ).map(({ occurs_on, outcome }) => `${occurs_on} ${outcome}`)

async function executeAll(client: Client): Promise<void> {
  for (const { id, status } of await runsOf(client))
    if (status === 'queued') await executeRun(api.app, id, { deadlineMs: 10_000 })
}

/** Ends what a test has scheduled. */
async function end(client: Client): Promise<void> {
  for (const { id } of (await client.get(PATH)).body.schedules) await client.delete(`${PATH}/${id}`)
}

test('each customer gets one run at its place in the window, however often and by however many workers the schedule is executed', async () => {
  const client = await api.as('spread', 'enterprise')
  for (let n = 0; n < 12; n++) await makeCustomer(client)
  const made = await schedule(client, { maturityTarget: 1 })
  assert.equal(made.nextRunAt, '2026-03-02T02:00:00.000Z')
  assert.equal(await tick(), 0)
  const back: App = { ...api.app, now: () => new Date(now.getTime() - HOUR_MS) }
  at('2026-03-02T02:00')
  const steps: number[] = []
  for (; now <= new Date('2026-03-02T04:00:00Z'); now = new Date(now.getTime() + 5 * MINUTE_MS))
    // Four workers, one of them with its clock set back.
    steps.push((await Promise.all([tick(), tick(), tick(), tick(back)])).reduce((sum, each) => sum + each))
  const runs = await runsOf(client)
  assert.equal(runs.length, 12)
  assert.ok(steps.filter((started) => started > 0).length > 4, `spread: ${steps}`)
  assert.equal(new Set(runs.map(({ customerId }) => customerId)).size, 12)
  assert.equal((await client.get(`/v1/partner/assessments/${runs[0]?.id}`)).body.maturityTarget, 1)
  const { lastRun, nextRunAt } = await read(client, made)
  assert.deepEqual([lastRun.date, lastRun.started, lastRun.missed, lastRun.skipped], ['2026-03-02', 12, 0, []])
  assert.equal(nextRunAt, '2026-03-03T02:00:00.000Z')
  const { usage } = (await client.get('/v1/partner/me')).body
  assert.equal(usage.runsUsed, 12)
  const audit = await api.db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', runs[0]?.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([audit.action, audit.author_kind, audit.author_id], ['assessment.created', 'system', made.id])
  await end(client)
})

test('if a process dies while it starts a run, nothing is stored, and the next process starts the run once', async () => {
  const client = await api.as('killed')
  const customerId = await makeCustomer(client)
  at('2026-03-03T00:00')
  const made = await schedule(client, { customerId })
  const owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
  const dying = openTestDatabase(api.databaseUrl, { poolSize: 2 })
  // The connection dies between creating the run and storing the outcome.
  await owner.query(`create function die() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create trigger die before update on schedule_occurrences for each row when (new.outcome = 'started')
    execute function die()`)
  const mortal: App = { ...api.app, db: dying.db }
  now = new Date(made.nextRunAt)
  assert.equal(await tick(mortal).catch(() => 0), 0)
  now = after5Minutes()
  assert.equal(await tick(mortal).catch(() => 0), 0)
  assert.deepEqual(await runsOf(client), [])
  assert.equal((await client.get('/v1/partner/me')).body.usage.runsUsed, 0)
  await owner.query('drop function die cascade')
  await Promise.all([owner.end(), dying.pool.end()])
  now = after5Minutes()
  assert.equal(await tick(), 1)
  assert.equal(await tick(), 0)
  const { lastRun } = await read(client, made)
  assert.equal(lastRun.runId, (await runsOf(client))[0]?.id)
  await end(client)
})

test('after an outage one missed occurrence is caught up if it is young enough, spread over half an hour', async () => {
  const client = await api.as('outage', 'enterprise')
  for (let n = 0; n < 6; n++) await makeCustomer(client)
  at('2026-03-05T00:00')
  const made = await schedule(client)
  // Nothing runs for three days and ten hours.
  at('2026-03-08T12:00')
  assert.equal(await tick(), 0)
  at('2026-03-08T12:31')
  assert.equal(await tick(), 6)
  assert.equal(await tick(), 0)
  const counts = Object.entries(Object.groupBy(await outcomesOf(made), (line) => line)).map(
    ([line, some]) => `${line} ${some?.length}`,
  )
  assert.deepEqual(counts, [
    '2026-03-05 missed 6',
    '2026-03-06 missed 6',
    '2026-03-07 missed 6',
    '2026-03-08 started 6',
  ])
  await executeAll(client)
  // Too late for the next one.
  at('2026-03-09T23:00')
  assert.equal(await tick(), 0)
  const { lastRun, nextRunAt } = await read(client, made)
  assert.deepEqual([lastRun.date, lastRun.started, lastRun.missed], ['2026-03-09', 0, 6])
  assert.equal(nextRunAt, '2026-03-10T02:00:00.000Z')
  await end(client)
})

test('a run in progress, or one of another schedule that day, replaces the scheduled run', async () => {
  const client = await api.as('twice')
  const customerId = await makeCustomer(client)
  at('2026-03-11T00:00')
  const one = await schedule(client, { customerId })
  const other = await schedule(client, { every: { unit: 'day', count: 2 } })
  assert.equal(await carryOut('2026-03-11'), 1)
  const last = [(await read(client, one)).lastRun, (await read(client, other)).lastRun]
  assert.deepEqual(
    last.flatMap(({ started, skipped }) => [started, ...skipped]).filter((each) => each !== 0),
    [1, { reason: 'already_ran', customers: 1 }].toSorted(() => (last[0].started === 1 ? 0 : -1)),
  )
  assert.equal(await carryOut('2026-03-12'), 0)
  assert.deepEqual((await read(client, one)).lastRun.skipped, [{ reason: 'already_running', customers: 1 }])
  await executeAll(client)
  assert.equal(await carryOut('2026-03-13'), 1)
  await end(client)
})

test('beyond the limit runs are skipped with one email a month, and start again in the next month', async () => {
  const client = await api.as('limited', 'starter')
  const { partnerId } = await api.partner('limited')
  const customerId = await makeCustomer(client)
  at('2026-03-15T00:00')
  const daily = await schedule(client, { customerId })
  const quarterly = await schedule(client, { every: { unit: 'quarter' }, startsOn: '2026-03-15' })
  await api.db.insertInto('usage_months').values({ partner_id: partnerId, month: '2026-03', runs: 50 }).execute()
  assert.equal(await carryOut('2026-03-15'), 0)
  assert.equal(await carryOut('2026-03-16'), 0)
  assert.deepEqual((await read(client, daily)).lastRun.skipped, [{ reason: 'run_limit', customers: 1 }])
  await carryOutNotices(api)
  const mails = (await mailsOf(api, 'schedule-limit-reached')).filter(({ to }) => to === 'admin@limited.example')
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['Scheduled runs are skipped: the limit of March 2026 is reached'],
  )
  // The quarterly schedule does not wait for June.
  assert.equal((await read(client, quarterly)).nextRunAt.slice(0, 10), '2026-04-01')
  await client.delete(`${PATH}/${daily.id}`)
  assert.equal(await carryOut('2026-04-01'), 1)
  assert.equal((await read(client, quarterly)).nextRunAt, '2026-06-15T02:00:00.000Z')
  await end(client)
})

test('without an approval no run is created; a schedule for one customer waits for it and resumes automatically', async () => {
  const client = await api.as('waiting', 'enterprise')
  const { partnerId } = await api.partner('waiting')
  const tenantId = 'aaaaaaaa-1111-4222-8333-000000000001'
  const created = await client.post('/v1/partner/customers', { name: 'Unapproved', tenantId })
  const approved = await makeCustomer(client)
  at('2026-04-03T00:00')
  const one = await schedule(client, { customerId: created.body.id })
  const all = await schedule(client, { product: 'nist-csf' })
  assert.equal(await carryOut('2026-04-03'), 1)
  assert.deepEqual(
    (await runsOf(client)).map(({ customerId, product }) => `${customerId} ${product}`),
    [`${approved} nist-csf`],
  )
  const paused = await read(client, one)
  assert.deepEqual([paused.status, paused.pauseReason], ['paused', 'consent_missing'])
  const { status, lastRun } = await read(client, all)
  assert.deepEqual(
    [status, lastRun.started, lastRun.skipped],
    ['active', 1, [{ reason: 'consent_missing', customers: 1 }]],
  )
  await carryOutNotices(api)
  const [mail] = await mailsOf(api, 'schedule-paused')
  assert.deepEqual([mail?.to, mail?.subject], ['admin@waiting.example', 'Scheduled runs for Unapproved are paused'])
  const { body: log } = await client.get('/v1/partner/events?type=schedule.paused')
  assert.deepEqual(
    log.events.map(({ data }: { data: Record<string, unknown> }) => [data.scheduleId, data.customerId, data.reason]),
    [[one.id, created.body.id, 'consent_missing']],
  )
  await grantByOperator(api.app, AUTHOR, partnerId, tenantId)
  await tick()
  const resumed = await read(client, one)
  assert.deepEqual([resumed.status, resumed.nextRunAt.slice(0, 10)], ['active', '2026-04-04'])
  await executeAll(client)
  assert.equal(await carryOut('2026-04-04'), 3)
  await revokeByOperator(api.app, AUTHOR, partnerId, tenantId)
  await client.post(`${PATH}/${one.id}/pause`)
  await grantByOperator(api.app, AUTHOR, partnerId, tenantId)
  await tick()
  assert.equal((await read(client, one)).status, 'paused', 'somebody has paused it')
  await end(client)
})

test('after three failures with the same code no more runs start until somebody resumes the schedule', async () => {
  const client = await api.as('failing', 'enterprise')
  const customerId = await makeCustomer(client)
  at('2026-04-10T00:00')
  const one = await schedule(client, { customerId })
  const all = await schedule(client, { product: 'nist-csf' })
  failure = 'The tenant answers too slowly.'
  for (const day of ['10', '11', '12']) {
    assert.equal(await carryOut(`2026-04-${day}`), 2)
    await executeAll(client)
  }
  assert.equal(await carryOut('2026-04-13'), 0)
  const { status, pauseReason } = await read(client, one)
  assert.deepEqual([status, pauseReason], ['paused', 'failing'])
  const skipping = await read(client, all)
  assert.deepEqual([skipping.status, skipping.lastRun.skipped], ['active', [{ reason: 'failing', customers: 1 }]])
  failure = undefined
  for (const { id } of [one, all]) assert.equal((await client.post(`${PATH}/${id}/resume`)).body.status, 'active')
  assert.equal(await carryOut('2026-04-14'), 2)
  await end(client)
})

test('no runs start for a suspended or unpaid partner, and skipped runs are not made up for', async () => {
  const meridian = await api.distributor('meridian')
  const { id, client } = await makeActivePartner(api, meridian)
  await makeCustomer(client)
  at('2026-04-16T00:00')
  const made = await schedule(client)
  await meridian.post(`/v1/distributor/partners/${id}/suspend`)
  assert.equal(await carryOut('2026-04-16'), 0)
  await meridian.post(`/v1/distributor/partners/${id}/activate`)
  assert.equal(await tick(), 0)
  await api.db.updateTable('subscriptions').set({ status: 'unpaid' }).where('partner_id', '=', id).execute()
  assert.equal(await carryOut('2026-04-17'), 0)
  await api.db.updateTable('subscriptions').set({ status: 'active' }).where('partner_id', '=', id).execute()
  assert.equal(await tick(), 0)
  assert.deepEqual(await outcomesOf(made), ['2026-04-16 partner_inactive', '2026-04-17 partner_inactive'])
  assert.deepEqual(await mailsOf(api, 'schedule-limit-reached').then((mails) => mails.length), 1)
  assert.equal(await carryOut('2026-04-18'), 1)
  await meridian.delete(`/v1/distributor/partners/${id}/schedules/${made.id}`)
})

test('a plan that loses the product pauses the schedule, for all customers too', async () => {
  const client = await api.as('smaller', 'professional')
  const { partnerId } = await api.partner('smaller')
  await makeCustomer(client)
  at('2026-04-20T00:00')
  const made = await schedule(client, { product: 'nist-csf' })
  await api.db.updateTable('partners').set({ plan: 'starter' }).where('id', '=', partnerId).execute()
  assert.equal(await carryOut('2026-04-20'), 0)
  const { status, pauseReason } = await read(client, made)
  assert.deepEqual([status, pauseReason], ['paused', 'product_not_allowed'])
  assert.equal((await client.post(`${PATH}/${made.id}/resume`)).body.error.code, 'PRODUCT_NOT_ALLOWED')
  await carryOutNotices(api)
  const mail = (await mailsOf(api, 'schedule-paused')).find(({ to }) => to === 'admin@smaller.example')
  assert.equal(mail?.subject, 'Scheduled runs for all customers are paused')
  await end(client)
})

test('a run that cannot start is retried, and does not delay others', async () => {
  const client = await api.as('queued')
  const customerId = await makeCustomer(client)
  at('2026-04-22T00:00')
  const made = await schedule(client, { customerId })
  const full: App = { ...api.app, limits: { ...api.app.limits, unfinishedRunsPerPartner: 0 } }
  now = new Date(made.nextRunAt)
  assert.equal(await tick(full), 0)
  assert.deepEqual(await outcomesOf(made), ['2026-04-22 null'])
  assert.equal(await tick(), 0)
  now = after5Minutes()
  assert.equal(await tick(), 1)
  await end(client)
})

test('a changed or paused schedule drops runs that have not started, and old occurrences are deleted except the latest', async () => {
  const client = await api.as('tidy')
  const customerId = await makeCustomer(client)
  at('2026-04-24T00:00')
  const made = await schedule(client, { customerId })
  at('2026-04-24T02:00')
  await tick()
  await client.put(`${PATH}/${made.id}`, { window: { from: '05:00', to: '06:00' } })
  assert.deepEqual(await outcomesOf(made), [])
  assert.equal(await carryOut('2026-04-24', { closes: '06' }), 1)
  await executeAll(client)
  assert.equal(await carryOut('2026-04-25', { closes: '06' }), 1)
  await client.post(`${PATH}/${made.id}/pause`)
  at('2026-06-25T06:00')
  assert.equal(await tick(), 0)
  await deleteOldOccurrences(api.app)
  assert.deepEqual(await outcomesOf(made), ['2026-04-25 started'])
  await client.delete(`/v1/partner/customers/${customerId}`)
  assert.deepEqual((await client.get(PATH)).body, { schedules: [] })
})

test('if too few runs are left in the month, the customers whose last run is oldest get them', async () => {
  const client = await api.as('short', 'starter')
  const { partnerId } = await api.partner('short')
  const assessed: string[] = []
  for (const day of ['2026-08-20', '2026-08-21', '2026-08-22', '2026-08-23']) {
    at(`${day}T00:00`)
    assessed.push(await makeCustomer(client))
    await client.post('/v1/partner/assessments', { customerId: assessed.at(-1), product: 'essential-eight' })
    await executeAll(client)
  }
  const never = await makeCustomer(client)
  const setUsed = (runs: number) =>
    api.db.updateTable('usage_months').set({ runs }).where('partner_id', '=', partnerId).execute()
  const runsSince = async (time: string): Promise<string[]> =>
    (await runsOf(client)).filter(({ createdAt }) => createdAt >= time).map(({ customerId }) => customerId)
  const made = await schedule(client)
  const dueTimes = async (date: string) =>
    (
      await api.db
        .selectFrom('schedule_occurrences')
        .select(['customer_id', 'due_at'])
        .where('schedule_id', '=', made.id)
        .where('occurs_on', '=', date)
        .orderBy('customer_id')
        .execute()
    ).map(({ customer_id, due_at }) => `${customer_id} ${due_at.toISOString().slice(11)}`)
  await setUsed(47)
  at('2026-08-24T02:00')
  await tick()
  // After an outage until one of them has just become due: it has no advantage over those who are late.
  const lastDue = (await dueTimes('2026-08-24'))
    .map((line) => line.slice(-13))
    .toSorted()
    .at(-1)
  now = new Date(Date.parse(`2026-08-24T${lastDue}`) + MINUTE_MS)
  const inTime = await tick()
  now = new Date(now.getTime() + 31 * MINUTE_MS)
  assert.equal(inTime + (await tick()), 3)
  assert.deepEqual((await runsSince('2026-08-24')).toSorted(), [never, ...assessed.slice(0, 2)].toSorted())
  assert.deepEqual((await read(client, made)).lastRun.skipped, [{ reason: 'run_limit', customers: 2 }])
  await executeAll(client)
  await setUsed(48)
  // In the window too, where nothing is late.
  for (at('2026-08-25T02:00'); now <= new Date('2026-08-25T04:00:00Z'); now = new Date(now.getTime() + 5 * MINUTE_MS))
    await tick()
  assert.deepEqual((await runsSince('2026-08-25')).toSorted(), assessed.slice(2).toSorted())
  await setUsed(0)
  await executeAll(client)
  for (const day of ['26', '27']) {
    at(`2026-08-${day}T02:00`)
    await tick()
  }
  assert.deepEqual(await dueTimes('2026-08-27'), await dueTimes('2026-08-26'), 'with enough runs each keeps its minute')
  await end(client)
})
