import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { runDoctor } from '../../src/cli/doctor.ts'
import { runWebhookList } from '../../src/cli/webhook/list.ts'
import { runWebhookLog } from '../../src/cli/webhook/log.ts'
import { runWebhookPause } from '../../src/cli/webhook/pause.ts'
import { runWebhookRemove } from '../../src/cli/webhook/remove.ts'
import { runWebhookReplay } from '../../src/cli/webhook/replay.ts'
import { runWebhookResume } from '../../src/cli/webhook/resume.ts'
import { runWebhookRotate } from '../../src/cli/webhook/rotate.ts'
import { runWebhookSet } from '../../src/cli/webhook/set.ts'
import { runWebhookTest } from '../../src/cli/webhook/test.ts'
import { findDeliveryFaults } from '../../src/features/webhooks/deliveries/service.ts'
import { isSignedByCurrent } from '../../src/features/webhooks/rotation/service.ts'
import { localCertificate } from '../../src/platform/certificates.ts'
import { createOutbound } from '../../src/platform/outbound/client.ts'
import { fields, list, text } from '../../src/shared/json.ts'
import { type Api, startApi } from '../harness/api.ts'
import { required } from '../harness/database.ts'
import { deliver, deliveriesOf, emit, waitForAttempts } from './fixture.ts'
import { hmacHex, startReceiver } from './receiver.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())
// Each test looks at everything that there is.
beforeEach(() => api.empty())

async function set(api: Pick<Api, 'app'>, account: string, options: Parameters<typeof runWebhookSet>[2]) {
  const { id, secret } = fields((await runWebhookSet(api.app, account, options)).json)
  return { id: text(id) ?? '', secret: text(secret) ?? '' }
}

