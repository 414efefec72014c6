import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readSettings } from '../../src/platform/settings/settings.ts'
import { fields, list, text, texts } from '../../src/shared/json.ts'
import { PROBLEMS } from '../../src/shared/problem.ts'
import { clientOf, makePartner, newPartner } from '../harness/accounts.ts'
import { startAnotherServer } from '../harness/another-server.ts'
import { assertProblem, fieldsAtFault, makeRun, NO_CUSTOMER } from '../harness/answers.ts'
import type { Answer, Client, Json } from '../harness/client.ts'
import {
  BULK_LIMITS,
  type Call,
  ENDPOINTS,
  type Endpoint,
  ERRORS,
  EVENT_KINDS,
  EVERYWHERE,
  PARTNER_STATES,
  REQUESTS_A_MINUTE,
  RUN_LIMITS,
  type Status,
  TENANT,
} from './contract-tables.ts'
import { createWorld, startContractApi, type World } from './contract-world.ts'
import { differences, optionalPaths, schemaDifferences } from './shapes.ts'

const api = await startContractApi()
after(() => api[Symbol.asyncDispose]())

const document: Json = (await api.client('').get('/openapi.json')).body
const described: Json = { paths: inline(document.paths) }

/** The description with all references resolved. */
function inline(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(inline)
  if (typeof part !== 'object' || part === null) return part
  const reference = text(fields(part).$ref)
  if (reference === undefined)
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, inline(inner)]))
  const steps = reference.slice('#/'.length).split('/')
  return inline(steps.reduce<unknown>((at, step) => fields(at)[step], document))
}

const hasBody = ({ required, optional }: Endpoint): boolean => required !== undefined || optional !== undefined

/** The calls of an endpoint: with all fields, with the required ones, and those in its row. */
function callsOf(endpoint: Endpoint): Call[] {
  const { path = {}, required = {}, optional, more = [] } = endpoint
  const full = { path, ...(hasBody(endpoint) && { body: { ...required, ...optional } }) }
  return [full, ...(optional ? [{ path, body: { ...required } }] : []), ...more]
}

