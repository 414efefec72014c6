import { monthBounds, monthOf } from '../../../shared/dates/month.ts'
import { DAY_MS } from '../../../shared/dates/time-units.ts'
import type { Runs } from './schema.ts'

/** Home does not show runs that failed earlier. */
const FAILED_RUNS_MS = 30 * DAY_MS

export const failedRunsSince = (now: Date): Date => new Date(now.getTime() - FAILED_RUNS_MS)

/** How long before its end an exception needs attention. */
const EXCEPTION_END_MS = 30 * DAY_MS

export const exceptionsEndingBy = (now: Date): Date => new Date(now.getTime() + EXCEPTION_END_MS)

/** A partner that was invited this long ago and has no link that works is overdue. */
const ACTIVATION_MS = 7 * DAY_MS

export const overdueSince = (now: Date): Date => new Date(now.getTime() - ACTIVATION_MS)

/** The runs of a month so far, with a forecast. */
export function forecastRuns(
  { used, limit, days }: Pick<Runs, 'used' | 'limit' | 'days'>,
  { createdAt, now }: { createdAt: Date; now: Date },
): Runs {
  const month = monthBounds(monthOf(now))
  const from = createdAt > month.from ? createdAt : month.from
  const elapsedMs = now.getTime() - from.getTime()
  // A few hours say nothing about a month.
  if (elapsedMs < DAY_MS) return { used, limit, days }
  const perMs = used / elapsedMs
  const runs = Math.round(perMs * (month.until.getTime() - from.getTime()))
  const limitReachedAt = limit > used && perMs > 0 ? new Date(from.getTime() + limit / perMs) : undefined
  const isReached = limitReachedAt !== undefined && limitReachedAt < month.until
  return { used, limit, days, forecast: { runs, from, asOf: now, ...(isReached && { limitReachedAt }) } }
}
