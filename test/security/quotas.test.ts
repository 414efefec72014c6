import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createCustomer, createCustomers } from '../../src/features/customers/service.ts'
import { createActivePartner } from '../../src/features/partners/operator/service.ts'
import { AUTHOR, makeActivePartner, newPartner } from '../harness/accounts.ts'
import { assertProblem, makeCustomer, TENANT } from '../harness/answers.ts'
import { type Api, startApi } from '../harness/api.ts'
import type { Answer, Client, Json } from '../harness/client.ts'
import { countStatements } from '../harness/statements.ts'

const CUSTOMERS = '/v1/partner/customers'
const ASSESSMENTS = '/v1/partner/assessments'
const customer = { name: 'Umbrella', tenantId: TENANT }
const many = (count: number) => ({ customers: Array.from({ length: count }, () => customer) })

const api = await startApi({
  limits: { customersPerPartner: 10, partnersPerDistributor: 5, unfinishedRunsPerPartner: 6 },
})
after(() => api[Symbol.asyncDispose]())

async function countCustomers({ db }: Api, client: Client): Promise<number[]> {
  const { id, usage } = (await client.get('/v1/partner/me')).body
  const { n } = await db
    .selectFrom('customers')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('partner_id', '=', id)
    .executeTakeFirstOrThrow()
  return [n, usage.customersCount]
}

const statuses = (answers: readonly Answer[]): Record<number, number> =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, some]) => [status, some.length]))

test('a partner at its limit of customers gets 409 LIMIT_REACHED, and can create again after a deletion', async () => {
  const acme = await api.as('acme')
  const ids: string[] = []
  for (let index = 0; index < 10; index++) ids.push(await makeCustomer(acme))
  const { message } = assertProblem(await acme.post(CUSTOMERS, customer), 409, 'LIMIT_REACHED')
  assert.match(message, /at most 10 customers/)
  assert.deepEqual(await countCustomers(api, acme), [10, 10])
  assert.equal((await acme.delete(`${CUSTOMERS}/${ids[0]}`)).status, 204)
  assert.equal((await acme.post(CUSTOMERS, customer)).status, 201)
  assertProblem(await acme.post(CUSTOMERS, customer), 409, 'LIMIT_REACHED')
  assert.deepEqual(await countCustomers(api, acme), [10, 10])
})

test('a creation that is refused at the limit leaves no event and no audit row', async () => {
  const acme = await api.as('acme')
  const count = async () => (await api.db.selectFrom('audit').select('id').execute()).length
  const before = await count()
  assertProblem(await acme.post(CUSTOMERS, customer), 409, 'LIMIT_REACHED')
  assert.equal((await acme.post(`${CUSTOMERS}/bulk`, many(3))).body.created, 0)
  assert.equal(await count(), before)
})

test('the same limit applies when a distributor creates customers for its partner', async () => {
  const distributor = await api.distributor('meridian')
  const { id, client } = await makeActivePartner(api, distributor)
  await client.post(`${CUSTOMERS}/bulk`, many(10))
  assertProblem(await distributor.post(`/v1/distributor/partners/${id}/customers`, customer), 409, 'LIMIT_REACHED')
})

test('the rows of a bulk call are created in order until the limit is full, the others are LIMIT_REACHED', async () => {
  const globex = await api.as('globex')
  await globex.post(`${CUSTOMERS}/bulk`, many(6))
  const rows = [customer, { ...customer, name: '' }, ...many(5).customers]
  const { status, body } = await globex.post(`${CUSTOMERS}/bulk`, { customers: rows })
  assert.deepEqual([status, body.created, body.failed], [201, 4, 3])
  assert.deepEqual(
    body.errors.map(({ index, code }: Json) => [index, code]),
    [
      [1, 'MISSING_FIELD'],
      [5, 'LIMIT_REACHED'],
      [6, 'LIMIT_REACHED'],
    ],
  )
  const full = await globex.post(`${CUSTOMERS}/bulk`, many(2))
  assert.deepEqual([full.status, full.body.created, full.body.failed], [201, 0, 2])
  assert.deepEqual(await countCustomers(api, globex), [10, 10])
})

test('the limit is exact for concurrent calls, single and bulk, with deletions in between', async () => {
  const initech = await api.as('initech')
  const singles = await Promise.all(Array.from({ length: 30 }, () => initech.post(CUSTOMERS, customer)))
  assert.deepEqual(statuses(singles), { 201: 10, 409: 20 })
  assert.deepEqual(await countCustomers(api, initech), [10, 10])
  const ids = singles.filter(({ status }) => status === 201).map(({ body }) => body.id)
  await Promise.all([
    ...ids.slice(0, 6).map((id) => initech.delete(`${CUSTOMERS}/${id}`)),
    ...Array.from({ length: 6 }, () => initech.post(`${CUSTOMERS}/bulk`, many(3))),
    ...Array.from({ length: 6 }, () => initech.post(CUSTOMERS, customer)),
  ])
  const [rows, counted] = await countCustomers(api, initech)
  assert.equal(rows, counted)
  assert.ok((rows ?? 0) <= 10)
  await initech.post(`${CUSTOMERS}/bulk`, many(10))
  assert.deepEqual(await countCustomers(api, initech), [10, 10])
})

