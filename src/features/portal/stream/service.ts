import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../../app.ts'
import { listen } from '../../../platform/database/notifications.ts'
import type { PersonSession } from '../../../shared/actor.ts'
import { type LiveMessage, PORTAL_CHANNEL, readMessage } from '../../../shared/portal/messages.ts'
import { Problem } from '../../../shared/problem.ts'
import { checkSession } from '../../people/sessions/service.ts'
import {
  HEARTBEAT,
  HEARTBEAT_MS,
  MAX_OPEN_MS,
  MAX_PER_SESSION,
  MAX_STREAMS,
  MAX_WAITING_BYTES,
  MESSAGE_GRAIN_MS,
  maySee,
  OPENING,
  SESSION_ENDED,
  toEventText,
} from './rules.ts'
import { createThrottle } from './throttle.ts'

/** How long a new stream waits until the process listens to the database. */
const LISTEN_MS = 5_000

/** The open streams of this process: what pages of the portal are notified of. */
export interface Streams {
  /**
   * A stream of server-sent events for the session with this token, until it ends. Throws LIMIT_REACHED if the session has
   * too many, SERVICE_UNAVAILABLE if the process has or does not hear the database, and SIGN_IN_REQUIRED and the like if the
   * session has ended meanwhile.
   */
  open(person: PersonSession, token: string | undefined): Promise<Readable>
  close(): Promise<void>
}

interface Stream {
  person: PersonSession
  out: Readable
  send: (text: string) => void
  /** Ends the stream, after a last message. */
  end: (text?: string) => void
}

/** Listens to `databaseUrl` from the first stream on; without it, no stream can be opened. */
export function createStreams(
  app: App,
  databaseUrl: string | undefined,
  { heartbeatMs = HEARTBEAT_MS }: { heartbeatMs?: number } = {},
): Streams {
  const streams = new Set<Stream>()
  let hearing = Promise.withResolvers<void>()
  let isHearing = false
  let isClosed = false
  let listener: { close(): Promise<void> } | undefined

  const endWhere = (isMeant: (stream: Stream) => boolean, text?: string): void => {
    for (const stream of [...streams].filter(isMeant)) stream.end(text)
  }
  const publish = ({ kind, id, accounts }: LiveMessage): void => {
    const text = toEventText({ kind, id })
    for (const { person, send } of streams) {
      if (accounts.includes(person.account.id) && maySee(person.role, kind)) send(text)
    }
  }
  const throttle = createThrottle<LiveMessage>(MESSAGE_GRAIN_MS, publish)

  const startListening = (url: string) =>
    listen(url, PORTAL_CHANNEL, {
      onMessage(payload) {
        const message = readMessage(payload)
        if (message === undefined) return
        if (message.kind === 'session.ended') endWhere(({ person }) => isOf(person, message.id), SESSION_ENDED)
        else if (streams.size > 0) throttle.push(`${message.kind} ${message.id}`, message)
      },
      onOpen() {
        isHearing = true
        hearing.resolve()
      },
      onLose() {
        if (isHearing) hearing = Promise.withResolvers()
        isHearing = false
        // These streams would miss the end of their sessions. Browsers connect again.
        endWhere(() => true)
      },
    })

  const requireHearing = async (): Promise<void> => {
    if (databaseUrl === undefined || isClosed) throw new Problem('SERVICE_UNAVAILABLE')
    listener ??= startListening(databaseUrl)
    if (isHearing) return
    const over = new AbortController()
    await Promise.race([
      hearing.promise,
      sleep(LISTEN_MS, undefined, { signal: over.signal, ref: false }).catch(() => {}),
    ])
    over.abort()
    if (!isHearing) throw new Problem('SERVICE_UNAVAILABLE', { headers: { 'Retry-After': '5' } })
  }

  return {
    async open(person, token) {
      await requireHearing()
      requireRoom(streams, person)
      const onEnd = (ended: Stream): void => setCount(app, streams, ended, false)
      const stream = openStream(app, person, { token, heartbeatMs, onEnd })
      setCount(app, streams, stream, true)
      try {
        // The session may have ended before this stream listened for it.
        stream.person = await checkSession(app, token)
      } catch (error) {
        stream.end()
        throw error
      }
      stream.send(OPENING)
      return stream.out
    },
    async close() {
      isClosed = true
      throttle.close()
      endWhere(() => true)
      await listener?.close()
    },
  }
}

const isOf = ({ sessionId, personId, account }: PersonSession, id: string): boolean =>
  [sessionId, personId, account.id].includes(id)

function requireRoom(streams: ReadonlySet<Stream>, { sessionId }: PersonSession): void {
  const own = [...streams].filter(({ person }) => person.sessionId === sessionId)
  if (own.length >= MAX_PER_SESSION) {
    throw new Problem('LIMIT_REACHED', {
      message: `A session can have at most ${MAX_PER_SESSION} streams: close one first.`,
    })
  }
  if (streams.size >= MAX_STREAMS) throw new Problem('SERVICE_UNAVAILABLE', { headers: { 'Retry-After': '60' } })
}

function setCount({ metrics }: App, streams: Set<Stream>, stream: Stream, isOpen: boolean): void {
  if (isOpen) streams.add(stream)
  else streams.delete(stream)
  metrics.portalStreams.set(streams.size)
}

function openStream(
  app: App,
  person: PersonSession,
  { token, heartbeatMs, onEnd }: { token: string | undefined; heartbeatMs: number; onEnd: (stream: Stream) => void },
): Stream {
  const out = new Readable({ read() {} })
  let isEnded = false
  const release = (): void => {
    isEnded = true
    clearInterval(heartbeat)
    clearTimeout(deadline)
    onEnd(stream)
  }
  const end = (text?: string): void => {
    if (isEnded) return
    release()
    if (text !== undefined) out.push(text)
    out.push(null)
  }
  const send = (text: string): void => {
    if (isEnded) return
    if (out.readableLength > MAX_WAITING_BYTES) end()
    else out.push(text)
  }
  const stream: Stream = { person, out, send, end }
  const beat = async (): Promise<void> => {
    try {
      stream.person = await checkSession(app, token)
      send(HEARTBEAT)
    } catch (error) {
      // The session may have a new token, because the person has confirmed that it is them. The browser connects again with
      // that; if the session has ended, it is refused then.
      if (error instanceof Problem && error.code === 'SIGN_IN_REQUIRED') return end()
      if (error instanceof Problem) return end(SESSION_ENDED)
      app.log.warn({ event: 'portal.stream.unchecked', error }, 'the session of a stream could not be checked')
      end()
    }
  }
  const heartbeat = setInterval(() => void beat(), heartbeatMs)
  const deadline = setTimeout(end, MAX_OPEN_MS)
  // When the browser has gone.
  out.once('close', release)
  return stream
}
