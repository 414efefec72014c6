import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { listRuns, type RunFilters } from '../../src/features/assessments/store.ts'
import { listCustomers } from '../../src/features/customers/store.ts'
import { listEvents } from '../../src/features/events/store.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { sampleSnapshot } from '../engine/sample-snapshot.ts'
import { makeActivePartner } from '../harness/accounts.ts'
import { assertKeys, assertProblem, fieldsAtFault, makeCustomer, makeRun } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Client, Json } from '../harness/client.ts'
import { openTestDatabase } from '../harness/database.ts'

/** What lists show only to those who ask: more fields of runs, and filters that the contract does not have. */

let nowMs = Date.parse('2031-05-15T12:00:00.000Z')
const api = await startApi({
  now: () => new Date(nowMs),
  collect: async ({ tenantId }) => ({ ...sampleSnapshot('weak', new Date(nowMs).toISOString()), tenantId }),
})
after(() => api[Symbol.asyncDispose]())

const distributor = await api.distributor('meridian')
const { id: partnerId, client: partner } = await makeActivePartner(api, distributor)
const stranger = (await makeActivePartner(api, distributor)).client

/** The two APIs over the same partner's data. */
const DOORS: readonly { client: Client; root: string }[] = [
  { client: partner, root: '/v1/partner' },
  { client: distributor, root: `/v1/distributor/partners/${partnerId}` },
]

const customerId = await makeCustomer(partner, 'Bellbird Engineering')
const completed = await makeRun(partner, customerId)
nowMs += 60_000
await executeRun(api.app, completed, { deadlineMs: 10_000 })
nowMs += 3_600_000
const canceled = await makeRun(partner, customerId)
assert.equal((await partner.post(`/v1/partner/assessments/${canceled}/cancel`)).status, 200)
nowMs += 3_600_000
const queued = await makeRun(partner, customerId)

async function list(client: Client, path: string): Promise<Json[]> {
  const { status, body, text } = await client.get(path)
  assert.equal(status, 200, text)
  const [items] = Object.values<Json[]>(body)
  return items ?? []
}

const idsOf = async (client: Client, path: string): Promise<string[]> => (await list(client, path)).map(({ id }) => id)

const CONTRACT = 'completedAt createdAt customerId id product score status'

test('a list of runs has the fields named by include, and by default only those of the contract', async () => {
  const run = (await partner.get(`/v1/partner/assessments/${completed}`)).body
  const { findings, critical, high, medium, low, coverage, scoreCeiling } = run
  const parts = {
    customer: { customerName: 'Bellbird Engineering' },
    findings: { findings, critical, high, medium, low },
    coverage: { coverage, scoreCeiling },
  }
  assert.ok(findings > 0 && critical + high + medium + low === findings)
  for (const { client, root } of DOORS) {
    const show = async (query: string): Promise<Json> => (await list(client, `${root}/assessments${query}`)).at(-1)
    const plain = await show('')
    assertKeys(plain, CONTRACT)
    for (const [part, more] of Object.entries(parts)) {
      assert.deepEqual(await show(`?include=${part}`), { ...plain, ...more }, root)
    }
    const all = { ...plain, ...parts.customer, ...parts.findings, ...parts.coverage }
    assert.deepEqual(await show('?include=coverage,customer,findings'), all)
    const [unfinished] = await list(client, `${root}/assessments?include=customer,findings,coverage&limit=1`)
    assertKeys(unfinished ?? {}, 'createdAt customerId customerName id product status')
  }
})

test('runs are filtered by state and by the time of their end', async () => {
  const { completedAt } = (await partner.get(`/v1/partner/assessments/${completed}`)).body
  const after = new Date(Date.parse(completedAt) + 1).toISOString()
  for (const { client, root } of DOORS) {
    const ids = (query: string) => idsOf(client, `${root}/assessments?${query}`)
    assert.deepEqual(await ids('status=completed'), [completed])
    assert.deepEqual(await ids('status=canceled'), [canceled])
    assert.deepEqual(await ids('status=queued'), [queued])
    assert.deepEqual(await ids('status=failed'), [])
    assert.deepEqual(await ids(`completedFrom=${completedAt}`), [canceled, completed])
    assert.deepEqual(await ids(`completedFrom=${after}`), [canceled])
    assert.deepEqual(await ids(`completedTo=${completedAt}`), [])
    assert.deepEqual(await ids(`completedTo=${after}`), [completed])
    assert.deepEqual(await ids(`completedFrom=${completedAt}&completedTo=${after}&status=completed`), [completed])
    const offset = encodeURIComponent(completedAt.replace('Z', '+00:00'))
    assert.deepEqual(await ids(`completedFrom=${offset}&product=essential-eight&limit=1`), [canceled])
  }
  assert.deepEqual(await idsOf(stranger, '/v1/partner/assessments?status=completed'), [])
})

