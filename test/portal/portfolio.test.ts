import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Agent, request } from 'undici'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { remindRecipients } from '../../src/features/questionnaires/invitations/service.ts'
import { DAY_MS } from '../../src/shared/dates/time-units.ts'
import { type PortfolioCustomer, readPortfolio, stateOf } from '../../src/shared/portal/portfolio.ts'
import { filterCustomers, needOf, type PortfolioFilter } from '../../src/shared/portal/portfolio-filter.ts'
import { sampleSnapshot } from '../engine/sample-snapshot.ts'
import { assertProblem, makeRun, TENANT } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Client, Json } from '../harness/client.ts'
import { type Portal, signIn } from './sessions.ts'

let nowMs = Date.parse('2031-05-15T12:00:00.000Z')
let isReadable = true
const api = await startApi({
  now: () => new Date(nowMs),
  collect: async ({ tenantId }) => {
    if (!isReadable) throw new Error('the tenant cannot be read')
    return { ...sampleSnapshot('weak', new Date(nowMs).toISOString()), tenantId }
  },
})
after(() => api[Symbol.asyncDispose]())

const UNAPPROVED = '00000000-0000-4000-8000-00000000dead'
const EIGHT = 'essential-eight'

interface Partner {
  client: Client
  person: Portal
  partnerId: string
}

async function enter(name: string, plan: 'starter' | 'enterprise' = 'enterprise'): Promise<Partner> {
  const client = await api.as(name, plan)
  const { partnerId } = await api.partner(name, plan)
  return { client, partnerId, person: await signIn(api, partnerId, { role: 'technician' }) }
}

async function addCustomer({ client }: Partner, name: string, more: object = {}): Promise<string> {
  const { status, body, text } = await client.post('/v1/partner/customers', { name, tenantId: TENANT, ...more })
  assert.equal(status, 201, text)
  return body.id
}

async function assess({ client }: Partner, customerId: string): Promise<string> {
  const id = await makeRun(client, customerId)
  await executeRun(api.app, id, { deadlineMs: 10_000 })
  return id
}

/** Sessions do not live for days. */
async function waitDays(partner: Partner, days: number): Promise<void> {
  nowMs += days * DAY_MS
  partner.person = await signIn(api, partner.partnerId, { role: 'technician' })
}

const read = async ({ person }: Partner): Promise<PortfolioCustomer[]> => {
  const { status, body, text } = await person.get('/partner/portfolio')
  assert.equal(status, 200, text)
  return readPortfolio(body)
}

const named = (customers: readonly PortfolioCustomer[], name: string): PortfolioCustomer => {
  const found = customers.find((customer) => customer.name === name)
  assert.ok(found, name)
  return found
}

const post = async ({ person }: Partner, path: string, body: object): Promise<Json> => {
  const answer = await person.post(`/partner${path}`, body)
  assert.ok(answer.status < 300, `${path}: ${answer.text}`)
  return answer.body
}

test('the portfolio has the latest state of each customer and product', async () => {
  const partner = await enter('alpha')
  const weak = await addCustomer(partner, 'Bellbird', { questionnaireRecipients: ['owner@bellbird.example'] })
  await addCustomer(partner, 'Currawong', { tenantId: UNAPPROVED })
  await assess(partner, weak)
  await waitDays(partner, 1)
  const second = await assess(partner, weak)
  const run = (await partner.client.get(`/v1/partner/assessments/${second}`)).body
  const customers = await read(partner)
  assert.deepEqual(
    customers.map(({ name, isApproved }) => [name, isApproved]),
    [
      ['Currawong', false],
      ['Bellbird', true],
    ],
  )
  const { result, questions, run: running, failure } = stateOf(named(customers, 'Bellbird'), EIGHT)
  assert.deepEqual(result, {
    scores: [run.score, run.score],
    score: run.score,
    step: 0,
    ceiling: run.scoreCeiling,
    coverage: Math.round(100 * run.coverage),
    level: run.maturityAchieved,
    target: run.maturityTarget,
    critical: run.critical,
    high: run.high,
    endedAt: new Date(Math.floor(nowMs / 60_000) * 60_000),
  })
  const questionnaire = (await partner.client.get(`/v1/partner/customers/${weak}/questionnaires/${EIGHT}`)).body
  assert.equal(questions, questionnaire.open)
  assert.ok(questionnaire.open > 0)
  assert.deepEqual([running, failure], [undefined, undefined])
  assert.equal(stateOf(named(customers, 'Currawong'), EIGHT).result, undefined)
})

