import { codeOf } from '../../shared/error-code.ts'
import { AddressRefused, HostNotFound } from './address-guard.ts'
import { type Dialling, TlsFailure } from './socket.ts'

/** What failed: the address, the connection, or the response. */
type FailureCode = 'address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol' | 'redirect' | 'status'

export interface Failure {
  code: FailureCode
  message: string
}

/** The failure that a status means; undefined for 2xx. */
export function evaluateStatus(status: number): Failure | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status >= 300 && status < 400) {
    return {
      code: 'redirect',
      message: `The receiver redirects (${status}), which is not followed: give its final address.`,
    }
  }
  return { code: 'status', message: `The receiver responded with ${status}.` }
}

/** Which step did not complete before a request timed out, as the end of a sentence. */
export const stageOf = ({ dnsMs, connectMs, tlsMs }: Dialling, url: URL): string => {
  if (dnsMs === undefined) return ': its name was not resolved'
  if (connectMs === undefined) return ': no connection was established'
  return url.protocol === 'https:' && tlsMs === undefined ? ': the TLS handshake was not completed' : ''
}

/** The failure behind an error that ended a request. */
export function evaluateError(error: unknown): Failure {
  const code = firstCodeOf(error)
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof AddressRefused) return { code: 'address', message }
  if (error instanceof HostNotFound) return { code: 'dns', message }
  if (error instanceof TlsFailure) return { code: 'tls', message: `TLS failed: ${message}` }
  if (CONNECT_CODES.has(code)) return { code: 'connect', message: `No connection (${code}).` }
  if (isReset(error)) return { code: 'reset', message: 'The receiver closed the connection before it answered.' }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return { code: 'protocol', message: 'The response headers are too long.' }
  return { code: 'protocol', message: `The response is not valid HTTP (${code || message}).` }
}

const CONNECT_CODES = new Set(
  'ECONNREFUSED EHOSTUNREACH ENETUNREACH ETIMEDOUT EADDRNOTAVAIL ECONNABORTED EACCES'.split(' '),
)

/** Whether the receiver closed the connection. */
export const isReset = (error: unknown): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(firstCodeOf(error))

/** The code of an error, or of the first one where several addresses were tried. */
const firstCodeOf = (error: unknown): string => codeOf(error instanceof AggregateError ? error.errors[0] : error)
