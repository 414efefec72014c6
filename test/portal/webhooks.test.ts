import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { findDeliveryFaults } from '../../src/features/webhooks/deliveries/service.ts'
import { type DeliveryFilter, deliveriesOf as deliveriesIn } from '../../src/features/webhooks/deliveries/store.ts'
import { checkSignature } from '../../src/features/webhooks/rules.ts'
import { startApi } from '../harness/api.ts'
import type { Answer } from '../harness/client.ts'
import { eventually } from '../runs/eventually.ts'
import { deliver, deliveriesOf, emit, hook, waitForAttempts } from '../webhooks/fixture.ts'
import { hmacHex, startReceiver } from '../webhooks/receiver.ts'
import { signIn } from './sessions.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())

const idOf = async (name: string): Promise<string> => (await api.partner(name)).partnerId

function assertAnswer(answer: Answer, status: number): Answer['body'] {
  assert.equal(answer.status, status, answer.text)
  return answer.body
}

/** A webhook whose receiver refuses everything until it is changed, with that many failed deliveries. */
async function openFailing(name: string, deliveries: number) {
  let status = 500
  const receiver = await startReceiver((response) => response.writeHead(status).end('the answer'))
  const account = await idOf(name)
  const { id } = await hook(api, account, receiver.url)
  const client = await api.as(name)
  await using _ = deliver(api, { retrySeconds: [] })
  for (let n = 0; n < deliveries; n++) await emit(client, `Customer ${n}`)
  await waitForAttempts(api, id, deliveries)
  return {
    id,
    account,
    receiver,
    answerWith: (next: number) => {
      status = next
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  }
}

test('an administrator sets, tests, changes, pauses and removes a webhook', async () => {
  await using receiver = await startReceiver()
  const portal = await signIn(api, await idOf('configures'))
  const { id, secret } = assertAnswer(await portal.post('/partner/webhooks', { url: receiver.url }), 201)
  assert.match(secret, /^whsec_/)
  const again = await portal.post('/partner/webhooks', { url: receiver.url })
  assert.equal(again.body.error.code, 'DUPLICATE_ITEM')
  const shown = assertAnswer(await portal.get('/partner/webhooks'), 200)
  assert.deepEqual(Object.keys(shown.webhooks[0]).sort(), ['createdAt', 'failed', 'id', 'pending', 'url'])
  assert.ok(!JSON.stringify(shown).includes(secret), 'a secret is shown once')

  await using _ = deliver(api)
  const { id: delivery } = assertAnswer(await portal.post(`/partner/webhooks/${id}/test`), 202)
  const detail = await eventually('the test has arrived', async () => {
    const { body } = await portal.get(`/partner/deliveries/${delivery}`)
    return body.state === 'delivered' ? body : undefined
  })
  assert.deepEqual([detail.type, detail.cause, detail.attempts, detail.log.length], ['webhook.test', 'test', 1, 1])
  const [attempt] = detail.log
  assert.deepEqual([attempt.status, attempt.responseBody, attempt.url], [200, 'thanks', receiver.url])
  for (const phase of ['connectMs', 'tlsMs', 'firstByteMs', 'totalMs']) assert.ok(attempt[phase] >= 0, phase)
  assert.equal(checkSignature(secret, attempt.requestHeaders, Buffer.from(detail.body)), 'valid')
  assert.ok(detail.curl.includes(receiver.url))
  assert.equal(detail.isSignedByCurrent, true)
  await portal.post(`/partner/webhooks/${id}/rotate`, {})
  await portal.post(`/partner/webhooks/${id}/rotate/finish`)
  const later = (await portal.get(`/partner/deliveries/${delivery}`)).body
  assert.equal(later.isSignedByCurrent, false, 'it was signed by the secret before')

  const url = `${receiver.url}/other`
  const changed = await portal.call('PATCH', `/partner/webhooks/${id}`, { url, events: ['key.created'] })
  assert.deepEqual([assertAnswer(changed, 200).url, changed.body.events], [url, ['key.created']])
  const all = await portal.call('PATCH', `/partner/webhooks/${id}`, { events: [] })
  assert.deepEqual([all.body.url, all.body.events], [url, undefined])
  const paused = assertAnswer(await portal.post(`/partner/webhooks/${id}/pause`, { hours: 2 }), 200)
  assert.ok(new Date(paused.pausedUntil).getTime() > Date.now() + 7_000_000)
  assert.equal((await portal.post(`/partner/webhooks/${id}/test`)).status, 400, 'a paused webhook is not tested')
  assert.equal(assertAnswer(await portal.post(`/partner/webhooks/${id}/resume`), 200).pausedUntil, undefined)
  assertAnswer(await portal.delete(`/partner/webhooks/${id}`), 204)
  assert.equal((await portal.get(`/partner/webhooks/${id}`)).status, 404)

  const { entries } = (await portal.get('/partner/audit')).body
  const own = entries.filter(({ subject }: { subject: string }) => subject === id).reverse()
  assert.deepEqual(
    own.map(({ action }: { action: string }) => action),
    [
      'webhook.created',
      'webhook.tested',
      'webhook.secret_added',
      'webhook.secret_activated',
      'webhook.updated',
      'webhook.updated',
      'webhook.paused',
      'webhook.resumed',
      'webhook.removed',
    ],
  )
  for (const { author } of own) assert.deepEqual(author, { kind: 'person', id: portal.session.personId })
})

test('input that is not valid changes nothing', async () => {
  const portal = await signIn(api, await idOf('careless'))
  const { id } = assertAnswer(await portal.post('/partner/webhooks', { url: 'https://localhost:1/a' }), 201)
  const before = (await portal.get('/partner/webhooks')).text
  const wrong: [string, string, unknown][] = [
    ['POST', '/partner/webhooks', {}],
    ['POST', '/partner/webhooks', { url: 'http://example.com/' }],
    ['POST', '/partner/webhooks', { url: 'https://10.0.0.1/' }],
    ['POST', '/partner/webhooks', { url: `https://localhost/${'a'.repeat(2_000)}` }],
    ['POST', '/partner/webhooks', { url: 'https://localhost:1/b', secret: 'short' }],
    ['POST', '/partner/webhooks', { url: 'https://localhost:1/b', events: ['nothing.happened'] }],
    ['PATCH', `/partner/webhooks/${id}`, { url: 'ftp://localhost/' }],
    ['PATCH', `/partner/webhooks/${id}`, { events: ['\0'] }],
    ['POST', `/partner/webhooks/${id}/pause`, { hours: 0 }],
    ['POST', `/partner/webhooks/${id}/pause`, { hours: 100_000 }],
    ['POST', `/partner/webhooks/${id}/rotate`, { secret: 'a control \n character, and long enough' }],
    ['POST', `/partner/webhooks/${id}/rotate/finish`, undefined],
    ['POST', '/partner/replays', { perSecond: 0 }],
    ['POST', '/partner/replays', { since: 'yesterday' }],
    ['POST', '/partner/replays', { neverSent: true, state: 'failed' }],
    ['POST', '/partner/replays', { neverSent: true, reason: 'tls' }],
    ['POST', '/partner/replays', { type: '\0' }],
    ['GET', '/partner/deliveries?state=lost', undefined],
    ['GET', '/partner/deliveries?limit=1000', undefined],
    ['GET', '/partner/deliveries?cursor=forged', undefined],
  ]
  for (const [method, path, body] of wrong) {
    const answer = await portal.call(method, path, body)
    assert.equal(answer.status, 400, `${method} ${path} ${JSON.stringify(body)}: ${answer.text}`)
  }
  assert.equal((await portal.get('/partner/webhooks')).text, before)
  assert.deepEqual((await portal.get('/partner/deliveries?reason=%00')).body, { deliveries: [] })
  for (const path of ['/partner/deliveries/%00', '/partner/deliveries/99999999999999999999', '/partner/replays/%00'])
    assert.equal((await portal.get(path)).status, 404, path)
})

test('a secret is replaced in two steps, and both secrets are valid in between', async () => {
  await using receiver = await startReceiver()
  const portal = await signIn(api, await idOf('rotates'))
  const client = await api.as('rotates')
  const { id, secret: first } = assertAnswer(await portal.post('/partner/webhooks', { url: receiver.url }), 201)
  const headers = { 'idempotency-key': 'rotation' }
  const { secret: second } = assertAnswer(await portal.post(`/partner/webhooks/${id}/rotate`, {}, { headers }), 201)
  const replayed = await portal.post(`/partner/webhooks/${id}/rotate`, {}, { headers })
  assert.deepEqual([replayed.body.secret, replayed.headers['idempotency-replayed']], [second, 'true'])
  assert.ok((await portal.get(`/partner/webhooks/${id}`)).body.nextSecretSince)
  await using _ = deliver(api)
  await emit(client)
  await waitForAttempts(api, id, 1)
  const isSigned = (secret: string, nth: number): boolean => {
    const { headers: sent = {}, body = '' } = receiver.received[nth] ?? {}
    const given = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)]))
    // The first header is made with the current secret alone; receivers of the standard find theirs among several.
    const parts = (given['webhook-signature'] ?? '').split(' ')
    return parts.some(
      (part) =>
        checkSignature(secret, { ...given, 'webhook-signature': part, ...own(secret, body) }, Buffer.from(body)) ===
        'valid',
    )
  }
  assert.deepEqual([isSigned(first, 0), isSigned(second, 0)], [true, true])
  const { previousUntil } = assertAnswer(await portal.post(`/partner/webhooks/${id}/rotate/finish`), 200)
  assert.ok(new Date(previousUntil).getTime() > Date.now() + 23 * 3_600_000)
  const shown = (await portal.get(`/partner/webhooks/${id}`)).body
  assert.deepEqual([shown.nextSecretSince, shown.previousSecretUntil], [undefined, previousUntil])
  await emit(client, 'Another')
  await waitForAttempts(api, id, 2)
  assert.deepEqual([isSigned(first, 1), isSigned(second, 1)], [true, true])
  assert.equal(
    receiver.received[1]?.headers['x-service-signature'],
    own(second, receiver.received[1]?.body ?? '')['x-service-signature'],
  )
})