test('runs in progress and failed runs are shown until a later result replaces them', async () => {
  const partner = await enter('beta')
  const id = await addCustomer(partner, 'Drongo')
  const queued = await makeRun(partner.client, id)
  assert.deepEqual(stateOf(named(await read(partner), 'Drongo'), EIGHT).run, { id: queued, done: null, of: null })
  assert.equal((await partner.client.post(`/v1/partner/assessments/${queued}/cancel`)).status, 200)
  isReadable = false
  await assess(partner, id).catch(() => {})
  isReadable = true
  const [failed] = await api.db
    .selectFrom('runs')
    .selectAll()
    .where('partner_id', '=', partner.partnerId)
    .where('status', '<>', 'canceled')
    .execute()
  await api.db
    .updateTable('runs')
    .set({ status: 'failed', failure_code: 'UNREADABLE', failure_message: 'x', completed_at: new Date(nowMs) })
    .where('id', '=', failed?.id ?? '')
    .execute()
  const customer = named(await read(partner), 'Drongo')
  assert.equal(stateOf(customer, EIGHT).failure, 'UNREADABLE')
  assert.equal(needOf(customer, EIGHT, new Date(nowMs)), 'failed')
  nowMs += 60_000
  await assess(partner, id)
  const later = stateOf(named(await read(partner), 'Drongo'), EIGHT)
  assert.equal(later.failure, undefined)
  assert.ok(later.result)
})

test('answers change the number of open questions at once', async () => {
  const partner = await enter('gamma')
  const id = await addCustomer(partner, 'Eagle')
  await assess(partner, id)
  const before = stateOf(named(await read(partner), 'Eagle'), EIGHT).questions ?? 0
  const path = `/v1/partner/customers/${id}/questionnaires/${EIGHT}`
  const { sections } = (await partner.client.get(path)).body
  const [question] = sections.flatMap((section: Json) => section.questions)
  const saved = await partner.client.put(path, { answers: [{ id: question.id, answer: question.choices[0].answer }] })
  assert.equal(saved.status, 200, saved.text)
  assert.equal(stateOf(named(await read(partner), 'Eagle'), EIGHT).questions, saved.body.open)
  assert.notEqual(saved.body.open, before)
})

test('an unchanged portfolio is not sent again, and where possible it is compressed', async () => {
  const partner = await enter('delta')
  await addCustomer(partner, 'Finch')
  const first = await partner.person.get('/partner/portfolio')
  const etag = String(first.headers.etag)
  const again = await partner.person.get('/partner/portfolio', { headers: { 'if-none-match': etag } })
  assert.deepEqual([again.status, again.text], [304, ''])
  await addCustomer(partner, 'Goshawk')
  assert.equal((await partner.person.get('/partner/portfolio', { headers: { 'if-none-match': etag } })).status, 200)
  const { headers, body } = await request(`${api.baseUrl}/portal/api/partner/portfolio`, {
    dispatcher: new Agent({ connect: { ca: api.ca } }),
    headers: { cookie: partner.person.cookie, 'sec-fetch-site': 'same-origin', 'accept-encoding': 'br, gzip' },
  })
  assert.equal(headers['content-encoding'], 'gzip')
  const unpacked = JSON.parse(gunzipSync(Buffer.from(await body.arrayBuffer())).toString())
  assert.deepEqual(unpacked.names, ['Goshawk', 'Finch'])
})

