import { type RawBuilder, sql } from 'kysely'
import { codeOf } from '../../shared/error-code.ts'
import type { Connection, Database } from '../database/database.ts'

/** Attempts before a job has failed for good; a crash of its worker counts as an attempt. */
const TRIES = 5

const DEADLOCK = '40P01'
const REGISTRATION_ATTEMPTS = 5

/** A job that an engine is running; `attempts` includes the current one. */
export interface LockedJob {
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
 * Queues many jobs of one task whose owners take turns. `place` is the position in the owner's own queue, counted from
 * the job that is next now: so a long queue does not delay other owners, and their new queues do not delay the rest of
 * it.
 */
export async function addFairJobs(
  tx: Connection,
  task: string,
  jobs: readonly { payload: Record<string, unknown>; key: string; place: number }[],
): Promise<void> {
  await sql`with next as (
      select job.priority from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id
      where task.identifier = ${task} and job.is_available order by job.priority, job.run_at limit 1)
    select graphile_worker.add_job(${task}, payload, job_key => key, max_attempts => ${sql.lit(TRIES)},
      priority => coalesce((select priority from next), 0) + place)
    from json_to_recordset(${JSON.stringify(jobs)}::json) as job (payload json, key text, place int)`.execute(tx)
}

/**
 * An expression that queues a job for each row of a larger statement; `payload`, `key` and `queue` are expressions of that
 * statement. Jobs of the same queue run one at a time across all workers.
 */
export function jobCall(job: {
  task: string
  payload: RawBuilder<unknown>
  key: RawBuilder<unknown>
  queue?: RawBuilder<unknown>
  tries?: number
  /** Jobs with a lower number run first; 0 by default. */
  priority?: number
  /** Seconds until it is due; 0 by default. */
  delayS?: number
}): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(${job.task}::text, ${job.payload}, job_key => ${job.key},
    run_at => now() + make_interval(secs => ${job.delayS ?? 0}::double precision),
    queue_name => ${job.queue ?? sql`null`}, max_attempts => ${sql.lit(job.tries ?? TRIES)}, priority => ${job.priority ?? 0}::int)`
}

/**
 * Makes the names of tasks known to the job engine, which otherwise stores each with its first job: two transactions that
 * queue the first jobs of two tasks in different order deadlock. This function can deadlock with such a transaction as
 * well, and tries again.
 */
export async function registerTasks(db: Database, tasks: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.transaction().execute(async (tx) => {
        for (const task of tasks.toSorted()) {
          await sql`select graphile_worker.add_job(${task}, job_key => ${`register-${task}`})`.execute(tx)
          await removeJob(tx, `register-${task}`)
        }
      })
      return
    } catch (error) {
      if (codeOf(error) !== DEADLOCK || attempt === REGISTRATION_ATTEMPTS) throw error
    }
  }
}

/** Removes a job from the queue; a running one is not tried again. */
export async function removeJob(tx: Connection, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(tx)
}

/**
 * Requeues interrupted jobs: they are due at once, and the interrupted attempt does not count. Skips jobs that another
 * engine has taken or that no longer exist. Returns those that are still locked by the interrupted attempt.
 */
export async function returnJobs(db: Connection, jobs: readonly LockedJob[]): Promise<LockedJob[]> {
  const locked: LockedJob[] = []
  for (const job of jobs) {
    const { id, attempts } = job
    const { rows } = await sql<{ isLocked: boolean }>`select locked_at is not null as "isLocked"
      from graphile_worker.jobs where id = ${id}::bigint and attempts = ${attempts}::int`.execute(db)
    if (rows[0]?.isLocked) locked.push(job)
    else if (rows[0]) {
      await sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => ${attempts - 1}::int)`.execute(
        db,
      )
    }
  }
  return locked
}

/** How many jobs there are of each task, by state. */
export async function countJobs(db: Database): Promise<{ task: string; state: string; jobs: number }[]> {
  const { rows } = await sql<{ task: string; state: string; jobs: number }>`
    select task_identifier as task, case
        when locked_at is not null then 'running'
        when attempts >= max_attempts then 'given-up'
        when run_at > now() then 'scheduled'
        else 'due' end as state, count(*) as jobs
      from graphile_worker.jobs group by 1, 2`.execute(db)
  return rows
}

/** Ids of the jobs that this engine has locked. */
export async function findJobsLockedBy(db: Connection, engineId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from graphile_worker.jobs where locked_by = ${engineId}`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Releases single jobs of a live engine. It writes to graphile-worker's tables, because no function can do this:
 * `force_unlock_workers` releases everything that an engine has locked, including running jobs, and `reschedule_jobs` and
 * `complete_jobs` skip locked jobs.
 */
export async function releaseJobs(db: Connection, engineId: string, ids: readonly string[]): Promise<void> {
  await sql`with freed as (
      update graphile_worker._private_jobs set locked_at = null, locked_by = null
      where id = any(${ids}::bigint[]) and locked_by = ${engineId} returning job_queue_id)
    update graphile_worker._private_job_queues set locked_at = null, locked_by = null
    where id in (select job_queue_id from freed) and locked_by = ${engineId}`.execute(db)
}

/** Deletes jobs that were removed while a worker that later died was running them. */
export async function dropRemovedJobs(db: Connection): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where key is null and locked_at is null and attempts >= max_attempts))`.execute(
    db,
  )
}