const own = (secret: string, body: string) => ({ 'x-service-signature': hmacHex(secret, body) })

test('the log is filtered, paged, and grouped by reason', async () => {
  await using failing = await openFailing('reads-the-log', 5)
  const portal = await signIn(api, failing.account)
  failing.answerWith(401)
  {
    await using _ = deliver(api, { retrySeconds: [3_600] })
    await emit(await api.as('reads-the-log'), 'Unauthorized')
    await waitForAttempts(api, failing.id, 6)
  }
  const read = async (query: string) => assertAnswer(await portal.get(`/partner/deliveries?${query}`), 200)
  const ids = (page: { deliveries: { id: number }[] }): number[] => page.deliveries.map(({ id }) => id)
  const everything = ids(await read(''))
  assert.equal(everything.length, 6)
  assert.deepEqual(
    everything,
    everything.toSorted((left, right) => right - left),
    'newest first',
  )
  assert.equal((await read('state=failed')).deliveries.length, 5)
  assert.equal((await read('state=delivered')).deliveries.length, 0)
  const [pending] = (await read('state=pending')).deliveries
  assert.deepEqual([pending.reason, pending.lastStatus, pending.attempts], ['status-401', 401, 1])
  assert.ok(new Date(pending.nextAttemptAt).getTime() > Date.now() + 3_000_000, 'the next try is shown')
  assert.equal((await read('type=customer.created')).deliveries.length, 6)
  assert.equal((await read('type=key.created')).deliveries.length, 0)
  assert.equal((await read('reason=status-500')).deliveries.length, 5)
  assert.equal((await read('reason=status')).deliveries.length, 6)
  assert.equal((await read('reason=tls')).deliveries.length, 0)
  const middle = (await read('')).deliveries[3].createdAt
  const [before, since] = [await read(`until=${middle}`), await read(`since=${middle}`)]
  assert.equal(before.deliveries.length + since.deliveries.length, 6)
  assert.ok(since.deliveries.length >= 4)
  const paged: number[] = []
  for (let query = 'limit=2'; query !== ''; ) {
    const page = await read(query)
    paged.push(...ids(page))
    query = page.nextCursor === undefined ? '' : `limit=2&cursor=${page.nextCursor}`
  }
  assert.deepEqual(paged, everything)
  const { nextCursor } = await read('limit=2')
  assert.equal((await portal.get(`/partner/deliveries?state=failed&cursor=${nextCursor}`)).status, 400)
  assert.deepEqual(ids(assertAnswer(await portal.get(`/partner/webhooks/${failing.id}/deliveries`), 200)), everything)
  const { reasons } = assertAnswer(await portal.get('/partner/deliveries/reasons'), 200)
  assert.deepEqual(
    reasons.map(({ reason, deliveries, lastError }: Record<string, unknown>) => [reason, deliveries, lastError]),
    [
      ['status-500', 5, 'The receiver responded with 500.'],
      ['status-401', 1, 'The receiver responded with 401.'],
    ],
  )
})

