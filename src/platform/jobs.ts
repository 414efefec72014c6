import { sql } from 'kysely'
import type { Connection } from './database.ts'

/** Times a job is tried before it is given up; a crash of its worker counts as one. */
const TRIES = 5

/**
 * Queues a job in the caller's transaction: it exists if and only if the transaction commits. `key` makes it one of a
 * kind; a lower `priority` runs earlier.
 */
export async function addJob(
  tx: Connection,
  job: { task: string; payload: Record<string, unknown>; key: string; priority?: number },
): Promise<void> {
  await sql`select graphile_worker.add_job(${job.task}, ${JSON.stringify(job.payload)}::json, job_key => ${job.key},
    max_attempts => ${sql.lit(TRIES)}, priority => ${job.priority ?? 0}::int)`.execute(tx)
}