test('each filter condition matches what the list shows', async () => {
  const now = new Date(nowMs)
  const result = {
    scores: [40],
    score: 40,
    ceiling: 60,
    coverage: 80,
    level: 1,
    target: 2,
    critical: 0,
    high: 2,
    endedAt: now,
  }
  const make = (name: string, state: object | undefined, more: Partial<PortfolioCustomer> = {}): PortfolioCustomer => ({
    id: `cust_${name.toLowerCase()}`,
    name,
    isApproved: true,
    groups: [],
    products: new Map(state ? [[EIGHT, state]] : []),
    ...more,
  })
  const customers = [
    make('Fresh Ltd', { result, questions: 0 }),
    make('Old Ltd', {
      result: { ...result, level: 0, critical: 1, endedAt: new Date(nowMs - 40 * DAY_MS) },
      questions: 3,
    }),
    make('New Ltd', undefined, { isApproved: false, groups: ['grp_1'] }),
    make('Busy', { run: { id: 'run_1', done: 1, of: 4 }, failure: 'X' }),
  ]
  const match = (filter: Omit<PortfolioFilter, 'product'>): string[] =>
    filterCustomers(customers, { product: EIGHT, ...filter }, now).map(({ name }) => name)
  assert.equal(match({}).length, 4)
  assert.deepEqual(match({ q: ' LTD  old ' }), ['Old Ltd'])
  assert.deepEqual(match({ q: 'cust_busy' }), ['Busy'])
  assert.deepEqual(match({ state: 'running' }), ['Busy'])
  assert.deepEqual(match({ state: 'failed' }), ['Busy'])
  assert.deepEqual(match({ state: 'never' }), ['New Ltd', 'Busy'])
  assert.deepEqual(match({ state: 'assessed' }), ['Fresh Ltd', 'Old Ltd'])
  assert.deepEqual(match({ consent: 'missing' }), ['New Ltd'])
  assert.deepEqual(match({ level: '0' }), ['Old Ltd'])
  const { level: _, ...unknown } = result
  const [open] = [make('Open', { result: unknown })]
  assert.deepEqual(filterCustomers([open], { product: EIGHT, level: '0' }, now), [])
  assert.deepEqual(match({ age: '30' }), ['Old Ltd'])
  assert.deepEqual(match({ group: 'grp_1' }), ['New Ltd'])
  assert.deepEqual(match({ questions: 'open' }), ['Old Ltd'])
  assert.deepEqual(match({ questions: 'none' }), ['Fresh Ltd'])
  assert.deepEqual(match({ findings: 'critical' }), ['Old Ltd'])
  assert.deepEqual(match({ findings: 'high' }), ['Fresh Ltd', 'Old Ltd'])
  assert.deepEqual(match({ findings: 'high', level: '1', q: 'fresh' }), ['Fresh Ltd'])
  assert.deepEqual(
    customers.map((customer) => needOf(customer, EIGHT, now)),
    ['nothing', 'old', 'consent', 'nothing'],
  )
})

/** A partner with as many customers of one name, all approved. */
async function enterWith(name: string, count: number, plan: 'starter' | 'enterprise' = 'enterprise') {
  const partner = await enter(name, plan)
  const customers = Array.from({ length: count }, (_, n) => ({ name: `${name} ${n}`, tenantId: TENANT }))
  const { body } = await partner.client.post('/v1/partner/customers/bulk', { customers })
  assert.equal(body.created, count)
  return { ...partner, ids: body.customers.map(({ id }: Json) => id) as string[] }
}

const filter = { product: EIGHT }

test('runs start for all that match, as the forecast said', async () => {
  const partner = await enterWith('epsilon', 30, 'starter')
  await addCustomer(partner, 'Not approved', { tenantId: UNAPPROVED })
  await makeRun(partner.client, partner.ids[0] ?? '')
  const some = { filter: { ...filter, q: 'epsilon 1' } }
  const forecast = { matching: 12, starts: 12, unapproved: 0, running: 0, overLimit: 0, overQueue: 0, remaining: 49 }
  assert.deepEqual(await post(partner, '/portfolio/runs/preview', some), forecast)
  assert.deepEqual(await post(partner, '/portfolio/runs', some), { queued: 12, leftOut: 0 })
  assert.deepEqual(await post(partner, '/portfolio/runs/preview', { filter }), {
    matching: 31,
    starts: 17,
    unapproved: 1,
    running: 13,
    overLimit: 0,
    overQueue: 0,
    remaining: 37,
  })
  assert.deepEqual(await post(partner, '/portfolio/runs', { filter, customerIds: partner.ids.slice(0, 4) }), {
    queued: 2,
    leftOut: 2,
  })
})