test('two concurrent deletions of one customer count it once', async () => {
  const hooli = await api.as('hooli')
  const ids = [await makeCustomer(hooli), await makeCustomer(hooli)]
  const answers = await Promise.all(Array.from({ length: 8 }, () => hooli.delete(`${CUSTOMERS}/${ids[0]}`)))
  assert.deepEqual(statuses(answers), { 204: 1, 404: 7 })
  assert.deepEqual(await countCustomers(api, hooli), [1, 1])
})

test('the refusal is stored under an Idempotency-Key like any other, and a replay does not count again', async () => {
  const client = await api.as('stark')
  await client.post(`${CUSTOMERS}/bulk`, many(9))
  const once = { headers: { 'Idempotency-Key': 'the last place' } }
  const first = await client.post(CUSTOMERS, customer, once)
  assert.equal((await client.post(CUSTOMERS, customer, once)).body.id, first.body.id)
  assert.deepEqual(await countCustomers(api, client), [10, 10])
})

test('creating customers within the limit takes one statement for all of them, one for audit and events, and one for those with a known tenant', async () => {
  const actor = await api.partner('counted')
  const counted = countStatements(api.app)
  assert.equal(await counted.during(() => createCustomer(counted.app, actor, customer)), 2)
  const rows = { good: [0, 1, 2].map((index) => ({ index, input: customer })), errors: [] }
  assert.equal(await counted.during(() => createCustomers(counted.app, actor, rows)), 3)
})

test('a distributor at its limit of partners gets LIMIT_REACHED, for single calls and per row of a bulk call', async () => {
  const distributor = await api.distributor('polaris')
  const partners = Array.from({ length: 4 }, () => newPartner())
  const calls = await Promise.all([
    distributor.post('/v1/distributor/partners/bulk', { partners }),
    distributor.post('/v1/distributor/partners/bulk', { partners }),
  ])
  assert.equal(calls[0].body.created + calls[1].body.created, 5)
  const refused = calls.flatMap(({ body }) => body.errors)
  assert.deepEqual(
    refused.map(({ code }: Json) => code),
    ['LIMIT_REACHED', 'LIMIT_REACHED', 'LIMIT_REACHED'],
  )
  assertProblem(await distributor.post('/v1/distributor/partners', newPartner()), 409, 'LIMIT_REACHED')
  assert.equal((await distributor.get('/v1/distributor/partners')).body.partners.length, 5)
})

test('the operator may create partners beyond the distributor’s limit', async () => {
  const distributor = await api.distributor('polaris')
  const account = { company: 'Acme', email: 'admin@acme.example', name: 'Admin', plan: 'starter' } as const
  await createActivePartner(api.app, AUTHOR, { ...account, distributorId: distributor.id })
  assert.equal((await distributor.get('/v1/distributor/partners')).body.partners.length, 6)
})

test('a partner has a limit of unfinished runs, and refused runs use no monthly quota', async () => {
  const client = await api.as('queue')
  const customerIds: string[] = (await client.post(`${CUSTOMERS}/bulk`, many(8))).body.customers.map(
    ({ id }: Json) => id,
  )
  const { status, body } = await client.post(`${ASSESSMENTS}/bulk`, { product: 'essential-eight', customerIds })
  assert.deepEqual([status, body.queued, body.failed], [202, 6, 2])
  assert.deepEqual(
    body.errors.map(({ index, code }: Json) => [index, code]),
    [
      [6, 'LIMIT_REACHED'],
      [7, 'LIMIT_REACHED'],
    ],
  )
  const run = { customerId: customerIds[0], product: 'essential-eight' }
  assertProblem(await client.post(ASSESSMENTS, run), 409, 'LIMIT_REACHED')
  assert.equal((await client.get('/v1/partner/me')).body.usage.runsUsed, 6)
  await client.post(`${ASSESSMENTS}/${body.runs[0].id}/cancel`)
  const answers = await Promise.all(Array.from({ length: 5 }, () => client.post(ASSESSMENTS, run)))
  assert.deepEqual(statuses(answers), { 202: 1, 409: 4 })
})

test('only the newest answers to a question are stored, however often it is answered', async () => {
  const client = await api.as('answers')
  const id = await makeCustomer(client)
  const path = `${CUSTOMERS}/${id}/questionnaires/essential-eight`
  const view = await client.get(path)
  const question = view.body.sections[0].questions[0].id
  for (let index = 0; index < 25; index++) {
    const body = { answers: [{ id: question, answer: index % 2 === 0 ? 'yes' : 'no', note: `Note ${index}` }] }
    const saved = await client.put(path, body)
    assert.equal(saved.status, 200, saved.text)
  }
  const rows = await api.db.selectFrom('answers').select('id').where('customer_id', '=', id).execute()
  assert.equal(rows.length, 20)
  const shown = (await client.get(path)).body.sections[0].questions[0]
  assert.equal(shown.current.note, 'Note 24')
})

test('an account that is activated and suspended all day leaves one status row', async () => {
  const distributor = await api.distributor('zenith')
  const { id } = await makeActivePartner(api, distributor)
  for (let index = 0; index < 5; index++) {
    await distributor.post(`/v1/distributor/partners/${id}/suspend`)
    await distributor.post(`/v1/distributor/partners/${id}/activate`)
  }
  const rows = await api.db.selectFrom('partner_statuses').selectAll().where('partner_id', '=', id).execute()
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['active'],
  )
  assert.equal((await distributor.get('/v1/distributor/usage')).body.activePartners, 1)
})
