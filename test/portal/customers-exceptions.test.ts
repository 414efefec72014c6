import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { countCustomersExceptions, listCustomersExceptions } from '../../src/features/portal/exceptions/store.ts'
import { DAY_MS } from '../../src/shared/dates/time-units.ts'
import { assertProblem, makeCustomer } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Client, Json } from '../harness/client.ts'
import { planOf } from '../harness/plans.ts'
import { signIn } from './sessions.ts'

/** The exceptions of all customers of a partner, by their end. */

let nowMs = Date.parse('2031-05-15T12:00:00.000Z')
const api = await startApi({ now: () => new Date(nowMs) })
after(() => api[Symbol.asyncDispose]())

const PATH = '/partner/portfolio/exceptions'

async function enter(name: string) {
  const client = await api.as(name)
  const { partnerId } = await api.partner(name)
  const read = async (query = ''): Promise<Json> => {
    const reader = await signIn(api, partnerId, { role: 'reader' })
    const { status, body, text } = await reader.get(`${PATH}${query}`)
    assert.equal(status, 200, text)
    return body
  }
  return { client, partnerId, read }
}

/** An exception that ends some days from now; returns its id. */
async function record(client: Client, customerId: string, days: number, more: object = {}): Promise<string> {
  const { status, body, text } = await client.post(`/v1/partner/customers/${customerId}/exceptions`, {
    kind: 'accepted-risk',
    product: 'essential-eight',
    requirement: 'ISM-1504',
    reason: 'The site closes in March.',
    approver: 'Ada Park',
    expiresAt: new Date(nowMs + days * DAY_MS).toISOString(),
    ...more,
  })
  assert.equal(status, 201, text)
  return body.id
}

const idsOf = ({ exceptions }: Json): string[] => exceptions.map(({ id }: Json) => id)

test('active exceptions are listed by their end, soonest first, and ended ones separately, latest first', async () => {
  const { client, read } = await enter('ends')
  const [bellbird, umbrella] = [await makeCustomer(client, 'Bellbird'), await makeCustomer(client, 'Umbrella')]
  const late = await record(client, bellbird, 200)
  const soon = await record(client, umbrella, 20)
  const gone = await record(client, bellbird, 2, { object: 'reception@bellbird.example' })
  const goneLater = await record(client, umbrella, 3, { object: 'reception@umbrella.example' })
  const account = { kind: 'emergency-account', product: undefined, requirement: undefined, object: 'glass@b.example' }
  const emergency = await record(client, bellbird, 100, account)
  const removed = await record(client, bellbird, 90, { object: 'removed@bellbird.example' })
  await client.delete(`/v1/partner/customers/${bellbird}/exceptions/${removed}`)
  nowMs += 5 * DAY_MS

  const active = await read()
  assert.deepEqual(active.counts, { active: 3, ending: 1, expired: 2 })
  assert.deepEqual(idsOf(active), [soon, emergency, late])
  assert.deepEqual(
    active.exceptions.map(({ customerName, status }: Json) => [customerName, status]),
    [
      ['Umbrella', 'active'],
      ['Bellbird', 'active'],
      ['Bellbird', 'active'],
    ],
  )
  assert.deepEqual(idsOf(await read('?state=ending')), [soon])
  const expired = await read('?state=expired')
  assert.deepEqual(idsOf(expired), [goneLater, gone])
  assert.equal(expired.exceptions[0].status, 'expired')

  const wanted: [string, string[]][] = [
    ['q=umbrella', [soon]],
    ['q=GLASS', [emergency]],
    ['q=ism-15', [soon, late]],
    ['q=a%00b', []],
    ['kind=emergency-account', [emergency]],
    ['product=essential-eight', [soon, emergency, late]],
    ['product=nist-csf', [emergency]],
    ['product=%00', []],
    ['state=expired&q=bellbird', [gone]],
  ]
  for (const [query, expected] of wanted) assert.deepEqual(idsOf(await read(`?${query}`)), expected, query)
  assert.deepEqual((await read('?q=umbrella')).counts, { active: 1, ending: 1, expired: 1 })
  for (const state of ['active', 'expired']) {
    const whole = idsOf(await read(`?state=${state}`))
    const first = await read(`?state=${state}&limit=1`)
    const rest = await read(`?state=${state}&limit=2&cursor=${first.nextCursor}`)
    assert.deepEqual([...idsOf(first), ...idsOf(rest)], whole)
  }
  const stranger = await enter('stranger')
  assert.deepEqual(await stranger.read(), { counts: { active: 0, ending: 0, expired: 0 }, exceptions: [] })
  const reader = await signIn(api, (await api.partner('ends')).partnerId, { role: 'reader' })
  assertProblem(await reader.get(`${PATH}?state=lost`), 400, 'INVALID_FIELD')
})

test('a page of many exceptions is read through the index on their ends', async () => {
  const { partnerId } = await enter('many')
  const partners = [partnerId]
  for (let n = 0; n < 11; n++) partners.push((await api.partner(`many-${n}`)).partnerId)
  const owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
  await owner.query(
    `insert into customers (id, partner_id, name, tenant_id, receivers, questionnaire_recipients, created_at, updated_at)
    select 'cust_many' || partner.place || '_' || n, partner.id, 'Customer ' || n, gen_random_uuid()::text, '{}', '{}', now(), now()
    from unnest($1::text[]) with ordinality as partner (id, place), generate_series(1, 50) as n`,
    [partners],
  )
  await owner.query(
    `insert into exceptions (id, partner_id, customer_id, kind, product, requirement, reason, approver, approved_at, expires_at,
      created_at, updated_at)
    select 'exc_' || id || '_' || n, partner_id, id, 'accepted-risk', 'essential-eight', 'R-' || n, 'Because.', 'Ada',
      $1::timestamptz - interval '1 year', $1::timestamptz + (n * 13 - 100) * interval '1 day', now(), now()
    from customers, generate_series(1, 20) as n where id like 'cust_many%'`,
    [new Date(nowMs)],
  )
  await owner.query('vacuum analyze customers, exceptions')
  await owner.end()
  const now = new Date(nowMs)
  const filter = { now, soon: new Date(nowMs + 30 * DAY_MS) }
  const after = { createdAt: now.toISOString(), id: 'exc_1' }
  for (const state of ['active', 'ending', 'expired'] as const) {
    for (const page of [{ limit: 51 }, { limit: 51, after }]) {
      const plan = await planOf(api, ({ db }) => listCustomersExceptions(db, partnerId, state, filter, page))
      // Sorted by it, or all that it finds sorted afterwards.
      assert.match(plan, /Index Scan.* (using|on) exceptions_by_end/, plan)
      assert.doesNotMatch(plan, /Seq Scan/, plan)
    }
  }
  const counting = await planOf(api, ({ db }) => countCustomersExceptions(db, partnerId, filter))
  assert.doesNotMatch(counting, /Seq Scan on exceptions/, counting)
})

test('the requirements of a product can be listed, to choose the one of an exception', async () => {
  const { partnerId } = await enter('choices')
  const reader = await signIn(api, partnerId, { role: 'reader' })
  const { body } = await reader.get('/partner/portfolio/requirements?product=essential-eight')
  const { id, statement } = body.requirements.find((requirement: Json) => requirement.id === 'ISM-1810')
  assert.deepEqual([id, typeof statement], ['ISM-1810', 'string'])
  assertProblem(await reader.get('/partner/portfolio/requirements?product=unknown'), 404, 'NOT_FOUND')
})
