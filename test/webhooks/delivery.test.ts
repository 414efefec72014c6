import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { activateDistributor, suspendDistributor } from '../../src/features/distributors/service.ts'
import { findDeliveryFaults } from '../../src/features/webhooks/deliveries/service.ts'
import { createOutbound } from '../../src/platform/outbound/client.ts'
import { AUTHOR, clientOf, makeActivePartner } from '../harness/accounts.ts'
import { startApi } from '../harness/api.ts'
import { eventually } from '../runs/eventually.ts'
import { attemptsOf, deliver, deliveriesOf, emit, hook, waitForAttempts } from './fixture.ts'
import { hmacHex, startReceiver } from './receiver.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())
// Each test looks at everything that there is.
beforeEach(() => api.empty())

test('partner and distributor get an event with the same id and bytes, each with its own signature', async () => {
  await using receiver = await startReceiver()
  const distributor = await api.distributor('meridian')
  const partner = await makeActivePartner(api, distributor)
  const ours = await hook(api, partner.id, `${receiver.url}/partner`)
  const theirs = await hook(api, distributor.id, `${receiver.url}/distributor`, { secret: 'a secret of their own' })
  await using _ = deliver(api)
  assert.equal((await emit(partner.client)).status, 201)
  await waitForAttempts(api, ours.id, 1)
  await waitForAttempts(api, theirs.id, 1)
  const toPartner = receiver.received.find(({ path }) => path === '/hook/partner')
  const toDistributor = receiver.received.find(({ path }) => path === '/hook/distributor')
  assert.ok(toPartner && toDistributor)
  assert.equal(toPartner.body, toDistributor.body)
  const event = JSON.parse(toPartner.body)
  assert.match(event.id, /^evt_/)
  assert.equal(event.type, 'customer.created')
  assert.equal(toPartner.headers['x-service-event'], 'customer.created')
  assert.equal(toPartner.headers['x-service-attempt'], '1')
  assert.equal(toPartner.headers['content-type'], 'application/json')
  assert.equal(toPartner.headers['webhook-id'], event.id)
  assert.equal(toPartner.headers['x-service-signature'], hmacHex(ours.secret, toPartner.body))
  assert.equal(toDistributor.headers['x-service-signature'], hmacHex('a secret of their own', toDistributor.body))
  const signed = (headers: typeof toPartner.headers) => ({
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  })
  assert.deepEqual(new Webhook(ours.secret).verify(toPartner.body, signed(toPartner.headers)), event)
  const own = new Webhook('a secret of their own', { format: 'raw' })
  assert.deepEqual(own.verify(toDistributor.body, signed(toDistributor.headers)), event)
  assert.deepEqual(await findDeliveryFaults(api.app), [])
})

test('events about a partner go only to its distributor, and a filter excludes other kinds', async () => {
  await using receiver = await startReceiver()
  const distributor = await api.distributor('meridian')
  const partner = await makeActivePartner(api, distributor)
  const filtered = await hook(api, partner.id, receiver.url, { events: ['customer.deleted'] })
  const all = await hook(api, distributor.id, receiver.url)
  const created = await emit(partner.client)
  await partner.client.delete(`/v1/partner/customers/${created.body.id}`)
  await distributor.post(`/v1/distributor/partners/${partner.id}/suspend`)
  await using _ = deliver(api)
  const types = async (id: string): Promise<string[]> => {
    const rows = await waitForAttempts(api, id, 1)
    const events = await api.db.selectFrom('events').select(['id', 'type']).execute()
    return rows.map(({ event_id }) => events.find(({ id: eventId }) => eventId === event_id)?.type ?? '')
  }
  assert.deepEqual(await types(filtered.id), ['customer.deleted'])
  assert.deepEqual(await types(all.id), ['customer.created', 'customer.deleted', 'partner.suspended', 'key.revoked'])
})

