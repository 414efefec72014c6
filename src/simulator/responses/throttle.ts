import type { RateClass } from '../../engine/datasets/dataset.ts'

interface ClassStats {
  requests: number
  /** Refused because of too many requests, as 429 or as Intune's 500. */
  throttled: number
  /** Maximum number of requests within the class's window, or of concurrent ones if it has none. */
  peak: number
}

export type TenantStats = Readonly<Record<RateClass, Readonly<ClassStats>>>

export interface Refusal {
  status: 429 | 500 | 503
  retryAfterSeconds?: number
}

type Limit = { requests: number; perMs: number } | { concurrent: number }

/** Microsoft's published Graph limits per tenant; those of the directory are resource units, for the smallest tenants. */
const LIMITS: Readonly<Record<RateClass, Limit>> = {
  directory: { requests: 3_500, perMs: 10_000 },
  conditionalAccess: { requests: 1, perMs: 1_000 },
  reports: { requests: 5, perMs: 10_000 },
  intune: { requests: 1_000, perMs: 20_000 },
  security: { concurrent: 4 },
}

/**
 * The window is a little shorter than the published one, so that a client exactly at the limit is not refused because
 * clocks differ by milliseconds.
 */
const LENIENCE = 0.95

/** Datasets that a busy tenant refuses in different ways; the others get a 429 without Retry-After. */
const WITH_RETRY_AFTER = new Set(['users', 'managedDevices', 'registrationDetails'])
const UNAVAILABLE = new Set(['organization', 'servicePrincipals', 'deviceHealthScripts'])
const SERVER_ERROR = new Set(['configurationPolicies', 'intents'])
const REFUSE_EVERY = 3

interface Counter extends ClassStats {
  running: number
  /** Times of all requests and of the admitted ones, once for each unit; milliseconds, oldest first. */
  seen: number[]
  admitted: number[]
}

interface Admission {
  refusal?: Refusal
  /** Call this after the response. */
  leave(): void
}

export interface Throttle {
  /** Counts a request to a dataset, and returns a refusal if there are too many. */
  enter(
    request: { dataset: { key: string; rateClass: RateClass }; busy: boolean; units: number },
    nowMs: number,
  ): Admission
  stats(): TenantStats
}

/** Counts the requests to one tenant against its limits. */
export function createThrottle(): Throttle {
  const counters = new Map<RateClass, Counter>()
  const asked = new Map<string, number>()

  function counterOf(rateClass: RateClass): Counter {
    const counter = counters.get(rateClass) ?? {
      requests: 0,
      throttled: 0,
      peak: 0,
      running: 0,
      seen: [],
      admitted: [],
    }
    counters.set(rateClass, counter)
    return counter
  }

  const enter: Throttle['enter'] = ({ dataset, busy, units }, nowMs) => {
    const counter = counterOf(dataset.rateClass)
    const time = (asked.get(dataset.key) ?? 0) + 1
    asked.set(dataset.key, time)
    counter.requests += 1
    counter.running += 1
    const refusal =
      refusalByLimit(dataset.rateClass, counter, { units, nowMs }) ??
      (busy ? busyRefusal(dataset.key, time) : undefined)
    if (refusal && refusal.status !== 503) counter.throttled += 1
    if (!refusal) counter.admitted.push(...Array<number>(units).fill(nowMs))
    return {
      ...(refusal ? { refusal } : {}),
      leave: () => {
        counter.running -= 1
      },
    }
  }

  const statsOf = (rateClass: RateClass): ClassStats => {
    const { requests, throttled, peak } = counterOf(rateClass)
    return { requests, throttled, peak }
  }

  return {
    enter,
    stats: () => ({
      directory: statsOf('directory'),
      conditionalAccess: statsOf('conditionalAccess'),
      reports: statsOf('reports'),
      intune: statsOf('intune'),
      security: statsOf('security'),
    }),
  }
}

function refusalByLimit(
  rateClass: RateClass,
  counter: Counter,
  { units, nowMs }: { units: number; nowMs: number },
): Refusal | undefined {
  const limit = LIMITS[rateClass]
  if ('concurrent' in limit) {
    counter.peak = Math.max(counter.peak, counter.running)
    return counter.running > limit.concurrent ? { status: 429, retryAfterSeconds: 1 } : undefined
  }
  const windowMs = limit.perMs * LENIENCE
  counter.seen.push(...Array<number>(units).fill(nowMs))
  for (const times of [counter.seen, counter.admitted]) {
    while (times[0] !== undefined && times[0] <= nowMs - windowMs) times.shift()
  }
  counter.peak = Math.max(counter.peak, counter.seen.length)
  const [oldest] = counter.admitted
  if (oldest === undefined || counter.admitted.length + units <= limit.requests) return undefined
  // Conditional access never sends Retry-After, and Intune reports every second refusal as a server error.
  if (rateClass === 'conditionalAccess') return { status: 429 }
  if (rateClass === 'intune' && counter.throttled % 2 === 1) return { status: 500 }
  return { status: 429, retryAfterSeconds: Math.max(1, Math.ceil((oldest + windowMs - nowMs) / 1_000)) }
}

function busyRefusal(key: string, time: number): Refusal | undefined {
  if (time % REFUSE_EVERY !== 1) return undefined
  if (WITH_RETRY_AFTER.has(key)) return { status: 429, retryAfterSeconds: 1 }
  if (UNAVAILABLE.has(key)) return { status: 503 }
  return { status: SERVER_ERROR.has(key) ? 500 : 429 }
}
