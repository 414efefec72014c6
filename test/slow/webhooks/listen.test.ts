import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { runWebhookListen } from '../../../src/cli/webhook/listen.ts'
import { checkSignature } from '../../../src/features/webhooks/rules.ts'
import { createOutbound } from '../../../src/platform/outbound/client.ts'
import { fields } from '../../../src/shared/json.ts'
import { startApi } from '../../harness/api.ts'
import { eventually } from '../../runs/eventually.ts'
import { deliver, emit } from '../../webhooks/fixture.ts'
import { startReceiver } from '../../webhooks/receiver.ts'

test('listening verifies each call, forwards it byte for byte, answers like the receiver, and leaves no webhook behind', async () => {
  await using api = await startApi()
  await using receiver = await startReceiver((response, _, nth) => response.writeHead(nth === 1 ? 503 : 204).end(), {
    plain: true,
  })
  await using _ = deliver(api, { retrySeconds: [1] })
  const { partnerId } = await api.partner('acme')
  const lines: string[] = []
  const stopping = new AbortController()
  const listening = runWebhookListen(api.app, partnerId, {
    forward: receiver.url,
    events: 'customer.created',
    count: 2,
    signal: stopping.signal,
    print: (line) => lines.push(line),
  })
  const secret = await eventually('it listens', async () => /secret (\S+)\./.exec(lines[0] ?? '')?.[1])
  await emit(await api.as('acme'))
  assert.deepEqual((await listening).json, { heard: 2, verified: 2 })
  assert.match(lines[1] ?? '', /^customer\.created .* signature valid {2}answered 503$/)
  assert.match(lines[2] ?? '', /^customer\.created .* signature valid {2}answered 204$/)
  const [first] = receiver.received
  assert.ok(first)
  const headers = Object.fromEntries(Object.entries(first.headers).map(([name, value]) => [name, String(value)]))
  assert.equal(checkSignature(secret, headers, Buffer.from(first.body)), 'valid')
  assert.equal(checkSignature(secret, headers, Buffer.from(`${first.body} `)), 'wrong')
  assert.equal(checkSignature('another secret', headers, Buffer.from(first.body)), 'wrong')
  const later = new Date(Date.now() + 301_000)
  assert.equal(checkSignature(secret, headers, Buffer.from(first.body), later), 'late')
  const enabled = await api.db.selectFrom('webhook_endpoints').select('id').where('enabled', '=', true).execute()
  assert.deepEqual(enabled, [])
})

test('calls of others, malformed or unsigned, are reported and do not stop listening', async () => {
  await using api = await startApi()
  await using _ = deliver(api)
  const { partnerId } = await api.partner('acme')
  const lines: string[] = []
  const listening = runWebhookListen(api.app, partnerId, {
    json: true,
    count: 2,
    signal: new AbortController().signal,
    print: (line) => lines.push(line),
  })
  const { url } = JSON.parse(await eventually('it listens', async () => lines[0]))
  const { hostname, port } = new URL(url)
  const broken = connect(Number(port), hostname)
  broken.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf', () => broken.resetAndDestroy())
  await once(broken, 'close')
  await fetch(url, { method: 'POST', body: 'not JSON' })
  await emit(await api.as('acme'))
  assert.deepEqual((await listening).json, { heard: 2, verified: 1 })
  const [, foreign, own] = lines.map((line) => JSON.parse(line))
  assert.deepEqual([foreign.check, foreign.id], ['wrong', undefined])
  assert.deepEqual([own.check, own.status, own.type], ['valid', 200, 'customer.created'])
})

test('listening ends on request, removes leftovers of an earlier one, and says why it cannot be called', async () => {
  await using api = await startApi()
  const { partnerId } = await api.partner('acme')
  const listen = async (signal: AbortSignal, app = api.app) =>
    await runWebhookListen(app, partnerId, { signal, print: () => {} })
  const left = new AbortController()
  const earlier = listen(left.signal)
  const endpoints = () => api.db.selectFrom('webhook_endpoints').select('id').where('enabled', '=', true).execute()
  const [first] = await eventually('it listens', async () =>
    (await endpoints()).length === 1 ? endpoints() : undefined,
  )
  const stopping = new AbortController()
  const listening = listen(stopping.signal)
  await eventually('the earlier one is removed', async () => {
    const [only] = await endpoints()
    return only && only.id !== first?.id
  })
  stopping.abort()
  assert.deepEqual(fields((await listening).json), { heard: 0, verified: 0 })
  left.abort()
  await assert.rejects(earlier, { code: 'NOT_FOUND' })
  const strict = { ...api.app, outbound: createOutbound({ allowed: [], timeoutMs: 1_000 }) }
  await assert.rejects(listen(new AbortController().signal, strict), { code: 'INVALID_FIELD' })
})
