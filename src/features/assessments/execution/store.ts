import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'

/** Whether the run exists and has not ended. */
export async function isRunUnfinished(db: Connection, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('runs')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return row !== undefined
}

export interface RunFigures {
  queued: number
  running: number
  oldestQueuedAt: Date | null
}

/** The states are part of the text, so that the planner uses the index of unfinished runs. */
export async function findRunFigures(db: Connection): Promise<RunFigures> {
  const { rows } = await sql<RunFigures>`
    select count(*) filter (where status = 'queued') as queued, count(*) filter (where status = 'running') as running,
        min(created_at) filter (where status = 'queued') as "oldestQueuedAt"
      from runs where status in ('queued', 'running')`.execute(db)
  return rows[0] ?? { queued: 0, running: 0, oldestQueuedAt: null }
}

/**
 * Locks the customer of a run that no attempt has claimed yet, if it has questionnaire recipients, against deletion.
 * Call it before locking the run: a deletion locks in that order.
 */
export async function lockCustomerToInvite(tx: Connection, runId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('customers as customer')
    .innerJoin('runs as run', 'run.customer_id', 'customer.id')
    .select('customer.id')
    .where('run.id', '=', runId)
    .where('run.attempt', '=', 0)
    .where(sql<boolean>`customer.questionnaire_recipients <> '{}'`)
    .forKeyShare('customer')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks the customer of a run against deletion, and returns its name and who is asked about it; undefined if it is gone. Call it before
 * locking the run.
 */
export async function lockCustomerOfRun(
  tx: Connection,
  { partner_id, customer_id }: { partner_id: string; customer_id: string },
): Promise<{ name: string; recipients: string[] } | undefined> {
  return await tx
    .selectFrom('customers')
    .select(['name', 'questionnaire_recipients as recipients'])
    .where('partner_id', '=', partner_id)
    .where('id', '=', customer_id)
    .forKeyShare()
    .executeTakeFirst()
}
