import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { CollectFailure } from '../../src/graph/transport/collect-failure.ts'
import { monthBounds } from '../../src/shared/dates/month.ts'
import { HOUR_MS } from '../../src/shared/dates/time-units.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { clientOf, makeActivePartner, makePartner, newPartner } from '../harness/accounts.ts'
import { startAnotherServer } from '../harness/another-server.ts'
import {
  assertKeys,
  assertProblem,
  comparable,
  fieldsAtFault,
  jobKeys,
  makeCustomer,
  makeRun,
  NO_RUN,
  TENANT,
} from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Answer, Client, Json } from '../harness/client.ts'
import { countStatements } from '../harness/statements.ts'
import { createRun, waitForEnd } from '../runs/follow.ts'

const NO_PARTNER = 'prt_01jd0000000000000000000000'

let nowMs = Date.parse('2031-05-15T12:00:00.000Z')
const moveTo = (instant: string): void => {
  nowMs = Date.parse(instant)
}
const api = await startApi({
  now: () => new Date(nowMs),
  collect: async ({ tenantId }) => {
    if (tenantId !== TENANT) throw new CollectFailure('CONSENT_MISSING', 'The tenant has not consented.')
    return snapshotOf({}, tenantId)
  },
})
after(() => api[Symbol.asyncDispose]())

interface World {
  distributor: Client & { id: string }
  partner: Client
  id: string
  path: string
}

let worlds = 0

async function createWorld(more: Record<string, unknown> = {}): Promise<World> {
  const distributor = await api.distributor(`distributor-${++worlds}`)
  const { id, client } = await makeActivePartner(api, distributor, more)
  return { distributor, partner: client, id, path: `/v1/distributor/partners/${id}` }
}

const subscriptionOf = ({ id }: World) =>
  api.db
    .selectFrom('subscriptions')
    .select(['plan', 'billing', 'currency'])
    .where('partner_id', '=', id)
    .executeTakeFirstOrThrow()

async function setSubscription({ id }: World, status: 'active' | 'past_due' | 'unpaid' | 'canceled'): Promise<void> {
  await api.db.updateTable('subscriptions').set({ status }).where('partner_id', '=', id).execute()
}

const FIRST_TERMS: readonly [billing: Json, terms: string][] = [
  [{ currency: 'AUD', interval: 'annual' }, 'rolling aud'],
  [{ currency: 'USD', interval: 'quarterly' }, 'monthly usd'],
  [{ currency: 'GBP' }, 'monthly gbp'],
  [{ currency: 'EUR', interval: 'annual' }, 'rolling eur'],
  [{ currency: 'NZD' }, 'monthly aud'],
]

test('a new subscription follows the settlement: annual is rolling, quarterly monthly, and NZD becomes aud', async () => {
  for (const [billing, terms] of FIRST_TERMS) {
    const { billing: stored, currency } = await subscriptionOf(await createWorld({ billing }))
    assert.equal(`${stored} ${currency}`, terms)
  }
})

test('a change of settlement terms changes only the fields that are sent, and not the subscription', async () => {
  const world = await createWorld()
  const { distributor, path } = world
  const before = await subscriptionOf(world)
  nowMs += 1000
  for (const [billing, expected] of [
    [{ interval: 'quarterly' }, { currency: 'AUD', interval: 'quarterly' }],
    [{ currency: 'NZD' }, { currency: 'NZD', interval: 'quarterly' }],
    [
      { currency: 'EUR', interval: 'annual' },
      { currency: 'EUR', interval: 'annual' },
    ],
  ]) {
    const changed = await distributor.put(path, { billing })
    assert.deepEqual(
      [changed.status, changed.body],
      [200, { id: world.id, plan: 'professional', billing: expected, updatedAt: new Date(nowMs).toISOString() }],
    )
    assert.deepEqual((await distributor.get(path)).body.billing, expected)
  }
  assert.deepEqual(await subscriptionOf(world), before)
})

test('a plan change by PUT applies at once to subscription, limit and products', async () => {
  const world = await createWorld({ plan: 'starter' })
  const { distributor, partner, path } = world
  const changed = await distributor.put(path, { plan: 'enterprise' })
  assert.deepEqual([changed.status, changed.body.plan], [200, 'enterprise'])
  assert.deepEqual(await subscriptionOf(world), { plan: 'enterprise', billing: 'rolling', currency: 'aud' })
  const me = (await partner.get('/v1/partner/me')).body
  assert.deepEqual([me.plan, me.usage.runsLimit], ['enterprise', -1])
  assert.ok((await partner.get('/v1/partner/products')).body.products.length >= 2)
  const { n } = await api.db
    .selectFrom('invoice_lines')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('partner_id', '=', world.id)
    .where('change_id', 'is not', null)
    .executeTakeFirstOrThrow()
  assert.equal(n, 2)
})

