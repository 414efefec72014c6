import { constants } from 'node:crypto'
import {
  createServer as createPlain,
  type Server as PlainServer,
  type RequestListener,
  type ServerOptions,
} from 'node:http'
import { createServer as createSecure, type Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createHandshakes } from './handshakes.ts'
import type { ConnectionLimits } from './limits.ts'
import type { Connections } from './registry.ts'

/** First byte of every TLS connection: a handshake record. */
const TLS_HANDSHAKE = 0x16

/** TLS 1.3, and the TLS 1.2 suites with forward secrecy and authenticated encryption: no CBC. */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':')

export interface DualServerOptions {
  tls: { cert: string; key: string }
  connections: Connections
  /** Answers bytes that are not an HTTP request. */
  onClientError: (error: Error & { code?: string }, socket: Duplex) => void
  /** Answers a CONNECT request. */
  onConnect: (socket: Duplex) => void
}

/**
 * One port for TLS and plain HTTP, so that a plain request gets a readable error instead of a broken connection, and a
 * proxy that terminates TLS can pass requests on.
 */
export function createDualServer(handler: RequestListener, options: DualServerOptions): SecureServer {
  const { tls, connections } = options
  const { firstByteMs, handshakeMs } = connections.limits
  const limits = httpOptions(connections.limits)
  const secure = createSecure({
    ...tls,
    ...limits,
    minVersion: 'TLSv1.2',
    ciphers: CIPHERS,
    honorCipherOrder: true,
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    handshakeTimeout: handshakeMs,
  })
  const plain: PlainServer = createPlain(limits)
  const acceptSecure = secure.listeners('connection')
  secure.removeAllListeners('connection')
  // Replaces Node's own listener, which writes into a TLS session that was never established, so that its answer is
  // never sent.
  secure.removeAllListeners('tlsClientError')
  secure.on('tlsClientError', (_error, socket) => socket.destroy())
  const handshakes = createHandshakes((socket) => {
    socket.setTimeout(0)
    for (const accept of acceptSecure) accept.call(secure, socket)
  })
  secure.prependListener('secureConnection', (socket) => {
    handshakes.complete(socket)
    connections.open(socket)
  })
  for (const server of [secure, plain]) serveRequests(server, handler, options)
  secure.on('connection', (socket: Socket) => {
    if (!connections.admit(socket)) return
    socket.setTimeout(firstByteMs, () => socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.once('data', (first) => {
      socket.pause()
      socket.unshift(first)
      // TLS reads from the paused socket's buffer; a plain HTTP socket has to be resumed.
      if (first[0] === TLS_HANDSHAKE) {
        socket.setTimeout(handshakeMs)
        handshakes.enter(socket)
      } else {
        socket.setTimeout(0)
        connections.open(socket)
        plain.emit('connection', socket)
        socket.resume()
      }
    })
  })
  // Node starts its checks of header and body times at this event. The plain server gets its connections from the TLS
  // server and never listens itself.
  secure.on('listening', () => plain.emit('listening'))
  secure.on('close', () => plain.close())
  return secure
}

/** The limits that Node's HTTP server enforces itself. */
export const httpOptions = (limits: ConnectionLimits): ServerOptions => ({
  headersTimeout: limits.headersMs,
  requestTimeout: limits.requestMs,
  keepAliveTimeout: limits.idleMs,
  connectionsCheckingInterval: limits.checkMs,
  // Ignores Upgrade headers, which the protocol allows: such a request is answered like any other.
  shouldUpgradeCallback: () => false,
  // `server.ts` checks this and answers in the shape of all errors.
  requireHostHeader: false,
})

/** Passes requests of an HTTP server to the handler, and their connections to the registry. */
export function serveRequests(
  server: PlainServer | SecureServer,
  handler: RequestListener,
  { connections, onClientError, onConnect }: Omit<DualServerOptions, 'tls'>,
): void {
  const serve: RequestListener = (request, response) => {
    connections.track(request, response)
    handler(request, response)
  }
  server.on('request', serve)
  server.on('checkExpectation', serve)
  server.on('clientError', onClientError)
  server.on('connect', (_request, socket: Duplex) => onConnect(socket))
  server.setTimeout(connections.limits.stallMs, (socket: Socket) => connections.stall(socket))
}
