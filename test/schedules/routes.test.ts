import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeActivePartner } from '../harness/accounts.ts'
import { assertKeys, assertProblem, fieldsAtFault, makeCustomer, NO_CUSTOMER } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Json } from '../harness/client.ts'

let now = new Date('2026-05-04T10:00:00.000Z')
const api = await startApi({ now: () => now })
after(() => api[Symbol.asyncDispose]())

const acme = await api.as('acme')
const customerId = await makeCustomer(acme)
const PATH = '/v1/partner/schedules'

const input = (more: Record<string, unknown> = {}): Json => ({
  customerId,
  product: 'essential-eight',
  every: { unit: 'week', on: 'sunday' },
  window: { from: '02:00', to: '06:00' },
  timeZone: 'Australia/Sydney',
  ...more,
})

async function create(more: Record<string, unknown> = {}): Promise<Json> {
  const { status, body, text } = await acme.post(PATH, input(more))
  assert.equal(status, 201, text)
  return body
}

const auditOf = async (subject: string) =>
  (await api.db.selectFrom('audit').selectAll().where('subject', '=', subject).orderBy('id').execute()).map(
    ({ action, before, after: later }) => ({ action, before, after: later }),
  )

const KEYS = 'createdAt customerId every id nextRunAt product startsOn status timeZone window'

