import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { deleteOldOutcomes } from '../../src/features/idempotency/service.ts'
import { DAY_MS } from '../../src/shared/dates/time-units.ts'
import { makePartner, newPartner } from '../harness/accounts.ts'
import { startAnotherServer } from '../harness/another-server.ts'
import { assertProblem, NO_CUSTOMER } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Client, Json } from '../harness/client.ts'
import { openTestDatabase } from '../harness/database.ts'
import { eventually } from '../runs/eventually.ts'
import {
  createWorld,
  customer,
  isReplay,
  openTableCounts,
  outcome,
  run,
  under,
  type World,
} from './idempotency-fixture.ts'

/** More than the database connections of the service. */
const CONCURRENT = 25

let clock = new Date('2031-05-15T12:00:00.000Z')
const api = await startApi({ now: () => clock })
// The service's own role cannot see all tables or what other connections wait for.
const { db: owner, pool } = openTestDatabase(api.databaseUrl, { poolSize: 2 })
after(async () => {
  await pool.end()
  await api[Symbol.asyncDispose]()
})

const countTables = await openTableCounts(owner)

test('invalid input is not stored: the same key works for the corrected call', async () => {
  const { partner, distributor, customerId } = await createWorld(api)
  const corrected = async (client: Client, path: string, code: string, [bad, good]: [Json, Json], status: number) => {
    assertProblem(await client.post(path, bad, under('corrected')), 400, code)
    const answer = await client.post(path, good, under('corrected'))
    assert.deepEqual([answer.status, isReplay(answer)], [status, false], answer.text)
  }
  await corrected(partner, '/v1/partner/customers', 'MISSING_FIELD', [{ name: 'N' }, customer], 201)
  const many = { customers: Array.from({ length: 101 }, () => customer) }
  await corrected(partner, '/v1/partner/customers/bulk', 'TOO_MANY', [many, { customers: [customer] }], 201)
  const one = (product: string) => ({ customerId, product })
  await corrected(partner, '/v1/partner/assessments', 'INVALID_PRODUCT', [one('none'), one('nist-csf')], 202)
  const some = (product: string) => ({ customerIds: [customerId], product })
  await corrected(partner, '/v1/partner/assessments/bulk', 'INVALID_PRODUCT', [some('none'), some('nist-csf')], 202)
  await corrected(partner, '/v1/partner/plan', 'PLAN_CHANGE_FAILED', [{ plan: 'gold' }, { plan: 'starter' }], 200)
  await corrected(distributor, '/v1/distributor/partners', 'MISSING_FIELD', [{ plan: 5 }, newPartner()], 201)
})

test('refusals by the rate limit and by the limit on plan changes are not stored', async () => {
  const { partner } = await createWorld(api)
  await using slow = await startAnotherServer(api.app, { partnerRate: 1 })
  const limited = slow.client(partner.key)
  await limited.get('/v1/partner/me')
  assertProblem(await limited.post('/v1/partner/customers', customer, under('rate')), 429, 'RATE_LIMITED')
  const created = await partner.post('/v1/partner/customers', customer, under('rate'))
  assert.deepEqual([created.status, isReplay(created)], [201, false])
  const plans = ['starter', 'professional']
  for (let n = 0; n < 10; n++) {
    const changed = await partner.post('/v1/partner/plan', { plan: plans[n % 2] }, under(`change ${n}`))
    assert.equal(changed.status, 200, changed.text)
    // A repeated call is not an attempt, so it is answered even if the hourly limit is reached.
    for (let again = 0; again < 3; again++) {
      assert.ok(isReplay(await partner.post('/v1/partner/plan', { plan: plans[n % 2] }, under(`change ${n}`))))
    }
  }
  assertProblem(await partner.post('/v1/partner/plan', { plan: 'starter' }, under('full')), 429, 'RATE_LIMITED')
  clock = new Date(clock.getTime() + 3_600_000)
  const later = await partner.post('/v1/partner/plan', { plan: 'starter' }, under('full'))
  assert.deepEqual([later.status, isReplay(later)], [200, false], later.text)
})

