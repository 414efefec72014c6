import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '../harness/database.ts'

const BEFORE = ['0001_accounts', '0002_customers', '0003_assessments', '0004_events']

test('a partner from before billing gets a monthly subscription in US dollars without charges', async () => {
  await using database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    // The time zone of the server must not move the end of the period.
    await client.query("drop schema public cascade; create schema public; set time zone 'Pacific/Auckland'")
    const migrate = async (name: string) =>
      await client.query(await readFile(new URL(`../../migrations/${name}.sql`, import.meta.url), 'utf8'))
    for (const name of BEFORE) await migrate(name)
    await client.query(`insert into partners (id, company, email, name, status, plan, created_at, updated_at)
      values ('prt_1', 'Acme', 'a@acme.example', 'A', 'active', 'professional', now(), now())`)
    await migrate('0005_billing')
    const { rows } = await client.query(`select *, period_start = date_trunc('second', period_start) as whole,
      period_end at time zone 'UTC' = period_start at time zone 'UTC' + interval '1 month' as month from subscriptions`)
    assert.equal(rows.length, 1)
    const { partner_id, status, plan, billing, currency, debited_minor, whole, month } = rows[0]
    assert.deepEqual(
      [partner_id, status, plan, billing, currency],
      ['prt_1', 'active', 'professional', 'monthly', 'usd'],
    )
    assert.deepEqual([debited_minor, whole, month], ['0', true, true])
  } finally {
    await client.end()
  }
})
