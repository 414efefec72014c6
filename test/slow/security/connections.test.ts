import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { createRawAnswers } from '../../../src/http/connections/client-errors.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../../src/http/connections/limits.ts'
import { createConnections } from '../../../src/http/connections/registry.ts'
import { createDualServer } from '../../../src/http/connections/tls-server.ts'
import { localCertificate } from '../../../src/platform/certificates.ts'
import { createMetrics } from '../../../src/platform/metrics.ts'
import { serveMetrics } from '../../../src/runtime/metrics.ts'
import { startApi } from '../../harness/api.ts'
import { required } from '../../harness/database.ts'
import { eventually } from '../../runs/eventually.ts'
import { openRaw, type RawConnection, readAnswer, SIDES } from '../../security/raw-client.ts'

/** Short enough for a test, and far enough apart to see which limit closed the connection. */
const LIMITS = {
  firstByteMs: 300,
  handshakeMs: 300,
  headersMs: 300,
  requestMs: 600,
  idleMs: 300,
  stallMs: 400,
  responseMs: 20_000,
  lingerMs: 300,
  checkMs: 50,
}

/** Far more than any of the limits, far less than Node's own. */
const WITHIN_MS = 10_000

const api = await startApi({ connectionLimits: LIMITS })
after(() => api[Symbol.asyncDispose]())
const acme = await api.as('acme')

const ends = async (connection: RawConnection, what: string): Promise<void> => {
  const over = new AbortController()
  const late = sleep(WITHIN_MS, 'late', { signal: over.signal }).catch(() => 'over')
  assert.notEqual(await Promise.race([connection.closed, late]), 'late', what)
  over.abort()
}

for (const side of SIDES) {
  test(`${side}: incomplete headers get REQUEST_TIMEOUT and the connection is closed`, async () => {
    const connection = await openRaw(side, api)
    connection.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    await ends(connection, 'unfinished headers')
    const { status, json, headers } = readAnswer(connection.received())
    assert.equal(`${status} ${json.error.code}`, '408 REQUEST_TIMEOUT')
    assert.equal(headers['x-request-id'], json.error.requestId)
  })

  test(`${side}: a request that arrives byte by byte has no more time than one that stops`, async () => {
    const connection = await openRaw(side, api)
    const drip = setInterval(() => connection.send('y'), 40)
    connection.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    await ends(connection, 'dripping headers').finally(() => clearInterval(drip))
  })

  test(`${side}: a connection is closed when it is idle after a response, also if it sends empty lines`, async () => {
    const [idle, busy] = [await openRaw(side, api), await openRaw(side, api)]
    for (const { send } of [idle, busy]) send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const drip = setInterval(() => busy.send('\r\n'), 40)
    await ends(idle, 'idle')
    await ends(busy, 'empty lines').finally(() => clearInterval(drip))
    assert.match(idle.received(), /^HTTP\/1\.1 (200|403) /)
  })

  test(`${side}: the service does not wait for the rest of a body that it does not read`, async () => {
    const connection = await openRaw(side, api)
    connection.send('POST /q/x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n')
    const drip = setInterval(() => connection.send('1\r\nx\r\n'), 40)
    await ends(connection, 'unread body').finally(() => clearInterval(drip))
    assert.match(connection.received(), /^HTTP\/1\.1 40[34] /)
  })
}

test('a connection that sends nothing is closed', async () => {
  await ends(await openRaw('plain', api), 'silence')
})

test('a TLS session without a request is closed', async () => {
  await ends(await openRaw('TLS', api), 'silence after the handshake')
})

test('an abandoned TLS handshake is closed, whether or not the client closes its side', async () => {
  const [open, halfClosed] = [await openRaw('plain', api), await openRaw('plain', api)]
  for (const { send } of [open, halfClosed]) send(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]))
  halfClosed.socket.end()
  await ends(open, 'open')
  await ends(halfClosed, 'half closed')
})

test('a body that does not arrive in time gets REQUEST_TIMEOUT, and nothing is changed', async () => {
  const connection = await openRaw('TLS', api)
  const head = `POST /api/v1/partner/customers HTTP/1.1\r\nHost: localhost\r\nX-Partner-Key: ${acme.key}\r\nContent-Length: 500\r\n\r\n`
  connection.send(`${head}{"name":`)
  const drip = setInterval(() => connection.send(' '), 50)
  await ends(connection, 'slow body').finally(() => clearInterval(drip))
  const { status, json } = readAnswer(connection.received())
  assert.equal(`${status} ${json.error.code}`, '408 REQUEST_TIMEOUT')
  assert.deepEqual((await acme.get('/v1/partner/customers')).body.customers, [])
})

