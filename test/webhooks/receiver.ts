import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { localCertificate } from '../../src/platform/certificates.ts'
import { required } from '../harness/database.ts'

/** A received request. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  atMs: number
}

export interface Receiver extends AsyncDisposable {
  url: string
  received: Received[]
  /** Number of connections opened to it. */
  connections: () => number
}

export type Reply = (response: ServerResponse, received: Received, nth: number) => void

const ok: Reply = (response) => response.end('thanks')

/** A real HTTPS server (or plain HTTP) on loopback that records its requests. */
export async function startReceiver(
  reply: Reply = ok,
  options: { plain?: boolean; cert?: string; key?: string } = {},
): Promise<Receiver> {
  const own = await localCertificate(required('TEST_CERTIFICATES'), [])
  const received: Received[] = []
  let connections = 0
  const server = options.plain
    ? createHttpServer()
    : createServer({ cert: options.cert ?? own.cert, key: options.key ?? own.key })
  server.on('connection', () => {
    connections += 1
  })
  server.on('request', (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one: Received = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
        atMs: Date.now(),
      }
      received.push(one)
      reply(response, one, received.length)
    })
  })
  await once(server.listen(0, 'localhost'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `${options.plain ? 'http' : 'https'}://localhost:${port}/hook`,
    received,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

/** The contract's signature, computed independently. */
export const hmacHex = (secret: string, body: string): string =>
  createHmac('sha256', Buffer.from(secret, 'utf8')).update(body, 'utf8').digest('hex')
