import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { findDeliveryFaults, getDelivery } from '../../../src/features/webhooks/deliveries/service.ts'
import { findEndpointAccount, pauseEndpoint } from '../../../src/features/webhooks/endpoints/service.ts'
import { fields, list } from '../../../src/shared/json.ts'
import { AUTHOR } from '../../harness/accounts.ts'
import { type Api, startApi } from '../../harness/api.ts'
import { eventually } from '../../runs/eventually.ts'
import { attemptsOf, deliver, deliveriesOf, emit, hook, RETRIES, waitForAttempts } from '../../webhooks/fixture.ts'
import { startRaw } from '../../webhooks/raw-receiver.ts'
import { startReceiver } from '../../webhooks/receiver.ts'

const api = await startApi()
after(() => api[Symbol.asyncDispose]())
// Each test looks at the whole queue.
beforeEach(() => api.empty())

/** Moves all waiting deliveries this many seconds forward in time. */
const passTime = ({ db }: Api, seconds: number) =>
  sql`update delivery_queue set due_at = due_at - make_interval(secs => ${seconds}) where lease_token is null`.execute(
    db,
  )

const queueOf = ({ db }: Api) => db.selectFrom('delivery_queue').selectAll().execute()

/** How late attempts were, in milliseconds after the end of the previous one and its pause. */
async function latenessOf(api: Api, deliveryId: number, retrySeconds: readonly number[]): Promise<number[]> {
  const attempts = await attemptsOf(api, deliveryId)
  return attempts.slice(1).map(({ started_at }, index) => {
    const before = attempts[index]
    const endedMs = (before?.started_at.getTime() ?? 0) + (before?.total_ms ?? 0)
    return started_at.getTime() - endedMs - (retrySeconds[index] ?? 0) * 1000
  })
}

/** Times are stored to the millisecond. */
const ROUNDED_MS = 2

test('a failing delivery is retried after 1 min, 5 min, 30 min, 2 h and 12 h, with the same bytes, and then fails', async () => {
  await using receiver = await startReceiver((response) =>
    response.writeHead(503, { 'retry-after': '1' }).end('not now'),
  )
  const { id } = await hook(api, (await api.partner('acme')).partnerId, receiver.url)
  const acme = await api.as('acme')
  await using _ = deliver(api)
  await emit(acme)
  const late: number[] = []
  for (const [index, seconds] of RETRIES.entries()) {
    const [row] = await waitForAttempts(api, id, index + 1)
    assert.equal(row?.state, 'pending')
    const [queued] = await queueOf(api)
    const last = (await attemptsOf(api, row?.id ?? 0)).at(-1)
    assert.ok(queued && last)
    const endedMs = last.started_at.getTime() + (last.total_ms ?? 0)
    const pauseMs = queued.due_at.getTime() - endedMs
    assert.ok(Math.abs(pauseMs - seconds * 1000) < 5, `${pauseMs} ms after attempt ${index + 1}`)
    assert.deepEqual(row?.next_attempt_at, queued.due_at)
    // Almost all of the pause has passed: the retry must not come yet.
    await passTime(api, seconds - 1)
    const [again] = await waitForAttempts(api, id, index + 2)
    const made = (await attemptsOf(api, again?.id ?? 0)).at(-1)
    late.push((made?.started_at.getTime() ?? 0) - (queued.due_at.getTime() - (seconds - 1) * 1000))
  }
  assert.ok(Math.min(...late) >= -ROUNDED_MS, `never early: ${late.join(', ')} ms late`)
  // Ignore delays of the machine: the fastest attempt shows the schedule.
  assert.ok(Math.min(...late) <= 1_000, `at most a second late: ${late.join(', ')} ms`)
  const [row] = await waitForAttempts(api, id, 6)
  assert.equal(row?.state, 'failed')
  assert.equal(row?.last_status, 503)
  assert.deepEqual(await queueOf(api), [])
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers['x-service-attempt']),
    ['1', '2', '3', '4', '5', '6'],
  )
  assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  const [attempt] = await attemptsOf(api, row?.id ?? 0)
  assert.equal(attempt?.response_body?.toString(), 'not now')
  assert.equal(attempt?.error_code, 'status')
  assert.equal(fields(attempt?.response_headers)['retry-after'], '1', 'it is listed, and changes nothing')
  assert.deepEqual(await findDeliveryFaults(api.app), [])
})

test('in real time no retry is early, or more than a second late', async () => {
  await using receiver = await startReceiver((response, _, nth) => response.writeHead(nth <= 5 ? 500 : 200).end())
  const acme = await api.as('acme')
  const { id } = await hook(api, (await api.partner('acme')).partnerId, receiver.url)
  const retrySeconds = [0.3, 0.6, 1, 1.3, 0.1]
  await using _ = deliver(api, { retrySeconds })
  await emit(acme)
  const [row] = await waitForAttempts(api, id, 6)
  assert.equal(row?.state, 'delivered')
  const late = await latenessOf(api, row?.id ?? 0, retrySeconds)
  assert.equal(late.length, 5)
  assert.ok(Math.min(...late) >= -ROUNDED_MS && Math.min(...late) <= 1_000, `${late.join(', ')} ms late`)
})

