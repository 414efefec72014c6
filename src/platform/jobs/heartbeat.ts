import { sql } from 'kysely'
import type { Connection, Database } from '../database/database.ts'

/** A worker without a heartbeat for this long counts as dead. That is six lost heartbeats. */
export const WORKER_SILENT_MS = 30_000

/** Renews the heartbeat of one worker's engines, by the database's clock, because the clocks of machines may differ. */
export async function beat(db: Connection, workerId: string, engineIds: readonly string[]): Promise<void> {
  if (engineIds.length === 0) return
  await db
    .insertInto('workers')
    .values(engineIds.map((id) => ({ id, worker_id: workerId, heartbeat_at: sql<Date>`now()` })))
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ heartbeat_at: sql<Date>`now()` }))
    .execute()
}

/** Removes the heartbeat rows of engines that have ended. */
export async function deregister(db: Connection, engineIds: readonly string[]): Promise<void> {
  if (engineIds.length > 0) await db.deleteFrom('workers').where('id', 'in', engineIds).execute()
}

/** How many workers had a heartbeat within `WORKER_SILENT_MS`, in all processes. */
export async function countLiveWorkers(db: Database): Promise<number> {
  const { live } = await db
    .selectFrom('workers')
    .select(sql<number>`count(distinct worker_id)`.as('live'))
    .where('heartbeat_at', '>', sql<Date>`now() - ${interval(WORKER_SILENT_MS)}`)
    .executeTakeFirstOrThrow()
  return live
}

/** Engines that have locked jobs but have sent no heartbeat for this long, or never. Deletes old heartbeat rows. */
export async function findDeadWorkers(db: Database, silentMs: number): Promise<string[]> {
  const silence = interval(silentMs)
  await db.deleteFrom('workers').where('heartbeat_at', '<', sql<Date>`now() - 2 * ${silence}`).execute()
  const { rows } = await sql<{ id: string }>`
    select distinct job.locked_by as id from graphile_worker.jobs as job
    where job.locked_by is not null and job.locked_at < now() - ${silence}
      and not exists (select from workers where id = job.locked_by and heartbeat_at > now() - ${silence})`.execute(db)
  return rows.map((row) => row.id)
}

const interval = (ms: number) => sql`make_interval(secs => ${ms / 1000}::double precision)`
