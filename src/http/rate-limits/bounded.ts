const WINDOW_MS = 60_000

/** A fraction of a request, which prevents rounding from making a wait longer than announced. */
const ROUNDING = 1e-6

/** The answer of a limiter to one request. */
export interface Allowance {
  allowed: boolean
  remaining: number
  /** Whole seconds until a refused request would be allowed; 0 for an allowed one. */
  retryAfterS: number
}

/**
 * Limits requests per key in bounded memory, for keys that anybody can invent (addresses, links). Local to this process
 * and synchronous.
 */
export interface BoundedRateLimiter {
  /** Counts a request of this cost if the key stays within `limit` a minute. */
  take(key: string, limit: number, cost?: number): Allowance
  /** Reverses the last `take` of this key. */
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
    // If the clock was set back, the count stays in the latest minute.
    if (minute > count.minute) {
      count.previous = minute === count.minute + 1 ? count.current : 0
      count.current = 0
      count.minute = minute
    }
    // Delete and insert, so that the map is ordered by last use.
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

/** Minutes until at most `room` is in use, if nothing else is counted. */
function waitMinutes({ current, previous }: Count, room: number, elapsed: number): number {
  // Within this minute the share of the previous minute shrinks; in the next one, the share of this minute does.
  if (current <= room) return Math.max(0, 1 - (room - current) / previous - elapsed)
  return 1 - elapsed + 1 - room / current
}
