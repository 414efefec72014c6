import { defineScript, type RedisConnection } from '../../platform/redis/connection.ts'
import { describeWindow, type RateState, WINDOW_MS } from './exact.ts'

/**
 * The rule of `take_rate` in one call. Stores the times of admitted requests, oldest first, until the newest of them
 * expires. The caller passes the time, as in the database.
 */
const TAKE = defineScript(`
local now, limit, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local oldest = redis.call('LINDEX', KEYS[1], 0)
while oldest and tonumber(oldest) <= now - window do
  redis.call('LPOP', KEYS[1])
  oldest = redis.call('LINDEX', KEYS[1], 0)
end
local total = redis.call('LLEN', KEYS[1])
if total >= limit then
  return { 0, total, oldest }
end
local newest = redis.call('LINDEX', KEYS[1], -1)
local at = math.max(now, newest and tonumber(newest) or now)
redis.call('RPUSH', KEYS[1], string.format('%.0f', at))
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', at - now + window))
return { 1, total + 1, oldest or string.format('%.0f', at) }`)

const PREFIX = 'plumbline:rate:'

export interface RedisRates {
  isUsable(): boolean
  /** Undefined if Redis did not answer. */
  take(key: string, limit: number, nowMs: number): Promise<RateState | undefined>
}

/** Windows in Redis, for processes that share it. */
export function createRedisRates(connection: RedisConnection): RedisRates {
  return {
    isUsable: connection.isUsable,
    async take(key, limit, nowMs) {
      const answer = await connection.run(TAKE, PREFIX + key, [nowMs, limit, WINDOW_MS])
      if (!Array.isArray(answer)) return undefined
      const [allowed, total, oldest] = answer.map(Number)
      return describeWindow(allowed === 1, limit, total ?? limit, oldest, nowMs)
    },
  }
}
