import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Agent, request } from 'undici'
import { readStreams } from '../../src/cli/doctor/streams.ts'
import { executeRun } from '../../src/features/assessments/execution/service.ts'
import { suspendDistributor } from '../../src/features/distributors/service.ts'
import { endSessionsOf, renewSession } from '../../src/features/people/sessions/service.ts'
import { createStreams } from '../../src/features/portal/stream/service.ts'
import { createThrottle } from '../../src/features/portal/stream/throttle.ts'
import { readSettings } from '../../src/platform/settings/settings.ts'
import { serveMetrics } from '../../src/runtime/metrics.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { AUTHOR, makeActivePartner } from '../harness/accounts.ts'
import { makeCustomer, makeRun } from '../harness/answers.ts'
import { startApi } from '../harness/api.ts'
import { eventually } from '../runs/eventually.ts'
import { deliver, emit, hook } from '../webhooks/fixture.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { type Portal, signIn } from './sessions.ts'

const api = await startApi({ collect: async ({ tenantId }) => snapshotOf({}, tenantId) })
after(() => api[Symbol.asyncDispose]())
const dispatcher = new Agent({ connect: { ca: api.ca }, connections: 64, bodyTimeout: 0 })
after(() => dispatcher.destroy())

interface Message {
  event: string
  id: string | undefined
}

/** An open stream, as a browser has it. */
interface Opened extends AsyncDisposable {
  status: number
  headers: Record<string, string | string[] | undefined>
  messages: Message[]
  /** When it ended, by `performance.now()`. */
  endedAt: () => number | undefined
}

async function open({ cookie }: Pick<Portal, 'cookie'>, kind: 'partner' | 'distributor' = 'partner'): Promise<Opened> {
  const leaving = new AbortController()
  const answer = await request(`${api.baseUrl}/portal/api/${kind}/stream`, {
    dispatcher,
    headers: { cookie },
    signal: leaving.signal,
  })
  const messages: Message[] = []
  let endedAt: number | undefined
  const reading = (async () => {
    let text = ''
    try {
      for await (const chunk of answer.body) {
        text += String(chunk)
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          const [, event] = /^event: (.*)$/m.exec(block) ?? []
          const [, data = '{}'] = /^data: (.*)$/m.exec(block) ?? []
          if (event !== undefined) messages.push({ event, id: JSON.parse(data).id })
        }
      }
    } catch (error) {
      if (!leaving.signal.aborted) throw error
    }
    endedAt = performance.now()
  })()
  return {
    status: answer.statusCode,
    headers: answer.headers,
    messages,
    endedAt: () => endedAt,
    async [Symbol.asyncDispose]() {
      leaving.abort()
      await reading
    },
  }
}

const openStreams = async (): Promise<number> => (await api.app.metrics.portalStreams.get()).values[0]?.value ?? 0

const waitFor = (stream: Opened, event: string, id?: string) =>
  eventually(`${event} ${id ?? ''} arrives`, async () =>
    stream.messages.find((message) => message.event === event && (id === undefined || message.id === id)),
  )

const waitForEnd = (stream: Opened) => eventually('the stream ends', async () => stream.endedAt())

test('a run is followed by its partner and its distributor, and by nobody else', async () => {
  const distributor = await api.distributor('follows')
  const { id, client } = await makeActivePartner(api, distributor, { email: 'admin@followed.example' })
  const stranger = await signIn(api, (await api.partner('stranger')).partnerId)
  await using own = await open(await signIn(api, id, { role: 'reader' }))
  await using theirs = await open(await signIn(api, distributor.id), 'distributor')
  await using others = await open(stranger)
  assert.equal(own.status, 200)
  assert.match(String(own.headers['content-type']), /^text\/event-stream/)
  assert.match(String(own.headers['cache-control']), /no-store/)
  assert.equal(own.headers['x-accel-buffering'], 'no')
  const runId = await makeRun(client, await makeCustomer(client))
  await executeRun(api.app, runId, { deadlineMs: 10_000 })
  for (const stream of [own, theirs]) {
    await waitFor(stream, 'run.progress', runId)
    await waitFor(stream, 'run.ended', runId)
  }
  const canceled = await makeRun(client, await makeCustomer(client))
  await client.post(`/v1/partner/assessments/${canceled}/cancel`)
  await waitFor(own, 'run.ended', canceled)
  assert.deepEqual(others.messages, [])
})

test('the portal is notified of answers and of the use of a key', async () => {
  const { partnerId } = await api.partner('uses-keys')
  const client = await api.as('uses-keys')
  await using stream = await open(await signIn(api, partnerId))
  await client.get('/v1/partner/me')
  assert.equal((await waitFor(stream, 'key.used')).id, '1')
  const customerId = await makeCustomer(client)
  const answered = await client.put(`/v1/partner/customers/${customerId}/questionnaires/essential-eight`, {
    answers: [{ id: 'ISM-1810', answer: 'yes' }],
  })
  assert.equal(answered.status, 200, answered.text)
  await waitFor(stream, 'answers', customerId)
})

