import { codeOf } from '../../shared/error-code.ts'

/**
 * Why the database cannot execute a valid statement now:
 * - `unreachable`: the connection was refused or lost, or the server stops or starts;
 * - `busy`: it is out of connections, memory or locks;
 * - `silent`: it did not answer in time;
 * - `read-only`: it is a standby, or accepts no changes;
 * - `full`: its disk is full.
 */
export type DatabaseTrouble = 'unreachable' | 'busy' | 'silent' | 'read-only' | 'full'

/** SQLSTATE classes and codes, from appendix A of PostgreSQL's manual. */
const TROUBLE_OF_SQLSTATE: readonly (readonly [RegExp, DatabaseTrouble])[] = [
  [/^(08...|57P0[123])$/, 'unreachable'],
  [/^(53000|53200|53300|53400|55P03)$/, 'busy'],
  [/^57014$/, 'silent'],
  [/^25006$/, 'read-only'],
  [/^53100$/, 'full'],
]
const UNREACHABLE_SYSTEM = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH'.split(' '),
)
/** Messages of the driver, which has no codes. */
const TROUBLE_OF_DRIVER: readonly (readonly [RegExp, DatabaseTrouble])[] = [
  [/connection terminated|not queryable|client was closed/i, 'unreachable'],
  [/timeout exceeded when trying to connect/i, 'busy'],
  [/query read timeout/i, 'silent'],
]

/** What is wrong with the database; undefined if the statement itself was wrong. */
export function troubleOf(error: unknown): DatabaseTrouble | undefined {
  if (error instanceof AggregateError) return error.errors.map(troubleOf).find((trouble) => trouble !== undefined)
  if (!(error instanceof Error)) return undefined
  const code = codeOf(error)
  if (UNREACHABLE_SYSTEM.has(code)) return 'unreachable'
  return (
    TROUBLE_OF_SQLSTATE.find(([codes]) => codes.test(code))?.[1] ??
    TROUBLE_OF_DRIVER.find(([message]) => message.test(error.message))?.[1]
  )
}

/** Whether a statement failed because of the database, so that a retry can succeed. */
export const isDatabaseAway = (error: unknown): boolean => troubleOf(error) !== undefined

/** SQLSTATE of deadlocks and serialization failures. */
const CONFLICT_SQLSTATE = /^(40P01|40001)$/

/** Whether the transaction was rolled back because of a concurrent one, so that a retry can succeed. */
export function isConflict(error: unknown): boolean {
  return CONFLICT_SQLSTATE.test(codeOf(error))
}