test('parallel starts never exceed the limit, nor start two runs for one customer', async () => {
  const partner = await enterWith('zeta', 60, 'starter')
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => partner.person.post('/partner/portfolio/runs', { filter })),
  )
  const started = answers.reduce((sum, { body }) => sum + (body.queued ?? 0), 0)
  assert.equal(started, 50)
  const runs = await api.db
    .selectFrom('runs')
    .select('customer_id')
    .where('partner_id', '=', partner.partnerId)
    .execute()
  assert.deepEqual([runs.length, new Set(runs.map(({ customer_id }) => customer_id)).size], [50, 50])
  for (const answer of answers.filter(({ status }) => status !== 202)) assertProblem(answer, 403, 'RUN_LIMIT_REACHED')
  const preview = await post(partner, '/portfolio/runs/preview', { filter })
  assert.deepEqual([preview.starts, preview.overLimit, preview.remaining], [0, 10, 0])
})

test('the same call with its Idempotency-Key starts nothing twice', async () => {
  const partner = await enterWith('eta', 3)
  const once = { headers: { 'Idempotency-Key': 'once' } }
  const [first, again] = [
    await partner.person.post('/partner/portfolio/runs', { filter }, once),
    await partner.person.post('/partner/portfolio/runs', { filter }, once),
  ]
  assert.deepEqual(
    [first.body, again.body],
    [
      { queued: 3, leftOut: 0 },
      { queued: 3, leftOut: 0 },
    ],
  )
})

test('groups can be set for all that match, and have unique names', async () => {
  const partner = await enterWith('theta', 12)
  const group = await post(partner, '/groups', { name: ' Gold ' })
  assert.equal(group.name, 'Gold')
  assertProblem(await partner.person.post('/partner/groups', { name: 'gOLD' }), 409, 'DUPLICATE_ITEM')
  const wanted = { filter: { ...filter, q: 'theta 1' }, groupId: group.id }
  assert.deepEqual(await post(partner, '/portfolio/groups', { ...wanted, change: 'add' }), { changed: 3 })
  assert.deepEqual(await post(partner, '/portfolio/groups', { ...wanted, change: 'add' }), { changed: 0 })
  const inGroup = { filter: { ...filter, group: group.id }, groupId: group.id }
  assert.deepEqual(named(await read(partner), 'theta 11').groups, [group.id])
  assert.deepEqual(await post(partner, '/portfolio/groups', { ...inGroup, change: 'remove' }), { changed: 3 })
  const renamed = await partner.person.put(`/partner/groups/${group.id}`, { name: 'Silver' })
  assert.equal(renamed.body.name, 'Silver')
  assert.equal((await partner.person.delete(`/partner/groups/${group.id}`)).status, 204)
  const actions = (await partner.client.get('/v1/partner/audit?limit=20')).body.entries.map(
    ({ action }: Json) => action,
  )
  for (const action of ['group.created', 'group.extended', 'group.reduced', 'group.renamed', 'group.deleted'])
    assert.ok(actions.includes(action), action)
})

test("another account's customers and groups are out of reach", async () => {
  const [owner, other] = [await enterWith('iota', 2), await enterWith('kappa', 2)]
  const group = await post(owner, '/groups', { name: 'Own' })
  const foreign = { filter, groupId: group.id, change: 'add' }
  assertProblem(await other.person.post('/partner/portfolio/groups', foreign), 404, 'NOT_FOUND')
  assertProblem(await other.person.delete(`/partner/groups/${group.id}`), 404, 'NOT_FOUND')
  const started = await post(other, '/portfolio/runs', { filter, customerIds: owner.ids })
  assert.deepEqual(started, { queued: 0, leftOut: 0 })
  assert.ok((await read(other)).every(({ name }) => name.startsWith('kappa')))
})

