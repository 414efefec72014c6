import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import { createCustomers, listOwnCustomers } from '../../src/features/customers/service.ts'
import { makeActivePartner, newPartner } from '../harness/accounts.ts'
import { startAnotherServer } from '../harness/another-server.ts'
import {
  assertKeys,
  assertProblem,
  countRows,
  fieldsAtFault,
  makeCustomer,
  NO_CUSTOMER,
  TENANT,
} from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Answer, Client, Json } from '../harness/client.ts'
import { countStatements } from '../harness/statements.ts'

const CUSTOMERS = '/v1/partner/customers/bulk'
const RUNS = '/v1/partner/assessments/bulk'
const PARTNERS = '/v1/distributor/partners/bulk'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

const acme = await api.as('acme', 'enterprise')
const meridian = await api.distributor('meridian')

/** The expected errors of a bulk response. */
type Failure = { index: number; code: string; field: string | undefined }

function failuresOf(body: Json): Failure[] {
  assert.equal(body.errors.length, body.failed)
  return body.errors.map((error: Json) => {
    const { index, code, message, field, ...rest } = error
    assert.deepEqual(rest, {})
    assert.ok(typeof message === 'string' && message !== '')
    return { index, code, field }
  })
}

const customer = (more: object) => ({ name: 'N', tenantId: TENANT, ...more })

/** Rows of every kind; a field that is `undefined` is left out. */
const CUSTOMER_ROWS: readonly unknown[] = [
  customer({}),
  customer({
    email: 'a@b.example',
    receivers: ['r@b.example', 'R@b.example'],
    questionnaireRecipients: ['q@b.example'],
  }),
  customer({ unknown: 1 }),
  customer({ name: undefined }),
  customer({ name: ' ' }),
  customer({ name: 'a\u0000b' }),
  customer({ tenantId: null }),
  customer({ tenantId: 'x' }),
  customer({ email: 'nobody' }),
  customer({ email: null, tenantId: undefined }),
  customer({ receivers: ['a@b.example', 'x'] }),
  customer({ questionnaireRecipients: 'x' }),
  {},
]

const PARTNER_ROWS: readonly unknown[] = [
  newPartner(),
  newPartner({ billing: { currency: 'NZD' }, plan: 'starter' }),
  newPartner({ billing: { currency: 'EUR', interval: 'quarterly' }, plan: 'enterprise' }),
  newPartner({ email: undefined }),
  newPartner({ email: 'x' }),
  newPartner({ company: '' }),
  newPartner({ name: null }),
  newPartner({ plan: 'gold' }),
  newPartner({ plan: 5, name: undefined }),
  newPartner({ billing: {} }),
  newPartner({ billing: { currency: 'sgd' } }),
  newPartner({ billing: { currency: 'AUD', interval: 'weekly' } }),
  newPartner({ billing: undefined }),
]

/** Not a JSON object, so a single call would fail before its fields are validated. */
const JUNK: readonly unknown[] = [null, 5, 'x', true, [], [{}]]

interface Bulk {
  path: string
  field: 'customers' | 'partners'
  /** The field that identifies a row in the response. */
  mark: 'name' | 'company'
  status: string
  max: number
  rows: readonly unknown[]
  sender: Client
  single: string
}

const BULKS: readonly Bulk[] = [
  {
    path: CUSTOMERS,
    field: 'customers',
    mark: 'name',
    status: 'created',
    max: 100,
    rows: CUSTOMER_ROWS,
    sender: acme,
    single: '/v1/partner/customers',
  },
  {
    path: PARTNERS,
    field: 'partners',
    mark: 'company',
    status: 'pending',
    max: 50,
    rows: PARTNER_ROWS,
    sender: meridian,
    single: '/v1/distributor/partners',
  },
]

