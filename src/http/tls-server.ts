import { createServer as createPlain, type Server as PlainServer, type RequestListener } from 'node:http'
import { createServer as createSecure, type Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'

/** First byte of every TLS connection: a handshake record. */
const TLS_HANDSHAKE = 0x16

/** A connection that says nothing for so long is closed. */
const FIRST_BYTE_TIMEOUT_MS = 10_000

/**
 * One port for both: TLS, and plain HTTP, so that a plain request gets a readable refusal instead of a broken
 * connection, and a proxy that ends TLS itself can pass requests on.
 */
export function createDualServer(handler: RequestListener, tls: { cert: string; key: string }): SecureServer {
  const secure = createSecure({ ...tls, keepAliveTimeout: 65_000 }, handler)
  const plain: PlainServer = createPlain(handler)
  plain.on('clientError', (error, socket) => secure.emit('clientError', error, socket))
  const acceptSecure = secure.listeners('connection')
  secure.removeAllListeners('connection')
  secure.on('connection', (socket: Socket) => {
    socket.setTimeout(FIRST_BYTE_TIMEOUT_MS, () => socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.once('data', (first) => {
      socket.pause()
      socket.setTimeout(0)
      socket.unshift(first)
      // TLS takes what was read from the paused socket's buffer; plain HTTP must be set flowing again.
      if (first[0] === TLS_HANDSHAKE) {
        for (const accept of acceptSecure) accept.call(secure, socket)
      } else {
        plain.emit('connection', socket)
        socket.resume()
      }
    })
  })
  secure.on('close', () => plain.closeAllConnections())
  return secure
}
