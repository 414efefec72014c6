import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Mails } from '../../ground/tables.ts'
import type { Connection } from '../../platform/database.ts'
import { jobCall } from '../../platform/jobs.ts'

export type MailRow = Selectable<Mails>

/** Mails, and a job for each that is to be sent, in one statement; a recipient who has a mail of the change gets no other. */
export async function insertMails(
  tx: Connection,
  rows: readonly Insertable<Mails>[],
  job: { task: string; tries: number; lanes: number },
): Promise<void> {
  const kept = tx
    .insertInto('mails')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['change_id', 'recipient']).doNothing())
    .returning(['id', 'status'])
  const call = jobCall({
    task: job.task,
    payload: sql`json_build_object('mailId', kept.id)`,
    key: sql`kept.id`,
    queue: sql`'mail-' || mod(abs(hashtext(kept.id)::bigint), ${sql.lit(job.lanes)})`,
    tries: job.tries,
  })
  await sql`with kept as (${kept}) select ${call} from kept where kept.status = 'queued'`.execute(tx)
}

/** Takes a mail that is to be sent for one more try. */
export async function updateMailTaken(db: Connection, id: string): Promise<MailRow | undefined> {
  return await db
    .updateTable('mails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returningAll()
    .executeTakeFirst()
}

/** Changes a mail that is still to be sent: one that has been sent or given up stays so. */
export async function updateQueuedMail(db: Connection, id: string, change: Updateable<Mails>): Promise<void> {
  await db.updateTable('mails').set(change).where('id', '=', id).where('status', '=', 'queued').execute()
}

export async function hasMailsOfChange(db: Connection, changeId: number): Promise<boolean> {
  const row = await db.selectFrom('mails').select('id').where('change_id', '=', changeId).limit(1).executeTakeFirst()
  return row !== undefined
}

export async function listMailRows(db: Connection, most: number): Promise<MailRow[]> {
  return await db
    .selectFrom('mails')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

export async function findMailRow(db: Connection, id: string): Promise<MailRow | undefined> {
  return await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Clears the bodies of mails made before one time, and deletes those made before another. */
export async function deleteOldMails(db: Connection, before: { bodies: Date; mails: Date }): Promise<void> {
  await db.deleteFrom('mails').where('created_at', '<', before.mails).execute()
  await db
    .updateTable('mails')
    .set({ text: null, html: null })
    .where('created_at', '<', before.bodies)
    .where('text', 'is not', null)
    .execute()
}
