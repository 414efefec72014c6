import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, Socket } from 'node:net'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { parseNetwork } from '../../../src/platform/outbound/address-guard.ts'
import { createOutbound } from '../../../src/platform/outbound/client.ts'
import { HEAD, LOOPBACK, open, startBlackHole, startRaw, TIMEOUT_MS } from '../../webhooks/raw-receiver.ts'
import { startReceiver } from '../../webhooks/receiver.ts'

test('an attempt to a receiver that never responds, or sends its headers byte by byte, ends at the time limit', async () => {
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

test('an attempt with endless interim responses, or whose name server never responds, ends at the time limit', async () => {
  await using outbound = await open()
  await using announcing = await startRaw((socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'), 20)
    socket.on('close', () => clearInterval(timer))
  })
  const announced = await outbound.post(announcing.url)
  assert.deepEqual([announced.failure?.code, announced.status], ['timeout', undefined])
  await using nameless = await open({ resolve: () => new Promise(() => {}) })
  const unresolved = await nameless.post('https://hooks.example/')
  assert.equal(unresolved.failure?.code, 'timeout')
  assert.match(unresolved.failure?.message ?? '', /name was not resolved/)
  for (const { totalMs } of [announced, unresolved]) assert.ok(totalMs < TIMEOUT_MS + 300, `${totalMs} ms`)
})

test('an attempt to an address that drops all packets ends at the time limit', async () => {
  await using outbound = await open()
  await using hole = await startBlackHole()
  const { failure, totalMs, address } = await outbound.post(hole.url)
  assert.deepEqual([failure?.code, address], ['timeout', undefined])
  assert.match(failure?.message ?? '', /no connection was established/)
  assert.ok(totalMs < TIMEOUT_MS + 300, `${totalMs} ms`)
})

test('an attempt to a receiver that stalls the TLS handshake ends at the time limit', async () => {
  await using outbound = await open()
  await using silent = await startRaw(() => {})
  const { failure, totalMs } = await outbound.post(silent.url.replace('http:', 'https:'))
  assert.equal(failure?.code, 'timeout')
  assert.match(failure?.message ?? '', /TLS/)
  assert.ok(totalMs < TIMEOUT_MS + 300)
})

test('a success status in time counts, however slow or endless the body is', async () => {
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

test('at most 64 KiB of a gigabyte or of a gzip bomb are read, and nothing is decompressed', async () => {
  await using outbound = await open()
  const sockets: Socket[] = []
  const onSocket = (message: unknown): void => {
    if (typeof message === 'object' && message && 'socket' in message && message.socket instanceof Socket) {
      sockets.push(message.socket)
    }
  }
  subscribe('net.client.socket', onSocket)
  const bomb = gzipSync(Buffer.alloc(128 * 1024 * 1024))
  await using bombing = await startRaw((socket) =>
    socket.write(
      Buffer.concat([Buffer.from(`${HEAD}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`), bomb]),
    ),
  )
  await using flooding = await startRaw((socket) => {
    socket.write(`${HEAD}content-length: 1000000000\r\n\r\n`)
    const pour = (): void => {
      while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
    }
    socket.on('drain', pour)
    pour()
  })
  try {
    for (let n = 0; n < 5; n++) {
      assert.equal((await outbound.post(flooding.url)).body?.length, 16 * 1024)
      assert.deepEqual((await outbound.post(bombing.url)).body, bomb.subarray(0, 16 * 1024))
    }
  } finally {
    unsubscribe('net.client.socket', onSocket)
  }
  const read = sockets.map(({ bytesRead }) => bytesRead)
  assert.equal(read.length, 10)
  assert.ok(Math.max(...read) <= 64 * 1024, `${read.join(', ')} bytes`)
})

test('with a limit of 10 s no receiver occupies a slot for more than 11.5 s, even if it responds at the last moment', async () => {
  await using outbound = await open({ timeoutMs: 10_000 })
  await using silent = await startRaw(() => {})
  await using dripping = await startRaw((socket) => {
    socket.write(HEAD)
    const timer = setInterval(() => socket.write('x-drip: 1\r\n'), 500)
    socket.on('close', () => clearInterval(timer))
  })
  await using late = await startRaw((socket) => {
    const timer = setTimeout(() => socket.write(`${HEAD}content-length: 100000\r\n\r\n`), 8_500)
    const drip = setInterval(() => Date.now() > startedMs + 8_600 && socket.write('x'), 50)
    socket.on('close', () => clearTimeout(timer))
    socket.on('close', () => clearInterval(drip))
  })
  const startedMs = Date.now()
  const urls = [silent.url, silent.url.replace('http:', 'https:'), dripping.url, late.url]
  const ends = await Promise.all(urls.map((url) => outbound.post(url)))
  assert.deepEqual(
    ends.map(({ failure }) => failure?.code),
    ['timeout', 'timeout', 'timeout', undefined],
  )
  for (const { totalMs } of ends) assert.ok(totalMs <= 11_500, `${totalMs} ms`)
})

test('resets, malformed responses and oversized headers are failures with a reason', async () => {
  await using outbound = await open()
  await using resetting = await startRaw((socket) => socket.once('data', () => socket.resetAndDestroy()))
  await using talking = await startRaw((socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'))
  await using heavy = await startRaw((socket) => socket.write(`${HEAD}x-heavy: ${'x'.repeat(200_000)}\r\n\r\n`))
  assert.equal((await outbound.post(resetting.url)).failure?.code, 'reset')
  assert.equal((await outbound.post(talking.url)).failure?.code, 'protocol')
  assert.deepEqual((await outbound.post(heavy.url)).failure, {
    code: 'protocol',
    message: 'The response headers are too long.',
  })
  const closed = await startRaw(() => {})
  await closed[Symbol.asyncDispose]()
  const refused = await outbound.post(closed.url)
  assert.deepEqual([refused.failure?.code, refused.failure?.message], ['connect', 'No connection (ECONNREFUSED).'])
})

test('an untrusted certificate, or one for another name, is refused before anything is sent', async () => {
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

test('a redirect to an internal address opens no connection to it', async () => {
  let connections = 0
  const inside = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await once(inside.listen(0, '::1'), 'listening')
  const address = inside.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await using outbound = await open({ allowed: [parseNetwork('127.0.0.1/32')] })
  try {
    for (const to of ['http://169.254.169.254/latest/meta-data/', `https://[::1]:${port}/`, `//[::1]:${port}/`]) {
      await using receiver = await startRaw((socket) =>
        socket.once('data', () =>
          socket.end(`HTTP/1.1 302 Found\r\nlocation: ${to}\r\nrefresh: 0;url=${to}\r\ncontent-length: 0\r\n\r\n`),
        ),
      )
      const { failure, status, headers } = await outbound.post(receiver.url)
      assert.deepEqual([failure?.code, status, headers?.location], ['redirect', 302, to])
    }
    assert.equal(connections, 0)
  } finally {
    inside.close()
  }
})

test('the log of an attempt has the address and the time of each step', async () => {
  await using outbound = await open()
  await using receiver = await startReceiver()
  const { address, dnsMs, connectMs, tlsMs, firstByteMs, totalMs, body } = await outbound.post(receiver.url)
  assert.ok(address === '127.0.0.1' || address === '::1')
  for (const ms of [dnsMs, connectMs, tlsMs, firstByteMs]) assert.ok(ms !== undefined && ms >= 0 && ms <= totalMs)
  assert.equal(body?.toString(), 'thanks')
})
