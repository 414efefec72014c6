import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { createServer } from 'node:tls'
import { localCertificate } from '../../src/platform/certificates.ts'
import { required } from '../harness/database.ts'
import { HEAD, open, startRaw } from './raw-receiver.ts'
import { startReceiver } from './receiver.ts'

test('connections are reused, and one that the receiver has closed costs no attempt', async () => {
  await using outbound = await open()
  await using receiver = await startReceiver()
  for (let n = 0; n < 3; n++) assert.equal((await outbound.post(receiver.url)).failure, undefined)
  assert.equal(receiver.connections(), 1)
  // Answers the first request of each connection, and resets the connection at the second.
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

test('a reused connection that is closed properly, including TLS, costs no attempt', async () => {
  await using outbound = await open()
  const { cert, key } = await localCertificate(required('TEST_CERTIFICATES'), [])
  let requests = 0
  const server = createServer({ cert, key }, (socket) => {
    let own = 0
    socket.on('error', () => {})
    socket.on('data', () => {
      requests += 1
      own += 1
      if (own > 1) socket.end()
      else socket.write(`${HEAD}content-length: 2\r\n\r\nok`)
    })
  })
  await once(server.listen(0, 'localhost'), 'listening')
  const address = server.address()
  const url = `https://localhost:${typeof address === 'object' && address ? address.port : 0}/`
  try {
    for (const _ of [1, 2]) assert.equal((await outbound.post(url)).failure, undefined)
    assert.equal(requests, 3)
  } finally {
    server.close()
  }
})

test('a connection that breaks during a response is a failure: a request that the receiver began to answer is not repeated', async () => {
  await using outbound = await open()
  let requests = 0
  await using breaking = await startRaw((socket) => {
    let own = 0
    socket.on('data', () => {
      requests += 1
      own += 1
      if (own > 1) socket.write(`${HEAD}content-le`, () => socket.resetAndDestroy())
      else socket.write(`${HEAD}content-length: 2\r\n\r\nok`)
    })
  })
  assert.equal((await outbound.post(breaking.url)).failure, undefined)
  assert.equal((await outbound.post(breaking.url)).failure?.code, 'reset')
  assert.equal(requests, 2)
})

test('if the receiver breaks a reused connection, the request is repeated once on a new one, not on every open one', async () => {
  await using outbound = await open()
  let requests = 0
  let breaks = false
  const waiting: (() => void)[] = []
  await using breaking = await startRaw((socket) =>
    socket.on('data', () => {
      requests += 1
      if (breaks) {
        socket.resetAndDestroy()
        return
      }
      waiting.push(() => socket.write(`${HEAD}content-length: 2\r\n\r\nok`))
      if (waiting.length === 4) for (const answer of waiting) answer()
    }),
  )
  await Promise.all([1, 2, 3, 4].map(() => outbound.post(breaking.url)))
  breaks = true
  assert.equal((await outbound.post(breaking.url)).failure?.code, 'reset')
  assert.equal(requests, 4 + 2)
})