for (const endpoint of ENDPOINTS) {
  const { call, status, answer: shape } = endpoint
  const method = call.split(' ')[0]

  test(`${call} returns ${status} with exactly the contract's fields, for a full and a minimal body`, async () => {
    const world = await createWorld(api)
    if (call.startsWith('DELETE /v1/partner/keys')) await world.partner.post('/v1/partner/keys')
    const seen = new Set<string>()
    for (const how of callsOf(endpoint)) {
      // A plan change to the current terms is refused, so each call needs other terms before it.
      const answer = await world.send(call, how)
      assert.equal(answer.status, status, answer.text)
      if (shape === undefined) assert.deepEqual([answer.text, answer.headers['content-type']], ['', undefined])
      else assert.deepEqual(differences(shape, answer.body, 'answer', seen), [])
      if (call.endsWith('/plan')) await world.send(call, { ...how, body: { plan: 'professional' } })
    }
    if (shape !== undefined) {
      const never = optionalPaths(shape, 'answer').filter((path) => !seen.has(path))
      assert.deepEqual(never, [], 'optional fields and items that no call has returned')
    }
  })

  test(`${call} is documented with the contract's fields, parameters and codes`, () => {
    const operation = described.paths[call.split(' ')[1] ?? '']?.[method?.toLowerCase() ?? '']
    assert.ok(operation, 'it is not described')
    const responses: [string, Json][] = Object.entries(operation.responses)
    assert.deepEqual(
      responses.map(([answer]) => answer).filter((answer) => answer < '300'),
      [String(status)],
    )
    const schemaOf = (part: Json): unknown => part?.content?.['application/json']?.schema
    if (shape !== undefined) {
      assert.deepEqual(schemaDifferences(shape, schemaOf(operation.responses[status]), 'answer'), [])
    }
    const { properties, required } = fields(schemaOf(operation.requestBody))
    assert.deepEqual(
      Object.keys(fields(properties)).sort(),
      Object.keys({ ...endpoint.required, ...endpoint.optional }).sort(),
    )
    assert.deepEqual(texts(required).sort(), Object.keys(endpoint.required ?? {}).sort())
    const parameters = list(operation.parameters).map(fields)
    for (const name of endpoint.query ?? []) {
      assert.ok(
        parameters.some((given) => given.in === 'query' && given.name === name && given.required !== true),
        name,
      )
    }
    const audience = call.includes('/v1/partner/') ? 'partner' : 'distributor'
    const codes = responses.flatMap(([answer, { description }]) =>
      answer < '300' ? [] : description.split(', ').map((code: string) => `${answer} ${code}`),
    )
    const catalogue: Record<string, { status: number }> = PROBLEMS
    for (const code of [...EVERYWHERE[audience], ...(endpoint.codes ?? [])]) {
      assert.ok(codes.includes(`${catalogue[code]?.status} ${code}`), code)
    }
    assert.deepEqual(operation.security, [{ [`${audience}Key`]: [] }])
  })

  if (endpoint.required !== undefined) {
    test(`${call} reports each required field that is absent, null or blank`, async () => {
      const world = await createWorld(api)
      const { path = {}, required = {}, optional } = endpoint
      for (const field of Object.keys(required)) {
        const { [field]: _, ...rest } = { ...required, ...optional }
        for (const body of [rest, { ...rest, [field]: null }, { ...rest, [field]: ' ' }]) {
          if (body[field] === ' ' && typeof required[field] !== 'string') continue
          const error = assertProblem(await world.send(call, { path, body }), 400, 'MISSING_FIELD')
          assert.deepEqual(fieldsAtFault(error), [`${field} MISSING_FIELD`])
        }
      }
    })
  }
}

test('every documented path is in the contract or was added by a decision', () => {
  const calls = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.keys(fields(methods)).map((method) => `${method.toUpperCase()} ${path}`),
  )
  for (const { call } of ENDPOINTS) assert.ok(calls.includes(call), `${call} is not described`)
  assert.equal(new Set(ENDPOINTS.map(({ call }) => call)).size, 29)
})

