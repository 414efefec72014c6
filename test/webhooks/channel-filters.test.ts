import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { recordChanges } from '../../src/features/audit/service.ts'
import { deleteRemovedEndpoints } from '../../src/features/retention/store.ts'
import { toMessage } from '../../src/features/webhooks/channels/message.ts'
import { findDeliveryFaults } from '../../src/features/webhooks/deliveries/service.ts'
import { newId } from '../../src/shared/ids.ts'
import { AUTHOR } from '../harness/accounts.ts'
import { makeCustomer } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import type { Json } from '../harness/client.ts'
import { signIn } from '../portal/sessions.ts'
import { deliveriesOf } from './fixture.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

const channel = (more: Json): Json => ({ format: 'slack', name: '#x', url: 'https://localhost:1/x', ...more })

interface Found {
  opened?: string[]
  reopened?: string[]
  known?: string[]
}

const listOf = (severities: string[] = []) => ({
  count: severities.length,
  requirements: severities.map((severity, n) => ({ id: `ISM-${n}`, severity })),
})

async function start(name: string) {
  const { partnerId } = await api.partner(name)
  const portal = await signIn(api, partnerId)
  const add = async (more: Json): Promise<string> => {
    const { status, body, text } = await portal.post('/partner/channels', channel(more))
    assert.equal(status, 201, text)
    return body.id
  }
  const emit = async (type: 'findings.changed' | 'assessment.completed' | 'key.created', data: Json): Promise<void> => {
    const owner = { partnerId, distributorId: null }
    await recordChanges(api.db, AUTHOR, new Date(), [
      { action: 'key.created', subject: 'x', owner, event: { type, data } },
    ])
  }
  const change = (customerId: string, { opened, reopened, known }: Found) =>
    emit('findings.changed', {
      customerId,
      opened: listOf(opened),
      reopened: listOf(reopened),
      resolved: listOf(['critical']),
      known: listOf(known),
      unknown: listOf(),
    })
  const count = async (id: string): Promise<number> => (await deliveriesOf(api, id)).length
  return { partnerId, portal, client: await api.as(name), add, emit, change, count }
}

test('a channel gets changed findings of its minimum severity or above, by default critical ones', async () => {
  const { client, add, change, count } = await start('severe')
  const customerId = await makeCustomer(client, 'Bellbird')
  const events = ['findings.changed']
  const [usual, high, any] = [
    await add({ events }),
    await add({ events, minSeverity: 'high' }),
    await add({ events, minSeverity: 'low' }),
  ]
  const counts = async (): Promise<number[]> => [await count(usual), await count(high), await count(any)]
  await change(customerId, { opened: ['low'], known: ['critical'] })
  assert.deepEqual(await counts(), [0, 0, 1], 'what was resolved or became known is not new')
  await change(customerId, { reopened: ['high', 'medium'] })
  assert.deepEqual(await counts(), [0, 1, 2])
  await change(customerId, { opened: ['critical', 'low'] })
  assert.deepEqual(await counts(), [1, 2, 3])
  await change(customerId, {})
  assert.deepEqual(await counts(), [1, 2, 3])
})

test('a channel for every result can be limited to results with findings of a severity', async () => {
  const { client, add, emit, count } = await start('results')
  const customerId = await makeCustomer(client, 'Bellbird')
  const events = ['assessment.completed']
  const [every, high] = [await add({ events }), await add({ events, minSeverity: 'high' })]
  const result = { customerId, critical: 0, high: 0, medium: 3, low: 1 }
  await emit('assessment.completed', result)
  assert.deepEqual([await count(every), await count(high)], [1, 0])
  await emit('assessment.completed', { ...result, high: 1 })
  assert.deepEqual([await count(every), await count(high)], [2, 1])
})

test('a channel limited to customers and groups gets events about them and events about no customer', async () => {
  const { portal, client, add, emit, change, count } = await start('some')
  const [named, grouped, other] = [
    await makeCustomer(client, 'Named'),
    await makeCustomer(client, 'Grouped'),
    await makeCustomer(client, 'Other'),
  ]
  const { body: group } = await portal.post('/partner/groups', { name: 'Clinics' })
  const assign = async (customerIds: string[], change: string): Promise<void> => {
    const filter = { product: 'essential-eight' }
    const { status, text } = await portal.post('/partner/portfolio/groups', {
      filter,
      customerIds,
      groupId: group.id,
      change,
    })
    assert.equal(status, 200, text)
  }
  await assign([grouped], 'add')
  const id = await add({
    events: ['findings.changed', 'key.created'],
    only: { customers: [named], groups: [group.id] },
  })
  const { body: shown } = await portal.get(`/partner/webhooks/${id}`)
  assert.deepEqual(shown.only, { customers: [named], groups: [group.id] })
  const opened = { opened: ['critical'] }
  for (const customerId of [named, grouped, other]) await change(customerId, opened)
  assert.equal(await count(id), 2)
  await emit('key.created', { slot: 1 })
  assert.equal(await count(id), 3)
  await assign([grouped], 'remove')
  await assign([other], 'add')
  for (const customerId of [grouped, other]) await change(customerId, opened)
  assert.equal(await count(id), 4, 'the members of a group count when something happens')

  const missed = await portal.post('/partner/replays/preview', {
    neverSent: true,
    endpoint: id,
    type: 'findings.changed',
  })
  assert.equal(missed.body.deliveries, 1, 'of the other customer, who is in the group by now')

  await client.delete(`/v1/partner/customers/${named}`)
  await portal.delete(`/partner/groups/${group.id}`)
  for (const customerId of [grouped, other]) await change(customerId, opened)
  assert.equal(await count(id), 4, 'who named only what is gone gets nothing, and not everything')
  assert.deepEqual((await portal.get(`/partner/webhooks/${id}`)).body.only, { customers: [], groups: [] })
  const all = await portal.call('PATCH', `/partner/channels/${id}`, { only: null, minSeverity: 'low' })
  assert.deepEqual([all.status, all.body.only, all.body.minSeverity], [200, undefined, 'low'])
  await change(other, { opened: ['low'] })
  assert.equal(await count(id), 5)
})