test('all matching deliveries are sent again, paced and with progress, and never those of another account', async () => {
  await using failing = await openFailing('replays', 6)
  await using foreign = await openFailing('replays-not', 3)
  const portal = await signIn(api, failing.account)
  const stranger = await signIn(api, foreign.account)
  const query = { state: 'failed', reason: 'status-500', perSecond: 100 }
  const preview = assertAnswer(await portal.post('/partner/replays/preview', query), 200)
  assert.deepEqual(preview, { deliveries: 6, seconds: 1 })
  assert.equal((await deliveriesOf(api, failing.id)).length, 6, 'a preview sends nothing')
  const started = assertAnswer(await portal.post('/partner/replays', query), 202)
  assert.deepEqual([started.deliveries, started.pending, started.status], [6, 6, 'running'])
  assert.equal((await deliveriesOf(api, foreign.id)).length, 3, 'the other account has nothing new')
  assert.equal((await stranger.get(`/partner/replays/${started.id}`)).status, 404)
  assert.equal((await stranger.post(`/partner/replays/${started.id}/stop`)).status, 404)
  const all = await stranger.post('/partner/replays/preview', { endpoint: failing.id })
  assert.equal(all.status, 404, 'nor by naming its webhook')
  const { rows } = await sql<{ pause: number }>`
    select extract(epoch from due_at - lag(due_at) over (order by due_at))::float8 as pause
    from delivery_queue where endpoint_id = ${failing.id}`.execute(api.db)
  assert.deepEqual([...new Set(rows.slice(1).map(({ pause }) => pause))], [0.01])
  failing.answerWith(200)
  {
    await using _ = deliver(api)
    await eventually('the replay has ended', async () => {
      const { status, delivered } = (await portal.get(`/partner/replays/${started.id}`)).body
      return status === 'ended' && delivered === 6
    })
  }
  const later = assertAnswer(await portal.post('/partner/replays/preview', query), 200)
  assert.equal(later.deliveries, 0, 'what was delivered since is not sent again')
  const { replays } = assertAnswer(await portal.get('/partner/replays'), 200)
  assert.deepEqual(
    replays.map(({ id }: { id: string }) => id),
    [started.id],
  )
  assert.deepEqual((await stranger.get('/partner/replays')).body, { replays: [] })
  assert.deepEqual(await findDeliveryFaults(api.app), [])
})

