import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { TENANT } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import { eventually } from '../../runs/eventually.ts'
import { deliver, emit, hook, waitForAttempts } from '../../webhooks/fixture.ts'
import { startReceiver } from '../../webhooks/receiver.ts'

/** Maximum number of requests in flight to one endpoint. */
const MAX_INFLIGHT = 4

const customersOf = (count: number) => ({
  customers: Array.from({ length: count }, (_, n) => ({ name: `Customer ${n}`, tenantId: TENANT })),
})

test('a dead endpoint with a long queue does not delay another', async () => {
  await using api = await startApi()
  await using dead = await startReceiver(() => {})
  await using alive = await startReceiver()
  const acme = await api.as('acme')
  const silent = await hook(api, (await api.partner('globex')).partnerId, dead.url)
  const { id } = await hook(api, (await api.partner('acme')).partnerId, alive.url)
  await sql`with made as (
      insert into deliveries (event_id, endpoint_id, type, cause, next_attempt_at)
      select (select min(id) from events), ${silent.id}, 'customer.created', 'event', now() from generate_series(1, 2000) returning id)
    insert into delivery_queue (delivery_id, endpoint_id, due_at) select id, ${silent.id}, now() - interval '1 hour' from made`.execute(
    api.db,
  )
  await using _ = deliver(api, { concurrency: 16, graceMs: 0 })
  await eventually('the dead endpoint has its maximum in flight', async () => dead.received.length === 4)
  for (let n = 1; n <= 20; n++) {
    const startedMs = Date.now()
    await emit(acme)
    await eventually('it is there', async () => alive.received.length >= n)
    // The dead endpoint holds each of its slots for 10 s.
    assert.ok(Date.now() - startedMs < 5_000, `the delivery ${n} took ${Date.now() - startedMs} ms`)
  }
  await waitForAttempts(api, id, 20)
  assert.equal(dead.received.length, 4)
})

test('several senders together respect the maximum per endpoint, and no delivery is sent by two of them', async () => {
  await using api = await startApi()
  let open = 0
  let max = 0
  await using receiver = await startReceiver((response) => {
    open += 1
    max = Math.max(max, open)
    setTimeout(() => {
      open -= 1
      response.end()
    }, 30)
  })
  const acme = await api.as('acme')
  const { id } = await hook(api, (await api.partner('acme')).partnerId, receiver.url)
  assert.equal((await acme.post('/v1/partner/customers/bulk', customersOf(60))).body.created, 60)
  await using _one = deliver(api)
  await using _two = deliver(api)
  await using _three = deliver(api)
  await waitForAttempts(api, id, 60)
  assert.ok(max > 1 && max <= MAX_INFLIGHT, `${max} at once`)
  assert.equal(receiver.received.length, 60)
})

test('a hanging call does not delay others in its lane', async () => {
  await using api = await startApi()
  await using receiver = await startReceiver((response, _, nth) => (nth === 1 ? undefined : response.end()))
  const acme = await api.as('acme')
  const { id } = await hook(api, (await api.partner('acme')).partnerId, receiver.url)
  assert.equal((await acme.post('/v1/partner/customers/bulk', customersOf(30))).body.created, 30)
  await using _ = deliver(api, { graceMs: 0 })
  const rows = await waitForAttempts(api, id, 29)
  assert.equal(rows.filter(({ state }) => state === 'delivered').length, 29)
  assert.equal(receiver.received.length, 30)
})
