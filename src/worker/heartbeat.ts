import { sql } from 'kysely'
import type { Connection, Database } from '../platform/database/database.ts'

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
export async function findDeadWorkers(db: Database, silentMs: number): Promise<string[]> {
  const silence = sql`make_interval(secs => ${silentMs / 1000}::double precision)`
  await db.deleteFrom('workers').where('heartbeat_at', '<', sql<Date>`now() - 2 * ${silence}`).execute()
  const { rows } = await sql<{ id: string }>`
    select distinct job.locked_by as id from graphile_worker.jobs as job
    where job.locked_by is not null and job.locked_at < now() - ${silence}
      and not exists (select from workers where id = job.locked_by and heartbeat_at > now() - ${silence})`.execute(db)
  return rows.map((row) => row.id)
}
