import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { updateRunCanceled } from '../../src/features/assessments/store.ts'
import { makeCustomer, makeRun } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { eventually } from './eventually.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())
const acme = await api.as('acme')

/** Statements of this database that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks
    where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(api.db)
  return rows[0]?.n ?? 0
}

test('a customer can be deleted while one of its runs is being canceled', async () => {
  const customerId = await makeCustomer(acme)
  const runId = await makeRun(acme, customerId)
  const { partnerId } = await api.partner('acme')
  const { deletion } = await api.db.transaction().execute(async (tx) => {
    // The first half of a cancellation: the run is locked, its job is not.
    await sql`select from runs where id = ${runId} for update`.execute(tx)
    const deletion = acme.delete(`/v1/partner/customers/${customerId}`)
    await eventually('the deletion waits', async () => (await countWaiting()) > 0)
    assert.ok(await updateRunCanceled(tx, partnerId, runId, new Date()))
    return { deletion }
  })
  const answer = await deletion
  assert.equal(answer.status, 204, answer.text)
})

test('concurrently queueing, canceling and deleting runs and customers never causes an internal error', async () => {
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const customerId = await makeCustomer(acme)
      const runIds = await Promise.all([makeRun(acme, customerId), makeRun(acme, customerId)])
      const answers = await Promise.all([
        ...runIds.map((id) => acme.post(`/v1/partner/assessments/${id}/cancel`)),
        acme.delete(`/v1/partner/customers/${customerId}`),
        ...runIds.map((id) => acme.post(`/v1/partner/assessments/${id}/cancel`)),
      ])
      for (const { status, text } of answers) assert.ok([200, 204, 404].includes(status), text)
    }),
  )
})
