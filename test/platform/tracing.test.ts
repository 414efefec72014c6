import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestGraph } from '../../src/graph/client/graph-client.ts'
import { limitersOf } from '../../src/graph/client/rate-classes.ts'
import type { RequestSpan, RequestTrace } from '../../src/graph/client/request-spans.ts'
import type { TokenSession } from '../../src/graph/token/token.ts'
import type { HttpClient, HttpRequest } from '../../src/graph/transport/http-client.ts'
import { startTimeLimits, systemClock } from '../../src/graph/transport/time-limits.ts'
import { openTracing } from '../../src/platform/tracing/otlp.ts'
import { readTraceparent, type TraceContext } from '../../src/shared/tracing/trace-context.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { startApi } from '../harness/api.ts'
import { type ReceivedSpan, startCollector } from '../harness/span-collector.ts'
import { createRun, waitForEnd } from '../runs/follow.ts'
import { openWorker } from '../runs/workers.ts'
import { deliver, emit, hook, waitForAttempts } from '../webhooks/fixture.ts'
import { startReceiver } from '../webhooks/receiver.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

test('the trace of a request includes its job, the phases of the run and the requests to Graph', async () => {
  await using collector = await startCollector()
  await using api = await startApi()
  const tracing = await openTracing(collector.url, 'plumbline')
  api.app.tracing = tracing
  const acme = await api.as('acme')
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01` }
  const { runId, customerId } = await createRun(acme)
  const traced = await acme.post('/v1/partner/assessments', { customerId, product: 'essential-eight' }, { headers })
  assert.equal(traced.status, 202, traced.text)
  const sent: (string | undefined)[] = []
  {
    await using _worker = await openWorker(api, async ({ tenantId, trace }) => {
      sent.push(trace?.traceparent)
      return snapshotOf({}, tenantId)
    })
    for (const id of [runId, traced.body.id]) assert.equal((await waitForEnd(acme, id)).status, 'completed')
  }
  await tracing.close()
  const ours = collector.spans().filter(({ traceId }) => traceId === TRACE)
  const find = (name: string): ReceivedSpan => {
    const found = ours.filter((span) => span.name === name)
    assert.equal(found.length, 1, `${name}: ${JSON.stringify(ours)}`)
    return found[0] ?? assert.fail(name)
  }
  const request = find('POST /api/v1/partner/assessments')
  assert.equal(request.parentSpanId, PARENT)
  const job = find('job assess')
  assert.equal(job.parentSpanId, request.spanId)
  for (const phase of ['reading', 'evaluating', 'storing'])
    assert.equal(find(`run ${phase}`).parentSpanId, job.spanId, phase)
  assert.equal(ours.length, 5)
  assert.ok(sent.includes(`00-${TRACE}-${find('run reading').spanId}-01`))
  assert.equal(new Set(sent).size, 2, 'the other run has a trace of its own')
  assert.doesNotMatch(collector.text(), /pk_live|acme|Customer typical|@|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/i)
})

test('a request that is marked as not sampled is not recorded, and neither is anything that it causes', async () => {
  await using collector = await startCollector()
  const tracing = await openTracing(collector.url, 'plumbline')
  const span = tracing.start('request', { kind: 'server', parent: `00-${TRACE}-${PARENT}-00` })
  assert.match(span.traceparent, new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`))
  span.end()
  tracing.start('other', { kind: 'server', parent: 'nonsense' }).end({ failed: true })
  await tracing.close()
  assert.deepEqual(
    collector.spans().map(({ name, parentSpanId }) => [name, parentSpanId]),
    [['other', '']],
  )
})

/** Sends two requests to a Graph that throttles the first one; returns the headers that it got. */
async function askGraph(trace: RequestTrace): Promise<(string | undefined)[]> {
  const sent: HttpRequest[] = []
  const http: HttpClient = {
    async send(wanted) {
      sent.push(wanted)
      return sent.length === 1 ? { status: 429, retryAfter: '0.01', text: '{}' } : { status: 200, text: '{}' }
    },
    room: async () => {},
    hasRoom: () => true,
    close: async () => {},
  }
  const tokens: TokenSession = {
    current: () => ({ value: 'token', number: 1 }),
    roles: () => [],
    renew: async () => false,
    isFromEarlier: () => false,
  }
  const baseUrl = 'https://graph.example'
  const { limits, end } = startTimeLimits(10_000, systemClock)
  const graph = { baseUrl, http, tokens, limits, trace, limiters: limitersOf(systemClock, baseUrl, 'tenant') }
  await requestGraph(graph, { url: `${baseUrl}/v1.0/users`, rateClass: 'directory', dataset: 'users' })
  end(undefined)
  return sent.map(({ headers }) => headers.traceparent)
}

test('requests to Graph carry the trace of their run, and are spans of it if spans are collected', async () => {
  const traceparent = `00-${TRACE}-${PARENT}-01`
  assert.deepEqual(await askGraph({ traceparent }), [traceparent, traceparent])
  const spans: RequestSpan[] = []
  const headers = await askGraph({ traceparent, onRequest: (span) => void spans.push(span) })
  assert.deepEqual(
    headers,
    spans.map(({ spanId }) => `00-${TRACE}-${spanId}-01`),
  )
  assert.deepEqual(
    spans.map(({ dataset, method, status }) => [dataset, method, status]),
    [
      ['users', 'GET', 429],
      ['users', 'GET', 200],
    ],
  )
  assert.ok(spans.every(({ startedAtMs, endedAtMs }) => startedAtMs <= endedAtMs))
  const unsampled = `00-${TRACE}-${PARENT}-00`
  const onRequest = (): void => assert.fail('a trace that is not recorded')
  assert.deepEqual(await askGraph({ traceparent: unsampled, onRequest }), [unsampled, unsampled])
})

test('each webhook attempt sends its own trace to the receiver, but only if spans are collected', async () => {
  await using collector = await startCollector()
  await using api = await startApi()
  await using receiver = await startReceiver((response, _, nth) => {
    response.statusCode = nth === 1 ? 500 : 200
    response.end()
  })
  const acme = await api.as('acme')
  const endpoint = await hook(api, (await api.partner('acme')).partnerId, receiver.url)
  {
    await using _ = deliver(api, { retrySeconds: [1] })
    const tracing = await openTracing(collector.url, 'plumbline')
    api.app.tracing = tracing
    await emit(acme)
    await waitForAttempts(api, endpoint.id, 2)
    await tracing.close()
    delete api.app.tracing
    await emit(acme)
    await waitForAttempts(api, endpoint.id, 3)
  }
  const headers = receiver.received.map((request) => request.headers.traceparent)
  const contexts = headers.slice(0, 2).map(readTraceparent)
  const spans = collector.spans().filter(({ name }) => name === 'webhook attempt')
  assert.deepEqual(
    spans.map(({ traceId, spanId }) => ({ traceId, spanId, isSampled: true })).sort(byTrace),
    contexts.flatMap((context) => context ?? []).sort(byTrace),
  )
  assert.equal(new Set(contexts.map((context) => context?.traceId)).size, 2)
  assert.equal(headers[2], undefined)
})

const byTrace = (one: TraceContext, other: TraceContext): number => one.traceId.localeCompare(other.traceId)