test('stopping a replay cancels what has not been sent, which can be sent later', async () => {
  await using failing = await openFailing('stops', 4)
  const portal = await signIn(api, failing.account)
  const { id } = assertAnswer(await portal.post('/partner/replays', { perSecond: 1 }), 202)
  const stopped = assertAnswer(await portal.post(`/partner/replays/${id}/stop`), 200)
  assert.deepEqual([stopped.status, stopped.pending, stopped.canceled], ['stopped', 0, 4])
  assert.deepEqual((await portal.post(`/partner/replays/${id}/stop`)).body, stopped, 'a second stop changes nothing')
  const queued = await api.db.selectFrom('delivery_queue').selectAll().where('endpoint_id', '=', failing.id).execute()
  assert.deepEqual(queued, [])
  const again = await portal.post('/partner/replays/preview', { state: 'canceled' })
  assert.equal(assertAnswer(again, 200).deliveries, 4)
  const one = (await portal.get('/partner/deliveries?limit=1')).body.deliveries[0].id
  const made = assertAnswer(await portal.post(`/partner/deliveries/${one}/replay`), 202)
  failing.answerWith(200)
  await using _ = deliver(api)
  await eventually(
    'it has arrived',
    async () => (await portal.get(`/partner/deliveries/${made.id}`)).body.state === 'delivered',
  )
})

test('events that a webhook never got are sent to it once, and only those of its own account', async () => {
  const client = await api.as('late-webhook')
  const account = await idOf('late-webhook')
  await using foreign = await openFailing('never-theirs', 1)
  for (const name of ['One', 'Two', 'Three']) await emit(client, name)
  await using receiver = await startReceiver()
  const portal = await signIn(api, account)
  const url = receiver.url
  const { id } = assertAnswer(await portal.post('/partner/webhooks', { url, events: ['customer.created'] }), 201)
  const preview = async (order: object) =>
    assertAnswer(await portal.post('/partner/replays/preview', { neverSent: true, ...order }), 200).deliveries
  assert.equal(await preview({}), 3, 'the key that was created is of a kind that the webhook does not take')
  assert.equal(await preview({ type: 'key.created' }), 1, 'unless it is asked for')
  assert.equal(await preview({ until: '2020-01-01T00:00:00Z' }), 0)
  const [, second] = (await portal.get('/partner/events')).body.events
  assert.equal(await preview({ since: second.timestamp }), 2)
  assert.equal((await portal.post('/partner/replays', { neverSent: true, endpoint: foreign.id })).status, 404)
  const started = assertAnswer(await portal.post('/partner/replays', { neverSent: true, endpoint: id }), 202)
  assert.deepEqual([started.deliveries, started.filter], [3, { endpointId: id, neverSent: true }])
  assert.equal(await preview({}), 0, 'they are on their way')
  await using _ = deliver(api)
  await eventually('all have arrived', async () => receiver.received.length === 3)
  assert.deepEqual(receiver.received.map(({ body }) => JSON.parse(body).data.name).sort(), ['One', 'Three', 'Two'])
  assert.equal((await deliveriesOf(api, foreign.id)).length, 1)
  assert.deepEqual(await findDeliveryFaults(api.app), [])
})

