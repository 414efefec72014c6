import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { executeRun } from '../../../src/features/assessments/execution/service.ts'
import { EVENT_CATALOGUE } from '../../../src/features/events/schema.ts'
import { toMessage } from '../../../src/features/webhooks/channels/message.ts'
import { CHANNEL_EVENTS, readRetryAfter } from '../../../src/features/webhooks/channels/rules.ts'
import { toSlack } from '../../../src/features/webhooks/channels/slack.ts'
import { toTeams } from '../../../src/features/webhooks/channels/teams.ts'
import { findDeliveryFaults } from '../../../src/features/webhooks/deliveries/service.ts'
import { fields } from '../../../src/shared/json.ts'
import { sampleSnapshot } from '../../engine/sample-snapshot.ts'
import { makeCustomer, makeRun } from '../../harness/answers.ts'
import { startApi } from '../../harness/api.ts'
import type { Json } from '../../harness/client.ts'
import { signIn } from '../../portal/sessions.ts'
import { eventually } from '../../runs/eventually.ts'
import { markupOfSlack, refusalOfSlack, refusalOfTeams, startChat } from '../../webhooks/chats.ts'
import { deliver, deliveriesOf, emit, hook, waitForAttempts } from '../../webhooks/fixture.ts'
import { hmacHex, startReceiver } from '../../webhooks/receiver.ts'

const api = await startApi({
  collect: async ({ tenantId }) => ({ ...sampleSnapshot('weak', new Date().toISOString()), tenantId }),
})
after(() => api[Symbol.asyncDispose]())

const idOf = async (name: string): Promise<string> => (await api.partner(name)).partnerId

const channel = (more: Json = {}): Json => ({
  format: 'teams',
  name: '#security',
  url: 'https://localhost:1/secret-part',
  events: ['assessment.failed'],
  ...more,
})

const HOSTILE = '[x](javascript:alert) <!channel> *bold* & @everyone \u202e "\\ http://evil.example '
  .repeat(10)
  .slice(0, 200)

test('both chats accept each message, however long or hostile the names in it are', () => {
  for (const [type, data] of [
    ...EVENT_CATALOGUE.map(({ type, sample }) => [type, fields(sample.data)] as const),
    ['test', {}] as const,
  ]) {
    for (const isLong of [false, true]) {
      const context = {
        appUrl: 'https://app.example',
        customerName: isLong ? HOSTILE : 'Bellbird',
        partnerName: isLong ? HOSTILE : undefined,
      }
      const many = Array.from({ length: 50 }, (_, n) => ({ id: `ISM-${n}${'x'.repeat(500)}`, severity: 'critical' }))
      const worst = {
        company: HOSTILE,
        object: HOSTILE,
        tenantId: HOSTILE,
        opened: { count: 9_999, requirements: many },
        newCritical: { count: 9_999, requirements: many.map(({ id }) => id) },
        failure: { message: 'very long '.repeat(500) },
      }
      const message = toMessage(type, isLong ? { ...data, ...worst } : data, context)
      const [teams, slack] = [JSON.stringify(toTeams(message)), JSON.stringify(toSlack(message))]
      assert.equal(refusalOfTeams(teams), undefined, `${type}: ${teams}`)
      assert.equal(refusalOfSlack(slack), undefined, `${type}: ${slack}`)
      assert.deepEqual(markupOfSlack(slack), [`<${message.link.url}|${message.link.label}>`], type)
      if (CHANNEL_EVENTS.some((known) => known === type)) assert.notEqual(message.title, type, 'it has words')
    }
  }
})

