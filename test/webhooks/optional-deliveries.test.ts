import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { grantByOperator } from '../../src/features/approvals/service.ts'
import type { EventType } from '../../src/features/events/rules.ts'
import { notifyOfExpiringExceptions } from '../../src/features/exceptions/service.ts'
import { notifyOfQuietAnswers } from '../../src/features/questionnaires/invitations/service.ts'
import { findDeliveryFaults } from '../../src/features/webhooks/deliveries/service.ts'
import { DAY_MS } from '../../src/shared/dates/time-units.ts'
import { AUTHOR, makeActivePartner } from '../harness/accounts.ts'
import { startApi } from '../harness/api.ts'
import type { Client, Json } from '../harness/client.ts'
import { signIn } from '../portal/sessions.ts'
import { ALL_YES, askSamples, makeCustomer } from '../questionnaires/fixture.ts'
import { enter, mailTo } from '../questionnaires/invitation-fixture.ts'
import { linkIn } from '../questionnaires/visitor.ts'
import { controlledCollect } from '../runs/collections.ts'
import { eventually } from '../runs/eventually.ts'
import { tenantIdOf, waitForEnd } from '../runs/follow.ts'
import { deliver } from './fixture.ts'
import { hmacHex, type Receiver, startReceiver } from './receiver.ts'

/** What only webhooks receive that name it, from what causes it to the receiver. */

askSamples()
let nowMs = Date.UTC(2026, 2, 10, 8)
const { collect, nth, begun } = controlledCollect()
const api = await startApi({ worker: true, collect, now: () => new Date(nowMs) })
after(() => api[Symbol.asyncDispose]())
const distributor = await api.distributor('meridian')

let receiver: Receiver
let deliveries: ReturnType<typeof deliver>
before(async () => {
  receiver = await startReceiver()
  deliveries = deliver(api)
})
after(async () => {
  await deliveries.stop()
  await receiver[Symbol.asyncDispose]()
})

interface World {
  id: string
  client: Client
  /** The event of this kind that arrived at the webhook of the partner that names it, once it has. */
  arrived(type: EventType): Promise<Json>
}

let made = 0

/**
 * A partner with two webhooks and a distributor with one more: those that name the kind of event must receive it once and
 * signed, the one that takes everything must not.
 */
async function createWorld(type: EventType): Promise<World> {
  const { id, client } = await makeActivePartner(api, distributor)
  made += 1
  const paths = { named: `/hook/named-${made}`, all: `/hook/all-${made}`, distributor: `/hook/distributor-${made}` }
  const urlOf = (path: string): string => new URL(path, receiver.url).href
  const portal = await signIn(api, id)
  const create = async (body: Json): Promise<Json> => {
    const answer = await portal.post('/partner/webhooks', body)
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  const { secret } = await create({ url: urlOf(paths.named), events: [type] })
  await create({ url: urlOf(paths.all) })
  const ofDistributor = await signIn(api, distributor.id)
  const theirs = await ofDistributor.post('/distributor/webhooks', { url: urlOf(paths.distributor), events: [type] })
  assert.equal(theirs.status, 201, theirs.text)
  const at = (path: string) => receiver.received.filter((one) => one.path === path)
  return {
    id,
    client,
    arrived: async (of) => {
      const [named] = await eventually(`${of} has arrived`, async () => at(paths.named).length > 0 && at(paths.named))
      const [other] = await eventually('at both', async () => at(paths.distributor).length > 0 && at(paths.distributor))
      assert.ok(named && other)
      assert.equal(named.headers['x-service-event'], of)
      assert.equal(named.headers['x-service-signature'], hmacHex(secret, named.body))
      assert.equal(other.body, named.body, 'the distributor gets the same bytes')
      const event = JSON.parse(named.body)
      assert.equal(event.type, of)
      // This event comes after the others: what the webhook that takes everything should get of them has arrived with it.
      await makeCustomer(client, { name: 'The last' })
      await eventually('the last event', async () => at(paths.all).some(({ body }) => body.includes('The last')))
      const types = at(paths.all).map(({ headers }) => headers['x-service-event'])
      assert.ok(!types.includes(of), `a webhook that takes everything got ${of}`)
      assert.equal(at(paths.named).length, 1, 'once')
      assert.deepEqual(await findDeliveryFaults(api.app), [])
      return event.data
    },
  }
}

test('answers of a recipient arrive once, when nobody has changed them for a while', async () => {
  const { id, client, arrived } = await createWorld('questionnaire.answered')
  const email = 'ada@bellbird.example'
  const customerId = await makeCustomer(client, { questionnaireRecipients: [email] })
  const order = { customerId, product: 'essential-eight' }
  const run = await client.post('/v1/partner/assessments', order)
  ;(await nth(begun.length)).finish()
  assert.equal((await waitForEnd(client, run.body.id)).status, 'completed')
  const link = linkIn(await mailTo(api, email, 'questionnaire-invitation'))
  const visitor = await enter(api, { customerId, email, link })
  const answers = Object.fromEntries(
    ALL_YES.slice(0, 3).map(({ id: question, answer }) => [`answer.${question}`, answer]),
  )
  assert.equal((await visitor.post(link, answers)).status, 303)
  await notifyOfQuietAnswers(api.app)
  nowMs += DAY_MS
  await Promise.all([notifyOfQuietAnswers(api.app), notifyOfQuietAnswers(api.app)])
  const { notifiedAt, ...data } = await arrived('questionnaire.answered')
  assert.deepEqual(data, { customerId, partnerId: id, product: 'essential-eight', answered: 3, of: 5 })
  assert.equal(notifiedAt, new Date(nowMs).toISOString())
})

test('a run that is canceled while it reads the tenant arrives as canceled', async () => {
  const { id, client, arrived } = await createWorld('assessment.canceled')
  const customerId = await makeCustomer(client)
  const run = await client.post('/v1/partner/assessments', { customerId, product: 'essential-eight' })
  await nth(begun.length)
  assert.equal((await client.post(`/v1/partner/assessments/${run.body.id}/cancel`)).status, 200)
  const { assessmentId, partnerId, status, score } = await arrived('assessment.canceled')
  assert.deepEqual([assessmentId, partnerId, status, score], [run.body.id, id, 'canceled', undefined])
})

test('an approval of a tenant arrives for its customer', async () => {
  const { id, client, arrived } = await createWorld('customer.approved')
  const tenantId = tenantIdOf('typical')
  const customerId = await makeCustomer(client, { tenantId })
  await grantByOperator(api.app, AUTHOR, id, tenantId)
  const data = await arrived('customer.approved')
  assert.deepEqual([data.customerId, data.partnerId, data.tenantId], [customerId, id, tenantId])
})

test('an exception that ends soon arrives 30 days before', async () => {
  const { id, client, arrived } = await createWorld('exception.expiring')
  const customerId = await makeCustomer(client)
  const exception = await client.post(`/v1/partner/customers/${customerId}/exceptions`, {
    kind: 'accepted-risk',
    product: 'essential-eight',
    requirement: 'ISM-1504',
    reason: 'The network lets nobody in who has not passed it.',
    approver: 'Ada Park, managing director',
    expiresAt: new Date(nowMs + 40 * DAY_MS).toISOString(),
  })
  assert.equal(exception.status, 201, exception.text)
  await notifyOfExpiringExceptions(api.app)
  nowMs += 10 * DAY_MS
  await notifyOfExpiringExceptions(api.app)
  const data = await arrived('exception.expiring')
  assert.deepEqual(
    [data.exceptionId, data.customerId, data.partnerId, data.requirement],
    [exception.body.id, customerId, id, 'ISM-1504'],
  )
})
