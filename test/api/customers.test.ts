import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
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
  TENANT,
  TIMESTAMP,
} from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Json } from '../harness/client.ts'

const CUSTOMERS = '/v1/partner/customers'

const api = await startApi({ collect: async ({ tenantId }) => snapshotOf({}, tenantId) })
after(() => api[Symbol.asyncDispose]())

test('a customer is created with every field, echoed as sent, and read back', async () => {
  const acme = await api.as('acme')
  const created = await acme.post(CUSTOMERS, {
    name: '  Umbrella  ',
    tenantId: TENANT,
    email: 'it@umbrella.example',
    receivers: ['a@umbrella.example', 'A@umbrella.example', 'b@umbrella.example'],
    questionnaireRecipients: [],
  })
  assert.equal(created.status, 201)
  assert.match(created.body.id, /^cust_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
  assertKeys(created.body, 'createdAt email id name questionnaireRecipients receivers tenantId')
  assert.equal(created.body.name, 'Umbrella')
  assert.equal(created.body.tenantId, TENANT)
  assert.equal(created.body.email, 'it@umbrella.example')
  assert.deepEqual(created.body.receivers, ['a@umbrella.example', 'b@umbrella.example'])
  assert.deepEqual(created.body.questionnaireRecipients, [])
  assert.match(created.body.createdAt, TIMESTAMP)
  const read = await acme.get(`${CUSTOMERS}/${created.body.id}`)
  assert.equal(read.status, 200)
  assert.deepEqual(read.body, { ...created.body, recentRuns: [] })
})

test('fields that were never set are absent, except lists, which are always present', async () => {
  const acme = await api.as('acme')
  const created = await acme.post(CUSTOMERS, { name: 'Bare', tenantId: TENANT })
  assertKeys(created.body, 'createdAt id name questionnaireRecipients receivers tenantId')
  assert.deepEqual([created.body.receivers, created.body.questionnaireRecipients], [[], []])
  const read = await acme.get(`${CUSTOMERS}/${created.body.id}`)
  assertKeys(read.body, 'createdAt id name questionnaireRecipients receivers recentRuns tenantId')
})

test('creating a customer emits customer.created with its data', async () => {
  const actor = await api.partner('creator')
  const client = await api.as('creator')
  const { body } = await client.post(CUSTOMERS, { name: 'Told', tenantId: TENANT, email: 'it@told.example' })
  const event = (await eventsOf(api.db, actor.partnerId)).at(-1)
  assertKeys(event, 'data id timestamp type')
  assert.match(event.id, /^evt_[0-9a-z]{26}$/)
  assert.match(event.timestamp, TIMESTAMP)
  assert.equal(event.type, 'customer.created')
  const { id, ...rest } = body
  assert.deepEqual(event.data, { customerId: id, partnerId: actor.partnerId, ...rest })
})

test('two customers may have the same tenant', async () => {
  const acme = await api.as('acme')
  assert.notEqual(await makeCustomer(acme, 'Twin'), await makeCustomer(acme, 'Twin'))
})

const NAMES: [name: unknown, code: string | undefined][] = [
  ['x', undefined],
  ['Ünïcode 客户 & Söhne', undefined],
  ['n'.repeat(200), undefined],
  ['🦉'.repeat(200), undefined],
  [` ${'n'.repeat(200)}\n`, undefined],
  ['n'.repeat(201), 'INVALID_FIELD'],
  ['a\u0000b', 'INVALID_FIELD'],
  ['a\nb', 'INVALID_FIELD'],
  ['a\u009fb', 'INVALID_FIELD'],
  ['half \ud800 a character', 'INVALID_FIELD'],
  [7, 'INVALID_FIELD'],
  [['x'], 'INVALID_FIELD'],
  [{}, 'INVALID_FIELD'],
  [true, 'INVALID_FIELD'],
  [null, 'MISSING_FIELD'],
  ['', 'MISSING_FIELD'],
  [' \t\n ', 'MISSING_FIELD'],
  [[], 'MISSING_FIELD'],
]

test('a name has 1 to 200 characters after trimming and no control characters', async () => {
  await assertField('name', NAMES)
})

const TENANTS: [tenantId: unknown, code: string | undefined][] = [
  ['FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', undefined],
  ['00000000-0000-0000-0000-000000000001', undefined],
  ['5a3b1c60-7d21-1e0f-0a54-1f0c2d3e4b02', undefined],
  ['00000000-0000-0000-0000-000000000000', 'INVALID_FIELD'],
  ['{5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02}', 'INVALID_FIELD'],
  ['5a3b1c607d214e0f9a541f0c2d3e4b02', 'INVALID_FIELD'],
  ['5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b0', 'INVALID_FIELD'],
  ['5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02\n', 'INVALID_FIELD'],
  ['5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b0g', 'INVALID_FIELD'],
  ['contoso.example', 'INVALID_FIELD'],
  [5, 'INVALID_FIELD'],
  [null, 'MISSING_FIELD'],
  ['  ', 'MISSING_FIELD'],
]

test('a tenant id is a GUID of any version and case, not all zero, and is echoed as sent', async () => {
  await assertField('tenantId', TENANTS)
})

const longest = (domain: string): string => `${'a'.repeat(64)}@${'b'.repeat(254 - 66 - domain.length)}.${domain}`

const ADDRESSES: [address: unknown, code: string | undefined][] = [
  ['a@b.example', undefined],
  ['first.last+tag@mail.sub.example', undefined],
  ["o'hara_%-x@b-c.example", undefined],
  ['a@bücher.example', undefined],
  [longest('c.example'), undefined],
  [`${longest('c.example')}x`, 'INVALID_FIELD'],
  ['', 'INVALID_FIELD'],
  ['plain', 'INVALID_FIELD'],
  ['@b.example', 'INVALID_FIELD'],
  ['a@b', 'INVALID_FIELD'],
  ['a@@b.example', 'INVALID_FIELD'],
  ['a b@c.example', 'INVALID_FIELD'],
  ['.a@b.example', 'INVALID_FIELD'],
  ['a.@b.example', 'INVALID_FIELD'],
  ['a..b@c.example', 'INVALID_FIELD'],
  ['a@-b.example', 'INVALID_FIELD'],
  ['a@b..example', 'INVALID_FIELD'],
  ['a@b.--', 'INVALID_FIELD'],
  ['Ann <a@b.example>', 'INVALID_FIELD'],
  ['a@b.example, c@d.example', 'INVALID_FIELD'],
  ['a@b.example\r\nBcc: c@d.example', 'INVALID_FIELD'],
  ['\ud800@b.example', 'INVALID_FIELD'],
  [5, 'INVALID_FIELD'],
  [null, 'INVALID_FIELD'],
]

test('an email address must be one valid address of at most 254 characters', async () => {
  await assertField('email', ADDRESSES)
})

for (const field of ['receivers', 'questionnaireRecipients']) {
  test(`${field} has at most 50 valid addresses, and every invalid one is reported`, async () => {
    const addresses = (count: number): string[] => Array.from({ length: count }, (_, index) => `u${index}@b.example`)
    await assertField(field, [
      [addresses(50), undefined],
      [addresses(51), 'INVALID_FIELD'],
      ['a@b.example', 'INVALID_FIELD'],
      [{ 0: 'a@b.example' }, 'INVALID_FIELD'],
      [null, 'INVALID_FIELD'],
    ])
    const acme = await api.as('acme')
    const list = ['a@b.example', 'nobody', 'c@d.example', 7, null]
    const refused = await acme.post(CUSTOMERS, { name: 'N', tenantId: TENANT, [field]: list })
    assert.deepEqual(fieldsAtFault(assertProblem(refused, 400, 'INVALID_FIELD')), [
      `${field}[1] INVALID_FIELD`,
      `${field}[3] INVALID_FIELD`,
      `${field}[4] INVALID_FIELD`,
    ])
  })
}

test('a list of hundreds of thousands of invalid items is refused with a short response', async () => {
  const acme = await api.as('acme')
  const receivers = Array.from({ length: 400_000 }, () => 1)
  const error = assertProblem(
    await acme.post(CUSTOMERS, { name: 'N', tenantId: TENANT, receivers }),
    400,
    'INVALID_FIELD',
  )
  assert.equal(error.details.length, 100)
})

test('a customer is read with its ten newest runs, newest first', async () => {
  const acme = await api.as('acme')
  const id = await makeCustomer(acme)
  const runs: string[] = []
  for (let made = 0; made < 12; made++) runs.unshift(await makeRun(acme, id))
  await executeRun(api.app, runs[0] ?? '', { deadlineMs: 1000 })
  const { recentRuns } = (await acme.get(`${CUSTOMERS}/${id}`)).body
  assert.deepEqual(
    recentRuns.map((run: Json) => run.id),
    runs.slice(0, 10),
  )
  const { completedAt, ...completed } = recentRuns[0]
  assert.deepEqual(completed, { id: runs[0], product: 'essential-eight', status: 'completed' })
  assert.match(completedAt, TIMESTAMP)
  assert.deepEqual(recentRuns[1], { id: runs[1], product: 'essential-eight', status: 'queued' })
})

test('the list has exactly the customers of the partner, newest first, with the fields of the contract', async () => {
  const lister = await api.as('lister')
  assert.deepEqual((await lister.get(CUSTOMERS)).body, { customers: [] })
  const first = await makeCustomer(lister, 'First')
  const second = await lister.post(CUSTOMERS, { name: 'Second', tenantId: TENANT, email: 'it@second.example' })
  const listed = await lister.get(CUSTOMERS)
  assert.equal(listed.status, 200)
  assertKeys(listed.body, 'customers')
  assert.deepEqual(
    listed.body.customers.map((customer: Json) => customer.id),
    [second.body.id, first],
  )
  assertKeys(listed.body.customers[0], 'createdAt email id name tenantId')
  assertKeys(listed.body.customers[1], 'createdAt id name tenantId')
})

test('pages add up to the whole list, and each but the last has a cursor and a Link header', async () => {
  const pager = await api.as('pager')
  const made: string[] = []
  for (let count = 0; count < 5; count++) made.unshift(await makeCustomer(pager, `C${count}`))
  const first = await pager.get(`${CUSTOMERS}?limit=2`)
  assertKeys(first.body, 'customers nextCursor')
  // A customer that is created between two pages belongs before them.
  await makeCustomer(pager, 'Late')
  const next = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? ''
  const { pathname, search, searchParams } = new URL(next)
  assert.equal(pathname, `/api${CUSTOMERS}`)
  assert.equal(searchParams.get('cursor'), first.body.nextCursor)
  const second = await pager.get(`${CUSTOMERS}${search}`)
  const third = await pager.get(`${CUSTOMERS}?limit=2&cursor=${second.body.nextCursor}`)
  assertKeys(third.body, 'customers')
  assert.equal(third.headers.link, undefined)
  const ids = [first, second, third].flatMap((page) => page.body.customers.map((customer: Json) => customer.id))
  assert.deepEqual(ids, made)
  const rest = await pager.get(`${CUSTOMERS}?cursor=${first.body.nextCursor}`)
  assert.equal(rest.body.customers.length, 3)
  assert.equal((await pager.get(`${CUSTOMERS}?limit=200`)).body.nextCursor, undefined)
})

test('an invalid limit or cursor is INVALID_FIELD', async () => {
  const acme = await api.as('acme')
  for (const limit of ['0', '201', '-1', '1.5', 'abc', '', '1&limit=2']) {
    const error = assertProblem(await acme.get(`${CUSTOMERS}?limit=${limit}`), 400, 'INVALID_FIELD')
    assert.deepEqual(fieldsAtFault(error), ['limit INVALID_FIELD'], limit)
  }
  const forged = Buffer.from('["2026-01-01T00:00:00.000Z","cust_x","AAAAAAAAAAAA"]').toString('base64url')
  for (const cursor of ['', 'x', '%00', 'e30', forged, 'x'.repeat(600)]) {
    const error = assertProblem(await acme.get(`${CUSTOMERS}?cursor=${cursor}`), 400, 'INVALID_FIELD')
    assert.deepEqual(fieldsAtFault(error), ['cursor INVALID_FIELD'], cursor)
  }
})

test('a change sets the fields that are sent, leaves the others, and emits an event', async () => {
  const actor = await api.partner('changer')
  const changer = await api.as('changer')
  const created = await changer.post(CUSTOMERS, {
    name: 'Old',
    tenantId: TENANT,
    email: 'old@x.example',
    receivers: ['r@x.example'],
    questionnaireRecipients: ['q@x.example'],
  })
  const { id } = created.body
  const change = async (fields: object): Promise<Json> => {
    const changed = await changer.put(`${CUSTOMERS}/${id}`, fields)
    assert.equal(changed.status, 200, changed.text)
    return changed.body
  }
  const renamed = await change({ name: ' New ' })
  assertKeys(renamed, 'email id name questionnaireRecipients receivers tenantId updatedAt')
  const { createdAt, ...before } = created.body
  assert.deepEqual({ ...before, name: 'New', updatedAt: renamed.updatedAt }, renamed)
  assert.ok(renamed.updatedAt >= createdAt)
  const tenantId = TENANT.toLowerCase()
  const all = { name: 'N', tenantId, email: 'n@x.example', receivers: ['a@x.example', 'A@x.example'] }
  const rewritten = await change({ ...all, questionnaireRecipients: [] })
  assert.deepEqual(
    { ...rewritten, updatedAt: '' },
    { ...all, id, receivers: ['a@x.example'], questionnaireRecipients: [], updatedAt: '' },
  )
  const cleared = await change({ email: null, receivers: null })
  assertKeys(cleared, 'id name questionnaireRecipients receivers tenantId updatedAt')
  assert.deepEqual(cleared.receivers, [])
  const events = (await eventsOf(api.db, actor.partnerId)).filter((event) => event.type === 'customer.updated')
  assert.deepEqual(
    events.map((event) => event.data.changedFields.sort()),
    [['name'], ['email', 'name', 'questionnaireRecipients', 'receivers', 'tenantId'], ['email', 'receivers']],
  )
  assert.equal(events[1].data.customerId, id)
  assert.equal(events[1].data.name, 'N')
})

test('a change to the same values is a 200 without event or audit row', async () => {
  const acme = await api.as('acme')
  const fields = { name: 'Same', tenantId: TENANT, email: 's@x.example', receivers: ['s@x.example'] }
  const { id } = (await acme.post(CUSTOMERS, fields)).body
  const before = await countRows(api.db)
  const first = await acme.put(`${CUSTOMERS}/${id}`, {})
  assert.equal(first.status, 200)
  assert.deepEqual((await acme.put(`${CUSTOMERS}/${id}`, fields)).body, first.body)
  assert.deepEqual((await acme.put(`${CUSTOMERS}/${id}`, { questionnaireRecipients: null })).body, first.body)
  assert.deepEqual(await countRows(api.db), before)
})

test('a customer can be read, edited and put back: read-only fields are ignored', async () => {
  const acme = await api.as('acme')
  const id = await makeCustomer(acme)
  await makeRun(acme, id)
  const { body } = await acme.get(`${CUSTOMERS}/${id}`)
  const put = await acme.put(`${CUSTOMERS}/${id}`, {
    ...body,
    name: 'Edited',
    id: NO_CUSTOMER,
    partnerId: 'prt_other',
    createdAt: '2000-01-01T00:00:00.000Z',
  })
  assert.equal(put.status, 200)
  assert.deepEqual((await acme.get(`${CUSTOMERS}/${id}`)).body, { ...body, name: 'Edited' })
})

test('a required field can be changed, but not cleared', async () => {
  const acme = await api.as('acme')
  const id = await makeCustomer(acme)
  for (const change of [{ name: null }, { name: ' ' }, { name: 'a\u0001' }, { tenantId: null }, { tenantId: 'x' }]) {
    const error = assertProblem(await acme.put(`${CUSTOMERS}/${id}`, change), 400, 'INVALID_FIELD')
    assert.deepEqual(fieldsAtFault(error), [`${Object.keys(change)[0]} INVALID_FIELD`])
  }
  const bad = await acme.put(`${CUSTOMERS}/${id}`, { name: 1, email: 'x', receivers: ['y'] })
  assert.deepEqual(fieldsAtFault(assertProblem(bad, 400, 'INVALID_FIELD')), [
    'email INVALID_FIELD',
    'name INVALID_FIELD',
    'receivers[0] INVALID_FIELD',
  ])
})

test('deleting a customer deletes its runs, results and waiting jobs, but never lowers the usage', async () => {
  const actor = await api.partner('deleter')
  const deleter = await api.as('deleter')
  const remaining = await makeCustomer(deleter, 'Kept')
  const remainingRun = await makeRun(deleter, remaining)
  const gone = await makeCustomer(deleter, 'Gone')
  const completed = await makeRun(deleter, gone)
  await executeRun(api.app, completed, { deadlineMs: 1000 })
  const queued = await makeRun(deleter, gone)
  assert.ok((await jobKeys(api.db)).includes(queued))
  const before = await countRows(api.db)
  const deleted = await deleter.delete(`${CUSTOMERS}/${gone}`)
  assert.equal(deleted.status, 204)
  assert.equal(deleted.text, '')
  assert.equal(deleted.headers['content-type'], undefined)
  const { customers, runs, results, events, audit, usage } = await countRows(api.db)
  assert.deepEqual(
    { customers, runs, results, events, audit, usage },
    {
      customers: (before.customers ?? 0) - 1,
      runs: (before.runs ?? 0) - 2,
      results: (before.results ?? 0) - 1,
      events: (before.events ?? 0) + 1,
      audit: (before.audit ?? 0) + 1,
      usage: before.usage,
    },
  )
  const keys = await jobKeys(api.db)
  assert.deepEqual([keys.includes(queued), keys.includes(remainingRun)], [false, true])
  for (const run of [completed, queued])
    assertProblem(await deleter.get(`/v1/partner/assessments/${run}`), 404, 'NOT_FOUND')
  for (const method of ['GET', 'DELETE']) {
    assertProblem(await deleter.call(method, `${CUSTOMERS}/${gone}`), 404, 'NOT_FOUND')
  }
  assert.deepEqual((await deleter.get('/v1/partner/me')).body.usage.runsUsed, 3)
  const event = (await eventsOf(api.db, actor.partnerId)).at(-1)
  assert.equal(event.type, 'customer.deleted')
  assertKeys(event.data, 'createdAt customerId deletedAt name partnerId questionnaireRecipients receivers tenantId')
  assert.equal(event.data.customerId, gone)
})

test("another partner's customer answers exactly as if it did not exist, for every operation", async () => {
  const [acme, globex] = [await api.as('acme'), await api.as('globex')]
  const id = await makeCustomer(acme)
  const before = await acme.get(`${CUSTOMERS}/${id}`)
  for (const [method, body] of [['GET'], ['PUT', { name: 'Stolen' }], ['DELETE']] as const) {
    const nothing = await globex.call(method, `${CUSTOMERS}/${NO_CUSTOMER}`, body)
    assertProblem(nothing, 404, 'NOT_FOUND')
    assert.deepEqual(comparable(await globex.call(method, `${CUSTOMERS}/${id}`, body)), comparable(nothing))
  }
  assert.deepEqual(await acme.get(`${CUSTOMERS}/${id}`).then(({ body }) => body), before.body)
})

test('an id of another prefix or form is NOT_FOUND', async () => {
  const acme = await api.as('acme')
  const suffix = NO_CUSTOMER.slice('cust_'.length)
  const ids = [
    `run_${suffix}`,
    suffix,
    `cust-${suffix}`,
    `cust_${suffix}0`,
    `cust_z${suffix.slice(1)}`,
    '%00',
    '1',
    "'",
  ]
  const odd = [NO_CUSTOMER.toUpperCase(), 'x'.repeat(5000), '%E0%A4%A', '%F0%9F%A6%89', '..%2f..', '-1', 'null', '%20']
  for (const id of [...ids, ...odd]) {
    for (const [method, body] of [['GET'], ['PUT', { name: 'N' }], ['DELETE']] as const) {
      assertProblem(await acme.call(method, `${CUSTOMERS}/${id}`, body), 404, 'NOT_FOUND')
    }
  }
})

/** Creates a customer for each value of one field and expects success, echoed after trimming, or the code. */
async function assertField(field: string, cases: [value: unknown, code: string | undefined][]): Promise<void> {
  const client = await api.as('fields')
  for (const [value, code] of cases) {
    const answer = await client.post(CUSTOMERS, { name: 'N', tenantId: TENANT, [field]: value })
    if (code === undefined) {
      assert.equal(answer.status, 201, JSON.stringify(value))
      assert.deepEqual(answer.body[field], typeof value === 'string' ? value.trim() : value)
    } else {
      const error = assertProblem(answer, 400, code)
      assert.ok(fieldsAtFault(error).includes(`${field} ${code}`), JSON.stringify([value, error]))
    }
  }
}

const STRICT = { headers: { Prefer: 'handling=strict' } }

test('a tenant may be registered twice, unless the caller prefers strict handling', async () => {
  const twins = await api.as('twins')
  const tenantId = 'abcdef01-7d21-4e0f-9a54-1f0c2d3e4b02'
  const first = await twins.post('/v1/partner/customers', { name: 'First', tenantId }, STRICT)
  assert.equal(first.status, 201, first.text)
  assert.equal((await twins.post('/v1/partner/customers', { name: 'Second', tenantId })).status, 201)
  const third = { name: 'Third', tenantId: tenantId.toUpperCase() }
  const error = assertProblem(await twins.post('/v1/partner/customers', third, STRICT), 400, 'INVALID_FIELD')
  assert.deepEqual(fieldsAtFault(error), ['tenantId INVALID_FIELD'])
  assert.match(error.message, new RegExp(first.body.id), 'it names the oldest customer of the tenant')
  const stranger = await api.as('no-twin')
  assert.equal((await stranger.post('/v1/partner/customers', third, STRICT)).status, 201)
})

test('strict handling refuses each row of a bulk request whose tenant is registered, or is in an earlier row', async () => {
  const twins = await api.as('bulk-twins')
  const [known, fresh] = ['11111111-7d21-4e0f-9a54-1f0c2d3e4b02', '22222222-7d21-4e0f-9a54-1f0c2d3e4b02']
  const { body: first } = await twins.post('/v1/partner/customers', { name: 'First', tenantId: known })
  const customers = [known, fresh, fresh, 'no tenant'].map((tenantId, index) => ({ name: `Row ${index}`, tenantId }))
  const { status, body } = await twins.post('/v1/partner/customers/bulk', { customers }, STRICT)
  assert.equal(status, 201)
  assert.deepEqual([body.created, body.failed, body.customers[0].name], [1, 3, 'Row 1'])
  assert.deepEqual(
    body.errors.map(({ index, code, field }: Json) => [index, code, field]),
    [0, 2, 3].map((index) => [index, 'INVALID_FIELD', 'tenantId']),
  )
  assert.match(body.errors[0].message, new RegExp(first.id))
  assert.match(body.errors[1].message, /customers\[1\]/)
  const lenient = await twins.post('/v1/partner/customers/bulk', { customers: customers.slice(0, 3) })
  assert.deepEqual([lenient.body.created, lenient.body.failed], [3, 0])
})

test('strict handling refuses a change to a registered tenant, but not the same one again', async () => {
  const twins = await api.as('moving-twins')
  const [here, there] = ['33333333-7d21-4e0f-9a54-1f0c2d3e4b02', '44444444-7d21-4e0f-9a54-1f0c2d3e4b02']
  const { body: one } = await twins.post('/v1/partner/customers', { name: 'One', tenantId: here })
  const { body: other } = await twins.post('/v1/partner/customers', { name: 'Other', tenantId: there })
  const path = `/v1/partner/customers/${one.id}`
  const error = assertProblem(await twins.put(path, { tenantId: there }, STRICT), 400, 'INVALID_FIELD')
  assert.match(error.message, new RegExp(other.id))
  assert.equal((await twins.get(path)).body.tenantId, here)
  assert.equal((await twins.put(path, { name: 'Same', tenantId: here }, STRICT)).status, 200)
  assert.equal((await twins.put(path, { tenantId: there })).status, 200)
})

test('exactly one of several parallel strict registrations of one tenant succeeds', async () => {
  const twins = await api.as('racing-twins')
  const input = { name: 'Racer', tenantId: '55555555-7d21-4e0f-9a54-1f0c2d3e4b02' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => twins.post('/v1/partner/customers', input, STRICT)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, ...Array(7).fill(400)])
})