test('links lead distributors to the partner, whose customers have no screens in their portal', () => {
  const data = { partnerId: 'prt_1', customerId: 'cust_1', assessmentId: 'run_1', reason: 'failing' }
  const urlOf = (type: string, partnerName: string | undefined) =>
    toMessage(type, data, { appUrl: 'https://app.example', customerName: 'Bellbird', partnerName }).link.url
  assert.equal(urlOf('assessment.failed', undefined), 'https://app.example/customers/cust_1/runs')
  assert.equal(urlOf('assessment.failed', 'Contour'), 'https://app.example/partners/prt_1')
  assert.equal(urlOf('schedule.paused', 'Contour'), 'https://app.example/partners/prt_1')
  assert.equal(urlOf('assessment.worsened', 'Contour'), 'https://app.example/reports/run_1')
})

test('Retry-After is read as seconds or as a date, up to a limit', () => {
  const now = new Date('2031-05-15T12:00:00Z')
  assert.equal(readRetryAfter('30', now), 30)
  assert.equal(readRetryAfter('Thu, 15 May 2031 12:01:00 GMT', now), 60)
  assert.equal(readRetryAfter('Thu, 15 May 2031 11:01:00 GMT', now), 0)
  assert.equal(readRetryAfter('999999999', now), 43_200)
  for (const text of [undefined, '', 'soon', '-1']) assert.equal(readRetryAfter(text, now), undefined, String(text))
})

test('an administrator adds a channel, tests, changes and deletes it, and its address is never shown', async () => {
  await using chat = await startChat('slack')
  const account = await idOf('adds')
  const portal = await signIn(api, account)
  const made = await portal.post('/partner/channels', channel({ format: 'slack', url: chat.url }))
  assert.equal(made.status, 201, made.text)
  const { id } = made.body
  assert.deepEqual(Object.keys(made.body), ['id'])
  await using _ = deliver(api)
  const sent = await portal.post(`/partner/webhooks/${id}/test`)
  assert.equal(sent.status, 202, sent.text)
  const detail = await eventually('the test has arrived', async () => {
    const { body } = await portal.get(`/partner/deliveries/${sent.body.id}`)
    return body.state === 'delivered' && body
  })
  assert.equal(chat.shown.length, 1)
  assert.equal(chat.shown[0]?.path, '/hook')
  assert.equal(chat.shown[0]?.headers['x-service-signature'], undefined)
  assert.match(chat.shown[0]?.body ?? '', /This is a test/)
  assert.deepEqual([detail.curl, detail.isSignedByCurrent], [undefined, undefined])

  const changed = await portal.call('PATCH', `/partner/channels/${id}`, { name: 'Ops', events: ['schedule.paused'] })
  assert.equal(changed.status, 200, changed.text)
  const { format, name, url, events } = changed.body
  assert.deepEqual([format, name, url, events], ['slack', 'Ops', new URL(chat.url).origin, ['schedule.paused']])
  const moved = await portal.call('PATCH', `/partner/channels/${id}`, { url: `${chat.url}/moved` })
  assert.equal(moved.status, 200, moved.text)
  await eventually('the pace allows another', async () => {
    const row = await api.db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst()
    return row?.resume_at != null && row.resume_at < new Date()
  })
  await portal.post(`/partner/webhooks/${id}/test`)
  await eventually('the second test has arrived', async () => chat.shown[1]?.path === '/hook/moved')

  const texts = [
    (await portal.get('/partner/webhooks')).text,
    (await portal.get('/partner/audit?limit=200')).text,
    (await portal.get('/partner/audit/log')).text,
    detail.log.map((attempt: Json) => JSON.stringify(attempt)).join(),
    JSON.stringify(await api.db.selectFrom('webhook_endpoints').selectAll().execute()),
    JSON.stringify(await api.db.selectFrom('delivery_attempts').selectAll().execute()),
  ]
  for (const shown of texts) assert.ok(!shown.includes('/hook'), shown)
  assert.equal((await portal.delete(`/partner/webhooks/${id}`)).status, 204)
  const secrets = await api.db.selectFrom('webhook_secrets').selectAll().where('endpoint_id', '=', id).execute()
  assert.deepEqual(secrets, [])
})