test('a PUT that changes nothing returns the account with its updatedAt unchanged', async () => {
  const { distributor, path, id } = await createWorld()
  const { body: account } = await distributor.get(path)
  const first = (await distributor.put(path, {})).body
  assertKeys(first, 'id plan billing updatedAt')
  nowMs += 1000
  for (const body of [
    {},
    { plan: account.plan },
    { billing: {} },
    { billing: account.billing },
    account,
    { company: 'Other', status: 'suspended', id: NO_PARTNER },
  ]) {
    assert.deepEqual((await distributor.put(path, body)).body, first)
  }
  assert.deepEqual((await distributor.get(path)).body, account)
  const { n } = await api.db
    .selectFrom('plan_changes')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('partner_id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(n, 0)
})

test('plan and settlement in one PUT change together or not at all', async () => {
  const world = await createWorld()
  const { distributor, path } = world
  const body = { plan: 'starter', billing: { currency: 'GBP', interval: 'quarterly' } }
  const { body: before } = await distributor.get(path)
  await setSubscription(world, 'canceled')
  assertProblem(await distributor.put(path, body), 400, 'PLAN_CHANGE_FAILED')
  assert.deepEqual((await distributor.get(path)).body, before)
  await setSubscription(world, 'active')
  const changed = await distributor.put(path, body)
  assert.deepEqual([changed.status, changed.body.plan, changed.body.billing], [200, 'starter', body.billing])
  assert.deepEqual(await subscriptionOf(world), { plan: 'starter', billing: 'rolling', currency: 'aud' })
})

test('a PUT with invalid values reports all of them and changes nothing', async () => {
  const { distributor, path } = await createWorld()
  const { body: before } = await distributor.get(path)
  for (const [body, fields] of [
    [{ plan: 'gold' }, ['plan']],
    [{ plan: null }, ['plan']],
    [{ billing: null }, ['billing']],
    [{ billing: 'annual' }, ['billing']],
    [{ plan: 5, billing: { currency: 'SGD', interval: 'monthly' } }, ['billing.currency', 'billing.interval', 'plan']],
    [{ plan: 'starter', billing: { currency: 'aud' } }, ['billing.currency']],
  ] as const) {
    const error = assertProblem(await distributor.put(path, body), 400, 'INVALID_FIELD')
    assert.deepEqual(
      fieldsAtFault(error),
      fields.map((field) => `${field} INVALID_FIELD`),
    )
  }
  assert.deepEqual((await distributor.get(path)).body, before)
})

/** The two endpoints that change a plan. */
const PLAN_ENDPOINTS: readonly [name: string, change: (world: World, body: Json) => Promise<Answer>][] = [
  ['POST /v1/partner/plan', ({ partner }, body) => partner.post('/v1/partner/plan', body)],
  ['POST /v1/distributor/partners/{id}/plan', ({ distributor, path }, body) => distributor.post(`${path}/plan`, body)],
]

for (const [name, change] of PLAN_ENDPOINTS) {
  test(`${name} changes plan, billing and currency, and keeps those that are omitted`, async () => {
    const world = await createWorld()
    const terms = async (body: Json): Promise<Json[]> => {
      const { status, body: result, text } = await change(world, body)
      assert.equal(status, 200, text)
      assert.equal(result.partnerId, world.id)
      assert.deepEqual(await subscriptionOf(world), {
        plan: result.plan,
        billing: result.billing,
        currency: result.currency,
      })
      assert.equal((await world.partner.get('/v1/partner/me')).body.usage.runsLimit, result.runLimit)
      return [result.plan, result.billing, result.currency, result.runLimit, result.subscriptionStatus]
    }
    assert.deepEqual(await terms({ plan: 'starter' }), ['starter', 'rolling', 'aud', 50, 'active'])
    assert.deepEqual(await terms({ plan: 'starter', billing: 'monthly' }), ['starter', 'monthly', 'aud', 50, 'active'])
    const dollars = { plan: 'enterprise', currency: 'sgd' }
    assert.deepEqual(await terms(dollars), ['enterprise', 'monthly', 'sgd', -1, 'active'])
    const settled = (await world.distributor.get(world.path)).body.billing
    assert.deepEqual(settled, { currency: 'AUD', interval: 'annual' })
  })

  test(`${name} refuses an impossible change with PLAN_CHANGE_FAILED, and a missing plan with MISSING_FIELD`, async () => {
    const world = await createWorld()
    const before = await subscriptionOf(world)
    for (const body of [{}, { plan: null }, { plan: ' ' }, { billing: 'monthly', currency: 'usd' }]) {
      assert.ok(fieldsAtFault(assertProblem(await change(world, body), 400, 'MISSING_FIELD'))[0]?.startsWith('plan '))
    }
    for (const body of [
      { plan: 'gold' },
      { plan: 5 },
      { plan: 'starter', billing: 'annual' },
      { plan: 'starter', billing: null },
      { plan: 'starter', currency: 'nzd' },
      { plan: 'starter', currency: 'USD' },
      { plan: 'professional' },
      { plan: 'professional', billing: 'rolling', currency: 'aud' },
    ]) {
      assertProblem(await change(world, body), 400, 'PLAN_CHANGE_FAILED')
    }
    for (const status of ['canceled', 'unpaid'] as const) {
      await setSubscription(world, status)
      const error = assertProblem(await change(world, { plan: 'starter' }), 400, 'PLAN_CHANGE_FAILED')
      assert.match(error.message, new RegExp(status))
    }
    await setSubscription(world, 'active')
    assert.deepEqual(await subscriptionOf(world), before)
  })
}

test('a partner can change its plan ten times in any hour; invalid requests do not count, refused changes do', async () => {
  const world = await createWorld()
  const { partner } = world
  const change = (plan: string) => partner.post('/v1/partner/plan', { plan })
  for (let n = 0; n < 20; n++) await change('gold')
  for (let n = 0; n < 9; n++) assert.equal((await change(n % 2 === 0 ? 'starter' : 'professional')).status, 200)
  assertProblem(await change('starter'), 400, 'PLAN_CHANGE_FAILED')
  nowMs += 600_000
  const refused = await change('enterprise')
  assertProblem(refused, 429, 'RATE_LIMITED')
  assert.equal(refused.headers['retry-after'], '3000')
  assertProblem(await change('gold'), 400, 'PLAN_CHANGE_FAILED')
  nowMs += HOUR_MS - 600_000 - 1
  assertProblem(await change('enterprise'), 429, 'RATE_LIMITED')
  nowMs += 1
  assert.equal((await change('enterprise')).status, 200)
})

test("the distributor's plan changes are neither limited nor counted against the partner", async () => {
  const { distributor, partner, path } = await createWorld()
  for (let n = 0; n < 14; n++) {
    const plan = n % 2 === 0 ? 'starter' : 'professional'
    const changed = await (n % 4 < 2 ? distributor.post(`${path}/plan`, { plan }) : distributor.put(path, { plan }))
    assert.equal(changed.status, 200, changed.text)
  }
  assert.equal((await partner.post('/v1/partner/plan', { plan: 'starter' })).status, 200)
})

test('thirty concurrent plan changes are ten attempts and twenty refusals', async () => {
  const { partner } = await createWorld()
  const plans = ['starter', 'professional', 'enterprise']
  const calls = Array.from({ length: 30 }, (_, n) => partner.post('/v1/partner/plan', { plan: plans[n % 3] }))
  const answers = await Promise.all(calls)
  const refused = answers.filter(({ status }) => status === 429)
  assert.equal(refused.length, 20)
  for (const answer of answers) assert.ok([200, 400, 429].includes(answer.status), answer.text)
})

test('a plan below the current usage applies at once: no new runs until the next month, and old products stay readable', async () => {
  const world = await createWorld()
  const { partner, id } = world
  const customerId = await makeCustomer(partner)
  const { body: run } = await partner.post('/v1/partner/assessments', { customerId, product: 'nist-csf' })
  await api.db.updateTable('usage_months').set({ runs: 60 }).where('partner_id', '=', id).execute()
  assert.equal((await partner.post('/v1/partner/plan', { plan: 'starter' })).status, 200)
  const usage = (await partner.get('/v1/partner/me')).body.usage
  assert.deepEqual([usage.runsUsed, usage.runsLimit], [60, 50])
  const next = { customerId, product: 'essential-eight' }
  assertProblem(await partner.post('/v1/partner/assessments', next), 403, 'RUN_LIMIT_REACHED')
  assertProblem(
    await partner.post('/v1/partner/assessments', { ...next, product: 'nist-csf' }),
    403,
    'PRODUCT_NOT_ALLOWED',
  )
  assert.equal((await partner.get(`/v1/partner/assessments/${run.id}`)).body.product, 'nist-csf')
  nowMs = monthBounds(usage.month).until.getTime()
  assert.equal((await partner.post('/v1/partner/assessments', next)).status, 202)
})

test('no run starts while the subscription is unpaid or canceled, and the refusal says why; overdue has no effect', async () => {
  const world = await createWorld()
  const { partner, distributor, path } = world
  const run = { customerId: await makeCustomer(partner), product: 'essential-eight' }
  const bulk = { customerIds: [run.customerId], product: run.product }
  for (const status of ['unpaid', 'canceled'] as const) {
    await setSubscription(world, status)
    for (const refused of [
      await partner.post('/v1/partner/assessments', run),
      await partner.post('/v1/partner/assessments/bulk', bulk),
      await distributor.post(`${path}/assessments`, run),
    ]) {
      assert.match(assertProblem(refused, 403, 'RUN_LIMIT_REACHED').message, new RegExp(status))
    }
    assert.equal((await partner.get('/v1/partner/customers')).status, 200)
  }
  await setSubscription(world, 'past_due')
  assert.equal((await partner.post('/v1/partner/assessments', run)).status, 202)
})

test('an inactive distributor is refused everywhere, and its keys work again when it is active', async () => {
  const { distributor, partner, path } = await createWorld()
  const calls: [method: string, path: string, body?: Json][] = [
    ['GET', '/v1/distributor/me'],
    ['GET', '/v1/distributor/usage'],
    ['GET', '/v1/distributor/partners'],
    ['POST', '/v1/distributor/partners', newPartner()],
    ['POST', '/v1/distributor/partners/bulk', { partners: [] }],
    ['GET', path],
    ['PUT', path, { plan: 'starter' }],
    ['POST', `${path}/activate`],
    ['POST', `${path}/suspend`],
    ['POST', `${path}/plan`, { plan: 'starter' }],
    ['GET', `${path}/customers`],
    ['POST', `${path}/customers`, {}],
    ['GET', `${path}/assessments`],
    ['POST', `${path}/assessments`, {}],
    ['GET', '/v1/distributor/keys'],
    ['POST', '/v1/distributor/keys'],
    ['GET', '/v1/distributor/events'],
    ['GET', '/v1/distributor/audit'],
  ]
  const setStatus = (status: 'active' | 'suspended' | 'pending') =>
    api.db.updateTable('distributors').set({ status }).where('id', '=', distributor.id).execute()
  for (const status of ['suspended', 'pending'] as const) {
    await setStatus(status)
    for (const [method, address, body] of calls) {
      assertProblem(await distributor.call(method, address, body), 403, 'DISTRIBUTOR_INACTIVE')
    }
    // Its partners have their own accounts.
    assert.equal((await partner.get('/v1/partner/me')).status, 200)
  }
  await setStatus('active')
  assert.equal((await distributor.get(path)).body.status, 'active')
})

test('each API accepts only its own kind of key, and names the header for the other one', async () => {
  const { distributor, partner } = await createWorld()
  const wrong = api.client(partner.key, 'X-Distributor-Key')
  assert.match(assertProblem(await wrong.get('/v1/distributor/me'), 401, 'INVALID_KEY').message, /X-Partner-Key/)
  for (const client of [api.client(''), api.client(distributor.key, 'X-Partner-Key'), partner]) {
    const error = assertProblem(await client.get('/v1/distributor/me'), 401, 'MISSING_KEY')
    assert.match(error.message, /X-Distributor-Key/)
  }
})

test("another distributor's partner and malformed ids answer as if the partner did not exist", async () => {
  const { distributor, path, id } = await createWorld()
  const stranger = await api.distributor('stranger')
  const free = (await api.partner('free')).partnerId
  const suffix = id.slice('prt_'.length)
  const calls: [method: string, rest: string, body?: Json][] = [
    ['GET', ''],
    ['PUT', '', { plan: 'starter', billing: { interval: 'quarterly' } }],
    ['POST', '/activate'],
    ['POST', '/suspend'],
    ['POST', '/plan', { plan: 'starter' }],
    ['GET', '/customers'],
    ['POST', '/customers', { name: 'N', tenantId: TENANT }],
    ['GET', '/assessments'],
    ['POST', '/assessments', { customerId: 'x', product: 'essential-eight' }],
    ['GET', `/assessments/${NO_RUN}`],
    ['POST', `/assessments/${NO_RUN}/cancel`],
    ['GET', `/assessments/${NO_RUN}/findings`],
  ]
  const before = (await distributor.get(path)).body
  for (const [method, rest, body] of calls) {
    const nothing = await stranger.call(method, `/v1/distributor/partners/${NO_PARTNER}${rest}`, body)
    assertProblem(nothing, 404, 'NOT_FOUND')
    for (const other of [
      id,
      free,
      `cust_${suffix}`,
      suffix,
      `${id}0`,
      '%00',
      `prt_${'%00'.repeat(26)}`,
      "'",
      'x'.repeat(3000),
    ]) {
      const refused = await stranger.call(method, `/v1/distributor/partners/${other}${rest}`, body)
      assert.deepEqual(comparable(refused), comparable(nothing), `${method} ${rest} ${other}`)
    }
  }
  assert.deepEqual((await distributor.get(path)).body, before)
})

test('partners are listed newest first, optionally by status, page by page', async () => {
  const distributor = await api.distributor('lister')
  assert.deepEqual((await distributor.get('/v1/distributor/partners')).body, { partners: [] })
  const ids: string[] = []
  for (const status of ['pending', 'active', 'suspended', 'pending', 'active']) {
    const id = await makePartner(distributor)
    if (status !== 'pending') await distributor.post(`/v1/distributor/partners/${id}/activate`)
    if (status === 'suspended') await distributor.post(`/v1/distributor/partners/${id}/suspend`)
    ids.unshift(id)
  }
  const list = async (query: string): Promise<Json> => (await distributor.get(`/v1/distributor/partners?${query}`)).body
  const idsOf = (body: Json): string[] => body.partners.map((partner: Json) => partner.id)
  assert.deepEqual(idsOf(await list('')), ids)
  for (const [status, places] of Object.entries({ pending: [1, 4], active: [0, 3], suspended: [2] })) {
    assert.deepEqual(
      idsOf(await list(`status=${status}`)),
      places.map((place) => ids[place]),
    )
  }
  const page = await list('status=pending&limit=1')
  assert.deepEqual(idsOf(page), [ids[1]])
  assert.deepEqual(idsOf(await list(`status=pending&limit=1&cursor=${page.nextCursor}`)), [ids[4]])
  for (const status of ['canceled', 'ACTIVE', '']) {
    assertProblem(await distributor.get(`/v1/distributor/partners?status=${status}`), 400, 'INVALID_FIELD')
  }
})

test('usage of a past month is shown as of its end, whatever has happened since', async () => {
  const runs = async (client: Client, customerId: string, count: number) => {
    for (let made = 0; made < count; made++) {
      await executeRun(api.app, await makeRun(client, customerId), { deadlineMs: 1000 })
    }
  }
  const distributor = await api.distributor('historian')
  const usage = async (month?: string): Promise<Json> => {
    const { status, body, text } = await distributor.get(`/v1/distributor/usage${month ? `?month=${month}` : ''}`)
    assert.equal(status, 200, text)
    return body
  }
  const totals = ({ totalPartners, activePartners, totalCustomers, totalRuns }: Json): number[] => [
    totalPartners,
    activePartners,
    totalCustomers,
    totalRuns,
  ]
  moveTo('2032-01-10T00:00:00.000Z')
  const one = await makeActivePartner(api, distributor, { company: 'One' })
  const two = await makePartner(distributor, { company: 'Two' })
  const gone = await makeCustomer(one.client)
  await runs(one.client, gone, 3)
  moveTo('2032-01-31T23:59:59.999Z')
  const remaining = await makeCustomer(one.client)
  const unread = (await one.client.post('/v1/partner/customers', { name: 'U', tenantId: TENANT.replace('5A', '6B') }))
    .body.id
  const failing = await makeRun(one.client, unread)
  moveTo('2032-02-01T00:00:00.000Z')
  assert.deepEqual(totals(await usage('2032-01')), [2, 1, 3, 4])
  // A run counts in the month in which it was created, and is released there.
  await executeRun(api.app, failing, { deadlineMs: 1000 })
  await one.client.delete(`/v1/partner/customers/${gone}`)
  await makeCustomer(one.client)
  await runs(one.client, remaining, 1)
  await distributor.post(`/v1/distributor/partners/${two}/activate`)
  const second = await clientOf(api, distributor, two)
  await runs(second, await makeCustomer(second), 2)
  moveTo('2032-03-05T00:00:00.000Z')
  await distributor.post(`/v1/distributor/partners/${one.id}/suspend`)
  await makePartner(distributor, { company: 'Three' })
  assert.deepEqual(totals(await usage('2031-12')), [0, 0, 0, 0])
  assert.deepEqual(await usage('2032-01'), {
    month: '2032-01',
    totalPartners: 2,
    activePartners: 1,
    totalCustomers: 3,
    totalRuns: 3,
    byPartner: [
      { partnerId: one.id, company: 'One', runs: 3, customers: 3 },
      { partnerId: two, company: 'Two', runs: 0, customers: 0 },
    ],
  })
  const february = await usage('2032-02')
  assert.deepEqual(totals(february), [2, 2, 4, 3])
  assert.deepEqual(february.byPartner, [
    { partnerId: two, company: 'Two', runs: 2, customers: 1 },
    { partnerId: one.id, company: 'One', runs: 1, customers: 3 },
  ])
  assert.deepEqual(totals(await usage()), [3, 1, 4, 0])
  assert.deepEqual(await usage(), await usage('2032-03'))
  assert.deepEqual(totals(await usage('2032-04')), [0, 0, 0, 0])
  const { partnersCount, usage: own } = (await distributor.get('/v1/distributor/me')).body
  assert.deepEqual([partnersCount, own], [3, { month: '2032-03', totalRuns: 0, totalCustomers: 4 }])
})

test('usage of a thousand partners takes no more statements than usage of one', async () => {
  const [small, large] = [await api.distributor('small'), await api.distributor('large')]
  await makePartner(small)
  await sql`with made as (
      insert into partners (id, distributor_id, company, email, name, status, plan, created_at, updated_at)
      select 'prt_' || lpad(n::text, 26, '0'), ${large.id}, 'Company ' || lpad((n % 500)::text, 3, '0'), 'a@b.example', 'A',
        'active', 'starter', now, now from generate_series(1, 1000) as n, (select ${new Date(nowMs)}::timestamptz as now) as clock
      returning id, created_at)
    insert into partner_statuses (partner_id, since, status) select id, created_at, 'active' from made`.execute(api.db)
  const month = new Date(nowMs).toISOString().slice(0, 7)
  await sql`insert into usage_months (partner_id, month, runs)
    select id, ${month}, right(id, 2)::int from partners where distributor_id = ${large.id}`.execute(api.db)
  const counted = countStatements(api.app)
  await using server = await startAnotherServer(counted.app)
  for (const path of ['/v1/distributor/usage', '/v1/distributor/partners', '/v1/distributor/me']) {
    const counts: number[] = []
    for (const { key } of [small, large]) {
      const client = server.client(key, 'X-Distributor-Key')
      // The first call of a key may store the time of its use.
      await client.get(path)
      counts.push(await counted.during(() => client.get(path)))
    }
    assert.equal(counts[0], counts[1], path)
    // One for the key and one for the usage; the account takes another.
    assert.equal(counts[0], path.endsWith('/me') ? 3 : 2, path)
  }
  const { body } = await large.get('/v1/distributor/usage')
  assert.deepEqual([body.totalPartners, body.activePartners, body.totalRuns], [1000, 1000, 49_500])
  const order = body.byPartner.map(({ runs, company }: Json) => `${String(999 - runs)} ${company}`)
  assert.deepEqual(order, order.toSorted())
})

test('canceling a queued run removes its job and releases its quota; a run that has ended does not change', async () => {
  const { partner } = await createWorld()
  const customerId = await makeCustomer(partner)
  const used = async (): Promise<number> => (await partner.get('/v1/partner/me')).body.usage.runsUsed
  const [done, waiting] = [await makeRun(partner, customerId), await makeRun(partner, customerId)]
  await executeRun(api.app, done, { deadlineMs: 1000 })
  assert.deepEqual([await used(), (await jobKeys(api.db)).includes(waiting)], [2, true])
  nowMs += 1000
  const canceled = await partner.post(`/v1/partner/assessments/${waiting}/cancel`)
  assert.equal(canceled.status, 200)
  assertKeys(canceled.body, 'id customerId customerName product maturityTarget status reportUrl createdAt completedAt')
  assert.deepEqual([canceled.body.status, canceled.body.completedAt], ['canceled', new Date(nowMs).toISOString()])
  assert.deepEqual([await used(), (await jobKeys(api.db)).includes(waiting)], [1, false])
  nowMs += 1000
  assert.deepEqual((await partner.post(`/v1/partner/assessments/${waiting}/cancel`)).body, canceled.body)
  await executeRun(api.app, waiting, { deadlineMs: 1000 })
  assert.deepEqual((await partner.get(`/v1/partner/assessments/${waiting}`)).body, canceled.body)
  const { body: completed } = await partner.get(`/v1/partner/assessments/${done}`)
  assert.deepEqual((await partner.post(`/v1/partner/assessments/${done}/cancel`)).body, completed)
  assert.equal(await used(), 1)
})

test('twenty concurrent cancels release the quota once', async () => {
  const { partner } = await createWorld()
  const id = await makeRun(partner, await makeCustomer(partner))
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => partner.post(`/v1/partner/assessments/${id}/cancel`)),
  )
  assert.ok(answers.every(({ status, body }) => status === 200 && body.status === 'canceled'))
  assert.equal((await partner.get('/v1/partner/me')).body.usage.runsUsed, 0)
  const audit = await api.db.selectFrom('audit').select('action').where('subject', '=', id).orderBy('id').execute()
  assert.deepEqual(
    audit.map(({ action }) => action),
    ['assessment.created', 'assessment.canceled'],
  )
})

