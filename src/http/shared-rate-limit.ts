import { sql } from 'kysely'
import type { App } from '../app.ts'
import type { RateLimiter } from './rate-limit.ts'

const WINDOW_S = 60

/** The same rule as `createRateLimiter`, kept in the database: one limit for all processes on it. */
export function createSharedRateLimiter(app: App): RateLimiter {
  return {
    async take(key, limit) {
      const nowS = Math.floor(app.now().getTime() / 1000)
      const { rows } = await sql<{ allowed: boolean; total: number; oldest: number | null }>`
        select allowed, total, oldest from take_rate(${key}, ${limit}::int, ${nowS}::bigint)`.execute(app.db)
      const { allowed = false, total = limit, oldest = null } = rows[0] ?? {}
      const resetS = oldest === null ? 0 : Math.max(0, oldest + WINDOW_S + 1 - nowS)
      return { allowed, remaining: Math.max(0, limit - total), resetS }
    },
  }
}