test('an invalid channel is refused with the invalid field', async () => {
  const account = await idOf('refused')
  const portal = await signIn(api, account)
  const faultOf = async (body: Json): Promise<string> => {
    const answer = await portal.post('/partner/channels', body)
    return `${answer.status} ${answer.body.error?.details?.[0]?.field}`
  }
  const wrong: [Json, string][] = [
    [{ url: 'https://10.0.0.8/x' }, 'url'],
    [{ url: 'http://example.com/x' }, 'url'],
    [{ url: 'nonsense' }, 'url'],
    [{ url: 'https://acme.webhook.office.com/webhookb2/1' }, 'url'],
    [{ url: 'https://hooks.slack.com/services/T/B/x' }, 'url'],
    [{ format: 'slack', url: 'https://prod-1.westus.logic.azure.com/workflows/1' }, 'url'],
    [{ format: 'slack', url: 'https://hooks.slack.com/triggers/T/1/x' }, 'url'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ events: ['assessment.worsened', 'assessment.completed'] }, 'events'],
    [{ format: 'discord' }, 'format'],
  ]
  for (const [more, field] of wrong) assert.equal(await faultOf(channel(more)), `400 ${field}`, JSON.stringify(more))
  for (const events of [['customer.created'], []])
    assert.equal((await portal.post('/partner/channels', channel({ events }))).status, 400)
  assert.deepEqual((await portal.get('/partner/webhooks')).body.webhooks, [])
  const technician = await signIn(api, account, { role: 'technician' })
  assert.equal((await technician.post('/partner/channels', channel())).body.error.code, 'ROLE_REQUIRED')
  const weak = await signIn(api, account, { strong: false })
  assert.equal((await weak.post('/partner/channels', channel())).status, 403)

  const { id } = (await portal.post('/partner/channels', channel())).body
  const stranger = await signIn(api, await idOf('stranger'))
  assert.equal((await stranger.call('PATCH', `/partner/channels/${id}`, { name: 'Mine' })).status, 404)
  assert.equal((await portal.call('PATCH', `/partner/webhooks/${id}`, { url: 'https://localhost:1/b' })).status, 400)
  assert.equal((await portal.post(`/partner/webhooks/${id}/rotate`, {})).status, 400)
  assert.equal((await portal.post(`/partner/webhooks/${id}/rotate/finish`)).status, 400)
  const { id: webhook } = await hook(api, account, 'https://localhost:1/events')
  assert.notEqual(webhook, id, 'setting the webhook of an account leaves its channels alone')
  assert.equal((await portal.call('PATCH', `/partner/channels/${webhook}`, { name: 'Mine' })).status, 400)
})

test('an account has at most twenty channels and webhooks, even if they are added at the same time', async () => {
  const portal = await signIn(api, await idOf('many'))
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) => portal.post('/partner/channels', channel({ name: `#${n}` }))),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 20)
  assert.ok(answers.every(({ status }) => status === 201 || status === 400))
})

