import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionLimits } from './limits.ts'

/** A connection that speaks HTTP. */
export interface Channel {
  socket: Socket
  /** The last request and its response; undefined once both have ended. */
  exchange: { request: IncomingMessage; response: ServerResponse } | undefined
  phase: 'idle' | 'answering' | 'lingering'
  /** When a check first found the connection in this phase with this exchange. */
  sinceMs: number
  checked: Channel['exchange']
  /** The last bytes to the client have been written. */
  isEnding: boolean
}

export const newChannel = (socket: Socket): Channel => ({
  socket,
  exchange: undefined,
  phase: 'idle',
  sinceMs: performance.now(),
  checked: undefined,
  isEnding: false,
})

export function phaseOf({ exchange, isEnding }: Channel): Channel['phase'] {
  if (isEnding) return 'lingering'
  if (!exchange) return 'idle'
  const { request, response } = exchange
  if (!response.writableFinished && !response.destroyed) return 'answering'
  return request.complete ? 'idle' : 'lingering'
}

/** Updates the phase, and drops an exchange that has ended. */
export function advance(channel: Channel, nowMs: number): void {
  const phase = phaseOf(channel)
  if (phase === channel.phase && channel.exchange === channel.checked) return
  if (phase === 'idle') channel.exchange = undefined
  Object.assign(channel, { phase, sinceMs: nowMs, checked: channel.exchange })
}

export function isOverdue({ phase, sinceMs }: Channel, nowMs: number, limits: ConnectionLimits): boolean {
  // Between two requests, Node's own limit ends silent connections; this one ends those of clients that send empty
  // lines.
  const limitMs = { idle: limits.idleMs + limits.headersMs, answering: limits.responseMs, lingering: limits.lingerMs }
  return nowMs - sinceMs > limitMs[phase]
}