test('the cursor of a filtered list of runs works only with the same filters', async () => {
  const path = '/v1/partner/assessments?completedFrom=2031-01-01T00:00:00Z&limit=1'
  const { body } = await partner.get(path)
  assert.deepEqual(await idsOf(partner, `${path}&cursor=${body.nextCursor}&include=customer`), [completed])
  assertProblem(await partner.get(`${path}&status=completed&cursor=${body.nextCursor}`), 400, 'INVALID_FIELD')
})

test('customers are found by part of their name, tenant or addresses, ignoring case', async () => {
  const tenantId = 'ABCDEF01-7d21-4e0f-9a54-1f0c2d3e4b99'
  const input = {
    name: 'Ångström & Söhne 100%',
    tenantId,
    email: 'it@angstrom.example',
    receivers: ['reports@receiver.example'],
    questionnaireRecipients: ['who@asked.example'],
  }
  const { body } = await partner.post('/v1/partner/customers', input)
  await stranger.post('/v1/partner/customers', input)
  for (const { client, root } of DOORS) {
    const search = (q: string) => idsOf(client, `${root}/customers?q=${encodeURIComponent(q)}`)
    for (const q of ['ångström', 'SÖHNE', ' 100% ', 'abcdef01', 'IT@ANGSTROM', 'receiver.example', 'who@asked']) {
      assert.deepEqual(await search(q), [body.id], q)
    }
    for (const q of ['%', '100_', "'", 'Söhne it@', 'example reports']) {
      assert.deepEqual(await search(q), q === '%' ? [body.id] : [], q)
    }
    assert.deepEqual(await search('e'), [body.id, customerId])
    const [found] = await list(client, `${root}/customers?q=abcdef01`)
    assertKeys(found ?? {}, 'createdAt email id name tenantId')
  }
  const page = await partner.get('/v1/partner/customers?q=e&limit=1')
  assert.deepEqual(await idsOf(partner, `/v1/partner/customers?q=e&limit=1&cursor=${page.body.nextCursor}`), [
    customerId,
  ])
  assertProblem(await partner.get(`/v1/partner/customers?limit=1&cursor=${page.body.nextCursor}`), 400, 'INVALID_FIELD')
})

test('findings are filtered by severity and requirement, and paginated in their order', async () => {
  for (const { client, root } of DOORS) {
    const path = `${root}/assessments/${completed}/findings`
    const all = await list(client, path)
    assert.equal((await client.get(path)).body.nextCursor, undefined)
    const severities = new Set(all.map(({ severity }) => severity))
    assert.ok(severities.size > 1)
    for (const severity of ['critical', 'high', 'medium', 'low']) {
      const expected = all.filter((finding) => finding.severity === severity)
      assert.deepEqual(await list(client, `${path}?severity=${severity}`), expected)
    }
    const [, second] = all
    assert.deepEqual(await list(client, `${path}?requirement=${second?.requirement}`), [second])
    assert.deepEqual(await list(client, `${path}?requirement=ISM-0000`), [])
    const paged: Json[] = []
    const limit = Math.ceil(all.length / 3)
    for (let cursor = ''; ; ) {
      const page = await client.get(`${path}?limit=${limit}${cursor}`)
      assert.equal(page.status, 200, page.text)
      paged.push(...page.body.findings)
      if (page.body.nextCursor === undefined) break
      assert.match(String(page.headers.link), /rel="next"/)
      cursor = `&cursor=${page.body.nextCursor}`
    }
    assert.deepEqual(paged, all)
    const { nextCursor } = (await client.get(`${path}?limit=1`)).body
    assertProblem(await client.get(`${path}?severity=low&limit=1&cursor=${nextCursor}`), 400, 'INVALID_FIELD')
  }
  assert.equal((await stranger.get(`/v1/partner/assessments/${completed}/findings?severity=high`)).status, 404)
  assert.deepEqual((await partner.get(`/v1/partner/assessments/${queued}/findings?limit=5`)).body, { findings: [] })
})

