import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** The position of a server in the write-ahead log of a cluster. */
export interface Position {
  /** The cluster; its standbys have the same value. */
  system: string
  /** Changes with each promotion of a standby. Positions of different timelines cannot be compared. */
  timeline: number
  bytes: number
  isStandby: boolean
}

interface PositionRow {
  system: string
  timeline: number
  lsn: string | null
  isStandby: boolean
}

/**
 * The durable position of the primary; every confirmed change is before it. Functions: "System Administration
 * Functions" and "System Information Functions" in PostgreSQL's manual.
 */
export async function readPrimaryPosition(db: Database): Promise<Position> {
  const { rows } = await sql<PositionRow>`
    select (select system_identifier::text from pg_control_system()) as system,
      ('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::int as timeline,
      pg_current_wal_flush_lsn()::text as lsn, false as "isStandby"`.execute(db)
  return toPosition(rows[0])
}

/**
 * The position up to which the standby has replayed, which its next statement sees. The timeline is that of its last
 * restartpoint: for some minutes after a promotion it may be behind, but it is never ahead.
 */
export async function readStandbyPosition(db: Database): Promise<Position> {
  const { rows } = await sql<PositionRow>`
    select (select system_identifier::text from pg_control_system()) as system,
      (select timeline_id from pg_control_checkpoint()) as timeline,
      pg_last_wal_replay_lsn()::text as lsn, pg_is_in_recovery() as "isStandby"`.execute(db)
  return toPosition(rows[0])
}

function toPosition(row: PositionRow | undefined): Position {
  const [high = '0', low = '0'] = row?.lsn?.split('/') ?? []
  const { system = '', timeline = 0, isStandby = false } = row ?? {}
  return { system, timeline, isStandby, bytes: Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16) }
}

/**
 * Why this server can never have the changes that the primary confirmed; undefined if it will have them after it has
 * replayed enough.
 */
export function findMismatch(standby: Position, primary: Position): string | undefined {
  if (standby.system !== primary.system) return 'it belongs to another cluster'
  if (!standby.isStandby) return 'it is not a standby'
  if (standby.timeline !== primary.timeline)
    return `it is on timeline ${standby.timeline}, and the primary on ${primary.timeline}`
  return undefined
}
