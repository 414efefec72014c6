import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { localCertificate } from '../../src/platform/certificates.ts'
import { parseNetwork } from '../../src/platform/outbound/address-guard.ts'
import { createOutbound, type Exchange, type OutboundOptions } from '../../src/platform/outbound/client.ts'
import { required } from '../harness/database.ts'

export const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(parseNetwork)
export const TIMEOUT_MS = 700

/** Calls receivers on this machine, with short time limits. */
export async function open(options: Partial<OutboundOptions> = {}) {
  const { ca } = await localCertificate(required('TEST_CERTIFICATES'), [])
  const outbound = createOutbound({ allowed: LOOPBACK, timeoutMs: TIMEOUT_MS, ca, ...options })
  const post = (url: string): Promise<Exchange> =>
    outbound.post({ url, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') })
  return { post, [Symbol.asyncDispose]: () => outbound.close() }
}

/** A plain HTTP server with full control over each connection. */
export async function startRaw(onSocket: (socket: Socket) => void): Promise<{ url: string } & AsyncDisposable> {
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

/** A server that accepts no connection and whose backlog is full, so that the next client waits without end. */
export async function startBlackHole(): Promise<{ url: string } & AsyncDisposable> {
  const code = `const server = require('net').createServer()
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('fs').writeSync(1, String(server.address().port))
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    })`
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = Number(String((await once(child.stdout, 'data'))[0]))
  const crowd = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await Promise.race(crowd.map((socket) => once(socket, 'connect')))
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      for (const socket of crowd) socket.destroy()
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

export const HEAD = 'HTTP/1.1 200 OK\r\n'
