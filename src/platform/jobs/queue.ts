import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../database/database.ts'

/** Times a job is tried before it is given up; a crash of its worker counts as one. */
const TRIES = 5

/** A job in a worker's hands; `attempts` counts this time as well. */
export interface HeldJob {
  id: string
  attempts: number
}

/** Queues many jobs of one task in the caller's transaction, in one statement. */
export async function addJobs(
  tx: Connection,
  task: string,
  jobs: readonly { payload: Record<string, unknown>; key: string; priority: number }[],
): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, payload, job_key => key, max_attempts => ${sql.lit(TRIES)}, priority => priority)
    from json_to_recordset(${JSON.stringify(jobs)}::json) as job (payload json, key text, priority int)`.execute(tx)
}

/**
 * The call that queues a job for each row of a statement that does something else as well; `payload`, `key` and `queue`
 * are expressions of that statement. Of the jobs of one queue one is carried out at a time, in all workers together.
 */
export function jobCall(job: {
  task: string
  payload: RawBuilder<unknown>
  key: RawBuilder<unknown>
  queue?: RawBuilder<unknown>
  tries?: number
  /** The lowest number goes first; 0 unless given. */
  priority?: number
}): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(${job.task}::text, ${job.payload}, job_key => ${job.key},
    queue_name => ${job.queue ?? sql`null`}, max_attempts => ${sql.lit(job.tries ?? TRIES)}, priority => ${job.priority ?? 0}::int)`
}

/** Takes a job out of the queue; one that is being carried out is not tried again. */
export async function removeJob(tx: Connection, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(tx)
}

/** Puts jobs back whose worker was stopped: due at once, and this time does not count. */
export async function returnJobs(db: Connection, jobs: readonly HeldJob[]): Promise<void> {
  for (const { id, attempts } of jobs) {
    await sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => ${attempts - 1}::int)`.execute(
      db,
    )
  }
}

/** Ids of the jobs that are marked as being carried out by this worker. */
export async function findJobsHeldBy(db: Connection, workerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from graphile_worker.jobs where locked_by = ${workerId}`.execute(db)
  return rows.map((row) => row.id)
}

/** Frees single jobs of a living worker. The engine frees all of a worker's or none, so this goes to its tables. */
export async function releaseJobs(db: Connection, workerId: string, ids: readonly string[]): Promise<void> {
  await sql`with freed as (
      update graphile_worker._private_jobs set locked_at = null, locked_by = null
      where id = any(${ids}::bigint[]) and locked_by = ${workerId} returning job_queue_id)
    update graphile_worker._private_job_queues set locked_at = null, locked_by = null
    where id in (select job_queue_id from freed) and locked_by = ${workerId}`.execute(db)
}

/** Clears away jobs that were removed while they were carried out by a worker that died then. */
export async function dropRemovedJobs(db: Connection): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where key is null and locked_at is null and attempts >= max_attempts))`.execute(
    db,
  )
}
