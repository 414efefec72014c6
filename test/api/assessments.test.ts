import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { CollectFailure } from '../../src/graph/transport/collect-failure.ts'
import { OPEN_TENANT_IDS, SAMPLE_TENANTS } from '../../src/simulator/tenants/tenants.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import {
  assertKeys,
  assertProblem,
  comparable,
  countRows,
  eventsOf,
  fieldsAtFault,
  jobKeys,
  makeCustomer,
  makeRun,
  NO_CUSTOMER,
  NO_RUN,
  TENANT,
  TIMESTAMP,
} from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Client, Json } from '../harness/client.ts'

const RUNS = '/v1/partner/assessments'
const UNREADABLE = '99999999-9999-4999-8999-999999999999'

let clock: Date | undefined

const api = await startApi({
  now: () => clock ?? new Date(),
  approved: [...OPEN_TENANT_IDS, UNREADABLE],
  collect: async ({ tenantId }) => {
    if (tenantId === UNREADABLE) throw new CollectFailure('CONSENT_MISSING', 'The tenant has not consented.')
    return snapshotOf({}, tenantId)
  },
})
after(() => api[Symbol.asyncDispose]())

const ids = (list: Json[]): string[] => list.map((item) => item.id)
const runsUsed = async (client: Client): Promise<number> => (await client.get('/v1/partner/me')).body.usage.runsUsed

/** Sets the clock while the function runs. */
async function at<T>(instant: string, work: () => Promise<T>): Promise<T> {
  clock = new Date(instant)
  try {
    return await work()
  } finally {
    clock = undefined
  }
}