test('a channel gets one message about a run, and a webhook of the same account still gets all events', async () => {
  await using chat = await startChat('teams')
  await using receiver = await startReceiver()
  const account = await idOf('runs')
  const portal = await signIn(api, account)
  const client = await api.as('runs')
  const add = async (events: string[]): Promise<string> =>
    (await portal.post('/partner/channels', channel({ url: chat.url, events }))).body.id
  const critical = await add(['findings.changed', 'assessment.failed', 'schedule.paused'])
  const every = await add(['assessment.completed'])
  const { id: webhook, secret } = await hook(api, account, receiver.url, { another: true })
  const customerId = await makeCustomer(client, 'Bellbird <!channel> [x](http://evil.example)')
  for (let n = 0; n < 2; n++) await executeRun(api.app, await makeRun(client, customerId), { deadlineMs: 60_000 })
  const typesOf = async (id: string) => (await deliveriesOf(api, id)).map(({ type }) => type)
  assert.deepEqual(await typesOf(critical), ['findings.changed'], 'the second run found nothing new')
  assert.deepEqual(await typesOf(every), ['assessment.completed', 'assessment.completed'])
  const ofRun = ['assessment.started', 'assessment.completed']
  assert.deepEqual(await typesOf(webhook), ['customer.created', ...ofRun, ...ofRun])
  assert.deepEqual(await findDeliveryFaults(api.app), [])

  await using _ = deliver(api)
  await eventually('all messages have arrived', async () => chat.shown.length === 3)
  assert.deepEqual(chat.refused, [])
  const shown = chat.shown.map(({ body }) => body).find((body) => body.includes('new critical finding'))
  assert.match(shown ?? '', /"text":"Bellbird/)
  assert.match(shown ?? '', /https:\/\/app\.example\/reports\/run_/)
  assert.doesNotMatch(shown ?? '', /http:\/\/evil/)
  const [call] = await eventually(
    'the webhook was called',
    async () => receiver.received.length > 0 && receiver.received,
  )
  assert.equal(call?.headers['x-service-signature'], hmacHex(secret, call?.body ?? ''))

  for (const more of [{}, { type: 'findings.changed' }, { type: 'customer.created' }]) {
    const replay = await portal.post('/partner/replays/preview', { neverSent: true, endpoint: critical, ...more })
    assert.equal(replay.body.deliveries, 0, 'nothing that a channel does not take counts as never sent')
  }
})

test('a chat that asks to wait gets nothing before that time, and then everything, one after the other', async () => {
  await using chat = await startChat('slack', { perSecond: 1, retryAfter: 2 })
  const portal = await signIn(api, await idOf('paced'))
  const body = channel({ format: 'slack', url: chat.url, events: ['customer.approved', 'key.created'] })
  const { id } = (await portal.post('/partner/channels', body)).body
  // A message from elsewhere has used up the second.
  chat.shown.push({ path: '', headers: {}, body: '', atMs: Date.now() + 500 })
  for (let n = 0; n < 2; n++) await portal.post(`/partner/webhooks/${id}/test`)
  await api.db.updateTable('deliveries').set({ type: 'key.created' }).where('endpoint_id', '=', id).execute()
  await api.db.updateTable('events').set({ type: 'key.created' }).where('type', '=', 'webhook.test').execute()
  await using _ = deliver(api, { retrySeconds: [1, 1] })
  await waitForAttempts(api, id, 3)
  const times = chat.received.map(({ atMs }) => atMs)
  assert.equal(chat.refused.join(), 'rate')
  const waits = times.slice(1).map((at, n) => at - (times[n] ?? 0))
  assert.ok((waits[0] ?? 0) >= 1950, `after 429 it waited ${waits[0]} ms`)
  assert.ok((waits[1] ?? 0) >= 950, `between two messages it waited ${waits[1]} ms`)
  assert.deepEqual(
    (await deliveriesOf(api, id)).map(({ state }) => state),
    ['delivered', 'delivered'],
  )
})

test('a distributor’s channel names the partner, and gets events about partners', async () => {
  await using chat = await startChat('teams')
  const distributor = await api.distributor('chatty')
  const portal = await signIn(api, distributor.id)
  const events = ['partner.activated', 'customer.approved']
  const { id } = (await portal.post('/distributor/channels', channel({ url: chat.url, events }))).body
  const created = await distributor.post('/v1/distributor/partners', {
    email: 'admin@initech.example',
    company: 'Initech',
    name: 'Peter',
    plan: 'professional',
    billing: { currency: 'AUD' },
  })
  await distributor.post(`/v1/distributor/partners/${created.body.id}/activate`)
  assert.deepEqual(
    (await deliveriesOf(api, id)).map(({ type }) => type),
    ['partner.activated'],
  )
  await using _ = deliver(api)
  await eventually('the message has arrived', async () => chat.shown.length === 1)
  assert.match(chat.shown[0]?.body ?? '', /Initech is active/)
  await emit(await api.as('somebody-else'))
  assert.equal((await deliveriesOf(api, id)).length, 1)
})
