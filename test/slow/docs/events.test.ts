import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { grantByOperator } from '../../../src/features/approvals/service.ts'
import { EVENT_TYPES } from '../../../src/features/events/rules.ts'
import { EVENT_DATA } from '../../../src/features/events/schema.ts'
import { notifyOfExpiringExceptions } from '../../../src/features/exceptions/service.ts'
import { createKey } from '../../../src/features/keys/service.ts'
import { createAccountDigests } from '../../../src/features/mail/digests/accounts/service.ts'
import { notifyOfQuietAnswers } from '../../../src/features/questionnaires/invitations/service.ts'
import { startApi } from '../../harness/api.ts'
import type { Client, Json } from '../../harness/client.ts'
import { signIn } from '../../portal/sessions.ts'
import { eventually } from '../../runs/eventually.ts'
import { tenantIdOf } from '../../runs/follow.ts'

const api = await startApi({ worker: true })
after(() => api[Symbol.asyncDispose]())

const distributor = await api.distributor('meridian')

async function created(path: string, body?: Json): Promise<Json> {
  const answer = await distributor.post(`/v1/distributor${path}`, body)
  assert.ok(answer.status < 300, `${path}: ${answer.text}`)
  return answer.body
}

/** Everything that a distributor and its partner can do that emits an event. Returns the events of both. */
async function makeEvents(): Promise<Json[]> {
  const billing = { currency: 'AUD' }
  const account = { company: 'Gannet IT', email: 'admin@gannet.example', name: 'Gwen', plan: 'starter', billing }
  const { id } = await created('/partners', account)
  await created(`/partners/${id}/activate`)
  const owner = { partnerId: id, distributorId: distributor.id }
  const { key } = await createKey(api.app, { kind: 'operator', id: 'test' }, { kind: 'partner', id, owner })
  const partner = api.client(key)
  for (const posture of ['typical', 'no-consent']) {
    const input = { name: posture, tenantId: tenantIdOf(posture), email: 'it@bellbird.example' }
    const customer = await created(`/partners/${id}/customers`, input)
    const order = { customerId: customer.id, product: 'essential-eight' }
    const run = await created(`/partners/${id}/assessments`, order)
    await eventually('the end of the run', async () => {
      const { body } = await partner.get(`/v1/partner/assessments/${run.id}`)
      return ['completed', 'failed'].includes(body.status)
    })
    const change = await partner.put(`/v1/partner/customers/${customer.id}`, { name: 'Bellbird' })
    assert.equal(change.status, 200, change.text)
    assert.equal((await partner.delete(`/v1/partner/customers/${customer.id}`)).status, 204)
  }
  await makeOptionalEvents(id, partner)
  const { slot } = await created('/keys')
  assert.equal((await distributor.delete(`/v1/distributor/keys/${slot}`)).status, 204)
  await makeDigest('partner', id)
  // The summary of a partner is its own. A suspended partner can read nothing.
  const ofPartner = await partner.get('/v1/partner/events?limit=200&include=optional')
  await created(`/partners/${id}/suspend`)
  await makeDigest('distributor', distributor.id)
  const ofDistributor = await distributor.get('/v1/distributor/events?limit=200&include=optional')
  return [...ofPartner.body.events, ...ofDistributor.body.events]
}

/** A channel takes the summary of this week, which ends on the next Monday. */
async function makeDigest(kind: 'partner' | 'distributor', accountId: string): Promise<void> {
  const portal = await signIn(api, accountId)
  const channel = { format: 'teams', name: '#week', url: 'https://localhost:1/week', events: ['digest.weekly'] }
  const added = await portal.post(`/${kind}/channels`, channel)
  assert.equal(added.status, 201, added.text)
  const monday = new Date()
  monday.setUTCDate(monday.getUTCDate() + ((8 - monday.getUTCDay()) % 7 || 7))
  monday.setUTCHours(8)
  await createAccountDigests({ ...api.app, now: () => monday })
}

