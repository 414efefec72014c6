import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { codeOf } from '../../shared/error-code.ts'
import type { Log } from '../log.ts'

/** A connection to Redis or Valkey whose calls fail fast. */
export interface RedisConnection {
  /** Whether scripts can be run now. */
  isUsable(): boolean
  /** Runs a Lua script on one key. Undefined if Redis does not answer properly and in time. */
  run(script: Script, key: string, values: readonly number[]): Promise<unknown>
  close(): void
}

export interface Script {
  lua: string
  sha: string
}

export const defineScript = (lua: string): Script => ({ lua, sha: createHash('sha1').update(lua).digest('hex') })

export interface RedisOptions {
  url: string
  log: Log
  /** How long Redis must have run before it is used, because a Redis that has just started may have lost its data. */
  minUptimeMs: number
  /** How long an answer may take. */
  deadlineMs?: number
  /** Called when Redis becomes usable or unusable. */
  onChange?: (usable: boolean) => void
}

const DEADLINE_MS = 250
const CONNECT_MS = 1_000
const CHECK_MS = 1_000
const RETRY_MS = { step: 200, max: 2_000 }

/** A failure of the first connection is reported after this time. */
const PATIENCE_MS = 3_000

/** Shows whether Redis accepts changes: a replica, or a Redis that is out of memory, does not. */
const PROBE = defineScript(`return redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])`)
const PROBE_KEY = 'plumbline:probe'
const PROBE_TTL_MS = 10_000

/** A client that neither queues nor retries commands. */
export async function createRedisClient(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis')
  return new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_MS,
    retryStrategy: (times) => Math.min(times * RETRY_MS.step, RETRY_MS.max),
    disableClientInfo: true,
  })
}

/**
 * Connects in the background. A call that fails or takes too long makes Redis unusable; a check each second makes it usable
 * again. Both are logged when they change.
 */
export async function openRedis(options: RedisOptions): Promise<RedisConnection> {
  const { url, log, minUptimeMs, deadlineMs = DEADLINE_MS, onChange } = options
  const client = await createRedisClient(url)
  const openedMs = performance.now()
  let usable: boolean | undefined
  let isChecking = false
  /** The connection is being replaced. */
  let isReconnecting = false
  let isClosed = false

  const change = (to: boolean, reason = ''): void => {
    if (usable === to || isClosed) return
    if (usable === undefined && !to && performance.now() - openedMs < PATIENCE_MS) return
    usable = to
    onChange?.(to)
    if (to) log.info({ event: 'redis.reached' }, 'Redis answers')
    else log.warn({ event: 'redis.lost', reason }, 'Redis cannot be used')
  }
  const fail = (error: unknown): void => {
    // Commands on this connection may never be answered, so it is replaced.
    if (error instanceof NoAnswer && !isReconnecting) {
      isReconnecting = true
      client.disconnect(true)
    }
    change(false, describe(error))
  }
  const check = async (): Promise<void> => {
    if (usable || isChecking || isReconnecting || client.status !== 'ready') return
    isChecking = true
    try {
      const uptimeMs = await withDeadline(readUptime(client), deadlineMs)
      if (uptimeMs < minUptimeMs) throw new Error(`it started only ${Math.round(uptimeMs / 1000)} s ago`)
      await withDeadline(runScript(client, PROBE, PROBE_KEY, [PROBE_TTL_MS]), deadlineMs)
      change(true)
    } catch (error) {
      fail(error)
    } finally {
      isChecking = false
    }
  }
  client.on('error', fail)
  client.on('close', () => {
    isReconnecting = false
    change(false, 'the connection was closed')
  })
  client.on('ready', () => void check())
  const checks = setInterval(() => void check(), CHECK_MS).unref()

  return {
    isUsable: () => usable === true,
    async run(script, key, values) {
      try {
        return await withDeadline(runScript(client, script, key, values), deadlineMs)
      } catch (error) {
        fail(error)
        return undefined
      }
    },
    close() {
      isClosed = true
      clearInterval(checks)
      client.disconnect()
    },
  }
}

class NoAnswer extends Error {}

/**
 * Rejects with `NoAnswer` if Redis does not respond in time. An answer that arrived in time but could not be processed
 * because this process was busy counts.
 */
function withDeadline<T>(answer: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new NoAnswer(`no answer within ${ms} ms`))
    const timer = setTimeout(() => setImmediate(late), ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Sends only the script's hash at first, and the script if Redis does not have it, as after a restart. */
async function runScript(
  client: Redis,
  { lua, sha }: Script,
  key: string,
  values: readonly number[],
): Promise<unknown> {
  try {
    return await client.evalsha(sha, 1, key, ...values)
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return await client.eval(lua, 1, key, ...values)
  }
}

/** 0 if Redis does not report it. */
async function readUptime(client: Redis): Promise<number> {
  const [, seconds = '0'] = /^uptime_in_seconds:(\d+)/m.exec(await client.info('server')) ?? []
  return Number(seconds) * 1000
}

const describe = (error: unknown): string => (error instanceof Error && error.message) || codeOf(error) || String(error)
