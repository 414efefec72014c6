import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Part, shutDown } from '../../../src/runtime/shutdown.ts'
import { startApi } from '../../harness/api.ts'
import { eventually } from '../../runs/eventually.ts'
import { openRaw, type RawConnection, readAnswer, type Target } from '../../security/raw-client.ts'
import { newDataDir, startService } from '../../start/processes.ts'

const HELLO = Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01])
const HEAD = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n'

/** Clients in every state that keeps a connection open. */
async function openHostile(target: Target): Promise<RawConnection[]> {
  const open = async (side: 'plain' | 'TLS', text?: string | Buffer): Promise<RawConnection> => {
    const connection = await openRaw(side, target)
    if (text !== undefined) connection.send(text)
    return connection
  }
  const abandoned = await open('plain', HELLO)
  abandoned.socket.end()
  const reader = await open('TLS', 'GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(40))
  reader.socket.pause()
  return [
    abandoned,
    reader,
    await open('plain'),
    await open('plain', HELLO),
    await open('plain', `${HEAD}X-Slow: `),
    await open('TLS', `${HEAD}X-Slow: `),
    await open('TLS', `${HEAD}\r\n`),
    await open('TLS'),
    await open('TLS', 'POST /q/x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n'),
  ]
}

test('the API closes even if clients keep their connections open in every way', async () => {
  const api = await startApi({ connectionLimits: { drainMs: 300 } })
  const clients = await openHostile(api)
  await sleep(200)
  const closed = api[Symbol.asyncDispose]().then(() => 'closed')
  assert.equal(await Promise.race([closed, sleep(15_000, 'still open', { ref: false })]), 'closed')
  for (const { socket } of clients) socket.destroy()
})

test('a request in progress at shutdown is answered first', async () => {
  const api = await startApi({ connectionLimits: { drainMs: 20_000 } })
  const { key } = await api.as('acme')
  const body = JSON.stringify({ name: 'Umbrella', tenantId: '5a3b1c60-7d21-4e0f-9a54-1f0c2d3e4b02' })
  const busy = await openRaw('TLS', api)
  const head = `POST /api/v1/partner/customers HTTP/1.1\r\nHost: localhost\r\nX-Partner-Key: ${key}`
  busy.send(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`)
  const idle = await openRaw('TLS', api)
  idle.send(`${HEAD}\r\n`)
  await eventually('both have arrived', async () => idle.received().includes('"ok"'))
  await sleep(300)
  const closed = api[Symbol.asyncDispose]()
  await idle.closed
  busy.send(body.slice(10))
  await Promise.all([busy.closed, closed])
  assert.equal(readAnswer(busy.received()).status, 201, busy.received())
})

test('a service shuts down in order within ten seconds of SIGTERM, whatever clients do', async (t) => {
  const dataDir = await newDataDir(t)
  const service = await startService(t, { dataDir })
  await service.ready()
  const ca = await readFile(join(dataDir, 'tls/ca.crt'), 'utf8')
  const clients = await openHostile({ port: service.port, ca })
  await sleep(500)
  const sinceMs = Date.now()
  service.child.kill('SIGTERM')
  assert.equal(await service.exit, 0, service.output())
  assert.ok(Date.now() - sinceMs < 10_000, `${Date.now() - sinceMs} ms`)
  for (const { socket } of clients) socket.destroy()
})

const silent = { error: () => {} }
const part = (name: string, close: () => Promise<void>, limitMs = 5_000): Part => ({ name, close, limitMs })
const never = (): Promise<void> => new Promise(() => {})

test('parts are closed in reverse order of their start, even if one hangs or fails', async () => {
  const closed: string[] = []
  const close = (name: string) => async () => void closed.push(name)
  const parts = [
    part('database', close('database')),
    part('worker', never, 20),
    part('metrics', async () => {
      throw new Error('no')
    }),
    part('API', close('API')),
  ]
  await assert.rejects(shutDown(Promise.resolve(), parts, { log: silent }), /^Error: no$/)
  assert.deepEqual(closed, ['API', 'database'])
  await assert.rejects(shutDown(Promise.resolve(), parts.slice(0, 2), { log: silent }), {
    name: 'LaunchFailure',
    message: 'These parts did not stop in time: worker.',
  })
})

test('a hanging start neither prevents closing what has been started nor leaves late parts behind', async () => {
  const closed: string[] = []
  const parts: Part[] = [part('database', async () => void closed.push('database'))]
  parts.push(
    part('simulator', async () => {
      closed.push('simulator')
      parts.push(part('late', async () => void closed.push('late')))
    }),
  )
  await shutDown(never(), parts, { log: silent, startingMs: 20 })
  assert.deepEqual(closed, ['simulator', 'late', 'database'])
})

test('a shutdown that takes too long names what hangs and exits, even while the first part is still starting', async () => {
  for (const [starting, parts, left] of [
    [Promise.resolve(), [part('database', never)], 'database'],
    [never(), [], ''],
  ] as const) {
    const logged: unknown[] = []
    const log = { error: (entry: unknown) => void logged.push(entry) }
    const code = await new Promise((exit) => {
      shutDown(starting, parts, { log, totalMs: 40, startingMs: 20, exit }).catch(() => {})
    })
    assert.equal(code, 1)
    assert.deepEqual(logged, [{ event: 'shutdown.timeout', parts: left }])
  }
})