test('a suspended partner gets the event of its suspension, and then nothing until it is active again', async () => {
  await using receiver = await startReceiver()
  const distributor = await api.distributor('meridian')
  const partner = await makeActivePartner(api, distributor)
  const { id } = await hook(api, partner.id, receiver.url)
  await distributor.post(`/v1/distributor/partners/${partner.id}/suspend`)
  const path = `/v1/distributor/partners/${partner.id}/customers`
  const customer = { name: 'Umbrella', tenantId: '11111111-1111-4111-8111-111111111111' }
  assert.equal((await distributor.post(path, customer)).status, 201)
  await distributor.post(`/v1/distributor/partners/${partner.id}/activate`)
  assert.equal((await emit(await clientOf(api, distributor, partner.id), 'Later')).status, 201)
  await using _ = deliver(api)
  await waitForAttempts(api, id, 3)
  assert.deepEqual(receiver.received.map(({ body }) => JSON.parse(body).type).sort(), [
    'customer.created',
    'key.created',
    'key.revoked',
  ])
  assert.equal(
    receiver.received.some(({ body }) => JSON.parse(body).data.name === 'Umbrella'),
    false,
  )
  assert.deepEqual(await findDeliveryFaults(api.app), [])
})

test('a suspended distributor gets no events until it is active again, and doctor reports none as missing', async () => {
  await using receiver = await startReceiver()
  const distributor = await api.distributor('meridian')
  const partner = await makeActivePartner(api, distributor)
  const { id } = await hook(api, distributor.id, receiver.url)
  await sql`update webhook_endpoints set updated_at = now() - interval '1 hour'`.execute(api.db)
  await sql`delete from events`.execute(api.db)
  await suspendDistributor(api.app, AUTHOR, distributor.id)
  assert.equal((await emit(partner.client)).status, 201)
  await activateDistributor(api.app, AUTHOR, distributor.id)
  assert.deepEqual(await deliveriesOf(api, id), [])
  assert.deepEqual(await findDeliveryFaults(api.app), [])
  assert.equal((await emit(partner.client)).status, 201)
  assert.equal((await deliveriesOf(api, id)).length, 1)
  assert.deepEqual(await findDeliveryFaults(api.app), [])
})

test('a host that now resolves to an internal address is not called, and the log says why', async () => {
  await using receiver = await startReceiver()
  const { id } = await hook(api, (await api.partner('acme')).partnerId, receiver.url)
  await emit(await api.as('acme'))
  const app = { ...api.app, outbound: createOutbound({ allowed: [], timeoutMs: 10_000 }) }
  await using _ = deliver({ ...api, app })
  const [row] = await waitForAttempts(api, id, 1)
  assert.deepEqual([row?.state, row?.attempts, row?.last_outcome], ['pending', 1, 'failed'])
  assert.equal(row?.last_error, 'localhost (127.0.0.1) is not a public IP address.')
  assert.equal((await attemptsOf(api, row?.id ?? 0))[0]?.error_code, 'address')
  assert.equal(receiver.connections(), 0)
})

test('a change that is rolled back leaves neither event nor delivery', async () => {
  await using receiver = await startReceiver()
  const actor = await api.partner('acme')
  const { id } = await hook(api, actor.partnerId, receiver.url)
  const before = await api.db.selectFrom('deliveries').select('id').execute()
  await assert.rejects(
    api.db.transaction().execute(async (tx) => {
      const row = { id: 'evt_1', type: 'customer.created', body: Buffer.from('{}'), occurred_at: new Date() }
      await tx
        .insertInto('events')
        .values({ ...row, partner_id: actor.partnerId, distributor_id: null })
        .execute()
      const made = await tx.selectFrom('delivery_queue').select('endpoint_id').where('endpoint_id', '=', id).execute()
      assert.equal(made.length, 1)
      throw new Error('on second thoughts')
    }),
    /second thoughts/,
  )
  assert.deepEqual(await api.db.selectFrom('deliveries').select('id').execute(), before)
  assert.deepEqual(await api.db.selectFrom('delivery_queue').selectAll().execute(), [])
})

test('an event is sent at once, not only at the next sweep', async () => {
  await using receiver = await startReceiver()
  const acme = await api.as('acme')
  const { id } = await hook(api, (await api.partner('acme')).partnerId, receiver.url)
  await using _ = deliver(api)
  await emit(acme)
  await waitForAttempts(api, id, 1)
  const waits: number[] = []
  for (let n = 2; n < 7; n++) {
    await emit(acme)
    const createdMs = Date.now()
    await eventually('it is there', async () => receiver.received.length >= n)
    waits.push((receiver.received[n - 1]?.atMs ?? Infinity) - createdMs)
  }
  assert.ok(Math.min(...waits) < 150, `waited ${waits.join(', ')} ms`)
})