test('a schedule is created, read, listed and audited, and its first run is in the next window that opens', async () => {
  const created = await create({ maturityTarget: 3 })
  assertKeys(created, `${KEYS} maturityTarget`)
  assert.match(created.id, /^sch_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
  assert.deepEqual(created.every, { unit: 'week', count: 1, on: 'sunday' })
  assert.deepEqual([created.status, created.startsOn, created.maturityTarget], ['active', '2026-05-04', 3])
  assert.ok(created.nextRunAt >= '2026-05-09T16:00' && created.nextRunAt < '2026-05-09T20:00', created.nextRunAt)
  assert.deepEqual((await acme.get(`${PATH}/${created.id}`)).body, created)
  assert.deepEqual((await acme.get(PATH)).body, { schedules: [created] })
  const [audit] = await auditOf(created.id)
  assert.equal(audit?.action, 'schedule.created')
  assert.equal(JSON.parse(JSON.stringify(audit?.after)).timeZone, 'Australia/Sydney')
  await acme.delete(`${PATH}/${created.id}`)
})

test('schedules are listed newest first, page by page', async () => {
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.unshift((await create({ customerId: 'all' })).id)
  const { body } = await acme.get(`${PATH}?limit=2`)
  const { body: rest } = await acme.get(`${PATH}?limit=2&cursor=${body.nextCursor}`)
  assert.deepEqual(
    [...body.schedules, ...rest.schedules].map(({ id }: Json) => id),
    ids,
  )
  for (const id of ids) assert.equal((await acme.delete(`${PATH}/${id}`)).status, 204)
  assert.deepEqual((await acme.get(PATH)).body, { schedules: [] })
})

test('a schedule can be sent back as it was read; a new interval or zone moves the next run, a new target does not', async () => {
  const created = await create()
  const path = `${PATH}/${created.id}`
  assert.deepEqual((await acme.put(path, created)).body, created)
  assert.deepEqual((await auditOf(created.id)).length, 1)
  const aimed = await acme.put(path, { maturityTarget: 1 })
  assert.deepEqual(aimed.body, { ...created, maturityTarget: 1 })
  const { maturityTarget: _, ...cleared } = (await acme.put(path, { maturityTarget: null })).body
  assert.deepEqual(cleared, created)
  const { body: moved } = await acme.put(path, { timeZone: 'UTC' })
  assert.equal(new Date(moved.nextRunAt).getTime() - new Date(created.nextRunAt).getTime(), 10 * 3_600_000)
  const { body: daily } = await acme.put(path, { every: { unit: 'day' } })
  assert.equal(daily.nextRunAt.slice(0, 10), '2026-05-05')
  assert.deepEqual(daily.every, { unit: 'day', count: 1 })
  assert.equal((await auditOf(created.id)).at(-1)?.action, 'schedule.updated')
})

test('a paused schedule has no next run until it is resumed; doing either twice changes nothing', async () => {
  const created = await create()
  const path = `${PATH}/${created.id}`
  const { body: paused } = await acme.post(`${path}/pause`)
  assert.deepEqual([paused.status, paused.pauseReason, paused.nextRunAt], ['paused', 'requested', undefined])
  assert.deepEqual((await acme.post(`${path}/pause`)).body, paused)
  assert.deepEqual((await acme.put(path, { every: { unit: 'day' } })).body.nextRunAt, undefined)
  now = new Date('2026-06-04T10:00:00.000Z')
  const { body: resumed } = await acme.post(`${path}/resume`)
  assert.equal(resumed.nextRunAt.slice(0, 10), '2026-06-04')
  assert.deepEqual((await acme.post(`${path}/resume`)).body, resumed)
  assert.deepEqual(
    (await auditOf(created.id)).map(({ action }) => action),
    ['schedule.created', 'schedule.paused', 'schedule.updated', 'schedule.resumed'],
  )
  now = new Date('2026-05-04T10:00:00.000Z')
})

test('creating, pausing and resuming happen once per Idempotency-Key', async () => {
  const send = (path: string, body?: Json) => acme.post(path, body, { headers: { 'Idempotency-Key': 'sch-1' } })
  const first = await send(PATH, input())
  const again = await send(PATH, input())
  assert.deepEqual([again.status, again.body], [201, first.body])
  assert.equal(again.headers['idempotency-replayed'], 'true')
  const paused = await send(`${PATH}/${first.body.id}/pause`)
  assert.deepEqual((await send(`${PATH}/${first.body.id}/pause`)).body, paused.body)
  assert.equal((await auditOf(first.body.id)).length, 2)
})

// The input, the code, and every field at fault.
const REFUSED: readonly (readonly [Record<string, unknown>, string, string[]])[] = [
  [
    { customerId: ' ', product: undefined, every: undefined, window: undefined, timeZone: undefined },
    'MISSING_FIELD',
    ['customerId', 'every', 'product', 'timeZone', 'window'],
  ],
  [
    {
      every: { unit: 'year', count: 13 },
      window: { from: '24:00', to: '2:00' },
      timeZone: 'Mars/Base',
      startsOn: 'soon',
    },
    'INVALID_FIELD',
    ['every.count', 'every.unit', 'startsOn', 'timeZone', 'window.from', 'window.to'],
  ],
  [
    { every: { unit: 'day', on: 'monday' }, window: { from: '02:00', to: '02:10' }, startsOn: '2028-01-01' },
    'INVALID_FIELD',
    ['every.on', 'startsOn', 'window.to'],
  ],
  [{ every: { unit: 'week', on: 3 } }, 'INVALID_FIELD', ['every.on']],
  [{ every: { unit: 'month', on: 29 } }, 'INVALID_FIELD', ['every.on']],
  [{ every: { unit: 'month', on: 'monday' } }, 'INVALID_FIELD', ['every.on']],
  [{ every: { unit: 'month', on: 1.5 } }, 'INVALID_FIELD', ['every.on']],
  [{ every: { unit: 'month', on: '07' } }, 'INVALID_FIELD', ['every.on']],
  [{ window: { from: '02:00', to: '02:00' } }, 'INVALID_FIELD', ['window.to']],
  [{ startsOn: '2026-02-30' }, 'INVALID_FIELD', ['startsOn']],
  [{ startsOn: '2025-05-03' }, 'INVALID_FIELD', ['startsOn']],
  [{ timeZone: '+10:00' }, 'INVALID_FIELD', ['timeZone']],
  [{ maturityTarget: 6 }, 'INVALID_FIELD', ['maturityTarget']],
]

test('invalid input for a schedule or a preview reports every problem and stores nothing', async () => {
  const before = (await acme.get(PATH)).body
  for (const [more, code, faults] of REFUSED) {
    for (const path of [PATH, `${PATH}/preview`]) {
      const error = assertProblem(await acme.post(path, input(more)), 400, code)
      const found = new Set(fieldsAtFault(error).map((fault) => fault.split(' ')[0]))
      assert.deepEqual([...found], faults, JSON.stringify(more))
    }
  }
  assertProblem(await acme.post(PATH, input({ product: 'astrology' })), 400, 'INVALID_PRODUCT')
  assertProblem(await acme.post(PATH, input({ customerId: NO_CUSTOMER })), 404, 'NOT_FOUND')
  assertProblem(await acme.post(PATH, input({ customerId: 'everybody' })), 404, 'NOT_FOUND')
  const starter = await api.as('small', 'starter')
  const product = { customerId: 'all', product: 'nist-csf' }
  assertProblem(await starter.post(PATH, input(product)), 403, 'PRODUCT_NOT_ALLOWED')
  const [existing] = before.schedules
  assertProblem(await acme.put(`${PATH}/${existing.id}`, { every: { unit: 'day', on: 1 } }), 400, 'INVALID_FIELD')
  assert.deepEqual((await acme.get(PATH)).body, before)
})

test('a preview shows the runs a month against the limit and the next five windows, and stores nothing', async () => {
  const beta = await api.as('beta', 'starter')
  for (let n = 0; n < 3; n++) await makeCustomer(beta)
  const one = input({ customerId: 'all', every: { unit: 'month', on: 1 }, timeZone: 'Europe/Berlin' })
  assert.equal((await beta.post(PATH, one)).status, 201)
  const { status, body } = await beta.post(`${PATH}/preview`, { ...one, every: { unit: 'week', on: 'sunday' } })
  assert.equal(status, 200)
  const { occurrences, ...runs } = body
  const expected = { customers: 3, runsPerMonth: 14, scheduledRunsPerMonth: 16, runsLimit: 50, exceedsLimit: false }
  assert.deepEqual(runs, expected)
  assert.equal(occurrences.length, 5)
  assert.deepEqual(occurrences[0], {
    date: '2026-05-10',
    opensAt: '2026-05-10T00:00:00.000Z',
    closesAt: '2026-05-10T04:00:00.000Z',
    localOpensAt: '2026-05-10T02:00:00+02:00',
    localClosesAt: '2026-05-10T06:00:00+02:00',
  })
  const daily = await beta.post(`${PATH}/preview`, { ...one, every: { unit: 'day' } })
  assert.deepEqual([daily.body.runsPerMonth, daily.body.exceedsLimit], [92, true])
  assert.equal((await beta.get(PATH)).body.schedules.length, 1)
})

test('a partner has at most 500 schedules', async () => {
  const crowd = await api.as('crowd')
  const { body } = await crowd.post(PATH, input({ customerId: 'all' }))
  const row = await api.db.selectFrom('schedules').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: 498 }, (_, n) => ({ ...row, id: `${body.id}_${n}` }))
  await api.db.insertInto('schedules').values(copies).execute()
  assert.equal((await crowd.post(PATH, input({ customerId: 'all' }))).status, 201)
  assertProblem(await crowd.post(PATH, input({ customerId: 'all' })), 409, 'LIMIT_REACHED')
})

