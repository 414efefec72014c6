const WINDOW_S = 60

/** What a request was told of its limit; times in whole seconds. */
export interface RateState {
  allowed: boolean
  remaining: number
  /** Until another request is allowed (0 where one is), or until the window is empty of the oldest requests. */
  resetS: number
}

export interface RateLimiter {
  /** Counts a request of this key where it is within the limit. */
  take(key: string, limit: number): RateState | Promise<RateState>
}

/** A limiter of this process alone, which answers without waiting. */
export interface LocalRateLimiter extends RateLimiter {
  take(key: string, limit: number): RateState
}

interface Window {
  /** Requests by second, in a ring; one more than the window, so that no 60 s ever hold more than the limit. */
  counts: Uint32Array
  total: number
  newestS: number
}

/**
 * Never more than `limit` requests in any 60 s of one key, counted by whole seconds: a second's requests leave the
 * window together, 60 s after that second has ended.
 */
export function createRateLimiter(now: () => number): LocalRateLimiter {
  const windows = new Map<string, Window>()
  let sweptS = 0

  const sweep = (nowS: number): void => {
    if (nowS - sweptS < WINDOW_S) return
    sweptS = nowS
    for (const [key, window] of windows) if (nowS - window.newestS > WINDOW_S) windows.delete(key)
  }

  return {
    take(key, limit) {
      const nowS = Math.floor(now() / 1000)
      sweep(nowS)
      let window = windows.get(key)
      if (!window) {
        window = { counts: new Uint32Array(WINDOW_S + 1), total: 0, newestS: nowS }
        windows.set(key, window)
      }
      advance(window, nowS)
      const allowed = window.total < limit
      if (allowed) {
        const place = nowS % (WINDOW_S + 1)
        window.counts[place] = (window.counts[place] ?? 0) + 1
        window.total++
      }
      return { allowed, remaining: Math.max(0, limit - window.total), resetS: secondsToFree(window, nowS) }
    },
  }
}

function advance(window: Window, nowS: number): void {
  const passed = Math.min(nowS - window.newestS, WINDOW_S + 1)
  for (let step = 1; step <= passed; step++) {
    const place = (window.newestS + step) % (WINDOW_S + 1)
    window.total -= window.counts[place] ?? 0
    window.counts[place] = 0
  }
  // A clock that went back leaves the window as it is.
  window.newestS = Math.max(window.newestS, nowS)
}

function secondsToFree(window: Window, nowS: number): number {
  for (let ageS = WINDOW_S; ageS >= 0; ageS--) {
    const place = (nowS - ageS + WINDOW_S + 1) % (WINDOW_S + 1)
    if ((window.counts[place] ?? 0) > 0) return WINDOW_S + 1 - ageS
  }
  return 0
}
