import { sql } from 'kysely'
import type { App } from '../../app.ts'
import { describeWindow, type RateLimiter } from './exact.ts'

/** The rule of `createRateLimiter`, stored in the database: one limit for all processes that share it. */
export function createSharedRateLimiter(app: App): RateLimiter {
  return {
    async take(key, limit) {
      const nowMs = app.now().getTime()
      const { rows } = await sql<{ allowed: boolean; total: number; oldest: number | null }>`
        select allowed, total, oldest from take_rate(${key}, ${limit}::int, ${nowMs}::bigint)`.execute(app.db)
      const { allowed = false, total = limit, oldest = null } = rows[0] ?? {}
      return describeWindow(allowed, limit, total, oldest ?? undefined, nowMs)
    },
  }
}
