import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { listDayRows, listOccurrenceRows } from '../../src/features/portal/schedules/store.ts'
import { startScheduledRuns } from '../../src/features/schedules/occurrences/jobs.ts'
import { countDoubled } from '../../src/features/schedules/overlap.ts'
import type { Recurrence } from '../../src/features/schedules/recurrence.ts'
import { assertProblem, fieldsAtFault, makeCustomer, TENANT } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Json } from '../harness/client.ts'
import { planOf } from '../harness/plans.ts'
import { emptySnapshot } from '../runs/collections.ts'
import { signIn } from './sessions.ts'

/** What became of schedules, and what a change of one would do. */

let now = new Date('2026-03-02T00:00:00.000Z')
const api = await startApi({
  now: () => now,
  collect: async ({ tenantId }) => emptySnapshot(tenantId, now.toISOString()),
})
after(() => api[Symbol.asyncDispose]())

const DAILY = {
  customerId: 'all',
  product: 'essential-eight',
  every: { unit: 'day' },
  window: { from: '02:00', to: '04:00' },
  timeZone: 'UTC',
}

async function enter(name: string, plan: 'starter' | 'enterprise' = 'enterprise') {
  const client = await api.as(name, plan)
  const { partnerId } = await api.partner(name, plan)
  const technician = () => signIn(api, partnerId, { role: 'technician' })
  return {
    client,
    partnerId,
    technician,
    read: async (path: string): Promise<Json> => {
      const { status, body, text } = await (await technician()).get(`/partner/schedules/${path}`)
      assert.equal(status, 200, text)
      return body
    },
  }
}

test('the history of a schedule shows by day and customer what ran, was skipped and why, or was missed', async () => {
  const { client, partnerId, read } = await enter('history')
  const bellbird = await makeCustomer(client, 'Bellbird')
  const tenantId = '11111111-1111-4111-8111-111111111111'
  const unapproved = (await client.post('/v1/partner/customers', { name: 'Umbrella', tenantId })).body.id
  const { id } = (await client.post('/v1/partner/schedules', DAILY)).body
  assert.deepEqual((await read(`${id}/history`)).days, [])
  for (const time of ['02T04:00', '02T04:31']) {
    now = new Date(`2026-03-${time}:00.000Z`)
    await startScheduledRuns(api.app)
  }
  const [run] = (await client.get('/v1/partner/assessments')).body.runs
  await executeRun(api.app, run.id, { deadlineMs: 10_000 })
  // Nothing runs for a day and a half, then a window opens.
  now = new Date('2026-03-04T02:00:00.000Z')
  await startScheduledRuns(api.app)

  const { schedule, customerName, days } = await read(`${id}/history`)
  assert.deepEqual([schedule.id, customerName], [id, undefined])
  assert.deepEqual(
    days.map(({ date, outcomes }: Json) => [
      date,
      outcomes.map(({ outcome = 'waiting', customers }: Json) => `${outcome} ${customers}`).sort(),
    ]),
    [
      ['2026-03-04', ['waiting 2']],
      ['2026-03-03', ['missed 2']],
      ['2026-03-02', ['consent_missing 1', 'started 1']],
    ],
  )
  const { occurrences } = await read(`${id}/occurrences?date=2026-03-02`)
  const of = (customerId: string): Json => occurrences.find((each: Json) => each.customerId === customerId)
  assert.deepEqual([of(bellbird).outcome, of(bellbird).customerName], ['started', 'Bellbird'])
  assert.deepEqual([of(bellbird).run.id, of(bellbird).run.status], [run.id, 'completed'])
  assert.deepEqual([of(unapproved).outcome, of(unapproved).run], ['consent_missing', undefined])
  for (const [query, count] of [
    ['', 6],
    ['outcome=waiting', 2],
    ['outcome=skipped', 1],
    ['outcome=missed', 2],
    ['outcome=started', 1],
    ['outcome=consent_missing', 1],
    ['q=umbrella', 3],
    ['q=umbrella&date=2026-03-03', 1],
    ['q=a%00b', 0],
  ])
    assert.equal((await read(`${id}/occurrences?${query}`)).occurrences.length, count, String(query))
  const whole = (await read(`${id}/occurrences`)).occurrences
  const first = await read(`${id}/occurrences?limit=3`)
  const rest = await read(`${id}/occurrences?limit=3&cursor=${first.nextCursor}`)
  assert.deepEqual([...first.occurrences, ...rest.occurrences], whole)
  assert.equal(rest.nextCursor, undefined)

  const one = (await client.post('/v1/partner/schedules', { ...DAILY, customerId: bellbird })).body
  assert.equal((await read(`${one.id}/history`)).customerName, 'Bellbird')
  const stranger = await (await enter('stranger')).technician()
  for (const path of [`${id}/history`, `${id}/occurrences`, 'sch_nothing/history'])
    assertProblem(await stranger.get(`/partner/schedules/${path}`), 404, 'NOT_FOUND')
  assertProblem(await stranger.post(`/partner/schedules/${id}/preview`, {}), 404, 'NOT_FOUND')
  const own = await signIn(api, partnerId)
  assertProblem(await own.get(`/partner/schedules/${id}/occurrences?outcome=lost`), 400, 'INVALID_FIELD')
  assertProblem(await own.get(`/partner/schedules/${id}/occurrences?date=2026-02-30`), 400, 'INVALID_FIELD')
  await client.delete(`/v1/partner/schedules/${id}`)
  await client.delete(`/v1/partner/schedules/${one.id}`)
})

