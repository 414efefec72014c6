import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runWebhookLog } from '../../src/cli/webhook/log.ts'
import { findAccount } from '../../src/features/accounts/service.ts'
import { findDeliveryFaults } from '../../src/features/webhooks/deliveries/service.ts'
import { deleteEndpoint, findEndpointAccount } from '../../src/features/webhooks/endpoints/service.ts'
import { replayDelivery, startReplay } from '../../src/features/webhooks/replays/service.ts'
import { newId } from '../../src/shared/ids.ts'
import { fields, list } from '../../src/shared/json.ts'
import { AUTHOR } from '../harness/accounts.ts'
import { type Api, startApi } from '../harness/api.ts'
import { eventually } from '../runs/eventually.ts'
import { attemptsOf, deliver, deliveriesOf, emit, hook, waitForAttempts } from './fixture.ts'
import { startReceiver } from './receiver.ts'

async function remove(api: Api, endpointId: string): Promise<void> {
  const account = await findEndpointAccount(api.app, endpointId)
  await deleteEndpoint(api.app, AUTHOR, { account, endpointId })
}

test('a delivery in flight while its webhook is removed is logged with its outcome, and is not retried', async () => {
  await using api = await startApi()
  const answers: (() => void)[] = []
  await using receiver = await startReceiver((response, _, nth) => {
    answers.push(() => response.writeHead(nth === 1 ? 200 : 500).end())
  })
  const acme = await api.as('acme')
  const { id } = await hook(api, (await api.partner('acme')).partnerId, receiver.url)
  await using _ = deliver(api)
  await emit(acme)
  await emit(acme)
  await eventually('both are in flight', async () => answers.length === 2)
  await remove(api, id)
  for (const answer of answers) answer()
  const rows = await eventually('both have ended', async () => {
    const all = await deliveriesOf(api, id)
    return all.every(({ state }) => state !== 'pending') ? all : undefined
  })
  assert.deepEqual(rows.map(({ state, attempts }) => `${state} ${attempts}`).sort(), ['canceled 1', 'delivered 1'])
  for (const row of rows) assert.equal((await attemptsOf(api, row.id)).length, 1)
  assert.deepEqual(await findDeliveryFaults(api.app), [])
})

test('an event written while its webhook is removed is never sent there, signed or unsigned', async () => {
  await using api = await startApi()
  await using receiver = await startReceiver()
  const { partnerId } = await api.partner('acme')
  const gone = await hook(api, partnerId, receiver.url)
  const stays = await hook(api, partnerId, `${receiver.url}/stays`, { another: true })
  await api.db.transaction().execute(async (tx) => {
    const row = { id: newId('evt'), type: 'customer.created', body: Buffer.from('{}'), occurred_at: new Date() }
    await tx
      .insertInto('events')
      .values({ ...row, partner_id: partnerId, distributor_id: null })
      .execute()
    await remove(api, gone.id)
  })
  await using _ = deliver(api)
  await waitForAttempts(api, stays.id, 1)
  const [row] = await eventually('it has ended', async () => {
    const all = await deliveriesOf(api, gone.id)
    return all.every(({ state }) => state !== 'pending') ? all : undefined
  })
  assert.deepEqual([row?.state, row?.attempts], ['canceled', 0])
  assert.deepEqual(
    receiver.received.map(({ path }) => path),
    ['/hook/stays'],
  )
  assert.deepEqual(await findDeliveryFaults(api.app), [])
})

test('the log of a removed webhook stays readable for its account only, and its events cannot be sent again', async () => {
  await using api = await startApi()
  await using receiver = await startReceiver()
  const [acme, { partnerId }] = [await api.as('acme'), await api.partner('acme')]
  const { partnerId: strangerId } = await api.partner('globex')
  const { id } = await hook(api, partnerId, receiver.url)
  await using _ = deliver(api)
  await emit(acme)
  const [row] = await waitForAttempts(api, id, 1)
  const delivery = row?.id ?? 0
  await remove(api, id)
  const logOf = async (account: string, options: Parameters<typeof runWebhookLog>[2]) =>
    list((await runWebhookLog(api.app, account, options)).json).map((item) => fields(item).id)
  assert.deepEqual(await logOf(partnerId, {}), [delivery])
  assert.deepEqual(await logOf(partnerId, { endpoint: id, state: 'delivered' }), [delivery])
  assert.equal(fields((await runWebhookLog(api.app, partnerId, { delivery })).json).endpointId, id)
  assert.deepEqual(await logOf(strangerId, {}), [])
  for (const options of [{ endpoint: id }, { delivery }]) {
    await assert.rejects(runWebhookLog(api.app, strangerId, options), { code: 'NOT_FOUND' })
  }
  const account = await findAccount(api.app, partnerId)
  await assert.rejects(replayDelivery(api.app, AUTHOR, account, delivery), { code: 'NOT_FOUND' })
  await assert.rejects(startReplay(api.app, AUTHOR, account, { endpointId: id }), { code: 'NOT_FOUND' })
  assert.equal((await startReplay(api.app, AUTHOR, account, {})).deliveries, 0)
})