/** How to cause each code in the table. */
const CAUSES: Record<keyof typeof ERRORS, (world: World) => Promise<Answer>> = {
  MISSING_KEY: () => api.client('').get('/v1/partner/me'),
  INVALID_KEY: () => api.client('pk_live_nonsense').get('/v1/partner/me'),
  RATE_LIMITED: async ({ partner }) => {
    await using slow = await startAnotherServer(api.app, { partnerRate: 1 })
    await slow.client(partner.key).get('/v1/partner/me')
    return await slow.client(partner.key).get('/v1/partner/me')
  },
  PARTNER_INACTIVE: async ({ distributor, ids }) =>
    (await clientOf(api, distributor, ids.pending ?? '')).get('/v1/partner/me'),
  DISTRIBUTOR_INACTIVE: async ({ distributor }) => {
    await api.db.updateTable('distributors').set({ status: 'suspended' }).where('id', '=', distributor.id).execute()
    return await distributor.get('/v1/distributor/me')
  },
  INVALID_JSON: ({ partner }) => partner.post('/v1/partner/plan', undefined, { raw: '{' }),
  MISSING_FIELD: ({ partner }) => partner.post('/v1/partner/customers', {}),
  INVALID_FIELD: ({ partner }) => partner.post('/v1/partner/customers', { name: 1, tenantId: TENANT }),
  INVALID_PRODUCT: (world) =>
    world.send('POST /v1/partner/assessments', { body: { customerId: '$customer', product: 'none' } }),
  PRODUCT_NOT_ALLOWED: async (world) => {
    await world.partner.post('/v1/partner/plan', { plan: 'starter' })
    return await world.send('POST /v1/partner/assessments', { body: { customerId: '$customer', product: 'nist-csf' } })
  },
  RUN_LIMIT_REACHED: async (world) => {
    await api.db
      .updateTable('usage_months')
      .set({ runs: 250 })
      .where('partner_id', '=', world.ids.partner ?? '')
      .execute()
    return await world.send('POST /v1/partner/assessments', {
      body: { customerId: '$customer', product: 'essential-eight' },
    })
  },
  NOT_FOUND: ({ partner }) => partner.get(`/v1/partner/customers/${NO_CUSTOMER}`),
  MAX_KEYS: async ({ partner }) => {
    await partner.post('/v1/partner/keys')
    return await partner.post('/v1/partner/keys')
  },
  TOO_MANY: ({ partner }) =>
    partner.post('/v1/partner/customers/bulk', { customers: Array.from({ length: 101 }, () => ({})) }),
  PLAN_CHANGE_FAILED: ({ partner }) => partner.post('/v1/partner/plan', { plan: 'professional' }),
  LAST_KEY: ({ partner }) => partner.delete('/v1/partner/keys/1'),
  METHOD_NOT_ALLOWED: ({ partner }) => partner.put('/v1/partner/me', {}),
  UNSUPPORTED_MEDIA_TYPE: ({ partner }) =>
    partner.post('/v1/partner/customers', {}, { headers: { 'content-type': 'text/plain' } }),
  PAYLOAD_TOO_LARGE: ({ partner }) =>
    partner.post('/v1/partner/customers', undefined, { raw: Buffer.alloc(1_100_000, 0x20) }),
  IDEMPOTENCY_MISMATCH: async ({ partner }) => {
    const options = { headers: { 'Idempotency-Key': 'one' } }
    await partner.post('/v1/partner/customers', { name: 'A', tenantId: TENANT }, options)
    return await partner.post('/v1/partner/customers', { name: 'B', tenantId: TENANT }, options)
  },
}

for (const [code, cause] of Object.entries(CAUSES)) {
  test(`${code} has its status, in the shape of all errors`, async () => {
    const statuses: Record<string, number> = ERRORS
    const refused = await cause(await createWorld(api))
    assertProblem(refused, statuses[code] ?? 0, code)
    if (code === 'RATE_LIMITED') assert.match(String(refused.headers['retry-after']), /^[1-9]\d*$/)
  })
}

/** Brings a partner of the distributor into a state, only through the API, with a key from before. */
async function partnerIn(state: Status, { distributor }: World): Promise<{ id: string; key: Client }> {
  const id = await makePartner(distributor)
  const key = await clientOf(api, distributor, id)
  if (state !== 'pending') await distributor.post(`/v1/distributor/partners/${id}/activate`)
  if (state === 'suspended') await distributor.post(`/v1/distributor/partners/${id}/suspend`)
  return { id, key }
}

for (const [from, trigger, to, notified] of PARTNER_STATES) {
  test(`a partner that is ${from} is ${to} after ${trigger}, ${notified ? 'with one event' : 'without an event'}`, async () => {
    const world = await createWorld(api)
    const { id, key } = await partnerIn(from, world)
    const logOf = async (): Promise<string[]> => {
      const { events } = (await world.distributor.get('/v1/distributor/events?limit=200')).body
      return events.filter((event: Json) => event.data.partnerId === id).map((event: Json) => event.type)
    }
    const before = await logOf()
    const answer = await world.distributor.post(`/v1/distributor/partners/${id}/${trigger}`)
    assert.deepEqual([answer.status, answer.body.status], [200, to])
    assert.equal((await world.distributor.get(`/v1/distributor/partners/${id}`)).body.status, to)
    const fresh = (await logOf()).slice(0, (await logOf()).length - before.length)
    const kind = trigger === 'activate' ? 'partner.activated' : 'partner.suspended'
    assert.equal(fresh.filter((type) => type === kind).length, notified ? 1 : 0)
    // A key works after the activation; a suspension ends it, and a later activation does not restore it.
    const { status, body } = await key.get('/v1/partner/me')
    const works = from === 'suspended' ? [401, 'INVALID_KEY'] : [200, undefined]
    assert.deepEqual([status, body.error?.code], to === 'active' ? works : [403, 'PARTNER_INACTIVE'])
  })
}