test("cancel and findings are NOT_FOUND for another partner's run and for malformed ids", async () => {
  const [one, two] = [await createWorld(), await createWorld()]
  const id = await makeRun(one.partner, await makeCustomer(one.partner))
  for (const other of [id, NO_RUN, 'x', '%00', `run_${'%00'.repeat(26)}`, one.id]) {
    assertProblem(await two.partner.post(`/v1/partner/assessments/${other}/cancel`), 404, 'NOT_FOUND')
    assertProblem(await two.partner.get(`/v1/partner/assessments/${other}/findings`), 404, 'NOT_FOUND')
    assertProblem(await two.distributor.post(`${two.path}/assessments/${other}/cancel`), 404, 'NOT_FOUND')
    assertProblem(await two.distributor.get(`${two.path}/assessments/${other}`), 404, 'NOT_FOUND')
  }
  assert.equal((await one.partner.get(`/v1/partner/assessments/${id}`)).body.status, 'queued')
})

test('the findings of a completed run match its counts, worst first; an unfinished run has none', async () => {
  await using real = await startApi({ worker: true })
  const client = await real.as('acme')
  const { runId } = await createRun(client, 'typical')
  const path = `/v1/partner/assessments/${runId}/findings`
  const early = await client.get(path)
  const run = await waitForEnd(client, runId)
  assert.equal(run.status, 'completed')
  const { status, body } = await client.get(path)
  assert.equal(status, 200)
  assertKeys(body, 'findings')
  const severities = ['critical', 'high', 'medium', 'low']
  const places = body.findings.map((finding: Json) => severities.indexOf(finding.severity))
  assert.deepEqual(places, places.toSorted())
  const counts = severities.map((_, place) => places.filter((at: number) => at === place).length)
  assert.deepEqual(counts, [run.critical, run.high, run.medium, run.low])
  assert.equal(body.findings.length, run.findings)
  assert.ok(run.findings > 0)
  for (const finding of body.findings) {
    for (const field of ['requirement', 'statement', 'observed', 'expected', 'remedy'])
      assert.ok(typeof finding[field] === 'string' && finding[field] !== '', `${finding.requirement} ${field}`)
    assert.ok(['ineffective', 'partial'].includes(finding.verdict))
    for (const list of [finding.groups, finding.evidence, finding.limitations]) assert.ok(Array.isArray(list))
  }
  assert.ok(early.body.findings.length === 0 || early.body.findings.length === run.findings)
  const queued = await createWorld()
  const waiting = await makeRun(queued.partner, await makeCustomer(queued.partner))
  assert.deepEqual((await queued.partner.get(`/v1/partner/assessments/${waiting}/findings`)).body, { findings: [] })
})
