import type { RateCount } from '../../platform/rates/windows.ts'

export const WINDOW_MS = 60_000

/** The state of a limit after a request; times in whole seconds. */
export interface RateState {
  allowed: boolean
  remaining: number
  /** Until the oldest request leaves the window, which makes room for another; 0 for an empty window. */
  resetS: number
}

export interface RateLimiter {
  /** Counts a request of this key if it is within the limit. */
  take(key: string, limit: number): RateState | Promise<RateState>
  /** Like `take`, for a key that is being looked up; `isKnown` if it was valid a short while ago. */
  begin(key: string, limit: number, isKnown: boolean): Counting
}

/** A request whose key is being looked up. */
export interface Counting {
  /** How the statement of the lookup counts it; undefined if it does not. */
  inLookup: RateCount | undefined
  /** To be called once, after a lookup that found the key. */
  finish(): RateState | Promise<RateState>
}

/** A synchronous limiter, local to this process. */
export interface LocalRateLimiter extends RateLimiter {
  take(key: string, limit: number): RateState
}

interface Window {
  /** The times of allowed requests, in milliseconds, oldest first; those before index `first` have expired. */
  times: number[]
  first: number
}

/** Expired times are removed in batches of this size, because moving the rest at each request would cost more. */
const MAX_EXPIRED = 1_000

/** Allows at most `limit` requests of one key in any 60 s. */
export function createRateLimiter(now: () => number): LocalRateLimiter {
  const windows = new Map<string, Window>()
  let sweptMs = 0

  const sweep = (nowMs: number): void => {
    if (nowMs - sweptMs < WINDOW_MS) return
    sweptMs = nowMs
    for (const [key, { times }] of windows) if ((times.at(-1) ?? 0) <= nowMs - WINDOW_MS) windows.delete(key)
  }

  const take = (key: string, limit: number): RateState => {
    const nowMs = now()
    sweep(nowMs)
    let window = windows.get(key)
    if (!window) {
      window = { times: [], first: 0 }
      windows.set(key, window)
    }
    endOld(window, nowMs)
    const { times, first } = window
    const allowed = times.length - first < limit
    // Keeps the times in order if the clock was set back.
    if (allowed) times.push(Math.max(nowMs, times.at(-1) ?? nowMs))
    return describeWindow(allowed, limit, times.length - first, times[first], nowMs)
  }
  return { take, begin: (key, limit) => ({ inLookup: undefined, finish: () => take(key, limit) }) }
}

function endOld(window: Window, nowMs: number): void {
  const { times } = window
  while ((times[window.first] ?? Number.POSITIVE_INFINITY) <= nowMs - WINDOW_MS) window.first++
  if (window.first < MAX_EXPIRED) return
  times.splice(0, window.first)
  window.first = 0
}

/** The state of a window of `total` requests. */
export function describeWindow(
  allowed: boolean,
  limit: number,
  total: number,
  oldestMs: number | undefined,
  nowMs: number,
): RateState {
  const resetS = oldestMs === undefined ? 0 : Math.max(0, Math.ceil((oldestMs + WINDOW_MS - nowMs) / 1000))
  return { allowed, remaining: Math.max(0, limit - total), resetS }
}
