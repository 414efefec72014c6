import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { requestGraph } from '../../src/graph/client/graph-client.ts'
import { limitersOf } from '../../src/graph/client/rate-classes.ts'
import type { TokenSession } from '../../src/graph/token/token.ts'
import type { HttpClient, HttpRequest } from '../../src/graph/transport/http-client.ts'
import { startTimeLimits, systemClock } from '../../src/graph/transport/time-limits.ts'
import { openTracing } from '../../src/platform/tracing/otlp.ts'
import { fields, list, text } from '../../src/shared/json.ts'
import { snapshotOf } from '../engine/snapshot-builder.ts'
import { startApi } from '../harness/api.ts'
import { createRun, waitForEnd } from '../runs/follow.ts'
import { openWorker } from '../runs/workers.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

interface Received {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string
}

/** A collector of spans, which receives them by OTLP over HTTP. */
async function startCollector() {
  const bodies: unknown[] = []
  const server = createServer(async (request, response) => {
    bodies.push(request.url === '/v1/traces' ? await json(request) : request.url)
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    text: () => JSON.stringify(bodies),
    spans: (): Received[] =>
      bodies
        .flatMap((body) => list(fields(body).resourceSpans))
        .flatMap((resource) => list(fields(resource).scopeSpans))
        .flatMap((scope) => list(fields(scope).spans))
        .map(fields)
        .map(({ name, traceId, spanId, parentSpanId }) => ({
          name: text(name) ?? '',
          traceId: text(traceId) ?? '',
          spanId: text(spanId) ?? '',
          parentSpanId: text(parentSpanId) ?? '',
        })),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

test('the trace of a request leads through its job to the phases of the run and to the requests of Graph', async () => {
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
    await using _worker = await openWorker(api, async ({ tenantId, traceparent }) => {
      sent.push(traceparent)
      return snapshotOf({}, tenantId)
    })
    for (const id of [runId, traced.body.id]) assert.equal((await waitForEnd(acme, id)).status, 'completed')
  }
  await tracing.close()
  const ours = collector.spans().filter(({ traceId }) => traceId === TRACE)
  const find = (name: string): Received => {
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
  assert.ok(sent.includes(`00-${TRACE}-${job.spanId}-01`))
  assert.equal(new Set(sent).size, 2, 'the other run has a trace of its own')
  assert.doesNotMatch(collector.text(), /pk_live|acme|Customer typical|@|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/i)
})

test('a request that is not to be recorded is not, and neither is what follows from it', async () => {
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

test('requests to Graph carry the trace of their run', async () => {
  const sent: HttpRequest[] = []
  const http: HttpClient = {
    async send(wanted) {
      sent.push(wanted)
      return { status: 200, text: '{}' }
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
  const traceparent = `00-${TRACE}-${PARENT}-01`
  const graph = { baseUrl, http, tokens, limits, traceparent, limiters: limitersOf(systemClock, baseUrl, 'tenant') }
  await requestGraph(graph, { url: `${baseUrl}/v1.0/users`, rateClass: 'directory' })
  end(undefined)
  assert.equal(sent[0]?.headers.traceparent, traceparent)
})
