/** Limits for the connections of one listener; times in milliseconds. */
export interface ConnectionLimits {
  /** Open connections in total. */
  total: number
  /** Open connections from one address, or from one IPv6 /64 network. */
  perAddress: number
  /** From the connection to its first byte. */
  firstByteMs: number
  handshakeMs: number
  /** From the first byte of a request to the end of its headers. */
  headersMs: number
  /** From the first byte of a request to the end of its body. */
  requestMs: number
  /** Between two requests. */
  idleMs: number
  /** Without progress while data waits to be sent. */
  stallMs: number
  /** One response in total. */
  responseMs: number
  /** After the response: for the rest of an unread body, or until the client closes its side. */
  lingerMs: number
  /** After the start of a shutdown: for requests in progress. */
  drainMs: number
  /** How often the limits are checked. */
  checkMs: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  total: 10_000,
  perAddress: 512,
  firstByteMs: 10_000,
  handshakeMs: 10_000,
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 65_000,
  stallMs: 30_000,
  responseMs: 600_000,
  lingerMs: 2_000,
  drainMs: 4_000,
  checkMs: 1_000,
}