test('the log has the bytes of a response unchanged, whatever they are', async () => {
  const answer = Buffer.from([0, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x5c, 0x0a, 0xed, 0xa0, 0x80])
  await using receiver = await startRaw((socket) =>
    socket.once('data', () =>
      socket.end(
        Buffer.concat([
          Buffer.from('HTTP/1.1 500 \xff\xfe\r\nx-odd: \xe9\x80\ttab "quoted" \\u0000\r\nx-odd: twice\r\n', 'latin1'),
          Buffer.from(`content-length: ${answer.length}\r\n\r\n`),
          answer,
        ]),
      ),
    ),
  )
  const acme = await api.as('acme')
  const { partnerId } = await api.partner('acme')
  const { id } = await hook(api, partnerId, receiver.url)
  await using _ = deliver(api)
  await emit(acme)
  const [row] = await waitForAttempts(api, id, 1)
  const [attempt] = await attemptsOf(api, row?.id ?? 0)
  assert.deepEqual([attempt?.status, attempt?.response_body], [500, answer])
  assert.equal(list(fields(attempt?.response_headers)['x-odd']).length, 2)
  const shown = await getDelivery(api.app, await findEndpointAccount(api.app, id), row?.id ?? 0)
  assert.equal(shown.log[0]?.responseBody, answer.toString('utf8'))
})

test('an attempt whose response the database rejects counts and is retried like any other', async () => {
  const { id } = await hook(api, (await api.partner('acme')).partnerId, 'https://localhost:1/')
  const failure = { code: 'tls' as const, message: 'TLS failed: \0 is not \ud800' }
  const post = async () => ({ failure, totalMs: 1, headers: { 'x-odd': '\0' }, body: Buffer.from('kept'), status: 200 })
  await emit(await api.as('acme'))
  await using _ = deliver({ ...api, app: { ...api.app, outbound: { ...api.app.outbound, post } } })
  const [row] = await waitForAttempts(api, id, 1)
  assert.deepEqual([row?.state, row?.last_error], ['pending', 'TLS failed: ? is not ?'])
  const [queued] = await queueOf(api)
  assert.deepEqual([queued?.attempt, queued?.lease_token], [2, null])
})

test('a paused endpoint is not called, and gets its deliveries afterwards', async () => {
  await using receiver = await startReceiver()
  const acme = await api.as('acme')
  const { id } = await hook(api, (await api.partner('acme')).partnerId, receiver.url)
  const account = await findEndpointAccount(api.app, id)
  await pauseEndpoint(api.app, AUTHOR, { account, endpointId: id }, new Date(Date.now() + 3_600_000))
  await emit(acme)
  await using other = await startReceiver()
  const second = await hook(api, account.id, other.url, { another: true })
  await emit(acme)
  await using _ = deliver(api)
  await waitForAttempts(api, second.id, 1)
  assert.equal(receiver.received.length, 0)
  await pauseEndpoint(api.app, AUTHOR, { account, endpointId: id }, null)
  await waitForAttempts(api, id, 2)
  assert.equal(receiver.received.length, 2)
})

test('a stopped sender returns its deliveries, which another sends at once; the attempt does not count', async () => {
  await using receiver = await startReceiver((response, _, nth) => (nth === 1 ? undefined : response.end()))
  const acme = await api.as('acme')
  const { id } = await hook(api, (await api.partner('acme')).partnerId, receiver.url)
  const first = deliver(api, { graceMs: 0 })
  await emit(acme)
  await eventually('it is in flight', async () => receiver.received.length === 1)
  await first.stop()
  const [returned] = await deliveriesOf(api, id)
  assert.deepEqual([returned?.state, returned?.attempts, returned?.last_outcome], ['pending', 0, 'interrupted'])
  await using _ = deliver(api)
  const [row] = await waitForAttempts(api, id, 1)
  assert.equal(row?.state, 'delivered')
  assert.deepEqual(
    (await attemptsOf(api, row?.id ?? 0)).map(({ outcome, attempt }) => [outcome, attempt]),
    [
      ['interrupted', 1],
      ['delivered', 1],
    ],
  )
  const [one, two] = receiver.received
  assert.deepEqual([one?.body, one?.headers['webhook-id']], [two?.body, two?.headers['webhook-id']])
})

test('a sender that lost its lease writes nothing', async () => {
  let answer = (): void => {}
  await using receiver = await startReceiver((response, _, nth) => {
    if (nth === 1) answer = () => response.end()
    else response.writeHead(500).end()
  })
  const acme = await api.as('acme')
  const { id } = await hook(api, (await api.partner('acme')).partnerId, receiver.url)
  await using _ = deliver(api)
  await emit(acme)
  await eventually('it is in flight', async () => receiver.received.length === 1)
  await sql`update delivery_queue set lease_until = now() - interval '1 s'`.execute(api.db)
  await waitForAttempts(api, id, 1)
  answer()
  await emit(acme)
  await waitForAttempts(api, id, 2)
  const [row] = await deliveriesOf(api, id)
  assert.deepEqual([row?.state, row?.attempts, row?.last_status], ['pending', 1, 500])
  assert.deepEqual((await attemptsOf(api, row?.id ?? 0)).map(({ outcome }) => outcome).sort(), [
    'failed',
    'interrupted',
  ])
})
