import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressGroup } from '../platform/client-address.ts'

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
  /** While data waits to be sent: without any progress. */
  stallMs: number
  /** One response in total. */
  responseMs: number
  /** After the response: for the rest of a body that nobody reads, or until the client closes its side. */
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

/** How often a shutdown looks for connections that have become idle. */
const DRAIN_CHECK_MS = 25

/**
 * As much of a refused body is read and thrown away, for clients that read the answer only when they have sent it all, and
 * that send the next request on the same connection. Three times what the API accepts; a larger body ends the connection.
 */
const DISCARD_MAX_BYTES = 3 * 1024 * 1024

/** A connection that speaks HTTP. */
interface Channel {
  socket: Socket
  /** The last request and its response, until both have ended. */
  exchange: { request: IncomingMessage; response: ServerResponse } | undefined
  phase: 'idle' | 'answering' | 'lingering'
  /** When a check first found the connection in this phase with this exchange. */
  sinceMs: number
  checked: Channel['exchange']
  /** The last bytes to the client have been written. */
  isEnding: boolean
}

/**
 * All open connections of one listener. Counts them, enforces the limits that Node's HTTP server does not have, and ends
 * them at shutdown.
 */
export interface Connections {
  readonly limits: ConnectionLimits
  /** Registers an accepted connection. False, and the connection is closed, if it is over a limit. */
  admit(socket: Socket): boolean
  /** The connection, or the TLS session on it, is about to speak HTTP. */
  open(socket: Socket): void
  /** A request has arrived on an open connection. */
  track(request: IncomingMessage, response: ServerResponse): void
  /** Nothing has moved on the connection for `stallMs`, or for `idleMs` between two requests. */
  stall(socket: Socket): void
  /** Closes the connection once the client has had time to read the last bytes. */
  linger(socket: Socket): void
  isLingering(socket: Socket): boolean
  /** Whether a response has been started on this connection and has not ended. */
  isAnswering(socket: Socket): boolean
  count(): number
  /** Ends idle connections at once and the others when their request is answered, all of them after `drainMs`. */
  close(): Promise<void>
}

/** `isTrusted` exempts peers, such as proxies, from the limit per address. */
export function createConnections(limits: ConnectionLimits, isTrusted: (address: string) => boolean): Connections {
  const sockets = new Set<Socket>()
  const channels = new Map<Socket, Channel>()
  const addresses = countAddresses(limits.perAddress, isTrusted)
  const empty = Promise.withResolvers<void>()
  let closing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const check = (): void => {
    const nowMs = performance.now()
    for (const channel of channels.values()) {
      advance(channel, nowMs)
      if (isOverdue(channel, nowMs, limits)) channel.socket.destroy()
    }
  }

  // A TLS session owns the connection below it and is destroyed first.
  const endAll = (): void => {
    for (const socket of [...channels.keys(), ...sockets]) socket.destroy()
  }

  const endIdle = (): void => {
    const nowMs = performance.now()
    let isBusy = false
    for (const channel of channels.values()) {
      advance(channel, nowMs)
      if (channel.phase === 'idle') channel.socket.destroy()
      else isBusy = true
    }
    // What is left then has not even sent a request.
    if (!isBusy) endAll()
  }

  const forget = (socket: Socket, address: string): void => {
    sockets.delete(socket)
    addresses.leave(address)
    if (sockets.size > 0) return
    clearInterval(timer)
    timer = undefined
    if (closing) empty.resolve()
  }

  const drain = async (): Promise<void> => {
    const draining = setInterval(endIdle, DRAIN_CHECK_MS)
    const deadline = setTimeout(endAll, limits.drainMs)
    endIdle()
    if (sockets.size === 0) empty.resolve()
    await empty.promise
    clearInterval(draining)
    clearTimeout(deadline)
  }

  return {
    limits,
    admit(socket) {
      const address = socket.remoteAddress
      if (closing || address === undefined || sockets.size >= limits.total || !addresses.enter(address)) {
        socket.destroy()
        return false
      }
      sockets.add(socket)
      socket.once('close', () => forget(socket, address))
      timer ??= setInterval(check, limits.checkMs).unref()
      return true
    },
    open(socket) {
      channels.set(socket, newChannel(socket))
      socket.once('close', () => channels.delete(socket))
    },
    track(request, response) {
      const channel = channels.get(request.socket)
      if (channel) channel.exchange = { request, response }
      // Before Node's own listener, which would throw away all of it.
      if (mayBeLarge(request)) response.prependOnceListener('finish', () => discardSome(request))
    },
    stall(socket) {
      const channel = channels.get(socket)
      // Nothing waits to be sent: it is the service that is still working on the response.
      if (channel && phaseOf(channel) === 'answering' && socket.writableLength === 0) socket.setTimeout(limits.stallMs)
      else socket.destroy()
    },
    linger(socket) {
      const channel = channels.get(socket)
      if (channel) channel.isEnding = true
      else socket.destroy()
    },
    isLingering: (socket) => channels.get(socket)?.isEnding ?? false,
    isAnswering(socket) {
      const response = channels.get(socket)?.exchange?.response
      return response ? response.headersSent && !response.writableFinished : false
    },
    count: () => sockets.size,
    close() {
      closing ??= drain()
      return closing
    },
  }
}

const newChannel = (socket: Socket): Channel => ({
  socket,
  exchange: undefined,
  phase: 'idle',
  sinceMs: performance.now(),
  checked: undefined,
  isEnding: false,
})

/** Counts the connections of each address, or IPv6 /64 network. Trusted peers may have any number. */
function countAddresses(max: number, isTrusted: (address: string) => boolean) {
  const counts = new Map<string, number>()
  return {
    /** False, and nothing is counted, where the address has as many as it may. */
    enter(address: string): boolean {
      const group = addressGroup(address)
      const count = counts.get(group) ?? 0
      if (count >= max && !isTrusted(address)) return false
      counts.set(group, count + 1)
      return true
    },
    leave(address: string): void {
      const group = addressGroup(address)
      const left = (counts.get(group) ?? 1) - 1
      if (left > 0) counts.set(group, left)
      else counts.delete(group)
    },
  }
}

function phaseOf({ exchange, isEnding }: Channel): Channel['phase'] {
  if (isEnding) return 'lingering'
  if (!exchange) return 'idle'
  const { request, response } = exchange
  if (!response.writableFinished && !response.destroyed) return 'answering'
  return request.complete ? 'idle' : 'lingering'
}

function mayBeLarge({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > DISCARD_MAX_BYTES || headers['transfer-encoding'] !== undefined
}

/** Throwing a body away costs its decryption and parsing, so what comes after the limit is not even received. */
function discardSome(request: IncomingMessage): void {
  if (request.complete) return
  let leftBytes = DISCARD_MAX_BYTES
  request.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.length
    if (leftBytes < 0) request.pause()
  })
}

/** Brings the phase up to date, and lets go of an exchange that has ended. */
function advance(channel: Channel, nowMs: number): void {
  const phase = phaseOf(channel)
  if (phase === channel.phase && channel.exchange === channel.checked) return
  if (phase === 'idle') channel.exchange = undefined
  Object.assign(channel, { phase, sinceMs: nowMs, checked: channel.exchange })
}

function isOverdue({ phase, sinceMs }: Channel, nowMs: number, limits: ConnectionLimits): boolean {
  // Between two requests, Node's own limit stops silent clients; this one stops those that send empty lines.
  const limitMs = { idle: limits.idleMs + limits.headersMs, answering: limits.responseMs, lingering: limits.lingerMs }
  return nowMs - sinceMs > limitMs[phase]
}
