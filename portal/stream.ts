import { useEffect } from 'preact/hooks'
import { goToSignIn } from './api.ts'
import type { AccountKind } from './endpoints.ts'
import { fillPath } from './paths.ts'
import { invalidate } from './queries.ts'

/**
 * Live updates. HTTP/1.1 allows six connections to a server, so one tab of the browser has the stream (by a lock) and forwards
 * what arrives to the others (by a channel). Where either is missing, or the stream fails, each tab asks again by itself.
 */

const LOCK = 'plumbline-stream'
const HIDDEN_MS = 5 * 60_000
const POLL_MS = 5_000

/** What each kind of message makes out of date. */
const AFFECTED: Readonly<Record<string, readonly string[]>> = {
  'run.progress': ['/{account}/assessments', '/{account}/home'],
  'run.ended': ['/{account}/assessments', '/{account}/home', '/{account}/events', '/{account}/me'],
  delivery: ['/{account}/deliveries', '/{account}/webhooks', '/{account}/replays'],
  'key.used': ['/{account}/keys'],
  answers: ['/{account}/home', '/{account}/events'],
}

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
  const receive = (message: string): void => {
    if (message === 'session.ended') goToSignIn()
    for (const path of AFFECTED[message] ?? []) void invalidate(fillPath(path, { kind }))
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
      for (const path of ALL) void invalidate(fillPath(path, { kind }))
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

const closed = { close: () => {} }

/** Waits until no other tab has the stream, then opens it. */
function takeTurn(kind: AccountKind, receive: (message: string) => void): { close: () => void } {
  if (!navigator.locks || !('BroadcastChannel' in window)) return poll(kind)
  const stop = new AbortController()
  const wait = navigator.locks.request(LOCK, { signal: stop.signal }, () => listen(kind, receive, stop.signal))
  // Closing before the turn comes aborts the wait.
  wait.catch(() => {})
  return { close: () => stop.abort() }
}

/** Ends when it is aborted. The browser itself connects again after a failure; where it gives up, polling goes on. */
function listen(kind: AccountKind, receive: (message: string) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const source = new EventSource(`/portal/api/${kind}/stream`)
    let polling = closed
    const end = (): void => {
      source.close()
      polling.close()
      resolve()
    }
    for (const message of [...Object.keys(AFFECTED), 'session.ended']) {
      source.addEventListener(message, () => receive(message))
    }
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED && polling === closed) polling = poll(kind)
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })
}

/** Reads everything again at intervals, which costs little: the server answers 304 where nothing changed. */
function poll(kind: AccountKind): { close: () => void } {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') for (const path of ALL) void invalidate(fillPath(path, { kind }))
  }, POLL_MS)
  return { close: () => clearInterval(timer) }
}