test('invalid customers and groups in the filter of a channel are refused, and nothing changes', async () => {
  const { portal, client, add } = await start('refuses')
  const own = await makeCustomer(client, 'Own')
  const foreign = await makeCustomer(await api.as('stranger'), 'Foreign')
  const id = await add({ events: ['key.created'], only: { customers: [own], groups: [] } })
  const events = ['key.created']
  for (const only of [
    { customers: [], groups: [] },
    { customers: [own, foreign], groups: [] },
    { customers: [], groups: ['grp_01jd0000000000000000000000'] },
  ]) {
    for (const answer of [
      await portal.post('/partner/channels', channel({ events, only })),
      await portal.call('PATCH', `/partner/channels/${id}`, { name: 'Another', only }),
    ]) {
      assert.equal(answer.status, 400, answer.text)
      assert.equal(answer.body.error.details[0].field, 'only')
    }
  }
  const { body } = await portal.get(`/partner/webhooks/${id}`)
  assert.deepEqual([body.name, body.only], ['#x', { customers: [own], groups: [] }])
  assert.equal((await portal.get('/partner/webhooks')).body.webhooks.length, 1)
  const seller = await signIn(api, (await api.distributor('sells')).id)
  const refused = await seller.post(
    '/distributor/channels',
    channel({ events, only: { customers: [own], groups: [] } }),
  )
  assert.equal(refused.status, 400, refused.text)
  assert.equal((await seller.post('/distributor/channels', channel({ events, minSeverity: 'high' }))).status, 201)
})

test('an event that a channel’s filter excludes does not count as missing; an undelivered one does', async () => {
  const { partnerId, client, add, change } = await start('sound')
  const [named, other] = [await makeCustomer(client, 'Named'), await makeCustomer(client, 'Other')]
  const events = ['findings.changed']
  const high = await add({ events, minSeverity: 'high' })
  await add({ events, only: { customers: [named], groups: [] } })
  await sql`update webhook_endpoints set updated_at = now() - interval '1 hour' where partner_id = ${partnerId}`.execute(
    api.db,
  )
  for (const customerId of [named, other]) await change(customerId, { opened: ['high', 'critical'] })
  await change(other, { opened: ['medium'] })
  assert.deepEqual(await findDeliveryFaults(api.app), [])
  await sql`delete from delivery_queue where endpoint_id = ${high}`.execute(api.db)
  await sql`delete from deliveries where endpoint_id = ${high}`.execute(api.db)
  assert.deepEqual(await findDeliveryFaults(api.app), ['2 events of the last day have no delivery'])
})

test('a removed channel is deleted by retention with the customers and groups that it named', async () => {
  const { portal, client, add } = await start('removed')
  const named = await makeCustomer(client, 'Named')
  const { body: group } = await portal.post('/partner/groups', { name: 'Clinics' })
  const id = await add({ events: ['key.created'], only: { customers: [named], groups: [group.id] } })
  assert.equal((await portal.delete(`/partner/webhooks/${id}`)).status, 204)
  assert.equal(await deleteRemovedEndpoints(api.db, new Date(Date.now() + 60_000), 100), 1)
})

test('the version before these filters can still create channels and request replays', async () => {
  const { partnerId, client, change, count } = await start('earlier')
  const customerId = await makeCustomer(client, 'Bellbird')
  const id = newId('whk')
  await sql`insert into webhook_endpoints (id, partner_id, format, name, url, event_types, max_inflight, enabled, created_at, updated_at)
    values (${id}, ${partnerId}, 'slack', '#x', 'https://localhost:1', array['findings.changed'], 4, true, now(), now())`.execute(
    api.db,
  )
  for (const severity of ['critical', 'high']) await change(customerId, { opened: [severity] })
  assert.equal(await count(id), 1)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from events where partner_id = ${partnerId} and type = 'findings.changed'
      and is_for_channel(type, body)`.execute(api.db)
  assert.equal(rows[0]?.count, 1)
})

test('a message names the new findings of its channel’s minimum severity or above, worst first', () => {
  const data = { opened: listOf(['high', 'medium']), reopened: listOf(['critical']) }
  const titleOf = (minSeverity: 'critical' | 'high' | 'low' | undefined, given: Json = data): string =>
    toMessage('findings.changed', given, {
      appUrl: 'https://app.example',
      customerName: 'Bellbird',
      partnerName: undefined,
      minSeverity,
    }).title
  assert.equal(titleOf(undefined), 'Bellbird: a new critical finding')
  assert.equal(titleOf('high'), 'Bellbird: 2 new findings, 1 of them critical')
  assert.equal(titleOf('low'), 'Bellbird: 3 new findings, 1 of them critical')
  assert.equal(titleOf('high', { opened: listOf(['high']), reopened: listOf() }), 'Bellbird: a new finding')
})