/** A server whose response exceeds the buffers of both sides, and a client that reads `read` of it. */
async function answerAtLength(limits: Partial<ConnectionLimits>, read: (socket: Socket) => void): Promise<void> {
  const connections = createConnections({ ...CONNECTION_LIMITS, ...LIMITS, ...limits }, () => false)
  const answer = Buffer.alloc(64 * 1024 * 1024)
  const { cert, key, ca } = await localCertificate(required('TEST_CERTIFICATES'), [])
  const server = createDualServer((_request, response) => void response.end(answer), {
    tls: { cert, key },
    connections,
    ...createRawAnswers(connections),
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const { socket, send } = await openRaw('TLS', { port: typeof address === 'object' ? (address?.port ?? 0) : 0, ca })
  socket.pause()
  send('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await eventually('the request has arrived', async () => connections.count() === 1)
  const reading = setInterval(() => read(socket), 20)
  await eventually('the connection is closed', async () => connections.count() === 0)
  clearInterval(reading)
  server.close()
}

test('after a body that is far too large, no request is sent on a connection that is about to end', async () => {
  const agent = new Agent({ connections: 1, connect: { ca: api.ca } })
  try {
    for (let round = 0; round < 5; round++) {
      const large = { name: 'n'.repeat(4 * 1024 * 1024), tenantId: randomUUID() }
      const path = '/api/v1/partner/customers'
      const headers = { 'X-Partner-Key': acme.key, 'Content-Type': 'application/json' }
      const refused = await agent.request({
        origin: api.baseUrl,
        path,
        method: 'POST',
        headers,
        body: JSON.stringify(large),
      })
      assert.equal(refused.statusCode, 413)
      assert.match(await refused.body.text(), /PAYLOAD_TOO_LARGE/)
      const next = await agent.request({ origin: api.baseUrl, path: '/healthz', method: 'GET' })
      assert.equal(next.statusCode, 200)
      await next.body.text()
    }
  } finally {
    await agent.destroy()
  }
})

test('a client that stops reading its response is disconnected', async () => {
  await answerAtLength({}, () => {})
})

test('a client that reads, but takes longer than a response may take in total, is disconnected', async () => {
  await answerAtLength({ stallMs: 60_000, responseMs: 500 }, (socket) => void socket.read(1))
})

test('a client that reads slowly but steadily gets the whole response', async () => {
  const connection = await openRaw('TLS', { port: api.port, ca: api.ca })
  connection.socket.pause()
  connection.send('GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  const sip = setInterval(() => connection.socket.read(64 * 1024), 50)
  await ends(connection, 'to its end').finally(() => clearInterval(sip))
  assert.ok(connection.received().endsWith('\r\n0\r\n\r\n'))
})

const STILL = { firstByteMs: 60_000 }

/** Whether the service keeps a new connection open. */
async function isOpen(connection: RawConnection): Promise<boolean> {
  return (await Promise.race([connection.closed.then(() => 'closed'), sleep(250, 'open')])) === 'open'
}

test('an address has a limited number of connections, and can open another once one has ended', async () => {
  await using crowded = await startApi({ connectionLimits: { ...STILL, perAddress: 3 } })
  const open = await Promise.all([1, 2, 3].map(() => openRaw('plain', crowded)))
  assert.equal(await isOpen(await openRaw('plain', crowded)), false)
  assert.equal(await isOpen(await openRaw('plain', { port: crowded.port, from: '127.0.0.2' })), true)
  for (const connection of open) assert.equal(await isOpen(connection), true)
  open[0]?.socket.destroy()
  await eventually('there is room again', async () => isOpen(await openRaw('plain', crowded)))
})

test('a trusted proxy may have more connections than other addresses, up to the total limit', async () => {
  await using proxied = await startApi({
    trustProxy: ['127.0.0.0/8'],
    connectionLimits: { ...STILL, perAddress: 2, total: 4 },
  })
  const open = await Promise.all([1, 2, 3, 4].map(() => openRaw('plain', proxied)))
  for (const connection of open) assert.equal(await isOpen(connection), true)
  assert.equal(await isOpen(await openRaw('plain', proxied)), false)
})

test('the metrics port has the same limits, and keeps responding', async () => {
  const metrics = await serveMetrics(
    { ...api.app, metrics: createMetrics() },
    { port: 0, limits: { ...LIMITS, perAddress: 2 } },
  )
  try {
    const silent = await openRaw('plain', metrics)
    const slow = await openRaw('plain', metrics)
    slow.send('GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    assert.equal(await isOpen(await openRaw('plain', metrics)), false)
    await ends(silent, 'silence')
    await ends(slow, 'unfinished headers')
    assert.equal(readAnswer(slow.received()).status, 408)
    const read = async () => (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).status === 200
    await eventually('the metrics are read', () => read().catch(() => false))
  } finally {
    await metrics.close()
  }
})