test('people who may read deliveries are notified of them', async () => {
  await using receiver = await startReceiver()
  const { partnerId } = await api.partner('delivers')
  const { id } = await hook(api, partnerId, receiver.url)
  await using admin = await open(await signIn(api, partnerId, { role: 'admin' }))
  await using technician = await open(await signIn(api, partnerId, { role: 'technician' }))
  await using _ = deliver(api)
  const client = await api.as('delivers')
  await emit(client)
  await waitFor(admin, 'delivery', id)
  await client.get('/v1/partner/me')
  assert.ok(technician.messages.every(({ event }) => event !== 'delivery'))
})

test('a suspension ends the streams of the account within a second', async () => {
  const distributor = await api.distributor('suspends')
  const { id } = await makeActivePartner(api, distributor, { email: 'admin@suspended-live.example' })
  const { id: other } = await makeActivePartner(api, distributor, { email: 'admin@goes-on.example' })
  await using first = await open(await signIn(api, id))
  await using second = await open(await signIn(api, id))
  await using unaffected = await open(await signIn(api, other))
  await using own = await open(await signIn(api, distributor.id), 'distributor')
  const before = await openStreams()
  const suspended = await distributor.post(`/v1/distributor/partners/${id}/suspend`)
  const committedAt = performance.now()
  assert.equal(suspended.status, 200)
  for (const stream of [first, second]) {
    const endedAt = await waitForEnd(stream)
    assert.ok(endedAt - committedAt < 1_000, `${endedAt - committedAt} ms`)
    assert.deepEqual(stream.messages.at(-1), { event: 'session.ended', id: undefined })
  }
  assert.equal(await openStreams(), before - 2)
  assert.deepEqual([unaffected.endedAt(), own.endedAt()], [undefined, undefined])
  await suspendDistributor(api.app, AUTHOR, distributor.id)
  const at = performance.now()
  assert.ok((await waitForEnd(own)) - at < 1_000)
  assert.equal(unaffected.endedAt(), undefined, 'its partners are not affected')
})

test('signing out everywhere ends the streams of that person', async () => {
  const { partnerId } = await api.partner('signs-out')
  const [leaves, stays] = [await signIn(api, partnerId), await signIn(api, partnerId)]
  await using gone = await open(leaves)
  await using open_ = await open(stays)
  await api.db.transaction().execute((tx) => endSessionsOf(tx, { personId: leaves.session.personId }))
  await waitForEnd(gone)
  assert.equal(open_.endedAt(), undefined)
})

/** The streams of another process, for what takes long in the service. */
function openStreamsOf(options?: Parameters<typeof createStreams>[2]) {
  const streams = createStreams(api.app, api.databaseUrl, options)
  return { ...streams, [Symbol.asyncDispose]: streams.close }
}

const tokenOf = ({ cookie }: Portal): string => cookie.slice(cookie.indexOf('=') + 1)

test('a session that ends while its stream is opening gets no stream', async () => {
  const person = await signIn(api, (await api.partner('races')).partnerId)
  await using streams = openStreamsOf()
  await endSessionsOf(api.db, { personId: person.session.personId })
  await assert.rejects(streams.open(person.session, tokenOf(person)), { code: 'SIGN_IN_REQUIRED' })
  assert.equal(await openStreams(), 0, 'in that process')
})

test('a stream checks its session regularly, without counting as a use of it', async () => {
  const person = await signIn(api, (await api.partner('watched')).partnerId)
  const { sessionId } = person.session
  const seenAt = new Date(Date.now() - 600_000)
  await api.db.updateTable('sessions').set({ seen_at: seenAt }).where('id', '=', sessionId).execute()
  await using streams = openStreamsOf({ heartbeatMs: 20 })
  const stream = await streams.open(person.session, tokenOf(person))
  let text = ''
  stream.on('data', (chunk) => {
    text += String(chunk)
  })
  await eventually('heartbeats come', async () => text.split(':\n\n').length > 3)
  const session = await api.db.selectFrom('sessions').select('seen_at').where('id', '=', sessionId).executeTakeFirst()
  assert.deepEqual(session?.seen_at, seenAt)
  // As when a session ends by its age, of which nobody is notified.
  await api.db.deleteFrom('sessions').where('id', '=', sessionId).execute()
  await once(stream, 'end')
  assert.doesNotMatch(text, /session\.ended/, 'the browser asks again, and is refused')
  await assert.rejects(streams.open(person.session, tokenOf(person)), { code: 'SIGN_IN_REQUIRED' })
})

