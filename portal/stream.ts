import { useEffect } from 'preact/hooks'
import { goToSignIn } from './api.ts'
import type { AccountKind } from './endpoints.ts'
import { fillPath } from './paths.ts'
import { invalidate, invalidateAll } from './queries.ts'
import { reloadSession } from './session.ts'

/**
 * Live updates. HTTP/1.1 allows six connections to a server, so one tab of the browser has the stream (by a lock) and forwards
 * what arrives to the others (by a channel). Where either is missing, each tab polls by itself. While the stream fails,
 * all tabs poll, and the tab that has the lock tries to open it again.
 */

const LOCK = 'plumbline-stream'
const HIDDEN_MS = 5 * 60_000
const POLL_MS = 5_000

/** The stream was interrupted: what arrived meanwhile is lost. Not a message of the server. */
const INTERRUPTED = 'interrupted'

/** No stream is open, so what is on the screen may be out of date. Sent by the client itself, not by the server. */
const STALE = 'stale'

/** The browser does not connect again after an answer such as 409 or 503: it is tried again after these, then after the last. */
const RETRY_MS = [1_000, 2_000, 5_000, 15_000, 60_000]

/** What each kind of message makes out of date. */
const AFFECTED: Readonly<Record<string, readonly string[]>> = {
  'run.progress': ['/{account}/assessments', '/{account}/running-runs', '/{account}/home', '/{account}/portfolio'],
  'run.ended': [
    '/{account}/assessments',
    '/{account}/running-runs',
    '/{account}/customers',
    '/{account}/home',
    '/{account}/events',
    '/{account}/me',
    '/{account}/portfolio',
    '/{account}/schedules',
  ],
  schedule: ['/{account}/schedules'],
  delivery: ['/{account}/deliveries', '/{account}/webhooks', '/{account}/replays'],
  'key.used': ['/{account}/keys'],
  answers: ['/{account}/customers', '/{account}/home', '/{account}/events', '/{account}/portfolio'],
  visit: ['/{account}/audit'],
}

/** Large responses are reloaded at most once in this time, however many runs are in progress. */
const LARGE: readonly string[] = ['/{account}/portfolio']
const LARGE_MS = 2_000

/** Everything that polling reads again. */
const ALL = [...new Set(Object.values(AFFECTED).flat())]

/** Reads again what a message of the server names, while the page is open. */
export function useLiveUpdates(kind: AccountKind): void {
  useEffect(() => {
    const updates = openUpdates(kind)
    return () => updates.close()
  }, [kind])
}

function openUpdates(kind: AccountKind): { close: () => void } {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(`plumbline-${kind}`) : undefined
  const large = new Map(
    LARGE.map((path) => [path, limitRate(() => void invalidate(fillPath(path, { kind })), LARGE_MS)]),
  )
  const receive = (message: string): void => {
    if (message === 'session.ended') goToSignIn()
    // The session says who visits.
    if (message === 'visit') void reloadSession()
    if (message === INTERRUPTED) readAllAgain()
    if (message === STALE) readLiveAgain(kind)
    for (const path of AFFECTED[message] ?? []) {
      const readLarge = large.get(path)
      if (readLarge) readLarge()
      else void invalidate(fillPath(path, { kind }))
    }
  }
  if (channel) channel.onmessage = ({ data }) => receive(String(data))
  const forward = (message: string): void => {
    channel?.postMessage(message)
    receive(message)
  }
  let turn = takeTurn(kind, forward)
  let hidden: ReturnType<typeof setTimeout> | undefined
  const onVisibility = (): void => {
    clearTimeout(hidden)
    if (document.visibilityState === 'hidden') {
      hidden = setTimeout(() => {
        turn.close()
        turn = closed
      }, HIDDEN_MS)
    } else if (turn === closed) {
      turn = takeTurn(kind, forward)
      readAllAgain()
    }
  }
  document.addEventListener('visibilitychange', onVisibility)
  return {
    close() {
      clearTimeout(hidden)
      document.removeEventListener('visibilitychange', onVisibility)
      turn.close()
      channel?.close()
    },
  }
}

/** Calls at once, and then at most once in each interval: calls in between are made once at its end. */
function limitRate(call: () => void, intervalMs: number): () => void {
  let isWaiting = false
  let isWanted = false
  const run = (): void => {
    isWanted = isWaiting
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      if (isWanted) run()
    }, intervalMs)
    call()
  }
  return run
}

const closed = { close: () => {} }

/** Reads everything again that is on the screen, and the session, whose banners may have changed. */
function readAllAgain(): void {
  void invalidateAll()
  void reloadSession()
}

/** Waits until no other tab has the stream, then opens it. */
function takeTurn(kind: AccountKind, receive: (message: string) => void): { close: () => void } {
  if (!navigator.locks || !('BroadcastChannel' in window)) return poll(() => readLiveAgain(kind))
  const stop = new AbortController()
  const { signal } = stop
  const wait = async (): Promise<void> => {
    const isServed = await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      if (lock) await listen(kind, receive, { signal, hasMissed: false })
      return lock !== null
    })
    if (!isServed)
      await navigator.locks.request(LOCK, { signal }, () => listen(kind, receive, { signal, hasMissed: true }))
  }
  // Closing before the turn comes aborts the wait.
  wait().catch(() => {})
  return { close: () => stop.abort() }
}

interface Listening {
  /** Aborting it ends the stream. */
  signal: AbortSignal
  /** Whether another tab had the stream before, so that messages may have been lost in between. */
  hasMissed: boolean
}

/** Keeps a stream open until it is aborted. While there is none, reads again at intervals. */
function listen(
  kind: AccountKind,
  receive: (message: string) => void,
  { signal, hasMissed }: Listening,
): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined
    let polling = closed
    let retry: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    let isInterrupted = hasMissed
    const open = (): void => {
      source = new EventSource(`/portal/api/${kind}/stream`)
      for (const message of [...Object.keys(AFFECTED), 'session.ended']) {
        source.addEventListener(message, () => receive(message))
      }
      source.onopen = () => {
        failures = 0
        polling.close()
        polling = closed
        if (isInterrupted) receive(INTERRUPTED)
        isInterrupted = false
      }
      source.onerror = () => {
        isInterrupted = true
        // Otherwise the browser itself is connecting again.
        if (source?.readyState !== EventSource.CLOSED) return
        if (polling === closed) polling = poll(() => receive(STALE))
        retry = setTimeout(open, RETRY_MS[failures] ?? RETRY_MS.at(-1))
        failures += 1
      }
    }
    const end = (): void => {
      clearTimeout(retry)
      source?.close()
      polling.close()
      resolve()
    }
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', end)
    open()
  })
}

/** Calls at intervals what reads again. */
function poll(read: () => void): { close: () => void } {
  const timer = setInterval(read, POLL_MS)
  return { close: () => clearInterval(timer) }
}

/**
 * Reloads what messages would name, unless the page is hidden. It costs little: the server answers 304 if nothing
 * changed.
 */
function readLiveAgain(kind: AccountKind): void {
  if (document.visibilityState === 'visible') for (const path of ALL) void invalidate(fillPath(path, { kind }))
}
