import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Notices } from '../../platform/database/tables.gen.ts'
import { jobCall } from '../../platform/jobs/queue.ts'
import { NOTIFY_TASK } from './rules.ts'

export type NewNoticeRow = Insertable<Notices>

/** Inserts notices with their jobs. `clauses` are further `with` clauses of the same statement, each after a comma. */
export async function insertNotices(
  tx: Connection,
  rows: readonly NewNoticeRow[],
  clauses: RawBuilder<unknown> = sql``,
): Promise<void> {
  const inserted = tx.insertInto('notices').values(rows).returning('id')
  const call = jobCall({
    task: NOTIFY_TASK,
    payload: sql`json_build_object('noticeId', noticed.id)`,
    key: sql`'notice-' || noticed.id`,
  })
  await sql`with noticed as (${inserted})${clauses} select ${call} from noticed`.execute(tx)
}

export async function findNoticeRow(db: Connection, id: number): Promise<Selectable<Notices> | undefined> {
  return await db.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Deletes the notices about a customer. */
export async function deleteNoticesOfCustomer(db: Connection, customerId: string): Promise<void> {
  await db.deleteFrom('notices').where('customer_id', '=', customerId).execute()
}

/** Deletes at most `max` notices from before a time that have no job any more; returns how many. */
export async function deleteNoticesWithoutJob(db: Connection, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notices where id = any(array(
      select id from notices
      where created_at < ${before} and not exists (select from graphile_worker.jobs where key = 'notice-' || notices.id)
      limit ${max} for update of notices skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes a notice; false if it is gone. Waits for a transaction that is deleting it. */
export async function deleteNoticeRow(tx: Connection, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('notices').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
