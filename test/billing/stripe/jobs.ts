import { sql } from 'kysely'
import type { App } from '../../../src/app.ts'
import { STRIPE_JOBS } from '../../../src/worker/jobs.ts'

/** Carries out the jobs of the adapter until none is due; returns the names of those that it carried out. */
export async function carryOutStripeJobs(app: App): Promise<string[]> {
  const done: string[] = []
  for (;;) {
    const { rows } = await sql<{ task: string; payload: unknown }>`
      with taken as (
        delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
        where task.id = job.task_id and job.run_at <= now() and task.identifier = any(${Object.keys(STRIPE_JOBS)}::text[])
        returning task.identifier as task, job.payload)
      select * from taken`.execute(app.db)
    if (rows.length === 0) return done
    for (const { task, payload } of rows) {
      done.push(task)
      await STRIPE_JOBS[task]?.(app, payload, { deadlineMs: 60_000, signal: new AbortController().signal })
    }
  }
}