/** What emits optional events. */
async function makeOptionalEvents(partnerId: string, partner: Client): Promise<void> {
  const customer = await created(`/partners/${partnerId}/customers`, {
    name: 'Bellbird',
    tenantId: tenantIdOf('weak'),
    questionnaireRecipients: ['ada@bellbird.example'],
  })
  const order = { customerId: customer.id, product: 'essential-eight' }
  const run = await created(`/partners/${partnerId}/assessments`, order)
  await eventually('the event of answers', async () => {
    // As if the recipient had answered a while ago.
    const change = { untold: true, changed_at: new Date(0) }
    await api.db.updateTable('questionnaire_invitations').set(change).where('customer_id', '=', customer.id).execute()
    await notifyOfQuietAnswers(api.app)
    const { body } = await partner.get('/v1/partner/events?limit=200&include=optional')
    return body.events.some(({ type }: Json) => type === 'questionnaire.answered')
  })
  await eventually('a canceled run', async () => {
    const path = `/v1/partner/assessments/${run.id}/cancel`
    const { body } = await partner.post(path)
    if (body.status === 'canceled') return true
    run.id = (await created(`/partners/${partnerId}/assessments`, order)).id
    return false
  })
  await grantByOperator(api.app, { kind: 'operator', id: 'test' }, partnerId, tenantIdOf('weak'))
  const exception = await partner.post(`/v1/partner/customers/${customer.id}/exceptions`, {
    kind: 'accepted-risk',
    product: 'essential-eight',
    requirement: 'ISM-1504',
    object: 'scanner@bellbird.example',
    reason: 'The network lets nobody in who has not passed it.',
    approver: 'Ada Park',
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  })
  assert.equal(exception.status, 201, exception.text)
  await notifyOfExpiringExceptions(api.app)
  await changeFindings(partner, order)
  const window = { from: '02:00', to: '06:00' }
  const schedule = { ...order, every: { unit: 'month' }, window, timeZone: 'Europe/Berlin' }
  const { id: scheduleId } = await created(`/partners/${partnerId}/schedules`, schedule)
  await distributor.post(`/v1/distributor/partners/${partnerId}/schedules/${scheduleId}/pause`)
}

/** A compensating control ends between two runs, so that the second has a critical finding that the first did not. */
async function changeFindings(partner: Client, order: Json): Promise<void> {
  const assess = async (): Promise<void> => {
    const { id } = (await partner.post('/v1/partner/assessments', order)).body
    await eventually('the end of the run', async () => {
      const { body } = await partner.get(`/v1/partner/assessments/${id}`)
      return body.status === 'completed'
    })
  }
  const path = `/v1/partner/customers/${order.customerId}/exceptions`
  const control = await partner.post(path, {
    kind: 'compensating-control',
    product: 'essential-eight',
    requirement: 'ISM-1504',
    reason: 'The network lets nobody in who has not passed it.',
    approver: 'Ada Park',
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  })
  assert.equal(control.status, 201, control.text)
  await assess()
  assert.ok((await partner.delete(`${path}/${control.body.id}`)).status < 300)
  await assess()
}

test('every kind of event has exactly the documented fields', async () => {
  const events = await makeEvents()
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { 'date-time': /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/ } })
  for (const type of EVENT_TYPES) {
    const sent = events.filter((event) => event.type === type)
    assert.ok(sent.length > 0, `${type} was sent`)
    const validate = ajv.compile({ ...EVENT_DATA[type], additionalProperties: false })
    for (const { data } of sent)
      assert.ok(validate(data), `${type}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(data)}`)
    const seen = new Set(sent.flatMap(({ data }) => Object.keys(data)))
    const named = Object.keys(EVENT_DATA[type].properties)
    const missed = named.filter((field) => !seen.has(field))
    assert.deepEqual(missed, [], `${type} has every documented field`)
  }
})
