import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../../log.ts'
import { type Database, openDatabase } from '../database.ts'
import { isConflict, troubleOf } from '../trouble.ts'
import { findMismatch, type Position, readPrimaryPosition, readStandbyPosition } from './position.ts'

/** Which server answered a read: the standby, or the primary because the standby was behind or unusable. */
export type ReadBy = 'standby' | 'primary-behind' | 'primary-unusable'

/** A standby that answers lists and reports, as if it were the primary. */
export interface Standby {
  /**
   * Runs work that only reads, on the standby if that has caught up, otherwise on the primary. Either way, the work
   * sees every change that the primary confirmed before this call. If the standby fails meanwhile, the work runs again
   * on the primary.
   */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** How much of the primary's log the standby has yet to replay. Throws if either does not respond. */
  measureLag(): Promise<number>
  close(): Promise<void>
}

export interface StandbyOptions {
  url: string
  primary: Database
  poolSize: number
  /** Assumed on each connection. */
  role?: string | undefined
  deadlineMs?: number | undefined
  log: Log
  onRead?: (by: ReadBy) => void
}

const CONNECT_MS = 1_000

/** How long the standby may take to report its position. */
const ASK_MS = 500

/**
 * Pauses between checks of whether the standby has caught up. One in the same network replays within milliseconds, so
 * waiting is cheaper than using the primary.
 */
const PAUSES_MS = [2, 4, 8, 16, 32]

const CHECK_MS = 2_000

export function openStandby(options: StandbyOptions): Standby {
  const { url, primary, poolSize, role, deadlineMs, log, onRead = () => {} } = options
  const { db, pool } = openDatabase(url, {
    poolSize,
    deadlineMs,
    ...(role !== undefined && { role }),
    connectMs: CONNECT_MS,
    onError: () => {},
    onConnect: requireOneServer(),
  })
  const { hasCaughtUp, measureLag } = comparePositions(primary, db)
  let usable: boolean | undefined

  const change = (to: boolean, reason = ''): void => {
    if (usable === to) return
    usable = to
    if (to) log.info({ event: 'standby.reached' }, 'the standby answers lists and reports')
    else
      log.warn({ event: 'standby.lost', reason }, 'the primary answers lists and reports, because the standby cannot')
  }
  const fail = (error: unknown): void => change(false, error instanceof Error ? error.message : String(error))

  const check = async (): Promise<void> => {
    if (usable) return
    try {
      await hasCaughtUp()
      change(true)
    } catch (error) {
      fail(error)
    }
  }
  const first = check()
  const checks = setInterval(() => void check(), CHECK_MS).unref()

  const choose = async (): Promise<ReadBy> => {
    if (!usable) return 'primary-unusable'
    try {
      return (await hasCaughtUp()) ? 'standby' : 'primary-behind'
    } catch (error) {
      fail(error)
      return 'primary-unusable'
    }
  }
  return {
    async read(work) {
      const by = await choose()
      if (by === 'standby') {
        try {
          const result = await work(db)
          onRead(by)
          return result
        } catch (error) {
          const trouble = troubleOf(error)
          if (trouble !== undefined && trouble !== 'read-only') fail(error)
          // The caller has already waited for the deadline.
          if (trouble === 'silent' || (trouble === undefined && !isConflict(error))) throw error
        }
      }
      onRead(by === 'standby' ? 'primary-unusable' : by)
      return await work(primary)
    },
    measureLag,
    async close() {
      clearInterval(checks)
      await first
      await pool.end()
    },
  }
}

/**
 * Compares the positions of the primary and the standby `db`. Throws if either does not respond, or if they do not
 * belong together.
 */
function comparePositions(primary: Database, db: Database) {
  const askPrimary = askTogether(() => readPrimaryPosition(primary))
  const askStandby = askTogether(() => inTime(readStandbyPosition(db)))
  /** After the standby was behind, calls do not wait for it until it has caught up. */
  let isBehind = false
  return {
    /** Whether the standby has replayed what the primary has confirmed. */
    async hasCaughtUp(): Promise<boolean> {
      // Only the primary's position must be newer than the call: the standby's never decreases, so an older one is
      // still valid.
      const [target, first] = await Promise.all([askPrimary(), askStandby()])
      let standby: Position = first
      for (const pauseMs of isBehind ? [] : PAUSES_MS) {
        if (findMismatch(standby, target) !== undefined || standby.bytes >= target.bytes) break
        await sleep(pauseMs)
        standby = await askStandby()
      }
      const mismatch = findMismatch(standby, target)
      if (mismatch !== undefined) throw new Error(mismatch)
      isBehind = standby.bytes < target.bytes
      return !isBehind
    },
    async measureLag(): Promise<number> {
      const [target, standby] = await Promise.all([readPrimaryPosition(primary), inTime(readStandbyPosition(db))])
      const mismatch = findMismatch(standby, target)
      if (mismatch !== undefined) throw new Error(mismatch)
      return Math.max(0, target.bytes - standby.bytes)
    },
  }
}

/** Rejects if an answer takes too long. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const timer = new AbortController()
  answer.catch(() => {})
  const late = sleep(ASK_MS, undefined, { signal: timer.signal, ref: false }).then(
    () => {
      throw new Error(`no answer within ${ASK_MS} ms`)
    },
    () => new Promise<never>(() => {}),
  )
  try {
    return await Promise.race([answer, late])
  } finally {
    timer.abort()
  }
}

/**
 * Asks once for all simultaneous callers. A later caller waits for the next answer, because the one in progress may be
 * too old.
 */
function askTogether<T>(ask: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined
  let next: Promise<T> | undefined
  const start = (): Promise<T> => {
    const asked = ask().finally(() => {
      if (current === asked) current = undefined
    })
    current = asked
    return asked
  }
  return () => {
    if (current === undefined) return start()
    next ??= current
      .catch(() => {})
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}

/**
 * Refuses connections to a different server than the open ones, because the servers may have replayed different
 * positions. A restarted server counts as different too, once all connections to it have broken.
 */
function requireOneServer(): (client: pg.ClientBase, openConnections: number) => Promise<void> {
  let known: string | undefined
  return async (client, openConnections) => {
    const { rows } = await client.query<{ server: string }>(
      "select concat_ws(' ', pg_postmaster_start_time(), inet_server_addr(), inet_server_port()) as server",
    )
    const server = rows[0]?.server
    if (known !== undefined && known !== server && openConnections > 1)
      throw new Error('DATABASE_READ_URL leads to several servers')
    known = server
  }
}
