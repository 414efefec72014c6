const WINDOW_MS = 60_000

/** Parts of a request, so that rounding never makes a wait longer than announced. */
const ROUNDING = 1e-6

/** The answer of a limiter to one request. */
export interface Allowance {
  allowed: boolean
  remaining: number
  /** Whole seconds until a request that was refused is allowed; 0 for one that was allowed. */
  retryAfterS: number
}

/**
 * Limits requests per key with fixed memory, for keys that strangers can make up (addresses, links). Local to this
 * process, and never waits.
 */
export interface BoundedRateLimiter {
  /** Counts a request that costs `cost` if the key stays within `limit` a minute. */
  take(key: string, limit: number, cost?: number): Allowance
  /** Takes back what the last `take` of this key counted. */
  giveBack(key: string, cost?: number): void
}

interface Count {
  /** Number of the minute that `current` belongs to; `previous` belongs to the minute before. */
  minute: number
  current: number
  previous: number
}

/**
 * A sliding window from two counters: the current minute, plus the part of the minute before that still lies within the
 * last 60 s, assuming an even distribution. At most `maxKeys` keys are stored; the one unused for longest is dropped first.
 */
export function createBoundedRateLimiter(now: () => number, maxKeys: number): BoundedRateLimiter {
  const counts = new Map<string, Count>()

  const find = (key: string, minute: number): Count => {
    const known = counts.get(key)
    const count = known ?? { minute, current: 0, previous: 0 }
    // A clock that was set back stays in the minute that was reached.
    if (minute > count.minute) {
      count.previous = minute === count.minute + 1 ? count.current : 0
      count.current = 0
      count.minute = minute
    }
    // Deleting and adding keeps the map in the order of last use.
    if (known) counts.delete(key)
    counts.set(key, count)
    if (counts.size > maxKeys) {
      const [oldest] = counts.keys()
      if (oldest !== undefined) counts.delete(oldest)
    }
    return count
  }

  return {
    take(key, limit, cost = 1) {
      const nowMs = now()
      const count = find(key, Math.floor(nowMs / WINDOW_MS))
      const price = Math.min(cost, limit)
      const elapsed = Math.min(1, Math.max(0, nowMs / WINDOW_MS - count.minute))
      const used = count.current + count.previous * (1 - elapsed)
      if (used + price > limit + ROUNDING) {
        const retryAfterS = Math.max(1, Math.ceil((waitMinutes(count, limit - price, elapsed) * WINDOW_MS) / 1000))
        return { allowed: false, remaining: Math.max(0, Math.floor(limit - used)), retryAfterS }
      }
      count.current += price
      return { allowed: true, remaining: Math.max(0, Math.floor(limit - used - price)), retryAfterS: 0 }
    },
    giveBack(key, cost = 1) {
      const count = counts.get(key)
      if (count) count.current = Math.max(0, count.current - cost)
    },
  }
}

/** Minutes until at most `room` is used, if nothing else is counted. */
function waitMinutes({ current, previous }: Count, room: number, elapsed: number): number {
  // Within this minute, what is left of the one before shrinks; in the next minute, what was counted in this one does.
  if (current <= room) return Math.max(0, 1 - (room - current) / previous - elapsed)
  return 1 - elapsed + 1 - room / current
}