test('a stream with the old token of a session ends without signing the person out', async () => {
  const person = await signIn(api, (await api.partner('renewed')).partnerId)
  await using streams = openStreamsOf({ heartbeatMs: 20 })
  const stream = await streams.open(person.session, tokenOf(person))
  let text = ''
  stream.on('data', (chunk) => {
    text += String(chunk)
  })
  const at = api.app.now()
  const token = await api.db.transaction().execute((tx) => renewSession(tx, person.session.sessionId, at))
  await once(stream, 'end')
  assert.doesNotMatch(text, /session\.ended/)
  const next = await streams.open(person.session, token)
  next.destroy()
})

test('a browser that does not read loses its stream instead of filling the memory', async () => {
  const person = await signIn(api, (await api.partner('sleeps')).partnerId)
  await using streams = openStreamsOf({ heartbeatMs: 60_000 })
  const stream = await streams.open(person.session, tokenOf(person))
  const owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
  const messages = Array.from({ length: 200 }, (_, n) => ({
    kind: 'run.ended',
    id: `${n} ${'x'.repeat(1_000)}`,
    accounts: [person.session.account.id],
  }))
  for (const message of messages) await owner.query('select pg_notify($1, $2)', ['portal', JSON.stringify(message)])
  await owner.end()
  await eventually('it has ended', async () => (await openStreams()) === 0)
  assert.ok(stream.readableLength < 80_000, `${stream.readableLength} bytes wait`)
})

test('a session has at most three streams, and a closed one makes room', async () => {
  const { partnerId } = await api.partner('opens-many')
  const person = await signIn(api, partnerId)
  const before = await openStreams()
  const streams = [await open(person), await open(person), await open(person)]
  await using refused = await open(person)
  assert.equal(refused.status, 409)
  await streams[0]?.[Symbol.asyncDispose]()
  await eventually('the closed stream is forgotten', async () => (await openStreams()) === before + 2)
  await using again = await open(person)
  assert.equal(again.status, 200)
  for (const stream of streams) await stream[Symbol.asyncDispose]()
})

test('streams end when the process loses its database notifications, and can be opened again', async () => {
  const { partnerId } = await api.partner('reconnects')
  const person = await signIn(api, partnerId)
  await using stream = await open(person)
  const owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen "portal"'`)
  await owner.end()
  await waitForEnd(stream)
  assert.ok(
    stream.messages.every(({ event }) => event !== 'session.ended'),
    'the session continues',
  )
  await using next = await open(person)
  assert.equal(next.status, 200)
  const client = await api.as('reconnects')
  await client.get('/v1/partner/me')
  await waitFor(next, 'key.used')
})

test('foreign notifications on the channel do no harm', async () => {
  const { partnerId } = await api.partner('noisy')
  await using stream = await open(await signIn(api, partnerId))
  const owner = new pg.Client({ connectionString: api.databaseUrl })
  await owner.connect()
  for (const text of ['', '{', 'null', '[]', '{"kind":"run.ended"}', '{"kind":"session.ended","partnerId":7}'])
    await owner.query('select pg_notify($1, $2)', ['portal', text])
  await owner.query('select pg_notify($1, $2)', [
    'portal',
    JSON.stringify({ kind: 'run.ended', id: 'run_x\n\nevent: session.ended', accounts: [partnerId] }),
  ])
  await owner.end()
  await eventually('the last one arrives', async () => stream.messages.length > 0)
  assert.deepEqual(stream.messages, [{ event: 'run.ended', id: 'run_x\n\nevent: session.ended' }])
  assert.equal(stream.endedAt(), undefined)
})

test('metrics and doctor count the open streams', async () => {
  await using stream = await open(await signIn(api, (await api.partner('counted')).partnerId))
  assert.equal(stream.status, 200)
  const metrics = await serveMetrics(api.app, { port: 0 })
  const settings = { ...readSettings({}), metricsPort: metrics.port }
  try {
    assert.match(await readStreams(settings), /^[1-9]\d* open, of at most 500$/)
  } finally {
    await metrics.close()
  }
  assert.match(await readStreams(settings), /no process on this machine/)
})

test('if there are many messages about one object, the first and the last of each second are sent', async () => {
  const passed: string[] = []
  const throttle = createThrottle<string>(50, (value) => passed.push(value))
  for (const value of ['a1', 'a2', 'a3']) throttle.push('a', value)
  throttle.push('b', 'b1')
  assert.deepEqual(passed, ['a1', 'b1'])
  await eventually('the last one is passed on', async () => passed.length === 3)
  assert.deepEqual(passed, ['a1', 'b1', 'a3'])
  throttle.push('a', 'a4')
  throttle.close()
  await sleep(120)
  assert.deepEqual(passed, ['a1', 'b1', 'a3'])
})
