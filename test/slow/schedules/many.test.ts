import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { startScheduledRuns } from '../../../src/features/schedules/occurrences/jobs.ts'
import { TENANT } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import type { Json } from '../../harness/client.ts'

const CUSTOMERS = 1_000
const WORKERS = 4

let now = new Date('2026-03-02T00:00:00.000Z')
const api = await startApi({ now: () => now })
after(() => api[Symbol.asyncDispose]())

test(`${WORKERS} workers start one run each for ${CUSTOMERS} customers with two schedules, while customers are deleted`, async () => {
  const client = await api.as('many', 'enterprise')
  const ids: string[] = []
  while (ids.length < CUSTOMERS) {
    const customers = Array.from({ length: 100 }, (_, n) => ({ name: `Customer ${n}`, tenantId: TENANT }))
    const { body } = await client.post('/v1/partner/customers/bulk', { customers })
    ids.push(...body.customers.map(({ id }: Json) => id))
  }
  for (let n = 0; n < 2; n++) {
    const { status } = await client.post('/v1/partner/schedules', {
      customerId: 'all',
      product: 'essential-eight',
      every: { unit: 'day' },
      window: { from: '01:00', to: '01:15' },
      timeZone: 'UTC',
    })
    assert.equal(status, 201)
  }
  const deleted = ids.slice(0, 20)
  for (let minute = 0; minute <= 15; minute++) {
    now = new Date(Date.UTC(2026, 2, 2, 1, minute))
    const deletions = deleted.splice(0, 2).map((id) => client.delete(`/v1/partner/customers/${id}`))
    const work = Array.from({ length: WORKERS }, () => startScheduledRuns(api.app))
    const [answers] = await Promise.all([Promise.all(deletions), Promise.all(work)])
    for (const { status } of answers) assert.equal(status, 204)
  }
  const { rows } = await sql<Json>`
    select (select count(*) from schedule_occurrences where outcome is null) as pending,
      (select count(*) from schedule_occurrences where outcome = 'started') as started,
      (select count(*) from schedule_occurrences where outcome = 'already_ran') as refused,
      (select count(*) from runs) as runs, (select count(distinct customer_id) from runs) as customers`.execute(api.db)
  const left = CUSTOMERS - 20
  assert.deepEqual(rows, [{ pending: 0, started: left, refused: left, runs: left, customers: left }])
})
