import type { App } from '../../app.ts'
import { joinApiProcesses } from '../../platform/rates/processes.ts'
import { openRedis } from '../../platform/redis/connection.ts'
import { type RateLimiter, WINDOW_MS } from './exact.ts'
import { createRedisRates } from './redis.ts'
import { createSharedRateLimiter } from './shared.ts'

/** One second longer, because Redis reports its uptime in whole seconds. */
const MIN_UPTIME_MS = WINDOW_MS + 1_000

/** The limiter of a process that shares its limits with others, and what it needs while it runs. */
export async function openSharedRates(
  app: App,
  redisUrl: string | undefined,
  /** Tests override these. */
  overrides: { minUptimeMs?: number; deadlineMs?: number } = {},
): Promise<{ limiter: RateLimiter; close(): Promise<void> }> {
  const { db, log, metrics } = app
  const onChange = (usable: boolean) => metrics.ratesFallback.set({ store: 'redis' }, usable ? 0 : 1)
  const redis =
    redisUrl === undefined
      ? undefined
      : await openRedis({ url: redisUrl, log, minUptimeMs: MIN_UPTIME_MS, onChange, ...overrides })
  const processes = await joinApiProcesses(db, log)
  metrics.ratesFallback.set({ store: 'database' }, 0)
  const limiter = createSharedRateLimiter(app, {
    redis: redis && createRedisRates(redis),
    countProcesses: processes.count,
  })
  return {
    limiter,
    async close() {
      redis?.close()
      await processes.stop()
    },
  }
}