for (const { path, field, mark, status, max, rows, sender, single } of BULKS) {
  test(`any mix of valid and invalid ${field} is validated row by row, in order, like single calls`, async () => {
    // The error of the single endpoint for each kind of row; undefined if it is valid.
    const verdicts: (Omit<Failure, 'index'> | undefined)[] = []
    for (const row of rows) {
      const answer = await sender.post(single, row)
      if (answer.status === 201) verdicts.push(undefined)
      else {
        const error = assertProblem(answer, 400, answer.body.error.code)
        const first = error.details.find((detail: Json) => detail.code === error.code)
        verdicts.push({ code: error.code, field: first.field })
      }
    }
    assert.ok(verdicts.filter((verdict) => verdict === undefined).length >= 3)
    const kinds = [...rows, ...JUNK]
    const chosen = fc.array(fc.nat(kinds.length - 1), { minLength: 1, maxLength: max })
    await fc.assert(
      fc.asyncProperty(chosen, async (picks) => {
        const before = await countRows(api.db)
        const failures: Failure[] = []
        const marks: string[] = []
        const sent = picks.map((pick, index) => {
          const row = kinds[pick]
          const verdict = pick < rows.length ? verdicts[pick] : { code: 'INVALID_FIELD', field: undefined }
          if (verdict) failures.push({ index, ...verdict })
          else marks.push(`row ${index}`)
          return verdict || typeof row !== 'object' ? row : { ...row, [mark]: `row ${index}` }
        })
        const { status: code, body } = await sender.post(path, { [field]: sent })
        assert.equal(code, 201)
        assertKeys(body, `created failed ${field} errors`)
        assert.deepEqual([body.created, body.failed], [marks.length, failures.length])
        assert.deepEqual(failuresOf(body), failures)
        assert.deepEqual(
          body[field].map((item: Json) => [item[mark], item.status]),
          marks.map((name) => [name, status]),
        )
        const changed = await countRows(api.db)
        assert.equal(Number(changed.audit) - Number(before.audit), marks.length)
        assert.equal(Number(changed.events) - Number(before.events), field === 'customers' ? marks.length : 0)
      }),
      { numRuns: 30 },
    )
  })

  test(`a bulk call whose ${field} are all invalid is a 201 that creates nothing`, async () => {
    const before = await countRows(api.db)
    const { status: code, body } = await sender.post(path, { [field]: Array.from({ length: max }, () => ({})) })
    assert.deepEqual([code, body.created, body.failed, body[field]], [201, 0, max, []])
    assert.deepEqual(await countRows(api.db), before)
  })

  test(`${field} that are absent, null, empty, not a list, or too many fail the whole call`, async () => {
    const before = await countRows(api.db)
    for (const nothing of [undefined, null, []]) {
      const error = assertProblem(await sender.post(path, { [field]: nothing }), 400, 'MISSING_FIELD')
      assert.deepEqual(fieldsAtFault(error), [`${field} MISSING_FIELD`])
    }
    for (const wrong of ['x', 5, {}, { 0: rows[0] }]) {
      const error = assertProblem(await sender.post(path, { [field]: wrong }), 400, 'INVALID_FIELD')
      assert.deepEqual(fieldsAtFault(error), [`${field} INVALID_FIELD`])
    }
    const tooMany = Array.from({ length: max + 1 }, () => rows[0])
    assertProblem(await sender.post(path, { [field]: tooMany }), 400, 'TOO_MANY')
    assertProblem(await sender.post(path, { [field]: Array.from({ length: 5000 }, () => null) }), 400, 'TOO_MANY')
    assert.deepEqual(await countRows(api.db), before)
  })
}

test('bulk customers have every field of the single endpoint', async () => {
  const full = customer({ email: 'a@b.example', receivers: ['r@b.example'], questionnaireRecipients: ['q@b.example'] })
  const { body } = await acme.post(CUSTOMERS, { customers: [full] })
  const {
    id,
    createdAt: _,
    recentRuns: __,
    ...unchanged
  } = (await acme.get(`/v1/partner/customers/${body.customers[0].id}`)).body
  assert.equal(id, body.customers[0].id)
  assert.deepEqual(unchanged, full)
})

test('a partner created in bulk has a subscription and a first invoice, like one created alone', async () => {
  const inputs = [newPartner(), newPartner({ billing: { currency: 'NZD' }, plan: 'starter' })]
  const { body } = await meridian.post(PARTNERS, { partners: inputs })
  const many: string[] = body.partners.map((partner: Json) => partner.id)
  const one: string[] = []
  for (const input of inputs) one.push((await meridian.post('/v1/distributor/partners', input)).body.id)
  const stateOf = async (id: string): Promise<unknown> => {
    const { id: _, createdAt: __, ...account } = (await meridian.get(`/v1/distributor/partners/${id}`)).body
    const terms = ['status', 'plan', 'billing', 'currency', 'debited_minor', 'last_invoice_number'] as const
    const money = ['currency', 'amount_minor', 'description', 'invoice_number'] as const
    const where = <T extends { where(column: 'partner_id', is: '=', id: string): T }>(query: T): T =>
      query.where('partner_id', '=', id)
    return {
      account,
      subscription: await where(api.db.selectFrom('subscriptions').select(terms)).execute(),
      invoices: await where(
        api.db.selectFrom('invoices').select(['number', 'status', 'reason', 'due_minor']),
      ).execute(),
      lines: await where(api.db.selectFrom('invoice_lines').select(money)).execute(),
      credit: await where(api.db.selectFrom('credit_balances').select(['currency', 'amount_minor'])).execute(),
      statuses: await where(api.db.selectFrom('partner_statuses').select('status')).execute(),
    }
  }
  const states = await Promise.all([...many, ...one].map(stateOf))
  assert.deepEqual(states.slice(0, 2), states.slice(2))
  assert.equal(JSON.stringify(states[0]).includes('"debited_minor":529000'), true)
})

