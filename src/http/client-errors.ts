import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { newId } from '../ground/ids.ts'
import { Problem } from '../ground/problem.ts'

/** Answers what could not be read as an HTTP request, in the shape of every other error, and hangs up. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, code, message } = problemOf(error.code)
  const requestId = newId('req')
  const body = JSON.stringify({ error: { code, message, requestId } })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function problemOf(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('PAYLOAD_TOO_LARGE', { message: 'The headers of the request are too large.' })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Problem('INVALID_JSON', { message: 'The request did not arrive in time.' })
  return new Problem('INVALID_JSON', { message: 'This is not a valid HTTP request.' })
}
