import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../../src/platform/log.ts'
import { readTraceparent } from '../../src/shared/tracing/trace-context.ts'
import { startApi } from '../harness/api.ts'
import type { Json } from '../harness/client.ts'
import { emptySnapshot } from '../runs/collections.ts'
import { eventually } from '../runs/eventually.ts'
import { openWorker } from '../runs/workers.ts'

/** A log in memory, and its entries about requests. */
function openLog() {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const requests = (): Json[] => lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'http.request')
  return { log, lines, requests }
}

test('the access log has a line for each request, with its route and account, and nothing that a client chose', async () => {
  const { log, lines, requests } = openLog()
  await using api = await startApi({ log, accessLog: 'on' })
  const client = await api.as('acme')
  const { partnerId } = await api.partner('acme')
  const me = await client.get('/v1/partner/me')
  await client.get('/v1/partner/customers?q=hidden-name')
  await client.get('/v1/partner/hidden-path')
  await client.get('/v1/partner/%zz-hidden')
  const reseller = await api.distributor('reseller')
  await reseller.get('/v1/distributor/partners/prt_01m7zb6f8ye1jva8wcchpbtxwq')
  await client.get('/v1/partner/me', { headers: { 'X-Partner-Key': 'pk_live_hidden' } })
  const entries = await eventually('six lines', async () => (requests().length === 6 ? requests() : undefined))
  assert.deepEqual(
    entries.map(({ method, route, status, accountId }) => [method, route, status, accountId]),
    [
      ['GET', '/api/v1/partner/me', 200, partnerId],
      ['GET', '/api/v1/partner/customers', 200, partnerId],
      ['GET', 'none', 404, undefined],
      ['GET', 'none', 404, undefined],
      ['GET', '/api/v1/distributor/partners/:id', 404, reseller.id],
      ['GET', '/api/v1/partner/me', 401, undefined],
    ],
  )
  assert.equal(entries[0].requestId, me.headers['x-request-id'])
  assert.ok(entries[0].ms > 0)
  assert.doesNotMatch(lines.join('\n'), /hidden|pk_live|127\.0\.0\.1/)
})

test('without the setting, requests are not logged', async () => {
  const { log, requests } = openLog()
  await using api = await startApi({ log })
  await (await api.as('acme')).get('/v1/partner/me')
  assert.deepEqual(requests(), [])
})

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`

test('the trace of a request is in its log entry, and in those of the run that it started', async () => {
  const { log, lines, requests } = openLog()
  await using api = await startApi({ log, accessLog: 'on' })
  const client = await api.as('acme')
  const tenantId = '6f1c3f8e-9a51-4f6e-8d63-2b7e4c9d0a11'
  const customer = await client.post('/v1/partner/customers', { name: 'Umbrella', tenantId })
  const wanted = { customerId: customer.body.id, product: 'essential-eight' }
  const headers = { traceparent: TRACEPARENT }
  const run = await client.post('/v1/partner/assessments', wanted, { headers })
  const other = await client.get('/v1/partner/me', { headers: { traceparent: 'nonsense' } })
  assert.deepEqual([run.status, other.status], [202, 200])
  const entries = await eventually('three lines', async () => (requests().length === 3 ? requests() : undefined))
  assert.deepEqual(
    entries.map(({ traceId }) => traceId),
    [undefined, TRACE, undefined],
  )
  await using _worker = await openWorker(api, async () => emptySnapshot(tenantId))
  const failed = await eventually('the failure is logged', async () =>
    lines.map((line): Json => JSON.parse(line)).find(({ event }) => event === 'run.failed'),
  )
  assert.deepEqual([failed.runId, failed.code, failed.traceId], [run.body.id, 'CONSENT_MISSING', TRACE])
})

test('only valid traceparent headers count', () => {
  assert.deepEqual(readTraceparent(TRACEPARENT), { traceId: TRACE, spanId: '00f067aa0ba902b7', isSampled: true })
  assert.equal(
    readTraceparent(`01-${TRACE}-00f067aa0ba902b7-01-later`)?.traceId,
    TRACE,
    'a later version may have more parts',
  )
  const wrong = [
    undefined,
    [TRACEPARENT, TRACEPARENT],
    '',
    `${TRACEPARENT}-more`,
    `ff-${TRACE}-00f067aa0ba902b7-01`,
    `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-00f067aa0ba902b7`,
    `00-${TRACE}"-00f067aa0ba902b7-01`,
  ]
  for (const header of wrong) assert.equal(readTraceparent(header), undefined, String(header))
})
