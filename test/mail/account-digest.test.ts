import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createAccountDigests } from '../../src/features/mail/digests/accounts/service.ts'
import { DAY_MS, HOUR_MS } from '../../src/shared/dates/time-units.ts'
import { newId } from '../../src/shared/ids.ts'
import { makeCustomer } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { signIn } from '../portal/sessions.ts'
import { eventually } from '../runs/eventually.ts'
import { startChat } from '../webhooks/chats.ts'
import { deliver, deliveriesOf } from '../webhooks/fixture.ts'

const MONDAY = Date.parse('2031-05-12T00:00:00Z')
let nowMs = MONDAY - 30 * DAY_MS
const api = await startApi({ now: () => new Date(nowMs) })
after(() => api[Symbol.asyncDispose]())

async function addFailedRun(partnerId: string, customerId: string, atMs: number): Promise<void> {
  const at = new Date(atMs)
  await api.db
    .insertInto('runs')
    .values({
      id: newId('run'),
      partner_id: partnerId,
      customer_id: customerId,
      product: 'essential-eight',
      maturity_target: 2,
      status: 'failed',
      failure_code: 'GRAPH_ERROR',
      failure_message: 'No.',
      created_at: at,
      started_at: at,
      completed_at: at,
    })
    .execute()
}

test('a channel gets the weekly summary once, on Monday morning, without customer names', async () => {
  await using chat = await startChat('teams')
  const { partnerId } = await api.partner('weekly')
  const portal = await signIn(api, partnerId)
  await portal.put('/partner/brand', { timeZone: 'Australia/Sydney' })
  const customerId = await makeCustomer(await api.as('weekly'), 'Bellbird')
  const body = { format: 'teams', name: '#week', url: chat.url, events: ['digest.weekly'] }
  const made = await portal.post('/partner/channels', body)
  assert.equal(made.status, 201, made.text)
  const count = async (): Promise<number> => (await deliveriesOf(api, made.body.id)).length
  await addFailedRun(partnerId, customerId, MONDAY - 2 * DAY_MS)
  // Seven in the morning in Sydney is nine in the evening of Sunday.
  nowMs = MONDAY - 4 * HOUR_MS
  await createAccountDigests(api.app)
  assert.equal(await count(), 0, 'it is not yet Monday morning')
  nowMs = MONDAY - 2 * HOUR_MS
  await Promise.all([createAccountDigests(api.app), createAccountDigests(api.app)])
  await createAccountDigests(api.app)
  assert.equal(await count(), 1, 'once, also when several workers look')
  await using _ = deliver(api)
  await eventually('the message has arrived', async () => chat.shown.length === 1)
  assert.deepEqual(chat.refused, [])
  assert.match(chat.shown[0]?.body ?? '', /What changed last week.*1 customer with a failed run/s)
  const events = await (await signIn(api, partnerId)).get('/partner/events?type=digest.weekly')
  assert.equal(events.body.events.length, 1)
  assert.ok(!JSON.stringify(events.body).includes(customerId), 'nothing has to be erased when a customer is deleted')

  nowMs = MONDAY + 7 * DAY_MS
  await createAccountDigests(api.app)
  assert.equal(await count(), 1, 'a week without news has no summary')
})

test('a distributor’s channel gets one summary, which counts partners that have not been activated', async () => {
  const distributor = await api.distributor('above')
  const seller = await signIn(api, distributor.id)
  const events = ['digest.weekly']
  const body = { format: 'teams', name: '#week', url: 'https://localhost:1/x', events }
  const { id } = (await seller.post('/distributor/channels', body)).body
  const created = await distributor.post('/v1/distributor/partners', {
    email: 'admin@late.example',
    company: 'Late',
    name: 'Late',
    plan: 'starter',
    billing: { currency: 'AUD' },
  })
  assert.equal(created.status, 201, created.text)
  nowMs = MONDAY + 14 * DAY_MS + 8 * HOUR_MS
  await createAccountDigests(api.app)
  const [sent, ...others] = await deliveriesOf(api, id)
  assert.deepEqual([sent?.type, others], ['digest.weekly', []])
  const read = await distributor.get('/v1/distributor/events?type=digest.weekly')
  assert.equal(read.body.events[0].data.pending, 1, 'a partner that was invited long ago')
})
