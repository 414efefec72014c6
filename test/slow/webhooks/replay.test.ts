import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { runWebhookReplay } from '../../../src/cli/webhook/replay.ts'
import { findDeliveryFaults } from '../../../src/features/webhooks/deliveries/service.ts'
import { TENANT } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import { eventually } from '../../runs/eventually.ts'
import { deliver, deliveriesOf, emit, hook, waitForAttempts } from '../../webhooks/fixture.ts'
import { startReceiver } from '../../webhooks/receiver.ts'

test('a replay leaves room for new events, continues after a stop, and sends nothing twice', async () => {
  await using api = await startApi()
  await using receiver = await startReceiver()
  const acme = await api.as('acme')
  const { partnerId } = await api.partner('acme')
  const { id } = await hook(api, partnerId, receiver.url)
  const customers = Array.from({ length: 80 }, (_, n) => ({ name: `Customer ${n}`, tenantId: TENANT }))
  assert.equal((await acme.post('/v1/partner/customers/bulk', { customers })).body.created, 80)
  {
    await using _ = deliver(api)
    await waitForAttempts(api, id, 80)
  }
  const [first] = await deliveriesOf(api, id)
  const since = first?.created_at.toISOString() ?? ''
  assert.deepEqual((await runWebhookReplay(api.app, partnerId, { since, dryRun: true })).json, { wouldReplay: 80 })
  assert.deepEqual((await runWebhookReplay(api.app, partnerId, { since })).json, { replayed: 80 })
  assert.deepEqual(
    (await runWebhookReplay(api.app, partnerId, { since })).json,
    { replayed: 0 },
    'pending deliveries are not sent again',
  )
  const { rows } = await sql<{ pause: number }>`
    select extract(epoch from due_at - lag(due_at) over (order by due_at))::float8 as pause from delivery_queue`.execute(
    api.db,
  )
  assert.deepEqual([...new Set(rows.slice(1).map(({ pause }) => pause))], [0.05])
  {
    await using _ = deliver(api)
    await eventually('it has started', async () => receiver.received.length >= 85)
    await emit(acme, 'News')
    await eventually('the new event has arrived', async () =>
      receiver.received.some(({ body }) => body.includes('"News"')),
    )
    assert.ok(receiver.received.length < 161, 'the new event did not wait for the end of the replay')
  }
  await using _ = deliver(api)
  const all = await waitForAttempts(api, id, 161)
  assert.ok(all.every(({ state }) => state === 'delivered'))
  const replayed = all.filter(({ cause }) => cause === 'replay').map(({ event_id }) => event_id)
  assert.deepEqual(
    replayed,
    all.slice(0, 80).map(({ event_id }) => event_id),
    'in the order in which they happened',
  )
  assert.equal(receiver.received.length, 161)
  assert.deepEqual(await findDeliveryFaults(api.app), [])
})
