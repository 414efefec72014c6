import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../../src/platform/log.ts'
import { startApi } from '../harness/api.ts'
import type { Json } from '../harness/client.ts'
import { eventually } from '../runs/eventually.ts'

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
  await client.get('/v1/partner/me', { headers: { 'X-Partner-Key': 'pk_live_hidden' } })
  const entries = await eventually('five lines', async () => (requests().length === 5 ? requests() : undefined))
  assert.deepEqual(
    entries.map(({ method, route, status, accountId }) => [method, route, status, accountId]),
    [
      ['GET', '/api/v1/partner/me', 200, partnerId],
      ['GET', '/api/v1/partner/customers', 200, partnerId],
      ['GET', 'none', 404, undefined],
      ['GET', 'none', 404, undefined],
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
