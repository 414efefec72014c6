import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { grantByOperator } from '../../src/features/approvals/service.ts'
import { notifyOfExpiringExceptions } from '../../src/features/exceptions/service.ts'
import { findDeliveryFaults } from '../../src/features/webhooks/deliveries/service.ts'
import { previewReplay } from '../../src/features/webhooks/replays/service.ts'
import { DAY_MS } from '../../src/shared/dates/time-units.ts'
import { AUTHOR, makeActivePartner } from '../harness/accounts.ts'
import { assertProblem, fieldsAtFault, makeCustomer, makeRun, TENANT } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Client, Json } from '../harness/client.ts'
import { deliveriesOf, hook } from './fixture.ts'

const OPTIONAL = ['assessment.canceled', 'customer.approved', 'exception.expiring']

let nowMs = Date.now()
const api = await startApi({ now: () => new Date(nowMs) })
after(() => api[Symbol.asyncDispose]())

const distributor = await api.distributor('meridian')

/** An active partner of the distributor with a customer. */
async function createWorld(): Promise<{ id: string; client: Client; customerId: string }> {
  const { id, client } = await makeActivePartner(api, distributor)
  return { id, client, customerId: await makeCustomer(client) }
}

const exception = (expiresInDays: number, more: Json = {}): Json => ({
  kind: 'accepted-risk',
  product: 'essential-eight',
  requirement: 'ISM-1504',
  reason: 'The network lets nobody in who has not passed it.',
  approver: 'Ada Park, managing director',
  expiresAt: new Date(nowMs + expiresInDays * DAY_MS).toISOString(),
  ...more,
})

async function recordException(client: Client, customerId: string, input: Json): Promise<Json> {
  const { status, body, text } = await client.post(`/v1/partner/customers/${customerId}/exceptions`, input)
  assert.equal(status, 201, text)
  return body
}

/** One event of each optional type that needs no worker. */
async function emitOptional({ id, client, customerId }: Awaited<ReturnType<typeof createWorld>>): Promise<void> {
  const run = await makeRun(client, customerId)
  assert.equal((await client.post(`/v1/partner/assessments/${run}/cancel`)).status, 200)
  await grantByOperator(api.app, AUTHOR, id, TENANT)
  await recordException(client, customerId, exception(7))
  await notifyOfExpiringExceptions(api.app)
}

async function listTypes(client: Client, path: string): Promise<string[]> {
  const { status, body, text } = await client.get(path)
  assert.equal(status, 200, text)
  return body.events.map(({ type }: Json) => type).toSorted()
}

const typesSentTo = async (endpointId: string): Promise<string[]> =>
  (await deliveriesOf(api, endpointId)).map(({ type }) => type).toSorted()

test('only webhooks that name an optional type receive it; one that takes all gets exactly what it did before', async () => {
  const world = await createWorld()
  const every = await hook(api, world.id, 'https://localhost:1/every')
  const named = await hook(api, world.id, 'https://localhost:1/named', {
    events: ['assessment.canceled', 'exception.expiring'],
    another: true,
  })
  const everyOfDistributor = await hook(api, distributor.id, 'https://localhost:1/every')
  const namedByDistributor = await hook(api, distributor.id, 'https://localhost:1/named', {
    events: ['customer.approved'],
    another: true,
  })
  const extra = await makeCustomer(world.client, 'Another')
  await emitOptional(world)
  assert.deepEqual(await typesSentTo(every.id), ['customer.created'])
  assert.deepEqual(await typesSentTo(named.id), ['assessment.canceled', 'exception.expiring'])
  assert.deepEqual(await typesSentTo(everyOfDistributor.id), ['customer.created'])
  const approved = await deliveriesOf(api, namedByDistributor.id)
  assert.equal(approved.length, 2, 'one for each customer of the tenant')
  const { body } = await world.client.get('/v1/partner/events?type=customer.approved')
  assert.deepEqual(
    body.events.map(({ data }: Json) => data.customerId).toSorted(),
    [world.customerId, extra].toSorted(),
  )
  assert.deepEqual(new Set(approved.map(({ event_id }) => event_id)), new Set(body.events.map(({ id }: Json) => id)))
  assert.deepEqual(await findDeliveryFaults(api.app), [])
})