test('people are reminded about all that match, once a day', async () => {
  const partner = await enter('lambda')
  const asked = { questionnaireRecipients: ['owner@lambda.example'] }
  await assess(partner, await addCustomer(partner, 'Asked', asked))
  await addCustomer(partner, 'Not asked', asked)
  assert.deepEqual(await post(partner, '/portfolio/reminders', { filter }), { reminded: 0, leftOut: 2 })
  await waitDays(partner, 1)
  assert.deepEqual(await post(partner, '/portfolio/reminders', { filter }), { reminded: 1, leftOut: 1 })
  assert.deepEqual(await post(partner, '/portfolio/reminders', { filter }), { reminded: 0, leftOut: 2 })
  const [entry] = (await partner.client.get('/v1/partner/audit?action=questionnaire.reminded')).body.entries
  assert.deepEqual([entry.author.kind, entry.after.reminders], ['person', 1])
  await waitDays(partner, 7)
  await remindRecipients(api.app)
  assert.deepEqual(await post(partner, '/portfolio/reminders', { filter }), { reminded: 0, leftOut: 2 })
})

test('views belong to one person unless they are shared, and readers cannot share them', async () => {
  const { person, partnerId } = await enter('mu')
  const reader = await signIn(api, partnerId, { role: 'reader' })
  const view = { name: 'Failed', query: 'state=failed&sort=score' }
  const own = (await person.post('/partner/views', view)).body
  const shared = (await person.post('/partner/views', { ...view, name: 'For all', isShared: true })).body
  assertProblem(await reader.post('/partner/views', { ...view, isShared: true }), 403, 'ROLE_REQUIRED')
  assert.equal((await reader.post('/partner/views', { ...view, name: 'Mine' })).status, 201)
  const namesOf = async (who: Portal): Promise<string[]> =>
    (await who.get('/partner/views')).body.views.map(({ name }: Json) => name)
  assert.deepEqual(
    [await namesOf(person), await namesOf(reader)],
    [
      ['Failed', 'For all'],
      ['For all', 'Mine'],
    ],
  )
  assertProblem(await reader.delete(`/partner/views/${own.id}`), 404, 'NOT_FOUND')
  assertProblem(await reader.delete(`/partner/views/${shared.id}`), 403, 'ROLE_REQUIRED')
  const stranger = (await enter('nu')).person
  assertProblem(await stranger.delete(`/partner/views/${shared.id}`), 404, 'NOT_FOUND')
  assert.equal((await person.delete(`/partner/views/${shared.id}`)).status, 204)
  assertProblem(await person.post('/partner/views', { name: 'x', query: '"><script>' }), 400, 'INVALID_FIELD')
})

test('files have the content and order of the list, and no formulas', async () => {
  const partner = await enter('xi')
  await assess(partner, await addCustomer(partner, 'Zebra'))
  await addCustomer(partner, '=1+1')
  await addCustomer(partner, 'Hidden')
  const query = `product=${EIGHT}&sort=name&down=1`
  const csv = await partner.person.get(`/partner/portfolio/file?format=csv&${query}`)
  assert.match(String(csv.headers['content-disposition']), /Customers-2031-\d\d-\d\d\.csv/)
  const lines = csv.text.trim().split('\r\n')
  assert.match(lines[0] ?? '', /^\uFEFF?Customer,Customer id,Groups,/)
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(',')[0]),
    ['Zebra', 'Hidden', "'=1+1"],
  )
  const filtered = await partner.person.get(`/partner/portfolio/file?format=csv&state=assessed&${query}`)
  assert.equal(filtered.text.trim().split('\r\n').length, 2)
  const xlsx = await partner.person.get(`/partner/portfolio/file?format=xlsx&${query}`)
  assert.equal(xlsx.status, 200)
  assert.match(xlsx.text, /^PK/)
  assertProblem(await partner.person.get('/partner/portfolio/file?format=pdf&product=x'), 400, 'INVALID_FIELD')
})
