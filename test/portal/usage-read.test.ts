import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { listCustomerRuns } from '../../src/features/portal/usage/store.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { makeActivePartner } from '../harness/accounts.ts'
import { makeCustomer } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Json } from '../harness/client.ts'
import { signIn } from './sessions.ts'

let clock = new Date('2031-03-10T12:00:00.000Z')
const api = await startApi({ now: () => clock })
after(() => api[Symbol.asyncDispose]())

async function makeUser() {
  const distributor = await api.distributor(`usage-${crypto.randomUUID()}`)
  const { id, client } = await makeActivePartner(api, distributor)
  return { id, client, owner: await signIn(api, id) }
}

test('usage is counted by month, day and customer, with a forecast for the current month', async () => {
  clock = new Date('2031-03-10T12:00:00.000Z')
  const { id, client } = await makeUser()
  const [busy, quiet, gone] = [await makeCustomer(client), await makeCustomer(client), await makeCustomer(client)]
  const order = async (customerId: string, times: number): Promise<void> => {
    for (let n = 0; n < times; n++)
      assert.equal((await client.post('/v1/partner/assessments', { customerId, product: 'nist-csf' })).status, 202)
  }
  await order(busy, 2)
  clock = new Date('2031-05-11T12:00:00.000Z')
  await order(busy, 3)
  await order(quiet, 1)
  await order(gone, 1)
  const owner = await signIn(api, id)
  await owner.delete(`/partner/customers/${gone}`)
  await sql`update runs set status = 'failed', completed_at = created_at, failure_code = 'X', failure_message = 'x' where customer_id = ${quiet}`.execute(
    api.db,
  )

  const { status, body, text } = await owner.get('/partner/usage')
  assert.equal(status, 200, text)
  assert.deepEqual([body.month, body.isCurrent, body.runs.used], ['2031-05', true, 5])
  assert.equal(body.runs.forecast.runs, Math.round((5 * 31) / 10.5))
  assert.deepEqual(body.months, [
    { month: '2031-03', runs: 2 },
    { month: '2031-04', runs: 0 },
    { month: '2031-05', runs: 5 },
  ])
  assert.deepEqual(
    body.customers.map(({ customerId, runs, failed }: Json) => [customerId, runs, failed]),
    [
      [busy, 3, 0],
      [quiet, 0, 1],
    ],
  )
  // A run of the deleted customer, and the failed one, which this test did not release.
  assert.deepEqual([body.customersCount, body.runsOfDeleted], [2, 2])

  const march = (await owner.get('/partner/usage?month=2031-03')).body
  assert.deepEqual([march.isCurrent, march.runs.used, march.runs.forecast], [false, 2, undefined])
  assert.deepEqual(march.runs.days, [{ day: '2031-03-10', runs: 2 }])
  assert.equal(march.customers[0].runs, 2)
})

test('a future or invalid month is refused', async () => {
  const { owner } = await makeUser()
  for (const month of ['2031-06', '2031-13', 'May', '2031-5'])
    assert.equal((await owner.get(`/partner/usage?month=${month}`)).body.error?.code, 'INVALID_FIELD', month)
})

test('usage of a month is read through indexes', async () => {
  const { id } = await makeUser()
  const pool = new pg.Pool({ connectionString: api.databaseUrl, max: 1 })
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const db: Database = new Kysely({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void sent.push(query) })
  try {
    await sql`insert into customers (id, partner_id, name, tenant_id, receivers, questionnaire_recipients, created_at, updated_at)
      select 'cust_' || lpad(n::text, 26, '0'), ${id}, 'Customer ' || n, '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02', '{}', '{}',
        now(), now() from generate_series(1, 500) as n`.execute(db)
    await sql`insert into runs (id, partner_id, customer_id, product, maturity_target, status, created_at, completed_at, score, attempt)
      select 'run_' || lpad(n::text, 26, '0'), ${id}, 'cust_' || lpad((n % 500 + 1)::text, 26, '0'), 'nist-csf', 2, 'completed',
        timestamptz '2031-05-31' - n * interval '1 h', now(), 50, 1 from generate_series(1, 20000) as n`.execute(db)
    await sql`analyze customers, runs, usage_months`.execute(db)
    const planOf = async (read: Promise<unknown>): Promise<string> => {
      await read
      const statement = sent.pop()
      const { rows } = await pool.query(`explain ${statement?.sql}`, [...(statement?.parameters ?? [])])
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const month = { from: new Date('2031-05-01'), until: new Date('2031-06-01') }
    assert.match(await planOf(listCustomerRuns(db, id, month, 100)), /Index .*runs_by_partner/)
  } finally {
    await db.destroy()
  }
})