test('a distributor can do the same for its partners; nobody else can see or change a schedule', async () => {
  const meridian = await api.distributor('meridian')
  const { id, client } = await makeActivePartner(api, meridian)
  const own = await makeCustomer(client)
  const base = `/v1/distributor/partners/${id}/schedules`
  const { status, body: created } = await meridian.post(base, input({ customerId: own }))
  assert.equal(status, 201)
  assert.deepEqual((await client.get(`${PATH}/${created.id}`)).body, created)
  assert.deepEqual((await meridian.get(base)).body, { schedules: [created] })
  assert.deepEqual((await meridian.get(`${base}/${created.id}`)).body, created)
  assert.equal((await meridian.post(`${base}/preview`, input({ customerId: 'all' }))).body.customers, 1)
  assert.equal((await meridian.post(`${base}/${created.id}/pause`)).body.status, 'paused')
  assert.equal((await meridian.post(`${base}/${created.id}/resume`)).body.status, 'active')
  assert.equal((await meridian.put(`${base}/${created.id}`, { maturityTarget: 1 })).body.maturityTarget, 1)
  const stranger = await api.distributor('stranger')
  for (const [client, path] of [
    [acme, PATH] as const,
    [stranger, base] as const,
    [meridian, base.replace(id, (await api.partner('acme')).partnerId)] as const,
  ]) {
    assertProblem(await client.get(`${path}/${created.id}`), 404, 'NOT_FOUND')
    assertProblem(await client.put(`${path}/${created.id}`, { maturityTarget: 2 }), 404, 'NOT_FOUND')
    assertProblem(await client.delete(`${path}/${created.id}`), 404, 'NOT_FOUND')
    assertProblem(await client.post(`${path}/${created.id}/pause`), 404, 'NOT_FOUND')
    assertProblem(await client.post(`${path}/${created.id}/resume`), 404, 'NOT_FOUND')
    assertProblem(await client.post(path, input({ customerId: own })), 404, 'NOT_FOUND')
  }
  assert.equal((await meridian.delete(`${base}/${created.id}`)).status, 204)
  assertProblem(await client.get(`${PATH}/${created.id}`), 404, 'NOT_FOUND')
})
