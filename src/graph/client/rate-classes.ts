/**
 * How many requests we send to one tenant, per class of requests.
 * Numbers: "Microsoft Graph service-specific throttling limits", slightly reduced where other applications share them. Those of
 * the directory are resource units (`request-units.ts`), of which the smallest tenants allow 3,500 in ten seconds.
 */

import type { RateClass } from '../../engine/datasets/dataset.ts'
import type { Clock } from '../transport/time-limits.ts'
import { type Budget, RateLimiter } from './rate-limiter.ts'

export const RATE_BUDGETS: Readonly<Record<RateClass, Budget>> = {
  directory: { concurrent: 10, window: { requests: 3_000, perMs: 10_000 } },
  // The conditional access API throttles without a Retry-After header.
  conditionalAccess: { concurrent: 1, window: { requests: 1, perMs: 1_000 } },
  reports: { concurrent: 5, window: { requests: 5, perMs: 10_000 } },
  intune: { concurrent: 10, window: { requests: 1_000, perMs: 20_000 } },
  security: { concurrent: 4 },
}

/**
 * The limit that all processes share for one tenant: requests in a window, or concurrent requests if the class has no
 * window.
 */
export function sharedLimitOf(rateClass: RateClass): { limit: number; windowMs: number } {
  const { concurrent, window } = RATE_BUDGETS[rateClass]
  return window ? { limit: window.requests, windowMs: window.perMs } : { limit: concurrent, windowMs: 0 }
}

/** How many units of it one process borrows at a time: few enough to leave some for others, enough to borrow rarely. */
export function leaseUnits(rateClass: RateClass): { usual: number; max: number } {
  const { limit } = sharedLimitOf(rateClass)
  return { usual: Math.max(1, Math.floor(limit / 10)), max: limit }
}

export type TenantLimiters = Readonly<Record<RateClass, RateLimiter>>

const MAX_TENANTS = 1_000

// Separate for each clock only because of tests; the process has one real clock.
const limitersByClock = new WeakMap<Clock, Map<string, TenantLimiters>>()

/** The limiters of a tenant, shared by every collection of this process that reads it. */
export function limitersOf(clock: Clock, graphUrl: string, tenantId: string): TenantLimiters {
  const tenants = limitersByClock.get(clock) ?? new Map<string, TenantLimiters>()
  limitersByClock.set(clock, tenants)
  const key = `${graphUrl} ${tenantId.toLowerCase()}`
  const known = tenants.get(key)
  if (known) return known
  if (tenants.size >= MAX_TENANTS) dropIdle(tenants, clock)
  const created: TenantLimiters = {
    directory: new RateLimiter(RATE_BUDGETS.directory),
    conditionalAccess: new RateLimiter(RATE_BUDGETS.conditionalAccess),
    reports: new RateLimiter(RATE_BUDGETS.reports),
    intune: new RateLimiter(RATE_BUDGETS.intune),
    security: new RateLimiter(RATE_BUDGETS.security),
  }
  tenants.set(key, created)
  return created
}

function dropIdle(tenants: Map<string, TenantLimiters>, clock: Clock): void {
  for (const [key, limiters] of tenants) {
    if (Object.values(limiters).every((limiter) => limiter.isIdle(clock.now()))) tenants.delete(key)
  }
}