test('a preview of a change counts the schedule once, whatever its first day, and stores nothing', async () => {
  const { client, technician } = await enter('changes', 'starter')
  await client.post('/v1/partner/customers', { name: 'Bellbird', tenantId: TENANT })
  await client.post('/v1/partner/customers', { name: 'Umbrella', tenantId: TENANT })
  const weekly = { ...DAILY, every: { unit: 'week', on: 'sunday' } }
  const { id } = (await client.post('/v1/partner/schedules', weekly)).body
  const before = (await client.get(`/v1/partner/schedules/${id}`)).body
  const preview = async (change: object): Promise<Json> => {
    const { status, body, text } = await (await technician()).post(`/partner/schedules/${id}/preview`, change)
    assert.equal(status, 200, text)
    return body
  }
  const { runsPerMonth, scheduledRunsPerMonth, exceedsLimit, occurrences } = await preview({})
  assert.deepEqual([runsPerMonth, scheduledRunsPerMonth, exceedsLimit], [9, 9, false])
  assert.equal(occurrences.length, 5)
  const daily = await preview({ every: { unit: 'day' } })
  assert.deepEqual([daily.runsPerMonth, daily.scheduledRunsPerMonth, daily.exceedsLimit], [61, 61, true])
  await api.db.updateTable('schedules').set({ starts_on: '2020-01-05' }).where('id', '=', id).execute()
  assert.equal((await preview({ startsOn: '2020-01-05', window: { from: '01:00', to: '05:00' } })).runsPerMonth, 9)
  const refused = await (await technician()).post(`/partner/schedules/${id}/preview`, {
    window: { from: '01:00', to: '01:05' },
  })
  assert.deepEqual(fieldsAtFault(assertProblem(refused, 400, 'INVALID_FIELD')), ['window.to INVALID_FIELD'])
  const reader = await signIn(api, (await api.partner('changes')).partnerId, { role: 'reader' })
  assertProblem(await reader.post(`/partner/schedules/${id}/preview`, {}), 403, 'ROLE_REQUIRED')
  assert.deepEqual((await client.get(`/v1/partner/schedules/${id}`)).body, { ...before, startsOn: '2020-01-05' })
  await client.delete(`/v1/partner/schedules/${id}`)
})

test('a run that two schedules need on the same day is counted once', () => {
  const recur = (more: Partial<Recurrence>): Recurrence => ({
    unit: 'day',
    count: 1,
    on: null,
    opens: '02:00',
    closes: '04:00',
    timeZone: 'UTC',
    startsOn: '2026-01-01',
    ...more,
  })
  const daily = { customerId: null, product: 'essential-eight', recurrence: recur({}) }
  const weekly = { customerId: null, product: 'essential-eight', recurrence: recur({ unit: 'week', on: 'sunday' }) }
  const other = { ...daily, product: 'nist-csf' }
  const ofOne = { ...weekly, customerId: 'cust_1' }
  const from = '2026-03-01'
  const perYear = (...schedules: Parameters<typeof countDoubled>[0]) =>
    Math.round(12 * countDoubled(schedules, 10, from))
  assert.equal(perYear(daily), 0)
  assert.equal(perYear(daily, other), 0)
  assert.equal(perYear(daily, daily), 10 * 365)
  assert.equal(perYear(daily, weekly), 10 * 53, '1 March 2026 is a Sunday')
  assert.equal(perYear(daily, ofOne), 53)
  assert.equal(perYear(ofOne, { ...ofOne, customerId: 'cust_2' }), 0)
  assert.equal(
    perYear(ofOne, { ...ofOne, recurrence: recur({ unit: 'month', on: '1' }) }),
    2,
    'the first of March and of November',
  )
})

test('a page of a schedule with many customers is read through an index', async () => {
  const { client, partnerId } = await enter('many')
  const { id } = (await client.post('/v1/partner/schedules', DAILY)).body
  const owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
  await owner.query(
    `insert into customers (id, partner_id, name, tenant_id, receivers, questionnaire_recipients, created_at, updated_at)
    select 'cust_many' || n, $1, 'Customer ' || n, gen_random_uuid()::text, '{}', '{}', now(), now() from generate_series(1, 150) as n`,
    [partnerId],
  )
  await owner.query(
    `insert into schedules (id, partner_id, product, unit, unit_count, opens, closes, time_zone, starts_on, next_on, next_at, created_at)
    select 'sch_many' || n, $1, 'essential-eight', 'day', 1, '02:00', '04:00', 'UTC', '2026-01-01', '2030-01-01', '2030-01-01', now()
    from generate_series(1, 15) as n`,
    [partnerId],
  )
  await owner.query(`
    insert into schedule_occurrences (schedule_id, occurs_on, customer_id, due_at, expires_at, outcome, decided_at)
    select schedule.id, to_char(date '2026-01-01' + n, 'YYYY-MM-DD'), customer.id, now(), now(), 'missed', now()
    from schedules as schedule, customers as customer, generate_series(1, 15) as n
    where customer.id like 'cust_many%' and schedule.id like 'sch_many%'`)
  await owner.query('vacuum analyze customers, schedules, schedule_occurrences, runs')
  await owner.end()
  const about = { partnerId, scheduleId: 'sch_many1' }
  const position = { createdAt: '2026-01-08T00:00:00.000Z', id: 'cust_many5' }
  for (const filter of [{}, { date: '2026-01-03' }, { outcome: 'skipped' as const }]) {
    const plan = await planOf(api, ({ db }) => listOccurrenceRows(db, about, filter, { limit: 51, after: position }))
    assert.match(plan, /schedule_occurrences_pkey/, plan)
    assert.doesNotMatch(plan, /Seq Scan on schedule_occurrences/, plan)
  }
  const days = await planOf(api, ({ db }) => listDayRows(db, about.scheduleId))
  assert.doesNotMatch(days, /Seq Scan/, days)
  await client.delete(`/v1/partner/schedules/${id}`)
})
