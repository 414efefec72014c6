import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressGroup } from '../../platform/client-address.ts'
import { advance, type Channel, isOverdue, newChannel, phaseOf } from './channel.ts'
import type { ConnectionLimits } from './limits.ts'

/** How often a shutdown looks for connections that have become idle. */
const DRAIN_CHECK_MS = 25

/**
 * How much of a refused body is read and discarded, for clients that read the response only after they have sent the whole
 * body and then reuse the connection. Three times what the API accepts; a larger body ends the connection.
 */
const DISCARD_MAX_BYTES = 3 * 1024 * 1024

/**
 * All open connections of one listener. Counts them, enforces the limits that Node's HTTP server does not have, and ends
 * them at shutdown.
 */
export interface Connections {
  readonly limits: ConnectionLimits
  /** Registers an accepted connection. If it exceeds a limit, closes it and returns false. */
  admit(socket: Socket): boolean
  /** The connection, or the TLS session on it, is about to speak HTTP. */
  open(socket: Socket): void
  /** A request has arrived on an open connection. */
  track(request: IncomingMessage, response: ServerResponse): void
  /** No byte has been sent or received on the connection for `stallMs`, or for `idleMs` between two requests. */
  stall(socket: Socket): void
  /** Closes the connection once the client has had time to read the last bytes. */
  linger(socket: Socket): void
  isLingering(socket: Socket): boolean
  /** Whether a response has been started on this connection and has not ended. */
  isAnswering(socket: Socket): boolean
  count(): number
  /** Ends idle connections at once and the others when their request has been answered, at the latest after `drainMs`. */
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

  const forget = (socket: Socket, address: string): void => {
    sockets.delete(socket)
    addresses.leave(address)
    if (sockets.size > 0) return
    clearInterval(timer)
    timer = undefined
    if (closing) empty.resolve()
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
      limitDiscarding(request, response)
    },
    stall(socket) {
      const channel = channels.get(socket)
      // All data was sent, so the service is still working on the response.
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
      closing ??= drain({ sockets, channels }, empty, limits.drainMs)
      return closing
    },
  }
}

/** All accepted connections, and the channels of those that speak HTTP. */
interface Accepted {
  sockets: ReadonlySet<Socket>
  channels: ReadonlyMap<Socket, Channel>
}

/** Ends connections as they become idle, and all that are left after `drainMs`. Resolves with `empty`. */
async function drain(accepted: Accepted, empty: PromiseWithResolvers<void>, drainMs: number): Promise<void> {
  const draining = setInterval(() => endIdle(accepted), DRAIN_CHECK_MS)
  const deadline = setTimeout(() => endAll(accepted), drainMs)
  endIdle(accepted)
  if (accepted.sockets.size === 0) empty.resolve()
  await empty.promise
  clearInterval(draining)
  clearTimeout(deadline)
}

function endIdle(accepted: Accepted): void {
  const nowMs = performance.now()
  let isBusy = false
  for (const channel of accepted.channels.values()) {
    advance(channel, nowMs)
    if (channel.phase === 'idle') channel.socket.destroy()
    else isBusy = true
  }
  // The remaining connections have not sent a request yet.
  if (!isBusy) endAll(accepted)
}

/** A TLS session owns the connection below it and is destroyed first. */
function endAll({ sockets, channels }: Accepted): void {
  for (const socket of [...channels.keys(), ...sockets]) socket.destroy()
}

/** Counts the connections of each address, or IPv6 /64 network. Trusted peers may have any number. */
function countAddresses(max: number, isTrusted: (address: string) => boolean) {
  const counts = new Map<string, number>()
  return {
    /** Returns false, without counting, if the address has reached the limit. */
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

/** Whether the body is larger than what is discarded, so that its connection must be closed. */
export const endsConnection = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > DISCARD_MAX_BYTES

function limitDiscarding(request: IncomingMessage, response: ServerResponse): void {
  const isLarge = endsConnection(request)
  // Otherwise a client whose system has buffered the whole body would send its next request on this connection.
  if (isLarge) response.setHeader('Connection', 'close')
  // Prepended to Node's own listener, which would discard the whole body.
  if (isLarge || request.headers['transfer-encoding'] !== undefined)
    response.prependOnceListener('finish', () => discardSome(request))
}

/** Reads and discards the body up to the limit, because each byte costs decryption and parsing. */
function discardSome(request: IncomingMessage): void {
  if (request.complete) return
  const { socket } = request
  // Node would close the connection while the client still sends, and the response might be lost. `check` closes it
  // later.
  if (endsConnection(request)) socket.destroySoon = () => socket.end()
  let leftBytes = DISCARD_MAX_BYTES
  request.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.length
    if (leftBytes < 0) request.pause()
  })
}