/** A list, and values that one of its parameters does not take. */
const REFUSED: readonly [path: string, parameter: string, values: readonly string[]][] = [
  ['/assessments', 'include', ['', 'customers', 'customer,', 'customer;findings', 'Customer']],
  ['/assessments', 'status', ['', 'done', 'COMPLETED', 'queued,running']],
  ['/assessments', 'completedFrom', ['', 'yesterday', '2031-05-15', '2031-02-30T00:00:00Z', '2031-05-15T12:00:00']],
  ['/assessments', 'completedTo', ['', '1', '2031-05-15T25:00:00Z']],
  ['/customers', 'q', ['', '%20', '%00', 'x'.repeat(201), 'a%0Ab']],
  [`/assessments/${completed}/findings`, 'severity', ['', 'none', 'High']],
  [`/assessments/${completed}/findings`, 'limit', ['0', '201', 'all']],
  [`/assessments/${completed}/findings`, 'cursor', ['', 'x', '%00']],
  [`/assessments/${completed}/findings`, 'requirement', ['x'.repeat(101)]],
]

for (const [path, parameter, values] of REFUSED) {
  test(`${path.replace(completed, '{id}')} refuses other values of ${parameter}`, async () => {
    for (const { client, root } of DOORS) {
      for (const value of values) {
        const answer = await client.get(`${root}${path}?${parameter}=${value}`)
        assert.deepEqual(
          fieldsAtFault(assertProblem(answer, 400, 'INVALID_FIELD')),
          [`${parameter} INVALID_FIELD`],
          value,
        )
      }
    }
  })
}

test('a time range that ends before it begins is refused', async () => {
  const query = 'completedFrom=2031-05-02T00:00:00Z&completedTo=2031-05-01T00:00:00Z'
  const problem = assertProblem(await partner.get(`/v1/partner/assessments?${query}`), 400, 'INVALID_FIELD')
  assert.deepEqual(fieldsAtFault(problem), ['completedTo INVALID_FIELD'])
})

test('each filter uses an index and does not scan the table', async () => {
  const { db, pool } = openTestDatabase(api.databaseUrl, { poolSize: 2 })
  try {
    await fillTables(db)
    const sent: { sql: string; parameters: readonly unknown[] }[] = []
    const logged: Database = new Kysely({
      dialect: new PostgresDialect({ pool }),
      log: ({ query: { sql, parameters } }) => void sent.push({ sql, parameters }),
    })
    const planOf = async (read: Promise<unknown>): Promise<string> => {
      await read
      const statement = sent.pop()
      const { rows } = await pool.query(`explain ${statement?.sql}`, [...(statement?.parameters ?? [])])
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const runs = (filters: RunFilters) => planOf(listRuns(logged, partnerId, filters, new Set(), { limit: 51 }))
    assert.match(await runs({ status: 'failed' }), /Index.* runs_without_result/)
    assert.match(await runs({ status: 'completed' }), /Index.* runs_by_partner/)
    assert.match(await runs({ status: 'queued' }), /Index.* runs_(unfinished|by_partner)/)
    const day = { completedFrom: new Date('2031-06-01'), completedTo: new Date('2031-06-02') }
    assert.match(await runs(day), /Index.* runs_by_end/)
    assert.match(await planOf(listCustomers(logged, partnerId, 'x', { limit: 51 })), /Index.* customers_by_/)
    const listed = { withOptional: false }
    assert.match(await planOf(listEvents(logged, { partnerId }, listed, { limit: 51 })), /Index.* events_by_partner/)
  } finally {
    await pool.end()
  }
})

/** Enough rows of another partner that a plan with an index is the cheaper one. */
async function fillTables(db: Database): Promise<void> {
  const other = (await stranger.get('/v1/partner/me')).body.id
  await sql`
    insert into customers (id, partner_id, name, tenant_id, receivers, questionnaire_recipients, created_at, updated_at)
    select 'cust_' || lpad(n::text, 26, '0'), ${other}, 'Customer ' || n, '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02', '{}', '{}',
      now(), now() from generate_series(1, 5000) as n`.execute(db)
  await sql`
    insert into runs (id, partner_id, customer_id, product, maturity_target, status, created_at, completed_at, score, attempt)
    select 'run_' || lpad(n::text, 26, '0'), case when n % 4 = 0 then ${partnerId} else ${other} end, ${customerId},
      'essential-eight', 2, 'completed', '2030-01-01'::timestamptz + n * interval '1 h',
      '2030-01-01'::timestamptz + n * interval '1 h', 50, 1
    from generate_series(1, 20000) as n`.execute(db)
  await sql`analyze runs, customers`.execute(db)
}
