import { STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { newId } from '../../shared/ids.ts'
import { Problem } from '../../shared/problem.ts'
import { API_HEADERS, type Hsts } from '../../shared/security-headers.ts'
import type { Connections } from './registry.ts'

const METHODS = 'DELETE, GET, HEAD, POST, PUT'

/** Answers requests that never reach a route, in the shape of every other error, and closes the connection. */
export interface RawAnswers {
  /** The bytes are not a valid HTTP request. */
  onClientError(error: Error & { code?: string }, socket: Duplex): void
  /** Refuses CONNECT: this service is not a proxy. */
  onConnect(socket: Duplex): void
}

export function createRawAnswers(connections: Connections, hsts?: Hsts): RawAnswers {
  const refuse = (socket: Duplex, problem: Problem): void => {
    // The malformed request has already been answered, and everything after it is malformed as well.
    if (socket instanceof Socket && connections.isLingering(socket)) return
    // A started response must not be mixed with another.
    if (!(socket instanceof Socket) || !socket.writable || connections.isAnswering(socket)) {
      socket.destroy()
      return
    }
    socket.on('error', () => {})
    socket.end(write(problem, socket instanceof TLSSocket ? hsts : undefined))
    // Discards what the client still sends. Closing with unread bytes would reset the connection, and the response
    // would be lost.
    socket.resume()
    connections.linger(socket)
  }
  return {
    onClientError(error, socket) {
      if (error.code === 'ECONNRESET') socket.destroy()
      else refuse(socket, problemOf(error.code))
    },
    onConnect: (socket) => refuse(socket, new Problem('METHOD_NOT_ALLOWED', { headers: { Allow: METHODS } })),
  }
}

function write({ status, code, message, headers }: Problem, hsts: Hsts | undefined): string {
  const requestId = newId('req')
  const body = JSON.stringify({ error: { code, message, requestId } })
  const fields = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    ...API_HEADERS,
    ...hsts,
    ...headers,
    Connection: 'close',
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

function problemOf(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('HEADERS_TOO_LARGE')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem('PAYLOAD_TOO_LARGE', { message: 'The chunk extensions of the request are too large.' })
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('REQUEST_TIMEOUT')
    default:
      return new Problem('INVALID_JSON', { message: 'This is not a valid HTTP request.' })
  }
}
