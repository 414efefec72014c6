import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { ASSESS_TASK } from '../../../src/features/assessments/service.ts'
import { startAnotherServer } from '../../harness/another-server.ts'
import { jobKeys, makeCustomer, TENANT } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import type { Answer, Client } from '../../harness/client.ts'

const CUSTOMERS = '/v1/partner/customers'
const RUNS = '/v1/partner/assessments'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

/** Number of responses by status and code. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const outcome = `${status} ${body?.error?.code ?? ''}`.trim()
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

const parallel = (count: number, call: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)))

/** The partner's runs, their jobs, and its usage. */
async function standing(client: Client): Promise<{ runs: number; jobs: number; used: number }> {
  const { runs }: { runs: { id: string }[] } = (await client.get(RUNS)).body
  const keys = new Set(await jobKeys(api.db))
  const { usage } = (await client.get('/v1/partner/me')).body
  return { runs: runs.length, jobs: runs.filter((run) => keys.has(run.id)).length, used: usage.runsUsed }
}

test('200 concurrent requests on a plan of 50 runs create exactly 50', async () => {
  const starter = await api.as('starter', 'starter')
  const customerId = await makeCustomer(starter)
  const answers = await parallel(200, () => starter.post(RUNS, { customerId, product: 'essential-eight' }))
  assert.deepEqual(tally(answers), { '202': 50, '403 RUN_LIMIT_REACHED': 150 })
  assert.deepEqual(await standing(starter), { runs: 50, jobs: 50, used: 50 })
})

test('the limit is as exact across two servers on one database', async () => {
  await using other = await startAnotherServer(api.app)
  const one = await api.as('spread', 'starter')
  const two = other.client(one.key)
  const customers = [await makeCustomer(one), await makeCustomer(two)]
  const answers = await parallel(200, (index) =>
    (index % 2 === 0 ? one : two).post(RUNS, {
      customerId: customers[index % 3 === 0 ? 0 : 1],
      product: 'essential-eight',
    }),
  )
  assert.deepEqual(tally(answers), { '202': 50, '403 RUN_LIMIT_REACHED': 150 })
  assert.deepEqual(await standing(two), { runs: 50, jobs: 50, used: 50 })
})

test('a customer deleted while runs are created leaves no run, result or job behind, and no request fails', async () => {
  const client = await api.as('deleter', 'enterprise')
  for (let round = 0; round < 8; round++) {
    const customerId = await makeCustomer(client)
    const creations = parallel(24, () => client.post(RUNS, { customerId, product: 'essential-eight' }))
    // Half of the rounds delete while runs are created, the others as soon as the first run exists.
    if (round % 2 === 1) await Promise.race([creations, client.get(`${CUSTOMERS}/${customerId}`)])
    const deleted = await client.delete(`${CUSTOMERS}/${customerId}`)
    const counts = tally(await creations)
    assert.equal(deleted.status, 204)
    assert.equal((counts['202'] ?? 0) + (counts['404 NOT_FOUND'] ?? 0), 24, JSON.stringify(counts))
    assert.equal((await client.get(`${RUNS}?customerId=${customerId}`)).body.runs.length, 0)
  }
  const { rows } = await sql<{ orphans: number }>`select count(*) as orphans from graphile_worker.jobs as job
    where job.task_identifier = ${ASSESS_TASK} and not exists (select from runs where runs.id = job.key)`.execute(
    api.db,
  )
  assert.deepEqual(rows, [{ orphans: 0 }])
})

test('exactly one of several concurrent deletions of a customer succeeds, with one event', async () => {
  const { partnerId } = await api.partner('eraser')
  const client = await api.as('eraser')
  const id = await makeCustomer(client)
  const answers = await parallel(10, () => client.delete(`${CUSTOMERS}/${id}`))
  assert.deepEqual(tally(answers), { '204': 1, '404 NOT_FOUND': 9 })
  const emitted = await api.db
    .selectFrom('events')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('type', '=', 'customer.deleted')
    .execute()
  assert.equal(emitted.length, 1)
})

test('concurrent changes of different fields are all stored', async () => {
  const client = await api.as('editor')
  const id = await makeCustomer(client)
  const changes = [
    { name: 'Changed' },
    { email: 'it@changed.example' },
    { receivers: ['r@changed.example'] },
    { questionnaireRecipients: ['q@changed.example'] },
    { tenantId: TENANT.toLowerCase() },
  ]
  const answers = await parallel(changes.length, (index) => client.put(`${CUSTOMERS}/${id}`, changes[index]))
  assert.deepEqual(tally(answers), { '200': 5 })
  const { body } = await client.get(`${CUSTOMERS}/${id}`)
  for (const change of changes)
    for (const [field, value] of Object.entries(change)) assert.deepEqual(body[field], value)
})
