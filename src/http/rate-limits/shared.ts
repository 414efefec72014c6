import type { App } from '../../app.ts'
import { troubleOf } from '../../platform/database/trouble.ts'
import { type RateWindow, takeRate } from '../../platform/rates/windows.ts'
import { createRateLimiter, describeWindow, type RateLimiter, type RateState, WINDOW_MS } from './exact.ts'
import type { RedisRates } from './redis.ts'

/** The shared parts of a rate limit. */
interface SharedStores {
  /** Counts in Redis. Without it, and while it cannot be used, the database counts. */
  redis?: RedisRates | undefined
  /** How many processes serve requests. */
  countProcesses: () => number
}

/**
 * The rule of `createRateLimiter` for processes that share Redis or a database. While the database accepts no changes,
 * each process counts by itself and admits its share of the limit; it does so for at least one window, so that counts
 * of the database before and after never add up.
 */
export function createSharedRateLimiter(app: App, { redis, countProcesses }: SharedStores): RateLimiter {
  const now = (): number => app.now().getTime()
  const own = createRateLimiter(now)
  let aloneUntilMs: number | undefined

  const isAlone = (): boolean => aloneUntilMs !== undefined && now() < aloneUntilMs
  const beAlone = (reason: string): void => {
    if (aloneUntilMs === undefined) {
      app.log.warn({ event: 'rates.database.lost', reason }, 'this process counts requests by itself')
      app.metrics.ratesFallback.set({ store: 'database' }, 1)
    }
    aloneUntilMs = now() + WINDOW_MS
  }
  const beShared = (): void => {
    if (aloneUntilMs === undefined) return
    aloneUntilMs = undefined
    app.log.info({ event: 'rates.database.reached' }, 'requests are counted in the database again')
    app.metrics.ratesFallback.set({ store: 'database' }, 0)
  }
  const takeOwn = (key: string, limit: number): RateState =>
    own.take(key, Math.max(1, Math.floor(limit / countProcesses())))

  /** Only if the database is read-only, because it can still answer the request then. */
  const forgives = (error: unknown): boolean => {
    const trouble = troubleOf(error)
    if (trouble !== 'read-only' && trouble !== 'full') return false
    beAlone(trouble)
    return true
  }
  const read = (key: string, limit: number, nowMs: number, window: Partial<RateWindow> | undefined): RateState => {
    const { allowed = null, total = null, oldest = null } = window ?? {}
    if (allowed === null || total === null) {
      if (!isAlone()) beAlone('read-only')
      return takeOwn(key, limit)
    }
    beShared()
    return describeWindow(allowed, limit, total, oldest ?? undefined, nowMs)
  }
  const takeInDatabase = async (key: string, limit: number): Promise<RateState> => {
    if (isAlone()) return takeOwn(key, limit)
    const nowMs = now()
    try {
      return read(key, limit, nowMs, await takeRate(app.db, { key, limit, nowMs }))
    } catch (error) {
      if (forgives(error)) return takeOwn(key, limit)
      throw error
    }
  }
  const take = async (key: string, limit: number): Promise<RateState> =>
    (redis?.isUsable() && (await redis.take(key, limit, now()))) || (await takeInDatabase(key, limit))

  return {
    take,
    begin(key, limit, isKnown) {
      if (redis?.isUsable()) {
        if (!isKnown) return { inLookup: undefined, finish: () => take(key, limit) }
        // Redis counts while the database looks up the key. If the key turns out to be revoked, the count does no harm.
        const taken = redis.take(key, limit, now())
        return { inLookup: undefined, finish: async () => (await taken) ?? (await takeInDatabase(key, limit)) }
      }
      if (isAlone()) return { inLookup: undefined, finish: () => takeOwn(key, limit) }
      const nowMs = now()
      let window: RateWindow | undefined
      return {
        inLookup: {
          limit,
          nowMs,
          onWindow: (found) => {
            window = found
          },
          forgives,
        },
        finish: () => read(key, limit, nowMs, window),
      }
    },
  }
}
