/**
 * What one tenant may be asked per class of requests.
 * Numbers: the throttling limits published for Microsoft Graph, kept a little below where they are shared with others.
 */

import type { RateClass } from '../../engine/datasets/dataset.ts'
import type { Clock } from '../transport/time-limits.ts'
import { type Budget, createRateLimiter, type RateLimiter } from './rate-limiter.ts'

export const RATE_BUDGETS: Readonly<Record<RateClass, Budget>> = {
  directory: { atOnce: 10 },
  // Conditional access answers too many requests without saying how long to wait.
  conditionalAccess: { atOnce: 1, window: { requests: 1, perMs: 1_000 } },
  reports: { atOnce: 5, window: { requests: 5, perMs: 10_000 } },
  intune: { atOnce: 10, window: { requests: 1_000, perMs: 20_000 } },
  security: { atOnce: 4 },
}

export type TenantLimiters = Readonly<Record<RateClass, RateLimiter>>

const KEPT_TENANTS = 1_000

// Per clock only so that a test's clock never meets the real one; the process has one real clock.
const kept = new WeakMap<Clock, Map<string, TenantLimiters>>()

/** The limiters of a tenant, shared by every collection of this process that reads it. */
export function limitersOf(clock: Clock, graphUrl: string, tenantId: string): TenantLimiters {
  const tenants = kept.get(clock) ?? new Map<string, TenantLimiters>()
  kept.set(clock, tenants)
  const key = `${graphUrl} ${tenantId.toLowerCase()}`
  const known = tenants.get(key)
  if (known) return known
  if (tenants.size >= KEPT_TENANTS) dropIdle(tenants, clock)
  const made: TenantLimiters = {
    directory: createRateLimiter(RATE_BUDGETS.directory),
    conditionalAccess: createRateLimiter(RATE_BUDGETS.conditionalAccess),
    reports: createRateLimiter(RATE_BUDGETS.reports),
    intune: createRateLimiter(RATE_BUDGETS.intune),
    security: createRateLimiter(RATE_BUDGETS.security),
  }
  tenants.set(key, made)
  return made
}

function dropIdle(tenants: Map<string, TenantLimiters>, clock: Clock): void {
  for (const [key, limiters] of tenants) {
    if (Object.values(limiters).every((limiter) => limiter.idle(clock.now()))) tenants.delete(key)
  }
}
