import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { parseNetwork } from '../../src/platform/address-guard.ts'
import { localCertificate } from '../../src/platform/certificates.ts'
import { createOutbound, type Exchange } from '../../src/platform/outbound-http.ts'
import { required } from '../harness/database.ts'
import { startReceiver } from './receiver.ts'

const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(parseNetwork)
const TIMEOUT_MS = 700

async function open() {
  const { ca } = await localCertificate(required('TEST_CERTIFICATES'), [])
  const outbound = createOutbound({ allowed: LOOPBACK, timeoutMs: TIMEOUT_MS, ca })
  const post = (url: string): Promise<Exchange> =>
    outbound.post({ url, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') })
  return { post, [Symbol.asyncDispose]: () => outbound.close() }
}

/** A server that does with each connection what it likes; plain HTTP. */
async function startRaw(onSocket: (socket: Socket) => void): Promise<{ url: string } & AsyncDisposable> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onSocket(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}

const HEAD = 'HTTP/1.1 200 OK\r\n'

test('a receiver that never answers, or drips its headers, is given up when the time is over', async () => {
  await using outbound = await open()
  await using silent = await startRaw(() => {})
  await using dripping = await startRaw((socket) => {
    socket.write(HEAD)
    const timer = setInterval(() => socket.write('x-drip: 1\r\n'), 50)
    socket.on('close', () => clearInterval(timer))
  })
  for (const { url } of [silent, dripping]) {
    const { failure, totalMs, status } = await outbound.post(url)
    assert.equal(failure?.code, 'timeout')
    assert.equal(status, undefined)
    assert.ok(totalMs < TIMEOUT_MS + 300, `${totalMs} ms`)
  }
})

test('a receiver that holds back TLS is given up when the time is over', async () => {
  await using outbound = await open()
  await using silent = await startRaw(() => {})
  const { failure, totalMs } = await outbound.post(silent.url.replace('http:', 'https:'))
  assert.equal(failure?.code, 'timeout')
  assert.match(failure?.message ?? '', /TLS/)
  assert.ok(totalMs < TIMEOUT_MS + 300)
})

test('headers of success in time count, however slowly or endlessly the body comes', async () => {
  await using outbound = await open()
  await using dripping = await startRaw((socket) => {
    socket.write(`${HEAD}content-length: 100000\r\n\r\n`)
    const timer = setInterval(() => socket.write('x'), 50)
    socket.on('close', () => clearInterval(timer))
  })
  const slow = await outbound.post(dripping.url)
  assert.equal(slow.failure, undefined)
  assert.equal(slow.status, 200)
  assert.ok(slow.totalMs < 1_700, `${slow.totalMs} ms`)
  await using flooding = await startRaw((socket) => {
    socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`)
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    const pour = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on('drain', pour)
    pour()
  })
  const flood = await outbound.post(flooding.url)
  assert.equal(flood.failure, undefined)
  assert.equal(flood.body?.length, 16 * 1024)
  assert.ok(flood.totalMs < 1_000, `${flood.totalMs} ms`)
})

test('resets, nonsense and oversized headers are failures with a reason', async () => {
  await using outbound = await open()
  await using resetting = await startRaw((socket) => socket.once('data', () => socket.resetAndDestroy()))
  await using talking = await startRaw((socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'))
  await using heavy = await startRaw((socket) => socket.write(`${HEAD}x-heavy: ${'x'.repeat(200_000)}\r\n\r\n`))
  assert.equal((await outbound.post(resetting.url)).failure?.code, 'reset')
  assert.equal((await outbound.post(talking.url)).failure?.code, 'protocol')
  assert.equal((await outbound.post(heavy.url)).failure?.code, 'protocol')
  const closed = await startRaw(() => {})
  await closed[Symbol.asyncDispose]()
  const refused = await outbound.post(closed.url)
  assert.deepEqual([refused.failure?.code, refused.failure?.message], ['connect', 'No connection (ECONNREFUSED).'])
})

test('a certificate that nobody vouches for, or of another name, is refused before anything is sent', async () => {
  await using receiver = await startReceiver()
  const strict = createOutbound({ allowed: LOOPBACK, timeoutMs: TIMEOUT_MS })
  const unknown = await strict.post({ url: receiver.url, headers: {}, body: Buffer.from('{}') })
  assert.equal(unknown.failure?.code, 'tls')
  await using outbound = await open()
  const other = await outbound.post(receiver.url.replace('localhost', 'other.localhost'))
  assert.equal(other.failure?.code, 'tls')
  assert.equal(receiver.received.length, 0)
})

test('a redirect is a failure and is not followed', async () => {
  await using outbound = await open()
  await using target = await startReceiver()
  await using receiver = await startReceiver((response) => response.writeHead(307, { location: target.url }).end())
  const { failure, status } = await outbound.post(receiver.url)
  assert.deepEqual([failure?.code, status], ['redirect', 307])
  assert.equal(target.connections(), 0)
})

test('connections are used again, and one that the receiver closed meanwhile costs no attempt', async () => {
  await using outbound = await open()
  await using receiver = await startReceiver()
  for (let n = 0; n < 3; n++) assert.equal((await outbound.post(receiver.url)).failure, undefined)
  assert.equal(receiver.connections(), 1)
  // Answers the first request of each connection, and resets it at the second.
  let requests = 0
  await using forgetful = await startRaw((socket) => {
    let own = 0
    socket.on('data', () => {
      requests += 1
      own += 1
      if (own > 1) socket.resetAndDestroy()
      else socket.write(`${HEAD}content-length: 2\r\n\r\nok`)
    })
  })
  assert.equal((await outbound.post(forgetful.url)).failure, undefined)
  assert.equal((await outbound.post(forgetful.url)).failure, undefined)
  assert.equal(requests, 3)
})

test('the log of an exchange tells the address and the time of each step', async () => {
  await using outbound = await open()
  await using receiver = await startReceiver()
  const { address, dnsMs, connectMs, tlsMs, firstByteMs, totalMs, body } = await outbound.post(receiver.url)
  assert.ok(address === '127.0.0.1' || address === '::1')
  for (const ms of [dnsMs, connectMs, tlsMs, firstByteMs]) assert.ok(ms !== undefined && ms >= 0 && ms <= totalMs)
  assert.equal(body?.toString(), 'thanks')
})