test('a run goes from queued to completed, failed or canceled, and an ended run never changes', async () => {
  const world = await createWorld(api)
  const { customer = '', bare = '' } = world.ids
  await world.run(customer)
  await world.run(bare)
  const states = async (): Promise<string[]> =>
    (await world.partner.get('/v1/partner/assessments')).body.runs.map((run: Json) => run.status)
  assert.deepEqual(await states(), ['failed', 'completed', 'queued', 'failed', 'completed'])
  await makeRun(world.partner, customer)
  for (const { id } of (await world.partner.get('/v1/partner/assessments')).body.runs) {
    assert.equal((await world.partner.post(`/v1/partner/assessments/${id}/cancel`)).status, 200)
    assert.equal((await world.partner.post(`/v1/partner/assessments/${id}/cancel`)).status, 200)
  }
  assert.deepEqual(await states(), ['canceled', 'failed', 'completed', 'canceled', 'failed', 'completed'])
})

test('key slots go from empty to active and back; an account has one or two keys', async () => {
  const { partner } = await createWorld(api)
  const second = await partner.post('/v1/partner/keys')
  assert.deepEqual([second.status, second.body.slot], [201, 2])
  assertProblem(await partner.post('/v1/partner/keys'), 409, 'MAX_KEYS')
  const rotated = api.client(second.body.key)
  assert.equal((await rotated.delete('/v1/partner/keys/1')).status, 204)
  assertProblem(await partner.get('/v1/partner/me'), 401, 'INVALID_KEY')
  assertProblem(await rotated.delete('/v1/partner/keys/2'), 409, 'LAST_KEY')
  assertProblem(await rotated.delete('/v1/partner/keys/1'), 404, 'NOT_FOUND')
  assert.equal((await rotated.post('/v1/partner/keys')).body.slot, 1)
})

test('each kind of event reaches exactly its audience, and there are no other kinds', async () => {
  const world = await createWorld(api)
  const { distributor, partner, ids } = world
  const stranger = await createWorld(api)
  await partner.put(`/v1/partner/customers/${ids.customer}`, { name: 'Renamed' })
  await partner.delete(`/v1/partner/customers/${ids.bare}`)
  await partner.post('/v1/partner/keys')
  await partner.delete('/v1/partner/keys/2')
  const kindsOf = async (path: string): Promise<string[]> => {
    const { events } = ((await path.startsWith('/v1/partner')) ? await partner.get(path) : await distributor.get(path))
      .body
    return [...new Set<string>(events.map((event: Json) => event.type))].sort()
  }
  const heardByPartner = await kindsOf('/v1/partner/events?limit=200')
  const both = Object.keys(EVENT_KINDS).filter((kind) => EVENT_KINDS[kind] === 'both')
  assert.deepEqual(heardByPartner, both.sort())
  await distributor.post(`/v1/distributor/partners/${ids.partner}/suspend`)
  assert.deepEqual(await kindsOf('/v1/distributor/events?limit=200'), Object.keys(EVENT_KINDS).sort())
  const { events } = (await stranger.distributor.get('/v1/distributor/events?limit=200')).body
  assert.ok(!JSON.stringify(events).includes(ids.partner ?? ''))
  for (const event of (await distributor.get('/v1/distributor/events?limit=200')).body.events) {
    assert.deepEqual(
      differences(
        { id: 'evt', type: Object.keys(EVENT_KINDS).join('|'), timestamp: 'time' },
        withoutData(event),
        'event',
        new Set(),
      ),
      [],
    )
    if (event.type.startsWith('assessment.')) {
      for (const field of ['assessmentId', 'customerId', 'product', 'status']) assert.ok(event.data[field], field)
      assert.equal('score' in event.data, event.type === 'assessment.completed')
    }
  }
})

