import type { RateClass } from '../../engine/datasets/dataset.ts'

interface ClassStats {
  requests: number
  /** Refused for too many requests, as 429 or in Intune's way. */
  throttled: number
  /** The most requests within the class's window, or at once where it has none. */
  peak: number
}

export type TenantStats = Readonly<Record<RateClass, Readonly<ClassStats>>>

export interface Refusal {
  status: 429 | 500 | 503
  retryAfterSeconds?: number
}

type Limit = { requests: number; perMs: number } | { atOnce: number }

/** Limits per tenant as Microsoft publishes them for Graph. */
const LIMITS: Readonly<Record<RateClass, Limit>> = {
  directory: { requests: 3_500, perMs: 10_000 },
  conditionalAccess: { requests: 1, perMs: 1_000 },
  reports: { requests: 5, perMs: 10_000 },
  intune: { requests: 1_000, perMs: 20_000 },
  security: { atOnce: 4 },
}

/** Two clocks never agree to the millisecond: a client that keeps exactly to the limit must not be refused. */
const LENIENCE = 0.95

/** Datasets that a busy tenant refuses in a way of their own; the others get a 429 that does not say when to return. */
const SAYS_WHEN = new Set(['users', 'managedDevices', 'registrationDetails'])
const IS_DOWN = new Set(['organization', 'servicePrincipals', 'deviceHealthScripts'])
const REPORTS_A_FAULT = new Set(['configurationPolicies', 'intents'])
const REFUSED_OF = 3

interface Counter extends ClassStats {
  running: number
  /** When requests came, and when those came that were let in; milliseconds, oldest first. */
  seen: number[]
  admitted: number[]
}

interface Admission {
  refusal?: Refusal
  /** To be called when the request has been answered. */
  leave(): void
}

export interface Throttle {
  /** Counts a request to a dataset at a time in milliseconds, and says whether the tenant answers it. */
  enter(request: { dataset: { key: string; rateClass: RateClass }; busy: boolean }, nowMs: number): Admission
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

  const enter: Throttle['enter'] = ({ dataset, busy }, nowMs) => {
    const counter = counterOf(dataset.rateClass)
    const time = (asked.get(dataset.key) ?? 0) + 1
    asked.set(dataset.key, time)
    counter.requests += 1
    counter.running += 1
    const refusal =
      refusalByLimit(dataset.rateClass, counter, nowMs) ?? (busy ? busyRefusal(dataset.key, time) : undefined)
    if (refusal && refusal.status !== 503) counter.throttled += 1
    if (!refusal) counter.admitted.push(nowMs)
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

function refusalByLimit(rateClass: RateClass, counter: Counter, nowMs: number): Refusal | undefined {
  const limit = LIMITS[rateClass]
  if ('atOnce' in limit) {
    counter.peak = Math.max(counter.peak, counter.running)
    return counter.running > limit.atOnce ? { status: 429, retryAfterSeconds: 1 } : undefined
  }
  const windowMs = limit.perMs * LENIENCE
  counter.seen.push(nowMs)
  for (const times of [counter.seen, counter.admitted]) {
    while (times[0] !== undefined && times[0] <= nowMs - windowMs) times.shift()
  }
  counter.peak = Math.max(counter.peak, counter.seen.length)
  const [oldest] = counter.admitted
  if (oldest === undefined || counter.admitted.length < limit.requests) return undefined
  // Conditional access never says when to come back, and Intune calls every other refusal a fault of its own.
  if (rateClass === 'conditionalAccess') return { status: 429 }
  if (rateClass === 'intune' && counter.throttled % 2 === 1) return { status: 500 }
  return { status: 429, retryAfterSeconds: Math.max(1, Math.ceil((oldest + windowMs - nowMs) / 1_000)) }
}

function busyRefusal(key: string, time: number): Refusal | undefined {
  if (time % REFUSED_OF !== 1) return undefined
  if (SAYS_WHEN.has(key)) return { status: 429, retryAfterSeconds: 1 }
  if (IS_DOWN.has(key)) return { status: 503 }
  return { status: REPORTS_A_FAULT.has(key) ? 500 : 429 }
}
