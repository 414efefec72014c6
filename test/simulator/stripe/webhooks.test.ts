import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type Stripe from 'stripe'
import { type Account, openAccount, refusal } from './account.ts'

/** What endpoints get, verified by the package itself. */

interface Received {
  event: Stripe.Event
  at: number
}

let account: Account
let receiver: Server
let url: string
let secret: string
let received: Received[]
let status: number
let concurrent: number
let maxConcurrent: number
/** Answers no call before this many have arrived. */
let together: number
let arrived: PromiseWithResolvers<void>

before(async () => {
  receiver = createServer(async (request, response) => {
    concurrent += 1
    maxConcurrent = Math.max(maxConcurrent, concurrent)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const signature = String(request.headers['stripe-signature'])
    const event = account.stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, secret)
    received.push({ event, at: Date.now() })
    if (concurrent >= together) arrived.resolve()
    await arrived.promise
    concurrent -= 1
    response.writeHead(status, { location: '/elsewhere' }).end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  assert.ok(typeof address === 'object' && address)
  url = `http://127.0.0.1:${address.port}/api/stripe/webhook`
})
after(() => {
  receiver.close()
  receiver.closeAllConnections()
})

beforeEach(async () => {
  received = []
  status = 200
  concurrent = 0
  maxConcurrent = 0
  together = 1
  arrived = Promise.withResolvers()
  account = await openAccount({ now: Date.now })
  const endpoint = await account.stripe.webhookEndpoints.create({
    url,
    enabled_events: ['customer.created', 'customer.subscription.created'],
    api_version: '2026-10-28.endive',
  })
  secret = endpoint.secret ?? ''
})
afterEach(() => account.close())

const create = (name: string): Promise<Stripe.Customer> => account.stripe.customers.create({ name })
const names = (): unknown[] => received.map(({ event }) => (event.data.object as Stripe.Customer).name)

test('an event is signed, names its cause, and is sent only to endpoints that subscribe to its type', async () => {
  const { id } = await account.stripe.customers.create({ name: 'A' }, { idempotencyKey: 'cus:a' })
  await account.stripe.customers.update(id, { name: 'B' })
  await account.simulator.webhooks.idle()
  const [first] = received
  assert.equal(received.length, 1)
  assert.deepEqual([first?.event.type, first?.event.request?.idempotency_key], ['customer.created', 'cus:a'])
  assert.equal(first?.event.api_version, '2026-10-28.endive')
  const { data } = await account.stripe.events.list({ limit: 2 })
  assert.deepEqual(
    data.map(({ type }) => type),
    ['customer.updated', 'customer.created'],
  )
  const [updated] = data as (Stripe.Event & { data: { previous_attributes?: unknown } })[]
  assert.deepEqual(updated?.data.previous_attributes, { name: 'A' })
})

test('events can arrive twice, out of order, late or never', async () => {
  const { webhooks } = account.simulator
  webhooks.mode = 'twice'
  await create('twice')
  await webhooks.idle()
  assert.deepEqual(names(), ['twice', 'twice'])

  received = []
  webhooks.mode = 'late'
  await create('a')
  await create('b')
  await create('c')
  await webhooks.idle()
  assert.deepEqual(names(), [])
  webhooks.mode = 'swapped'
  await webhooks.release()
  assert.deepEqual(names(), ['b', 'a', 'c'])

  received = []
  webhooks.mode = 'never'
  await create('lost')
  await webhooks.release()
  assert.deepEqual(names(), [])
  const { data } = await account.stripe.events.list({ delivery_success: false, types: ['customer.created'] })
  assert.deepEqual(
    data.map(({ data: { object } }) => (object as Stripe.Customer).name),
    ['lost'],
  )
  webhooks.mode = 'once'
  await webhooks.resend(data[0]?.id ?? '')
  assert.deepEqual(names(), ['lost'])
})

test('an answer other than 2xx, a redirect included, does not count as delivered', async () => {
  const { webhooks } = account.simulator
  for (status of [500, 302]) {
    await create(`answered ${status}`)
    await webhooks.idle()
  }
  assert.equal((await account.stripe.events.list({ delivery_success: false })).data.length, 2)
  status = 200
  await webhooks.resendPending()
  assert.equal((await account.stripe.events.list({ delivery_success: false })).data.length, 0)
  assert.deepEqual(
    webhooks.sent.map((each) => each.status),
    [500, 302, 200, 200],
  )
})

test('a test can request events with an older api_version', async () => {
  account.simulator.webhooks.apiVersion = '2025-06-30.basil'
  await create('older')
  await account.simulator.webhooks.idle()
  assert.equal(received[0]?.event.api_version, '2025-06-30.basil')
})

test('twenty events can be sent at once', async () => {
  const { webhooks } = account.simulator
  webhooks.mode = 'late'
  for (let n = 0; n < 20; n += 1) await create(`n${n}`)
  webhooks.mode = 'parallel'
  together = 20
  arrived = Promise.withResolvers()
  await webhooks.release()
  assert.deepEqual([received.length, maxConcurrent], [20, 20])
})

test('a test can emit events that no call causes', async () => {
  await account.stripe.webhookEndpoints.create({ url, enabled_events: ['charge.dispute.created'] })
  account.simulator.webhooks.mode = 'never'
  account.simulator.emit('charge.dispute.created', { id: 'dp_1', object: 'dispute', amount: 100 })
  const [event] = (await account.stripe.events.list({ type: 'charge.dispute.created' })).data
  assert.equal(event?.type, 'charge.dispute.created')
  assert.equal(event.data.object.id, 'dp_1')
})

test('events are listed by one type or by several', async () => {
  const both = account.stripe.events.list({ type: 'customer.created', types: ['customer.updated'] })
  assert.equal((await refusal(Promise.resolve(both))).param, 'types')
})

test('the secret of an endpoint is shown once, and its URL must be valid', async () => {
  const { webhookEndpoints } = account.stripe
  const [listed] = (await webhookEndpoints.list()).data
  assert.equal(listed?.secret, undefined)
  const error = await refusal(webhookEndpoints.create({ url: 'nowhere', enabled_events: ['*'] }))
  assert.equal(error.code, 'url_invalid')
})
