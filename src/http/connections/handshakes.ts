import type { Socket } from 'node:net'
import { addressGroup } from '../../platform/client-address.ts'

/** A queue of TLS handshakes. */
export interface Handshakes {
  /** Starts the handshake of this connection, or queues it behind earlier ones. */
  enter(socket: Socket): void
  /** The handshake on the connection from this address and port has been completed. */
  complete(peer: Peer): void
}

interface Peer {
  remoteAddress?: string | undefined
  remotePort?: number | undefined
}

/** One handshake takes about half a millisecond of the event loop. */
const STARTED_PER_TURN = 4
/** Enough for 160 new connections a second from one address that is 200 ms away. */
const UNFINISHED_PER_ADDRESS = 32

interface Group {
  waiting: Socket[]
  unfinished: number
}

/**
 * Starts a few TLS handshakes at a time, alternating between addresses, so that a burst of connections does not delay
 * requests. One address, or IPv6 /64 network, may have 32 unfinished ones; the limit is needed because all of them
 * could continue in the same turn of the event loop.
 */
export function createHandshakes(begin: (socket: Socket) => void): Handshakes {
  const groups = new Map<string, Group>()
  /** Groups that may start a handshake; the one that has waited longest is first. */
  const ready = new Set<string>()
  const unfinished = new Map<string, string>()
  let isScheduled = false

  const schedule = (): void => {
    if (isScheduled || ready.size === 0) return
    isScheduled = true
    setImmediate(startSome)
  }

  const update = (name: string, group: Group): void => {
    if (group.waiting.length === 0 && group.unfinished === 0) groups.delete(name)
    if (group.waiting.length > 0 && group.unfinished < UNFINISHED_PER_ADDRESS) ready.add(name)
    else ready.delete(name)
    schedule()
  }

  const startNext = (name: string): void => {
    const group = groups.get(name)
    const socket = group?.waiting.shift()
    // `update` adds it again at the end.
    ready.delete(name)
    if (group && socket && !socket.destroyed) {
      const key = keyOf(socket)
      group.unfinished += 1
      unfinished.set(key, name)
      socket.once('close', () => end(key))
      begin(socket)
    }
    if (group) update(name, group)
  }

  const startSome = (): void => {
    isScheduled = false
    for (let started = 0; started < STARTED_PER_TURN; started += 1) {
      const [name] = ready
      if (name !== undefined) startNext(name)
    }
    schedule()
  }

  const end = (key: string): void => {
    const name = unfinished.get(key)
    const group = name === undefined ? undefined : groups.get(name)
    if (name === undefined || !group) return
    unfinished.delete(key)
    group.unfinished -= 1
    update(name, group)
  }

  return {
    enter(socket) {
      const name = addressGroup(socket.remoteAddress ?? '')
      const group = groups.get(name) ?? { waiting: [], unfinished: 0 }
      groups.set(name, group)
      group.waiting.push(socket)
      update(name, group)
    },
    complete: (peer) => end(keyOf(peer)),
  }
}

const keyOf = ({ remoteAddress, remotePort }: Peer): string => `${remoteAddress} ${remotePort}`