test('a run is accepted as queued, with its job, and uses one run of the monthly quota', async () => {
  const acme = await api.as('acme')
  const customerId = await makeCustomer(acme)
  const before = await countRows(api.db)
  const created = await acme.post(RUNS, { customerId, product: 'essential-eight', maturityTarget: 3 })
  assert.equal(created.status, 202)
  assertKeys(created.body, 'createdAt customerId id maturityTarget product status')
  const { id, createdAt, ...rest } = created.body
  assert.match(id, /^run_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
  assert.match(createdAt, TIMESTAMP)
  assert.deepEqual(rest, { customerId, product: 'essential-eight', maturityTarget: 3, status: 'queued' })
  const changed = await countRows(api.db)
  for (const [table, count] of Object.entries({ runs: 1, usage: 1, audit: 1, jobs: 1, events: 0 })) {
    assert.equal(Number(changed[table]) - Number(before[table]), count, table)
  }
  assert.ok((await jobKeys(api.db)).includes(id))
})

test("the target is echoed from 1 to 5, and is the product's own when omitted", async () => {
  const acme = await api.as('acme')
  const customerId = await makeCustomer(acme)
  const targetOf = async (maturityTarget?: number): Promise<number> => {
    const { body } = await acme.post(RUNS, { customerId, product: 'essential-eight', maturityTarget })
    assert.equal((await acme.get(`${RUNS}/${body.id}`)).body.maturityTarget, body.maturityTarget)
    return body.maturityTarget
  }
  assert.equal(await targetOf(), 2)
  for (const target of [1, 2, 3, 4, 5]) assert.equal(await targetOf(target), target)
})

test('a target that is not a whole number from 1 to 5 is INVALID_FIELD', async () => {
  const acme = await api.as('acme')
  const customerId = await makeCustomer(acme)
  for (const maturityTarget of [0, 6, -1, 1.5, 1e300, '2', null, [2], {}, true]) {
    const refused = await acme.post(RUNS, { customerId, product: 'essential-eight', maturityTarget })
    const error = assertProblem(refused, 400, 'INVALID_FIELD')
    assert.deepEqual(fieldsAtFault(error), ['maturityTarget INVALID_FIELD'])
  }
})

test('customerId and product are required: absent, null or blank is MISSING_FIELD, another type INVALID_FIELD', async () => {
  const acme = await api.as('acme')
  for (const nothing of [undefined, null, '', ' \t']) {
    const error = assertProblem(await acme.post(RUNS, { customerId: nothing, product: nothing }), 400, 'MISSING_FIELD')
    assert.deepEqual(fieldsAtFault(error), ['customerId MISSING_FIELD', 'product MISSING_FIELD'])
  }
  for (const value of [1, true, { a: 1 }, ['essential-eight']]) {
    const error = assertProblem(await acme.post(RUNS, { customerId: value, product: value }), 400, 'INVALID_FIELD')
    assert.deepEqual(fieldsAtFault(error), ['customerId INVALID_FIELD', 'product INVALID_FIELD'])
  }
})

test('an unknown product is INVALID_PRODUCT, even if the customer is unknown as well', async () => {
  const acme = await api.as('acme')
  const customerId = await makeCustomer(acme)
  for (const product of [
    'iso-27001',
    'Essential-Eight',
    ' essential-eight',
    'toString',
    '\u0000',
    'x'.repeat(100_000),
  ]) {
    for (const customer of [customerId, NO_CUSTOMER, 'junk']) {
      assertProblem(await acme.post(RUNS, { customerId: customer, product }), 400, 'INVALID_PRODUCT')
    }
  }
})

test("another partner's customer and malformed ids answer as if the customer did not exist", async () => {
  const [acme, globex] = [await api.as('acme'), await api.as('globex')]
  const foreign = await makeCustomer(globex)
  const before = await countRows(api.db)
  const nothing = await acme.post(RUNS, { customerId: NO_CUSTOMER, product: 'essential-eight' })
  assertProblem(nothing, 404, 'NOT_FOUND')
  for (const customerId of [foreign, NO_RUN, 'cust_', '\u0000', 'x'.repeat(100_000), foreign.toUpperCase()]) {
    const refused = await acme.post(RUNS, { customerId, product: 'essential-eight' })
    assert.deepEqual(comparable(refused), comparable(nothing))
  }
  assert.deepEqual(await countRows(api.db), before)
})

test('a product outside the plan is PRODUCT_NOT_ALLOWED, once the customer is found', async () => {
  const starter = await api.as('small', 'starter')
  const customerId = await makeCustomer(starter)
  assertProblem(await starter.post(RUNS, { customerId, product: 'nist-csf' }), 403, 'PRODUCT_NOT_ALLOWED')
  assertProblem(await starter.post(RUNS, { customerId: NO_CUSTOMER, product: 'nist-csf' }), 404, 'NOT_FOUND')
  assert.equal(await runsUsed(starter), 0)
})

test('the last run of the month is accepted, the next is RUN_LIMIT_REACHED, and the next month begins at zero', async () => {
  const actor = await api.partner('limited', 'starter')
  const limited = await api.as('limited', 'starter')
  const customerId = await makeCustomer(limited)
  const body = { customerId, product: 'essential-eight' }
  await api.db.insertInto('usage_months').values({ partner_id: actor.partnerId, month: '2031-01', runs: 49 }).execute()
  await at('2031-01-31T23:59:59.999Z', async () => {
    assert.equal((await limited.post(RUNS, body)).status, 202)
    const before = await countRows(api.db)
    assertProblem(await limited.post(RUNS, body), 403, 'RUN_LIMIT_REACHED')
    assertProblem(await limited.post(RUNS, { ...body, customerId: NO_CUSTOMER }), 404, 'NOT_FOUND')
    assert.deepEqual(await countRows(api.db), before)
    assert.equal(await runsUsed(limited), 50)
  })
  await at('2031-02-01T00:00:00.000Z', async () => {
    assert.equal(await runsUsed(limited), 0)
    assert.equal((await limited.post(RUNS, body)).status, 202)
    assert.equal(await runsUsed(limited), 1)
  })
})

test('an enterprise partner has no run limit', async () => {
  const actor = await api.partner('huge', 'enterprise')
  const huge = await api.as('huge', 'enterprise')
  const month = new Date().toISOString().slice(0, 7)
  await api.db.insertInto('usage_months').values({ partner_id: actor.partnerId, month, runs: 1_000_000 }).execute()
  await makeRun(huge, await makeCustomer(huge))
  assert.equal(await runsUsed(huge), 1_000_001)
})

test('a queued run has only the fields that are known', async () => {
  const acme = await api.as('acme')
  const customerId = await makeCustomer(acme, 'Umbrella')
  const id = await makeRun(acme, customerId)
  const read = await acme.get(`${RUNS}/${id}`)
  assert.equal(read.status, 200)
  const { createdAt, ...rest } = read.body
  assert.match(createdAt, TIMESTAMP)
  assert.deepEqual(rest, {
    id,
    customerId,
    customerName: 'Umbrella',
    product: 'essential-eight',
    maturityTarget: 2,
    status: 'queued',
    reportUrl: `https://app.example/reports/${id}`,
  })
})

test('a completed run has a score, counts that add up, and times; its events describe the same run', async () => {
  const actor = await api.partner('finisher')
  const finisher = await api.as('finisher')
  const customerId = await makeCustomer(finisher)
  const id = await makeRun(finisher, customerId)
  await executeRun(api.app, id, { deadlineMs: 1000 })
  const { body } = await finisher.get(`${RUNS}/${id}`)
  const contract = 'completedAt createdAt critical customerId customerName findings high id low maturityTarget medium'
  assertKeys(body, `${contract} product reportUrl score status startedAt maturityAchieved coverage scoreCeiling`)
  assert.equal(body.status, 'completed')
  assert.ok(Number.isInteger(body.score) && body.score >= 0 && body.score <= 100)
  assert.equal(body.findings, body.critical + body.high + body.medium + body.low)
  for (const time of [body.createdAt, body.startedAt, body.completedAt]) assert.match(time, TIMESTAMP)
  assert.ok(body.coverage >= 0 && body.coverage <= 1)
  const [started, completed, changed] = (await eventsOf(api.db, actor.partnerId)).slice(-3)
  const types = [started.type, completed.type, changed.type]
  assert.deepEqual(types, ['assessment.started', 'assessment.completed', 'findings.changed'])
  const { partnerId } = actor
  const common = { assessmentId: id, customerId, partnerId, product: body.product, maturityTarget: 2 }
  const { createdAt, startedAt, completedAt, score, findings, critical, high, medium, low, reportUrl } = body
  assert.deepEqual(started.data, { ...common, status: 'running', createdAt, startedAt })
  const counts = { score, findings, critical, high, medium, low, reportUrl }
  assert.deepEqual(completed.data, { ...common, status: 'completed', ...counts, createdAt, startedAt, completedAt })
  assert.equal(await runsUsed(finisher), 1)
})

test('a failed run says why, has no score, and releases its quota', async () => {
  const actor = await api.partner('failing')
  const failing = await api.as('failing')
  const customer = await failing.post('/v1/partner/customers', { name: 'N', tenantId: UNREADABLE })
  const id = await makeRun(failing, customer.body.id)
  assert.equal(await runsUsed(failing), 1)
  await executeRun(api.app, id, { deadlineMs: 1000 })
  const { body } = await failing.get(`${RUNS}/${id}`)
  const keys =
    'completedAt createdAt customerId customerName failure id maturityTarget product reportUrl startedAt status'
  assertKeys(body, keys)
  assert.equal(body.status, 'failed')
  assert.deepEqual(body.failure, { code: 'CONSENT_MISSING', message: 'The tenant has not consented.' })
  assert.equal(await runsUsed(failing), 0)
  const event = (await eventsOf(api.db, actor.partnerId)).at(-1)
  assert.equal(event.type, 'assessment.failed')
  assert.deepEqual([event.data.status, event.data.failure], ['failed', body.failure])
})

test('the list has every run of the partner, newest first, with the fields of the contract', async () => {
  const lister = await api.as('lister')
  assert.deepEqual((await lister.get(RUNS)).body, { runs: [] })
  const customerId = await makeCustomer(lister)
  const first = await makeRun(lister, customerId)
  const second = await makeRun(lister, await makeCustomer(lister))
  await executeRun(api.app, first, { deadlineMs: 1000 })
  const listed = await lister.get(RUNS)
  assert.equal(listed.status, 200)
  assertKeys(listed.body, 'runs')
  assert.deepEqual(ids(listed.body.runs), [second, first])
  assertKeys(listed.body.runs[0], 'createdAt customerId id product status')
  assertKeys(listed.body.runs[1], 'completedAt createdAt customerId id product score status')
})

test('the list is filtered by UTC month of creation, product and customer, alone and together', async () => {
  const filterer = await api.as('filterer')
  const [one, two] = [await makeCustomer(filterer), await makeCustomer(filterer)]
  const runAt = (instant: string, customerId: string): Promise<string> =>
    at(instant, () => makeRun(filterer, customerId))
  const january = await runAt('2031-01-31T23:59:59.999Z', one)
  const february = await runAt('2031-02-01T00:00:00.000Z', two)
  const late = await runAt('2031-02-28T23:59:59.999Z', one)
  const march = await runAt('2031-03-01T00:00:00.000Z', one)
  const find = async (query: string): Promise<string[]> => {
    const found = await filterer.get(`${RUNS}?${query}`)
    assert.equal(found.status, 200, query)
    return ids(found.body.runs)
  }
  assert.deepEqual(await find(''), [march, late, february, january])
  assert.deepEqual(await find('month=2031-02'), [late, february])
  assert.deepEqual(await find('month=2031-01'), [january])
  assert.deepEqual(await find('month=2030-12'), [])
  assert.deepEqual(await find(`customerId=${two}`), [february])
  assert.deepEqual(await find(`customerId=${one}&month=2031-02`), [late])
  assert.deepEqual(await find(`product=essential-eight&month=2031-02&customerId=${two}`), [february])
  const foreign = await makeCustomer(await api.as('acme'))
  for (const customerId of [foreign, NO_CUSTOMER, NO_RUN, 'junk', '', '%00']) {
    assert.deepEqual(await find(`customerId=${customerId}`), [])
  }
  for (const product of ['nist-csf', 'unknown', 'ESSENTIAL-EIGHT', '', '%00']) {
    assert.deepEqual(await find(`product=${product}`), [])
  }
  assert.deepEqual(await find('month=0000-01'), [])
  assert.deepEqual(await find('month=9999-12'), [])
})

test('an invalid month is INVALID_FIELD', async () => {
  const acme = await api.as('acme')
  for (const month of [
    '2026-13',
    '2026-00',
    '2026-1',
    '202601',
    '2026-01-01',
    'january',
    '',
    '%00',
    '2026-01&month=2026-02',
  ]) {
    const error = assertProblem(await acme.get(`${RUNS}?month=${month}`), 400, 'INVALID_FIELD')
    assert.deepEqual(fieldsAtFault(error), ['month INVALID_FIELD'], month)
  }
  const both = assertProblem(await acme.get(`${RUNS}?month=x&limit=0`), 400, 'INVALID_FIELD')
  assert.deepEqual(fieldsAtFault(both), ['limit INVALID_FIELD', 'month INVALID_FIELD'])
})

test('pages keep their filters, whatever the order of the parameters, and a cursor is refused with another filter', async () => {
  const pager = await api.as('pager')
  const [one, two] = [await makeCustomer(pager), await makeCustomer(pager)]
  const made: string[] = []
  for (let count = 0; count < 3; count++) {
    made.unshift(await makeRun(pager, one))
    await makeRun(pager, two)
  }
  const first = await pager.get(`${RUNS}?customerId=${one}&product=essential-eight&limit=2`)
  assertKeys(first.body, 'nextCursor runs')
  const next = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? ''
  assert.equal(new URL(next).searchParams.get('customerId'), one)
  const cursor = first.body.nextCursor
  const second = await pager.get(`${RUNS}?product=essential-eight&cursor=${cursor}&limit=2&customerId=${one}`)
  assert.deepEqual([...ids(first.body.runs), ...ids(second.body.runs)], made)
  assert.deepEqual((await pager.get(`${RUNS}${new URL(next).search}`)).body, second.body)
  assertKeys(second.body, 'runs')
  assert.equal(second.headers.link, undefined)
  for (const query of [`customerId=${two}&product=essential-eight`, `customerId=${one}`, '']) {
    const error = assertProblem(await pager.get(`${RUNS}?${query}&cursor=${cursor}`), 400, 'INVALID_FIELD')
    assert.deepEqual(fieldsAtFault(error), ['cursor INVALID_FIELD'])
  }
})

test("another partner's run and malformed ids answer exactly as if the run did not exist", async () => {
  const [acme, globex] = [await api.as('acme'), await api.as('globex')]
  const id = await makeRun(acme, await makeCustomer(acme))
  const nothing = await globex.get(`${RUNS}/${NO_RUN}`)
  assertProblem(nothing, 404, 'NOT_FOUND')
  const suffix = id.slice('run_'.length)
  for (const other of [id, `cust_${suffix}`, suffix, `run_${suffix}0`, '%00', 'x', '%E0%A4%A', "'", 'x'.repeat(5000)]) {
    assert.deepEqual(comparable(await globex.get(`${RUNS}/${other}`)), comparable(nothing))
  }
  assert.equal((await acme.get(`${RUNS}/${id}`)).status, 200)
})

test('a run of a renamed customer shows the new name', async () => {
  const acme = await api.as('acme')
  const customerId = await makeCustomer(acme, 'Before')
  const id = await makeRun(acme, customerId)
  await acme.put(`/v1/partner/customers/${customerId}`, { name: 'After', tenantId: TENANT })
  assert.equal((await acme.get(`${RUNS}/${id}`)).body.customerName, 'After')
})

test('a worker completes a run of a sample tenant, and fails one of a tenant without consent', async () => {
  await using real = await startApi({ worker: true })
  const client = await real.as('acme')
  const endOf = async (posture: string): Promise<Json> => {
    const tenantId = SAMPLE_TENANTS.find((tenant) => tenant.posture === posture)?.tenantId
    const customer = await client.post('/v1/partner/customers', { name: posture, tenantId })
    const id = await makeRun(client, customer.body.id)
    for (let looked = 0; looked < 600; looked++) {
      const { body } = await client.get(`${RUNS}/${id}`)
      if (!['queued', 'running'].includes(body.status)) return body
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return assert.fail(`the run of ${posture} did not end`)
  }
  const [completed, failed] = await Promise.all([endOf('typical'), endOf('no-consent')])
  assert.equal(completed.status, 'completed')
  assert.ok(completed.score > 0 && completed.score < 100)
  assert.ok(completed.findings > 0)
  assert.deepEqual([failed.status, failed.failure.code], ['failed', 'CONSENT_MISSING'])
  assert.equal(await runsUsed(client), 1)
})