test('setting a webhook again changes the existing one and gives it a new secret; each secret is shown once', async () => {
  const { partnerId } = await api.partner('acme')
  const first = await set(api, partnerId, { url: 'https://localhost:1/a' })
  assert.match(first.id, /^whk_/)
  assert.match(first.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const statesOf = async (id: string) => {
    const rows = await api.db.selectFrom('webhook_secrets').select('state').where('endpoint_id', '=', id).execute()
    return rows.map(({ state }) => state).sort()
  }
  const moved = await set(api, partnerId, { url: 'https://localhost:1/b', events: 'customer.created, key.revoked' })
  assert.equal(moved.id, first.id)
  assert.match(moved.secret, /^whsec_/)
  assert.notEqual(moved.secret, first.secret)
  assert.deepEqual(await statesOf(first.id), ['current', 'previous'], 'receivers with the first secret keep working')
  const own = await set(api, partnerId, { url: 'https://localhost:1/b', secret: 'my own secret, 16 and more' })
  assert.deepEqual(own, { id: first.id, secret: 'my own secret, 16 and more' })
  assert.deepEqual(await statesOf(first.id), ['current'])
  const second = await set(api, partnerId, { url: 'https://localhost:1/c', another: true })
  await assert.rejects(set(api, partnerId, { url: 'https://localhost:1/d' }), { code: 'INVALID_FIELD' })
  const edit = { url: 'https://localhost:1/d', endpoint: second.id, events: 'all' }
  assert.deepEqual((await runWebhookSet(api.app, partnerId, edit)).json, { id: second.id }, 'its secret stays')
  assert.deepEqual(await statesOf(second.id), ['current'])
  const renewed = await runWebhookSet(api.app, partnerId, { ...edit, secret: 'another secret of mine' })
  assert.deepEqual(renewed.json, { id: second.id, secret: 'another secret of mine' })
  const { json, text } = await runWebhookList(api.app, partnerId)
  assert.deepEqual(text.match(/(?<=events: ).*/g), ['customer.created, key.revoked', 'all but the optional ones'])
  const items = list(json).map(fields)
  assert.deepEqual(
    items.map(({ url, events }) => [url, events]),
    [
      ['https://localhost:1/b', ['customer.created', 'key.revoked']],
      ['https://localhost:1/d', undefined],
    ],
  )
  const { rows } = await sql<{
    stored: string
  }>`select encode(sealed, 'escape') as stored from webhook_secrets`.execute(api.db)
  assert.ok(
    rows.length > 0 && rows.every(({ stored }) => !stored.includes('my own secret') && !stored.includes('whsec_')),
  )
  const ofFirst = api.db.selectFrom('audit').select(['action', 'after']).where('subject', '=', first.id)
  const audit = await ofFirst.orderBy('id').execute()
  assert.deepEqual(
    audit.map(({ action }) => action),
    ['webhook.created', 'webhook.updated', 'webhook.updated'],
  )
  assert.equal(JSON.stringify(audit).includes('my own secret'), false)
})

test('an address that would not be called, a short secret and an unknown event are refused at once', async () => {
  const { partnerId } = await api.partner('acme')
  const strict = { ...api, app: { ...api.app, outbound: createOutbound({ allowed: [], timeoutMs: 1_000 }) } }
  for (const url of [
    'https://127.0.0.1/',
    'http://1.1.1.1/',
    'https://user:pass@1.1.1.1/',
    'https://[::1]/',
    'nonsense',
  ]) {
    await assert.rejects(set(strict, partnerId, { url }), { code: 'INVALID_FIELD' }, url)
  }
  const url = 'https://1.1.1.1/'
  await assert.rejects(set(api, partnerId, { url, secret: 'too short' }), { code: 'INVALID_FIELD' })
  await assert.rejects(set(api, partnerId, { url, secret: `${'s'.repeat(32)}\ud800` }), { code: 'INVALID_FIELD' })
  await assert.rejects(set(api, partnerId, { url, events: 'customer.eaten' }), { code: 'INVALID_FIELD' })
  await assert.rejects(set(api, 'prt_nobody', { url }), { code: 'NOT_FOUND' })
  assert.deepEqual(await api.db.selectFrom('webhook_endpoints').selectAll().execute(), [])
})

test('during a rotation of the secret, receivers with either secret accept the signatures', async () => {
  await using receiver = await startReceiver()
  const { partnerId } = await api.partner('acme')
  const { id, secret: old } = await set(api, partnerId, { url: receiver.url })
  await using _ = deliver(api)
  const send = async () => {
    const sent = fields((await runWebhookTest(api.app, id)).json)
    assert.deepEqual([sent.state, sent.status], ['delivered', 200])
    const last = receiver.received.at(-1)
    assert.ok(last)
    const accepts = (secret: string): boolean => {
      try {
        new Webhook(secret).verify(last.body, {
          'webhook-id': String(last.headers['webhook-id']),
          'webhook-timestamp': String(last.headers['webhook-timestamp']),
          'webhook-signature': String(last.headers['webhook-signature']),
        })
        return true
      } catch {
        return false
      }
    }
    const isBy = (secret: string): boolean => last.headers['x-service-signature'] === hmacHex(secret, last.body)
    return { accepts, isBy, type: last.headers['x-service-event'] }
  }
  const next = text(fields((await runWebhookRotate(api.app, id, {})).json).secret) ?? ''
  const staged = await send()
  assert.deepEqual([staged.accepts(old), staged.accepts(next), staged.isBy(old)], [true, true, true])
  assert.equal(staged.type, 'webhook.test')
  await runWebhookRotate(api.app, id, { activate: true })
  const active = await send()
  assert.deepEqual([active.accepts(old), active.accepts(next), active.isBy(next)], [true, true, true])
  await sql`update webhook_secrets set expires_at = now() where state = 'previous'`.execute(api.db)
  const after = await send()
  assert.deepEqual([after.accepts(old), after.accepts(next), after.isBy(next)], [false, true, true])
  await assert.rejects(runWebhookRotate(api.app, id, { activate: true }), { code: 'INVALID_FIELD' })
})

test('one or all failed deliveries can be sent again under the same event id, and a dry run counts them', async () => {
  let isDown = true
  await using receiver = await startReceiver((response) => response.writeHead(isDown ? 500 : 204).end())
  const acme = await api.as('acme')
  const { partnerId } = await api.partner('acme')
  const { id } = await set(api, partnerId, { url: receiver.url })
  await using _ = deliver(api, { retrySeconds: [] })
  for (const name of ['One', 'Two', 'Three']) await emit(acme, name)
  const failed = await waitForAttempts(api, id, 3)
  assert.ok(failed.every(({ state }) => state === 'failed'))
  isDown = false
  const choice = { state: 'failed', endpoint: id }
  const dry = await runWebhookReplay(api.app, partnerId, { ...choice, dryRun: true })
  assert.deepEqual(dry.json, { wouldReplay: 3 })
  assert.equal((await deliveriesOf(api, id)).length, 3)
  assert.deepEqual((await runWebhookReplay(api.app, partnerId, choice)).json, { replayed: 3 })
  const all = await waitForAttempts(api, id, 6)
  assert.deepEqual(
    all.slice(3).map(({ event_id, state, cause }) => [event_id, state, cause]),
    failed.map(({ event_id }) => [event_id, 'delivered', 'replay']),
  )
  const one = failed[0]?.id ?? 0
  await runWebhookReplay(api.app, partnerId, { delivery: one })
  await waitForAttempts(api, id, 7)
  assert.equal(receiver.received.at(-1)?.body, receiver.received.find(({ body }) => body.includes('"One"'))?.body)
  const printed = await runWebhookLog(api.app, partnerId, { state: 'failed' })
  for (const line of printed.text.split('\n')) assert.ok(line.includes(` ${id} `), line)
  const log = list(printed.json).map(fields)
  assert.deepEqual(
    log.map(({ state, lastStatus }) => [state, lastStatus]),
    Array(3).fill(['failed', 500]),
  )
  const shown = fields((await runWebhookLog(api.app, partnerId, { delivery: one })).json)
  const [attempt] = list(shown.log).map(fields)
  assert.deepEqual([attempt?.status, attempt?.errorCode, attempt?.attempt], [500, 'status', 1])
  const stranger = (await api.partner('globex')).partnerId
  await assert.rejects(runWebhookReplay(api.app, stranger, { delivery: one }), { code: 'NOT_FOUND' })
  await assert.rejects(runWebhookLog(api.app, stranger, { endpoint: id }), { code: 'NOT_FOUND' })
  for (const wrong of [{ type: 'customer.eaten' }, { state: 'eaten' }, { since: 'yesterday' }]) {
    await assert.rejects(runWebhookReplay(api.app, partnerId, wrong), { message: /^--(type|state|since) must be/ })
  }
})

test('a removed webhook gets nothing more, and its pending deliveries are canceled', async () => {
  await using receiver = await startReceiver()
  const acme = await api.as('acme')
  const { partnerId } = await api.partner('acme')
  const { id } = await set(api, partnerId, { url: receiver.url })
  await runWebhookPause(api.app, id, { hours: 1 })
  await runWebhookResume(api.app, id)
  await runWebhookPause(api.app, id, { hours: 1 })
  const [paused] = list((await runWebhookList(api.app, partnerId)).json).map(fields)
  assert.ok(paused?.pausedUntil instanceof Date)
  await assert.rejects(runWebhookTest(api.app, id), { code: 'INVALID_FIELD', message: /paused/ })
  await emit(acme)
  await runWebhookRemove(api.app, id)
  await emit(acme)
  assert.deepEqual(
    (await deliveriesOf(api, id)).map(({ state }) => state),
    ['canceled'],
  )
  await assert.rejects(runWebhookTest(api.app, id), { code: 'NOT_FOUND' })
  assert.deepEqual(await findDeliveryFaults(api.app), [])
})

test('doctor finds an event without its delivery, and a pending delivery that is not queued', async () => {
  const acme = await api.as('acme')
  const { partnerId } = await api.partner('acme')
  const { id } = await set(api, partnerId, { url: 'https://localhost:1/' })
  await api.db.deleteFrom('events').execute()
  await api.db
    .updateTable('webhook_endpoints')
    .set({ updated_at: new Date(Date.now() - 3_600_000) })
    .execute()
  await emit(acme)
  await emit(acme)
  const examine = async () => {
    const { json } = await runDoctor({
      open: async () => ({ app: api.app, close: async () => {} }),
      source: async () => {},
    })
    return list(fields(json).findings)
      .map(fields)
      .find(({ check }) => check === 'webhooks')
  }
  assert.equal((await examine())?.ok, true)
  const [first, second] = await deliveriesOf(api, id)
  await api.db
    .deleteFrom('delivery_queue')
    .where('delivery_id', '=', first?.id ?? 0)
    .execute()
  assert.match(String((await examine())?.says), /^1 pending deliveries are not queued$/)
  await api.db
    .deleteFrom('deliveries')
    .where('id', 'in', [first?.id ?? 0, second?.id ?? 0])
    .execute()
  const says = String((await examine())?.says)
  assert.match(says, /2 events of the last day have no delivery/)
  assert.match(says, /1 queued deliveries are not pending/)
})

test('a test that the receiver refuses reports that, is not retried, and does not appear in the event log', async () => {
  await using receiver = await startReceiver((response) => response.writeHead(404).end())
  const { partnerId } = await api.partner('acme')
  const { id } = await set(api, partnerId, { url: receiver.url })
  await using _ = deliver(api)
  const sent = fields((await runWebhookTest(api.app, id)).json)
  assert.deepEqual([sent.state, sent.status, sent.error], ['failed', 404, 'The receiver responded with 404.'])
  assert.equal(receiver.received.length, 1)
  const { body } = await (await api.as('acme')).get('/v1/partner/events')
  assert.equal(JSON.stringify(body).includes('webhook.test'), false)
})

test('a test shows the signature that was sent, and that it matches the current secret', async () => {
  await using receiver = await startReceiver()
  const { partnerId } = await api.partner('acme')
  const { id, secret } = await set(api, partnerId, { url: receiver.url })
  await using _ = deliver(api)
  const sent = fields((await runWebhookTest(api.app, id)).json)
  const [received] = receiver.received
  assert.equal(sent.signature, hmacHex(secret, received?.body ?? ''))
  assert.equal(sent.signatureCheck, 'matches the current secret')
  const delivery = fields((await runWebhookLog(api.app, partnerId, { delivery: Number(sent.id) })).json)
  const forged = { 'x-service-signature': '00', 'webhook-signature': 'v1,00', 'webhook-timestamp': '1' }
  assert.equal(await isSignedByCurrent(api.app, id, { body: received?.body ?? '', headers: forged }), false)
  // The curl command sends the same request as the delivery.
  const { caFile } = await localCertificate(required('TEST_CERTIFICATES'), [])
  const line = (text(delivery.curl) ?? '').replace('curl', `curl -s --cacert '${caFile}'`)
  await promisify(execFile)('sh', ['-c', line])
  assert.equal(receiver.received.length, 2)
  assert.equal(receiver.received[1]?.body, received?.body)
  assert.equal(receiver.received[1]?.headers['x-service-signature'], sent.signature)
})

test('the log continues after the last delivery shown', async () => {
  const { partnerId } = await api.partner('acme')
  await set(api, partnerId, { url: 'https://localhost:1/a' })
  const acme = await api.as('acme')
  for (const name of ['One', 'Two', 'Three']) await emit(acme, name)
  const read = async (before?: number): Promise<number[]> => {
    const options = { limit: 2, ...(before !== undefined && { before }) }
    return list((await runWebhookLog(api.app, partnerId, options)).json).map((item) => Number(fields(item).id))
  }
  const first = await read()
  const rest = await read(first.at(-1))
  assert.deepEqual([first.length, rest.length], [2, 1])
  assert.deepEqual(
    [...first, ...rest],
    [...first, ...rest].sort((a, b) => b - a),
  )
})