test('an internal error is not stored, and the call succeeds once it is fixed', async () => {
  const { partner, distributor, id } = await createWorld(api)
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`.execute(
    owner,
  )
  await sql`create trigger broken before insert on audit execute function fail()`.execute(owner)
  const before = await countTables()
  const calls: [client: Client, path: string, body: Json, status: number][] = [
    [partner, '/v1/partner/customers', customer, 201],
    [partner, '/v1/partner/keys', undefined, 201],
    [distributor, `/v1/distributor/partners/${id}/suspend`, undefined, 200],
  ]
  for (const [client, path, body] of calls) {
    assertProblem(await client.post(path, body, under('fault')), 500, 'INTERNAL_ERROR')
  }
  assert.deepEqual(await countTables(), before)
  await sql`drop trigger broken on audit; drop function fail`.execute(owner)
  for (const [client, path, body, status] of calls) {
    const answer = await client.post(path, body, under('fault'))
    assert.deepEqual([answer.status, isReplay(answer)], [status, false], answer.text)
  }
})

/** Refusals because of the current state; `fix` removes the cause. */
const REFUSALS: readonly [
  code: string,
  status: number,
  attempt: (world: World) => { client: Client; path: string; body?: Json },
  bring: (world: World) => Promise<unknown>,
  fix: (world: World) => Promise<unknown>,
][] = [
  [
    'RUN_LIMIT_REACHED',
    403,
    (world) => ({ client: world.partner, path: '/v1/partner/assessments', body: run(world) }),
    ({ id }) => setUsage(id, 250),
    ({ id }) => setUsage(id, 0),
  ],
  [
    'RUN_LIMIT_REACHED',
    403,
    ({ partner, customerId }) => ({
      client: partner,
      path: '/v1/partner/assessments/bulk',
      body: { product: 'nist-csf', customerIds: [customerId] },
    }),
    ({ id }) => setUsage(id, 250),
    ({ id }) => setUsage(id, 0),
  ],
  [
    'MAX_KEYS',
    409,
    ({ partner }) => ({ client: partner, path: '/v1/partner/keys' }),
    ({ partner }) => partner.post('/v1/partner/keys'),
    ({ partner }) => partner.delete('/v1/partner/keys/2'),
  ],
  [
    'PRODUCT_NOT_ALLOWED',
    403,
    ({ partner, customerId }) => ({
      client: partner,
      path: '/v1/partner/assessments/bulk',
      body: { product: 'nist-csf', customerIds: [customerId] },
    }),
    ({ partner }) => partner.post('/v1/partner/plan', { plan: 'starter' }),
    ({ partner }) => partner.post('/v1/partner/plan', { plan: 'professional' }),
  ],
  [
    'PLAN_CHANGE_FAILED',
    400,
    ({ partner }) => ({ client: partner, path: '/v1/partner/plan', body: { plan: 'professional' } }),
    async () => {},
    ({ partner }) => partner.post('/v1/partner/plan', { plan: 'starter' }),
  ],
  [
    'PARTNER_INACTIVE',
    403,
    (world) => ({
      client: world.distributor,
      path: `/v1/distributor/partners/${world.id}/assessments`,
      body: run(world),
    }),
    ({ distributor, id }) => distributor.post(`/v1/distributor/partners/${id}/suspend`),
    ({ distributor, id }) => distributor.post(`/v1/distributor/partners/${id}/activate`),
  ],
]

async function setUsage(partnerId: string, runs: number): Promise<void> {
  await api.db.updateTable('usage_months').set({ runs }).where('partner_id', '=', partnerId).execute()
}

for (const [code, status, attempt, bring, fix] of REFUSALS) {
  test(`${code} is stored even after its cause is gone, and another key gets a new response`, async () => {
    const world = await createWorld(api)
    const { client, path, body } = attempt(world)
    await bring(world)
    const before = await countTables()
    const refused = await client.post(path, body, under('refused'))
    const error = assertProblem(refused, status, code)
    const { 'public.plan_changes': _, ...unchanged } = await countTables()
    assert.deepEqual({ ...before, ...unchanged }, before)
    assert.equal(isReplay(refused), false)
    await fix(world)
    const replayed = await client.post(path, body, under('refused'))
    assert.ok(isReplay(replayed))
    const again = assertProblem(replayed, status, code)
    assert.deepEqual({ ...again, requestId: '' }, { ...error, requestId: '' })
    const fresh = await client.post(path, body, under('fresh'))
    assert.deepEqual([fresh.status < 300, isReplay(fresh)], [true, false], fresh.text)
  })
}

test('concurrent calls get the same refusal', async () => {
  const { partner } = await createWorld(api)
  await partner.post('/v1/partner/keys')
  const answers = await Promise.all(
    Array.from({ length: CONCURRENT }, () => partner.post('/v1/partner/keys', undefined, under('x'))),
  )
  const codes = new Set(answers.map(({ status, body }) => `${status} ${body.error?.code}`))
  codes.delete('409 IDEMPOTENCY_IN_PROGRESS')
  assert.deepEqual([...codes], ['409 MAX_KEYS'])
  assert.equal(answers.filter((answer) => answer.body.error.code === 'MAX_KEYS' && !isReplay(answer)).length, 1)
})

test('a success is repeated even if a new call would now be refused', async () => {
  const world = await createWorld(api)
  const { partner, distributor, id, customerId } = world
  const bulk = { product: 'nist-csf', customerIds: [customerId] }
  const first = await partner.post('/v1/partner/assessments/bulk', bulk, under('run'))
  const path = `/v1/distributor/partners/${id}/assessments`
  const acted = await distributor.post(path, run(world), under('run'))
  await partner.post('/v1/partner/plan', { plan: 'starter' })
  assertProblem(await partner.post('/v1/partner/assessments/bulk', bulk), 403, 'PRODUCT_NOT_ALLOWED')
  assert.deepEqual(outcome(await partner.post('/v1/partner/assessments/bulk', bulk, under('run'))), outcome(first))
  await distributor.post(`/v1/distributor/partners/${id}/suspend`)
  assertProblem(await distributor.post(path, run(world)), 403, 'PARTNER_INACTIVE')
  assert.deepEqual(outcome(await distributor.post(path, run(world), under('run'))), outcome(acted))
})

test('an outcome is stored for 24 hours; after that the key can be used again, even with another body', async () => {
  const { partner } = await createWorld(api)
  const first = await partner.post('/v1/partner/customers', customer, under('day'))
  clock = new Date(clock.getTime() + DAY_MS - 1)
  await deleteOldOutcomes(api.app)
  const again = await partner.post('/v1/partner/customers', customer, under('day'))
  assert.deepEqual([again.body.id, isReplay(again)], [first.body.id, true])
  clock = new Date(clock.getTime() + 1)
  const fresh = await partner.post('/v1/partner/customers', { ...customer, name: 'Other' }, under('day'))
  assert.deepEqual([fresh.status, isReplay(fresh)], [201, false])
  assert.notEqual(fresh.body.id, first.body.id)
  const replayed = await partner.post('/v1/partner/customers', { ...customer, name: 'Other' }, under('day'))
  assert.equal(replayed.body.id, fresh.body.id)
  clock = new Date(clock.getTime() + DAY_MS)
  await deleteOldOutcomes(api.app)
  const { n } = await api.db
    .selectFrom('idempotency_keys')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  assert.equal(n, 0)
})

test('a plan change with a key from the day before is a new attempt', async () => {
  const { partner } = await createWorld(api)
  assert.equal((await partner.post('/v1/partner/plan', { plan: 'starter' }, under('plan'))).status, 200)
  clock = new Date(clock.getTime() + DAY_MS)
  const next = await partner.post('/v1/partner/plan', { plan: 'enterprise' }, under('plan'))
  assert.deepEqual([next.status, next.body.plan, isReplay(next)], [200, 'enterprise', false])
})

test('a key belongs to one account and one route', async () => {
  const [one, two] = [await createWorld(api), await createWorld(api)]
  const ids = new Set<string>()
  const bodies: [client: Client, path: string, body: Json][] = [
    [one.partner, '/v1/partner/customers', customer],
    [one.partner, '/v1/partner/customers/bulk', { customers: [customer] }],
    [two.partner, '/v1/partner/customers', customer],
    [one.distributor, `/v1/distributor/partners/${one.id}/customers`, customer],
  ]
  for (const [client, path, body] of bodies) {
    const answer = await client.post(path, body, under('shared'))
    assert.deepEqual([answer.status, isReplay(answer)], [201, false])
    ids.add(answer.body.id ?? answer.body.customers[0].id)
  }
  assert.equal(ids.size, 4)
  // The same route with another id is another request.
  const other = await makePartner(one.distributor)
  const refused = await one.distributor.post(`/v1/distributor/partners/${other}/customers`, customer, under('shared'))
  assertProblem(refused, 422, 'IDEMPOTENCY_MISMATCH')
  // Both keys of an account belong to the same caller.
  const second = api.client((await one.partner.post('/v1/partner/keys')).body.key)
  assert.ok(isReplay(await second.post('/v1/partner/customers', customer, under('shared'))))
})

test('a key has 1 to 255 characters, and is ignored on other methods', async () => {
  const { partner, customerId } = await createWorld(api)
  for (const key of ['x', 'k'.repeat(255), '{"a": 1}', "' or 1=1 --"]) {
    const created = await partner.post('/v1/partner/customers', customer, under(key))
    assert.equal(created.status, 201)
    assert.equal((await partner.post('/v1/partner/customers', customer, under(key))).body.id, created.body.id)
  }
  const before = await countTables()
  for (const key of ['', 'k'.repeat(256)]) {
    const error = assertProblem(await partner.post('/v1/partner/customers', customer, under(key)), 400, 'INVALID_FIELD')
    assert.deepEqual(error.details[0].field, 'Idempotency-Key')
  }
  assert.deepEqual(await countTables(), before)
  const path = `/v1/partner/customers/${customerId}`
  for (const name of ['One', 'Two']) {
    const changed = await partner.put(path, { name }, under('put'))
    assert.deepEqual([changed.body.name, changed.headers['idempotency-replayed']], [name, undefined])
  }
  assert.equal((await partner.delete(path, under('delete'))).status, 204)
  assertProblem(await partner.delete(path, under('delete')), 404, 'NOT_FOUND')
  assert.equal((await partner.get('/v1/partner/me', under('x'))).headers['idempotency-replayed'], undefined)
})

test('a replay returns a created key again, although the database does not contain it in clear text', async () => {
  const { partner, distributor } = await createWorld(api)
  for (const [client, path] of [
    [partner, '/v1/partner/keys'],
    [distributor, '/v1/distributor/keys'],
  ] as const) {
    const { key } = (await client.post(path, undefined, under('secret'))).body
    assert.equal((await client.post(path, undefined, under('secret'))).body.key, key)
    assert.ok(await standsInDatabase(client === partner ? 'pk_live_' : 'dk_live_'))
    // Neither the key, nor its random part, nor either as bytes.
    for (const text of [key, key.slice(12, -4)]) {
      assert.equal(await standsInDatabase(text), false)
      assert.equal(await standsInDatabase(Buffer.from(text).toString('hex')), false)
      assert.equal(await standsInDatabase(Buffer.from(text).toString('base64').slice(2, -4)), false)
    }
  }
})

/** Whether any row of any table, as text, contains this. */
async function standsInDatabase(text: string): Promise<boolean> {
  const { rows } = await sql<{
    name: string
  }>`select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
    from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`.execute(
    owner,
  )
  for (const { name } of rows) {
    const found = await sql`select from ${sql.raw(name)} as t where position(${text} in t::text) > 0 limit 1`.execute(
      api.db,
    )
    if (found.rows.length > 0) return true
  }
  return false
}

test('a call whose connection breaks before the commit changes nothing, and can be repeated with its key', async () => {
  const { partner, distributor, id } = await createWorld(api)
  const before = await countTables()
  const calls: [client: Client, path: string, status: number][] = [
    [partner, '/v1/partner/keys', 201],
    [distributor, `/v1/distributor/partners/${id}/suspend`, 200],
  ]
  for (const [client, path] of calls) {
    const answer = await api.db.transaction().execute(async (tx) => {
      // The call waits for the partner's row after it has claimed its key, and is cut off there.
      await tx.selectFrom('partners').select('id').where('id', '=', id).forUpdate().execute()
      const sent = client.post(path, undefined, under('crash'))
      await eventually('the call waits', async () => {
        const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(owner)
        return rows.length > 0
      })
      return await sent
    })
    assert.ok(answer.status >= 500, answer.text)
    assert.deepEqual(await countTables(), before)
  }
  for (const [client, path, status] of calls) {
    const answer = await client.post(path, undefined, under('crash'))
    assert.deepEqual([answer.status, isReplay(answer)], [status, false], answer.text)
    assert.ok(isReplay(await client.post(path, undefined, under('crash'))))
  }
})

test('a repeated call gets a conflict while the first is in progress, whatever its body', async () => {
  const { partner, id } = await createWorld(api)
  const first = await api.db.transaction().execute(async (tx) => {
    await tx.selectFrom('partners').select('id').where('id', '=', id).forUpdate().execute()
    const sent = partner.post('/v1/partner/keys', undefined, under('slow'))
    await eventually('the call waits', async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(owner)
      return rows.length > 0
    })
    const refused = await partner.post('/v1/partner/keys', undefined, under('slow'))
    assertProblem(refused, 409, 'IDEMPOTENCY_IN_PROGRESS')
    assert.equal(refused.headers['idempotency-replayed'], undefined)
    return () => sent
  })
  assert.equal((await first()).status, 201)
  const replayed = await partner.post('/v1/partner/keys', undefined, under('slow'))
  assert.deepEqual([replayed.status, isReplay(replayed)], [201, true])
})

test('the refusal of a customer id is stored as NOT_FOUND', async () => {
  const { partner } = await createWorld(api)
  const body = { customerId: NO_CUSTOMER, product: 'essential-eight' }
  assertProblem(await partner.post('/v1/partner/assessments', body, under('none')), 404, 'NOT_FOUND')
  assert.ok(isReplay(await partner.post('/v1/partner/assessments', body, under('none'))))
})