function withoutData({ data, ...event }: Json): Json {
  assert.equal(typeof data, 'object')
  return event
}

for (const [plan, limit] of Object.entries(RUN_LIMITS)) {
  test(`the run limit of the ${plan} plan is in the account and in the plan change, and is enforced`, async () => {
    const { distributor } = await createWorld(api)
    const id = await makePartner(distributor, { plan })
    await distributor.post(`/v1/distributor/partners/${id}/activate`)
    const client = await clientOf(api, distributor, id)
    assert.equal((await client.get('/v1/partner/me')).body.usage.runsLimit, limit)
    const other = plan === 'starter' ? 'professional' : 'starter'
    await client.post('/v1/partner/plan', { plan: other })
    assert.equal((await client.post('/v1/partner/plan', { plan })).body.runLimit, limit)
    const customer = await client.post('/v1/partner/customers', { name: 'N', tenantId: TENANT })
    const run = { customerId: customer.body.id, product: 'essential-eight' }
    const month = new Date().toISOString().slice(0, 7)
    const runs = limit === -1 ? 100_000 : limit - 1
    await api.db.insertInto('usage_months').values({ partner_id: id, month, runs }).execute()
    assert.equal((await client.post('/v1/partner/assessments', run)).status, 202)
    const next = await client.post('/v1/partner/assessments', run)
    if (limit === -1) assert.equal(next.status, 202)
    else assertProblem(next, 403, 'RUN_LIMIT_REACHED')
  })
}

for (const [call, field, max, status] of BULK_LIMITS) {
  test(`${call} accepts ${max} items and no more`, async () => {
    const world = await createWorld(api)
    const item = { customers: { name: 'N', tenantId: TENANT }, customerIds: '$customer', partners: newPartner() }[field]
    const bodyOf = (count: number) => ({
      ...(field === 'customerIds' && { product: 'essential-eight' }),
      [field]: Array.from({ length: count }, () => item),
    })
    assert.equal((await world.send(call, { body: bodyOf(max) })).status, status)
    assertProblem(await world.send(call, { body: bodyOf(max + 1) }), 400, 'TOO_MANY')
  })
}

test('a maturity target is a number from 1 to 5', async () => {
  const world = await createWorld(api)
  for (let maturityTarget = 0; maturityTarget <= 6; maturityTarget++) {
    const { status } = await world.send('POST /v1/partner/assessments', {
      body: { customerId: '$customer', product: 'essential-eight', maturityTarget },
    })
    assert.equal(status, maturityTarget >= 1 && maturityTarget <= 5 ? 202 : 400, String(maturityTarget))
  }
})

test('by default each key of a partner has 60 requests a minute, and of a distributor 120', async () => {
  const { partnerRate, distributorRate } = readSettings({})
  assert.deepEqual({ partner: partnerRate, distributor: distributorRate }, REQUESTS_A_MINUTE)
  const { partner, distributor } = await createWorld(api)
  await using server = await startAnotherServer(api.app, { partnerRate, distributorRate })
  const second = (await partner.post('/v1/partner/keys')).body.key
  for (const [key, header, path, max] of [
    [partner.key, 'X-Partner-Key', '/v1/partner/products', 60],
    [second, 'X-Partner-Key', '/v1/partner/products', 60],
    [distributor.key, 'X-Distributor-Key', '/v1/distributor/partners?limit=1', 120],
  ] as const) {
    const client = server.client(key, header)
    const answers = await Promise.all(Array.from({ length: max + 20 }, () => client.get(path)))
    assert.equal(answers.filter(({ status }) => status === 200).length, max, header)
    for (const answer of answers.filter(({ status }) => status !== 200)) assertProblem(answer, 429, 'RATE_LIMITED')
  }
})
