import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Mails } from '../../../platform/database/tables.gen.ts'
import { jobCall } from '../../../platform/jobs/queue.ts'
import { MAIL_LANES, MAIL_TASK, MAIL_TRIES, RELEASE_TASK } from './rules.ts'

export type MailRow = Selectable<Mails>

/** Inserts mails and returns them in the order of their ids. */
export async function insertMails(tx: Connection, rows: readonly Insertable<Mails>[]): Promise<MailRow[]> {
  const inserted = await tx.insertInto('mails').values(rows).returningAll().execute()
  return inserted.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** Counts one more attempt to send a queued mail; undefined if it is not queued. */
export async function updateMailTaken(db: Connection, id: string): Promise<MailRow | undefined> {
  return await db
    .updateTable('mails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returningAll()
    .executeTakeFirst()
}

/** Changes an email only if it is still queued. */
export async function updateQueuedMail(db: Connection, id: string, change: Updateable<Mails>): Promise<void> {
  await db.updateTable('mails').set(change).where('id', '=', id).where('status', '=', 'queued').execute()
}

/** Queues the job that sends an email; mails with a lower place go first. */
export async function insertMailJob(tx: Connection, id: string, place: number): Promise<void> {
  const call = jobCall({
    task: MAIL_TASK,
    payload: sql`json_build_object('mailId', ${id}::text)`,
    key: sql`${id}::text`,
    queue: sql`'mail-' || mod(abs(hashtext(${id}::text)::bigint), ${sql.lit(MAIL_LANES)})`,
    tries: MAIL_TRIES,
    priority: place,
  })
  await sql`select ${call}`.execute(tx)
}

/** Queues a job that releases what is due after this time, one for all mails that are due in the same second. */
export async function insertReleaseJob(tx: Connection, dueAt: Date, waitMs: number): Promise<void> {
  const key = `${RELEASE_TASK}-${Math.ceil(dueAt.getTime() / 1000)}`
  const call = jobCall({
    task: RELEASE_TASK,
    payload: sql`'{}'::json`,
    key: sql`${key}::text`,
    tries: 1,
    // Not before the email is due.
    delayS: Math.ceil(waitMs / 1000) + 1,
  })
  await sql`select ${call}`.execute(tx)
}

export async function listMailRows(db: Connection, max: number, isWaiting: boolean): Promise<MailRow[]> {
  return await db
    .selectFrom('mails')
    .selectAll()
    .$if(isWaiting, (query) => query.where('status', '=', 'waiting'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}

export async function findMailRow(db: Connection, id: string): Promise<MailRow | undefined> {
  return await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Clears the bodies of at most `max` mails that ended before a time; returns how many. */
export async function deleteBodiesBefore(db: Connection, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update mails set text = null, html = null where id = any(array(
      select id from mails
      where text is not null and status not in ('waiting', 'queued') and created_at < ${before}
        and coalesce(sent_at, released_at, created_at) < ${before}
      limit ${max} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes at most `max` mails that ended before a time; returns how many. */
export async function deleteMailsBefore(db: Connection, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mails where id = any(array(
      select id from mails
      where created_at < ${before} and status not in ('waiting', 'queued')
        and coalesce(sent_at, released_at, created_at) < ${before}
      order by created_at limit ${max} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes at most `max` counters of earlier days; returns how many. */
export async function deleteCountsBefore(db: Connection, day: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mail_counts where ctid = any(array(
      select ctid from mail_counts where day < (${day}::timestamptz at time zone 'UTC')::date
      limit ${max} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Waiting mails by what they wait for, queued mails, and the age of the oldest of all. */
export interface MailFigures {
  account: number
  address: number
  digest: number
  queued: number
  oldestSeconds: number
}

export async function findMailFigures(db: Connection, at: Date): Promise<MailFigures> {
  const { rows } = await sql<MailFigures>`
    select count(*) filter (where waits_for = 'account') as account,
      count(*) filter (where waits_for = 'address') as address,
      count(*) filter (where waits_for = 'digest') as digest,
      count(*) filter (where status = 'queued') as queued,
      coalesce(extract(epoch from ${at}::timestamptz - min(created_at)), 0)::float8 as "oldestSeconds"
    from mails where status in ('waiting', 'queued')`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('the count returned no row')
  return figures
}