test('any mix of customer ids is queued in order, each once, until the monthly quota is used up', async () => {
  const { id: partnerId, client } = await makeActivePartner(api, meridian, { plan: 'starter' })
  const own = await Promise.all(Array.from({ length: 8 }, () => makeCustomer(client)))
  const foreign = await makeCustomer(acme)
  const month = new Date().toISOString().slice(0, 7)
  const bad: readonly [value: unknown, code: string][] = [
    [foreign, 'NOT_FOUND'],
    [NO_CUSTOMER, 'NOT_FOUND'],
    ['cust_x', 'NOT_FOUND'],
    ['\u0000', 'NOT_FOUND'],
    ['', 'MISSING_FIELD'],
    [' ', 'MISSING_FIELD'],
    [null, 'MISSING_FIELD'],
    [5, 'INVALID_FIELD'],
    [['x'], 'INVALID_FIELD'],
    [{}, 'INVALID_FIELD'],
  ]
  const values: readonly unknown[] = [...own, ...bad.map(([value]) => value)]
  const picks = fc.array(fc.nat(values.length - 1), { minLength: 1, maxLength: 50 })
  await fc.assert(
    fc.asyncProperty(picks, fc.nat(10), async (chosen, left) => {
      const runs = 50 - left
      await api.db.deleteFrom('usage_months').where('partner_id', '=', partnerId).execute()
      await api.db.insertInto('usage_months').values({ partner_id: partnerId, month, runs }).execute()
      const before = await countRows(api.db)
      const customerIds = chosen.map((pick) => values[pick])
      const answer = await client.post(RUNS, { product: 'essential-eight', customerIds })
      if (left === 0) {
        assertProblem(answer, 403, 'RUN_LIMIT_REACHED')
        assert.deepEqual(await countRows(api.db), before)
        return
      }
      const queued: unknown[] = []
      const failures: [index: number, code: string][] = []
      const seen = new Set<unknown>()
      for (const [index, value] of customerIds.entries()) {
        const isText = typeof value === 'string' && value.trim() !== ''
        const code = isText && seen.has(value) ? 'DUPLICATE_ITEM' : bad.find(([wrong]) => wrong === value)?.[1]
        seen.add(value)
        if (code !== undefined) failures.push([index, code])
        else if (queued.length === left) failures.push([index, 'RUN_LIMIT_REACHED'])
        else queued.push(value)
      }
      assert.equal(answer.status, 202, answer.text)
      const { body } = answer
      assertKeys(body, 'queued failed runs errors')
      assert.deepEqual([body.queued, body.failed], [queued.length, failures.length])
      assert.deepEqual(
        failuresOf(body).map(({ index, code }) => [index, code]),
        failures,
      )
      assert.deepEqual(
        body.runs.map((run: Json) => [run.customerId, run.status]),
        queued.map((id) => [id, 'queued']),
      )
      const changed = await countRows(api.db)
      for (const table of ['runs', 'jobs', 'audit', 'usage']) {
        assert.equal(Number(changed[table]) - Number(before[table]), queued.length, table)
      }
    }),
    { numRuns: 40 },
  )
})

test('an error other than in its ids fails the whole bulk run', async () => {
  const { client } = await makeActivePartner(api, meridian, { plan: 'starter' })
  const id = await makeCustomer(client)
  const before = await countRows(api.db)
  const call = (body: object): Promise<Answer> =>
    client.post(RUNS, { product: 'essential-eight', customerIds: [id], ...body })
  for (const nothing of [undefined, null, []]) assertProblem(await call({ customerIds: nothing }), 400, 'MISSING_FIELD')
  for (const nothing of [undefined, null, ' ']) assertProblem(await call({ product: nothing }), 400, 'MISSING_FIELD')
  for (const wrong of ['x', 5, {}]) assertProblem(await call({ customerIds: wrong }), 400, 'INVALID_FIELD')
  for (const wrong of [0, 6, 1.5, '2', null]) assertProblem(await call({ maturityTarget: wrong }), 400, 'INVALID_FIELD')
  assertProblem(await call({ product: 'none' }), 400, 'INVALID_PRODUCT')
  assertProblem(await call({ product: 'nist-csf' }), 403, 'PRODUCT_NOT_ALLOWED')
  assertProblem(await call({ customerIds: Array.from({ length: 51 }, () => id) }), 400, 'TOO_MANY')
  assert.deepEqual(await countRows(api.db), before)
})

