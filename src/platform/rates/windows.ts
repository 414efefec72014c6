import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../database/database.ts'
import { prepare } from '../database/statement.ts'

/**
 * The result of `take_rate` for a key's last 60 s; all null if the database accepts no changes, so that nothing was
 * counted.
 */
export interface RateWindow {
  allowed: boolean | null
  total: number | null
  oldest: number | null
}

/** Counts a request in the same statement that looks up its key. */
export interface RateCount {
  limit: number
  nowMs: number
  /** Receives the window, if the key exists. */
  onWindow(window: RateWindow): void
  /** Whether the request may continue without being counted after this error. */
  forgives(error: unknown): boolean
}

interface Values extends Record<string, unknown> {
  key: string
  limit: number
  nowMs: number
}

const selectRate = prepare<Values>()(
  (_db, param) =>
    sql<RateWindow & Record<string, unknown>>`
      select allowed, total, oldest from take_rate(${param('key')}, ${param('limit')}::int, ${param('nowMs')}::bigint)`,
)

/** Counts a request of this key if it is within the limit. Undefined if the database accepts no changes. */
export async function takeRate(db: Connection, values: Values): Promise<RateWindow | undefined> {
  const [row] = await selectRate(db, values)
  return row
}

/**
 * A join that counts a request for each row of a table with `rateKey`, `limit` and `nowMs`. The function has to depend on the
 * row: otherwise it could be called for keys that do not exist. Rows must be in the order of their keys: each locks a window,
 * and two statements that lock in different order would wait for each other.
 */
export const rateJoin = (table: string): RawBuilder<RateWindow> =>
  sql<RateWindow>`take_rate(${sql.ref(`${table}.rateKey`)}, ${sql.ref(`${table}.limit`)}, ${sql.ref(`${table}.nowMs`)})`

/** Runs a lookup with counting, or without it if the database cannot count. */
export async function countWhile<T extends RateWindow, P>(
  count: RateCount | undefined,
  { counted, plain }: { counted: (count: RateCount) => Promise<T | undefined>; plain: () => Promise<P | undefined> },
): Promise<T | P | undefined> {
  if (count === undefined) return await plain()
  try {
    const row = await counted(count)
    if (row) count.onWindow(row)
    return row
  } catch (error) {
    if (!count.forgives(error)) throw error
    return await plain()
  }
}