test('lists leave optional events out, unless they are included or named', async () => {
  const world = await createWorld()
  await emitOptional(world)
  for (const [client, path] of [
    [world.client, '/v1/partner/events'],
    [distributor, `/v1/distributor/partners/${world.id}/events`],
  ] as const) {
    assert.deepEqual(await listTypes(client, path), ['customer.created', 'key.created'], path)
    const all = await listTypes(client, `${path}?include=optional`)
    assert.deepEqual(all, [...OPTIONAL, 'customer.created', 'key.created'].toSorted(), path)
    for (const type of OPTIONAL) assert.deepEqual(await listTypes(client, `${path}?type=${type}`), [type])
    const answer = await client.get(`${path}?include=everything`)
    assert.deepEqual(fieldsAtFault(assertProblem(answer, 400, 'INVALID_FIELD')), ['include INVALID_FIELD'])
  }
  const ofAll = await listTypes(distributor, '/v1/distributor/events?limit=200')
  assert.deepEqual(
    ofAll.filter((type) => OPTIONAL.includes(type)),
    [],
  )
  const stranger = await createWorld()
  assert.deepEqual(await listTypes(stranger.client, '/v1/partner/events?include=optional'), [
    'customer.created',
    'key.created',
  ])
})

test('the cursor of a list with optional events works only for a list with them', async () => {
  const world = await createWorld()
  await emitOptional(world)
  const path = '/v1/partner/events?limit=2'
  const { body } = await world.client.get(`${path}&include=optional`)
  const next = await world.client.get(`${path}&include=optional&cursor=${body.nextCursor}`)
  assert.equal(next.body.events.length, 2)
  assertProblem(await world.client.get(`${path}&cursor=${body.nextCursor}`), 400, 'INVALID_FIELD')
})

test('a replay of what was never sent leaves optional events out, unless it or the webhook names them', async () => {
  const world = await createWorld()
  await emitOptional(world)
  await hook(api, world.id, 'https://localhost:1/late')
  const account = {
    kind: 'partner' as const,
    id: world.id,
    owner: { partnerId: world.id, distributorId: distributor.id },
  }
  const count = async (order: Json) => (await previewReplay(api.app, account, { neverSent: true, ...order })).deliveries
  assert.equal(await count({}), 2)
  assert.equal(await count({ type: 'exception.expiring' }), 1)
  await hook(api, world.id, 'https://localhost:1/named', { events: ['assessment.canceled'], another: true })
  assert.equal(await count({}), 3)
})

test('an exception is announced once for each expiry date, 30 days before it, however many workers look', async () => {
  const { client, customerId } = await createWorld()
  const soon = await recordException(client, customerId, exception(30, { object: 'one' }))
  const later = await recordException(client, customerId, exception(31, { object: 'two' }))
  const removed = await recordException(client, customerId, exception(5, { object: 'three' }))
  assert.equal((await client.delete(`/v1/partner/customers/${customerId}/exceptions/${removed.id}`)).status, 204)
  const announce = () => Promise.all(Array.from({ length: 4 }, () => notifyOfExpiringExceptions(api.app)))
  const announced = async (): Promise<string[]> => {
    const { body } = await client.get('/v1/partner/events?type=exception.expiring')
    return body.events.map(({ data }: Json) => `${data.object} ${data.expiresAt}`).toReversed()
  }
  await announce()
  assert.deepEqual(await announced(), [`one ${soon.expiresAt}`])
  nowMs += DAY_MS
  await announce()
  assert.deepEqual(await announced(), [`one ${soon.expiresAt}`, `two ${later.expiresAt}`])
  const renewal = { expiresAt: new Date(nowMs + 200 * DAY_MS).toISOString() }
  assert.equal((await client.put(`/v1/partner/customers/${customerId}/exceptions/${soon.id}`, renewal)).status, 200)
  nowMs += 180 * DAY_MS
  await announce()
  assert.deepEqual((await announced()).slice(2), [`one ${renewal.expiresAt}`])
  const audit = await api.db
    .selectFrom('audit')
    .select(['author_id', 'customer_id'])
    .where('subject', '=', soon.id)
    .where('action', '=', 'exception.expiring')
    .execute()
  assert.deepEqual(audit, Array(2).fill({ author_id: 'worker', customer_id: customerId }))
})

test('an exception that expired without an announcement is not announced later', async () => {
  const { client, customerId } = await createWorld()
  await recordException(client, customerId, exception(31))
  nowMs += 32 * DAY_MS
  await notifyOfExpiringExceptions(api.app)
  assert.deepEqual(await listTypes(client, '/v1/partner/events?type=exception.expiring'), [])
})

test('a suspension cancels queued runs with an event for each, which its own webhook still receives', async () => {
  const world = await createWorld()
  const { id } = await hook(api, world.id, 'https://localhost:1/hook', { events: ['assessment.canceled'] })
  const run = await makeRun(world.client, world.customerId)
  assert.equal((await distributor.post(`/v1/distributor/partners/${world.id}/suspend`)).status, 200)
  assert.deepEqual(await typesSentTo(id), ['assessment.canceled'])
  const { body } = await distributor.get(`/v1/distributor/partners/${world.id}/events?type=assessment.canceled`)
  assert.deepEqual(
    body.events.map(({ data }: Json) => [data.assessmentId, data.status]),
    [[run, 'canceled']],
  )
})