test('the target of a bulk run applies to all its runs', async () => {
  const ids = [await makeCustomer(acme), await makeCustomer(acme)]
  const { body } = await acme.post(RUNS, { product: 'nist-csf', customerIds: ids, maturityTarget: 4 })
  for (const { id } of body.runs) {
    const run = (await acme.get(`/v1/partner/assessments/${id}`)).body
    assert.deepEqual([run.product, run.maturityTarget], ['nist-csf', 4])
  }
})

test('concurrent bulk calls never queue more than the monthly quota', async () => {
  const { client } = await makeActivePartner(api, meridian, { plan: 'starter' })
  const ids = await Promise.all(Array.from({ length: 20 }, () => makeCustomer(client)))
  const calls = Array.from({ length: 6 }, () => client.post(RUNS, { product: 'essential-eight', customerIds: ids }))
  const answers = await Promise.all(calls)
  const queued = answers.map(({ status, body }) => (status === 202 ? body.queued : 0))
  assert.equal(
    queued.reduce((sum, count) => sum + count, 0),
    50,
  )
  assert.equal((await client.get('/v1/partner/me')).body.usage.runsUsed, 50)
})

test('a bulk call takes as many statements for one row as for the maximum number', async () => {
  const counted = countStatements(api.app)
  await using server = await startAnotherServer(counted.app)
  const [partner, distributor] = [server.client(acme.key), server.client(meridian.key, 'X-Distributor-Key')]
  const ids = await Promise.all(Array.from({ length: 50 }, () => makeCustomer(acme)))
  const calls: readonly [name: string, max: number, call: (count: number) => Promise<Answer>][] = [
    [
      'customers',
      100,
      (count) => partner.post(CUSTOMERS, { customers: Array.from({ length: count }, () => customer({})) }),
    ],
    ['runs', 50, (count) => partner.post(RUNS, { product: 'essential-eight', customerIds: ids.slice(0, count) })],
    [
      'partners',
      50,
      (count) => distributor.post(PARTNERS, { partners: Array.from({ length: count }, () => newPartner()) }),
    ],
  ]
  for (const [name, max, call] of calls) {
    // The first call of a key may store the time of its use.
    await call(1)
    const counts: number[] = []
    for (const count of [1, 2, max]) {
      counts.push(
        await counted.during(async () => {
          const { status, body } = await call(count)
          assert.deepEqual([status < 300, body.created ?? body.queued], [true, count])
        }),
      )
    }
    assert.equal(new Set(counts).size, 1, `${name}: ${counts.join(', ')}`)
    assert.ok(Number(counts[0]) >= 3 && Number(counts[0]) <= 12, `${name}: ${counts[0]}`)
  }
})

test('rows with a tenant that is registered already are created and pointed out, also to a repeated call', async () => {
  const initech = await api.as('initech', 'enterprise')
  const tenant = (place: number) => `5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4c0${place}`
  await initech.post('/v1/partner/customers', { name: 'First', tenantId: tenant(1) })
  const customers = [
    { name: 'Known', tenantId: tenant(1).toUpperCase() },
    { name: 'Refused' },
    { name: 'New', tenantId: tenant(2) },
    { name: 'Twin', tenantId: tenant(2) },
  ]
  const headers = { 'Idempotency-Key': 'twins' }
  for (const replayed of [undefined, 'true']) {
    const { status, body, headers: received } = await initech.post(CUSTOMERS, { customers }, { headers })
    assert.deepEqual([status, body.created, body.failed], [201, 3, 1])
    assertKeys(body, 'created failed customers errors')
    assert.equal(received['idempotency-replayed'], replayed)
    assert.equal(received['duplicate-tenants'], '0, 3')
  }
  const fresh = await initech.post(CUSTOMERS, { customers: [{ name: 'Fresh', tenantId: tenant(3) }] })
  assert.equal(fresh.headers['duplicate-tenants'], undefined)
  const other = await (await api.as('hooli', 'enterprise')).post(CUSTOMERS, { customers: [customers[0]] })
  assert.equal(other.headers['duplicate-tenants'], undefined, 'the tenant of another partner’s customer')
})

test('customers of a bulk call that fails do not exist, even if it fails at its last statement', async () => {
  const actor = await api.partner('wayne')
  const rows = { good: [{ index: 0, input: { name: 'Lost', tenantId: TENANT } }], errors: [] }
  const counted = countStatements(api.app)
  const statements = await counted.during(() => createCustomers(counted.app, actor, rows))
  let sent = 0
  const failing: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (++sent === statements) throw new Error('the connection is lost')
      return result
    },
  }
  const app = { ...api.app, db: api.app.db.withPlugin(failing) }
  await assert.rejects(createCustomers(app, actor, rows), /the connection is lost/)
  const { customers } = await listOwnCustomers(api.app, actor, {})
  assert.equal(customers.length, 1)
})
