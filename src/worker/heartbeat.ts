import { sql } from 'kysely'
import type { Connection, Database } from '../platform/database.ts'

/** How often a worker says that it lives. */
export const BEAT_MS = 5_000

/** A worker that was silent for so long is dead: its jobs are freed. Six beats may be lost. */
const SILENT_S = 30

/** Says that these workers live. The database's clock counts, so that the clocks of machines may differ. */
export async function beat(db: Connection, workerIds: readonly string[]): Promise<void> {
  if (workerIds.length === 0) return
  await db
    .insertInto('workers')
    .values(workerIds.map((id) => ({ id, heartbeat_at: sql<Date>`now()` })))
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ heartbeat_at: sql<Date>`now()` }))
    .execute()
}

/** Takes leave, so that nobody waits for these workers. */
export async function leave(db: Connection, workerIds: readonly string[]): Promise<void> {
  if (workerIds.length > 0) await db.deleteFrom('workers').where('id', 'in', workerIds).execute()
}

/** Workers that hold jobs and have been silent too long, or have never been heard of. */
export async function findDeadWorkers(db: Database): Promise<string[]> {
  const silence = sql`make_interval(secs => ${sql.lit(SILENT_S)})`
  await db.deleteFrom('workers').where('heartbeat_at', '<', sql<Date>`now() - 2 * ${silence}`).execute()
  const { rows } = await sql<{ id: string }>`
    select distinct job.locked_by as id from graphile_worker.jobs as job
    where job.locked_by is not null and job.locked_at < now() - ${silence}
      and not exists (select from workers where id = job.locked_by and heartbeat_at > now() - ${silence})`.execute(db)
  return rows.map((row) => row.id)
}