test('an account has at most three replays under way', async () => {
  const portal = await signIn(api, await idOf('many-replays'))
  const client = await api.as('many-replays')
  for (let n = 0; n < 4; n++) {
    assertAnswer(await portal.post('/partner/webhooks', { url: `https://localhost:1/${n}` }), 201)
  }
  await emit(client)
  await api.db
    .updateTable('deliveries')
    .set({ state: 'canceled', ended_at: new Date(), next_attempt_at: null })
    .where('state', '=', 'pending')
    .execute()
  const { webhooks } = (await portal.get('/partner/webhooks')).body
  const statuses: number[] = []
  for (const { id } of webhooks) statuses.push((await portal.post('/partner/replays', { endpoint: id })).status)
  assert.deepEqual(statuses, [202, 202, 202, 409])
})

test('a distributor has its own webhooks, and the catalogue of events has a sample of each kind', async () => {
  const distributor = await api.distributor('portal-distribution')
  const portal = await signIn(api, distributor.id)
  assertAnswer(await portal.post('/distributor/webhooks', { url: 'https://localhost:1/d' }), 201)
  assert.equal((await portal.get('/distributor/webhooks')).body.webhooks.length, 1)
  const { eventTypes } = assertAnswer(await portal.get('/distributor/event-types'), 200)
  const kinds = eventTypes.map(({ type }: { type: string }) => type)
  assert.ok(kinds.includes('partner.suspended') && kinds.length === 18)
  assert.equal(eventTypes.filter(({ optional }: { optional: boolean }) => optional).length, 8)
  for (const { type, meaning, fields, sample } of eventTypes) {
    assert.equal(sample.type, type)
    assert.ok(meaning.length > 10 && fields.length > 0)
    const names = fields.map(({ name }: { name: string }) => name)
    for (const name of Object.keys(sample.data)) assert.ok(names.includes(name), `${type}: ${name}`)
  }
})

test('pages and counts of the log use an index with every filter', async () => {
  await sql`insert into deliveries (
      event_id, endpoint_id, type, cause, state, created_at, ended_at, last_error_code, last_status)
    select 'evt_' || n, 'whk_of_the_plan', 'customer.created', 'event',
      case n % 100 when 0 then 'failed' else 'delivered' end::delivery_state, now() - n * interval '1 s', now(),
      case n % 100 when 0 then 'status' end, case n % 100 when 0 then 401 end
    from generate_series(1, 20000) as n`.execute(api.db)
  // Only the owner of the table may.
  const owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
  await owner.query('analyze deliveries')
  await owner.end()
  const planOf = async (filter: Omit<DeliveryFilter, 'endpointIds'>, max = 50): Promise<string> => {
    const { rows } = await sql<Record<string, string>>`
      explain select * from ${deliveriesIn({ ...filter, endpointIds: ['whk_of_the_plan'] }, max)} as page`.execute(
      api.db,
    )
    return rows.flatMap((row) => Object.values(row)).join('\n')
  }
  const [newest] = await api.db.selectFrom('deliveries').select('id').orderBy('id', 'desc').limit(1).execute()
  const plans = {
    none: await planOf({}),
    state: await planOf({ state: 'failed' }),
    type: await planOf({ type: 'key.created' }),
    time: await planOf({ since: new Date(Date.now() - 60_000), until: new Date() }),
    cursor: await planOf({ beforeId: newest?.id ?? 0 }),
    reason: await planOf({ reason: { code: 'tls' } }),
    reasonOfState: await planOf({ state: 'failed', reason: { code: 'status', status: 500 } }),
    counts: await planOf({ state: 'failed' }, 10_000),
  }
  for (const [name, plan] of Object.entries(plans)) {
    // The default partition is empty.
    assert.doesNotMatch(plan, /Seq Scan on deliveries(?!_default)/, name)
    assert.match(plan, /Index Scan using deliveries_(newest|newest_of_type|not_delivered) /, `${name}: ${plan}`)
  }
  // Nearly all are delivered, and none of those is looked at.
  for (const name of ['state', 'reason', 'reasonOfState', 'counts'] as const)
    assert.match(plans[name], /deliveries_not_delivered/, `${name}: ${plans[name]}`)
  assert.match(plans.type, /deliveries_newest_of_type/)
  assert.match(plans.cursor, /Index Cond: .*created_at.*id.* < /)
})
