import { type Insertable, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Attachments } from '../../../platform/database/tables.gen.ts'
import type { Subject } from '../answers/store.ts'
import type { AttachedSoFar } from './rules.ts'

/** Serializes what may raise the number of files of a customer and product. */
export async function lockAttachments(tx: Connection, { customerId, product }: Subject): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`attachments ${customerId} ${product}`}, 0))`.execute(tx)
}

/** What is attached, including files that are being uploaded. The caller has checked that the customer is the partner's. */
export async function countAttachments(
  tx: Connection,
  { customerId, product }: Subject,
  question: string,
): Promise<AttachedSoFar> {
  return await tx
    .selectFrom('attachments')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('question', '=', question).as('filesOfQuestion'),
      eb.fn.countAll<number>().as('files'),
      sql<number>`coalesce(sum(size_bytes), 0)`.as('bytes'),
    ])
    .where('customer_id', '=', customerId)
    .where('product', '=', product)
    .executeTakeFirstOrThrow()
}

export async function insertAttachment(tx: Connection, row: Insertable<Attachments>): Promise<void> {
  await tx.insertInto('attachments').values(row).execute()
}

/** Inserts a piece of a file; false if the file was deleted meanwhile, with its customer or as abandoned. */
export async function insertChunk(
  db: Connection,
  { id, number, content }: { id: string; number: number; content: Buffer },
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into attachment_chunks (attachment_id, number, content)
    select id, ${number}::smallint, ${content}::bytea from attachments where id = ${id} for key share`.execute(db)
  return numAffectedRows === 1n
}

/** Marks a file as complete; false if it was deleted meanwhile. */
export async function updateCompleted(tx: Connection, id: string, sizeBytes: number, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('attachments')
    .set({ size_bytes: sizeBytes, completed_at: at })
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Complete files, oldest first, with their names still sealed. */
const selectAttachments = (db: Connection, { partnerId, customerId, product }: Subject) =>
  db
    .selectFrom('attachments as attachment')
    .innerJoin('customers as customer', 'customer.id', 'attachment.customer_id')
    .select([
      'attachment.id',
      'attachment.question',
      'attachment.name',
      'attachment.size_bytes as sizeBytes',
      'attachment.author_id as author',
      'attachment.attached_at as attachedAt',
    ])
    .where('customer.partner_id', '=', partnerId)
    .where('attachment.customer_id', '=', customerId)
    .where('attachment.product', '=', product)
    .where('attachment.completed_at', 'is not', null)
    .orderBy('attachment.id')

export type AttachmentRow = Awaited<ReturnType<typeof listAttachmentRows>>[number]

export async function listAttachmentRows(db: Connection, subject: Subject) {
  return await selectAttachments(db, subject).execute()
}

export async function findAttachmentRow(
  db: Connection,
  subject: Subject,
  id: string,
): Promise<AttachmentRow | undefined> {
  return await selectAttachments(db, subject).where('attachment.id', '=', id).executeTakeFirst()
}

/** A piece of a file that the caller may read, still sealed. */
export async function findChunk(db: Connection, id: string, number: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('attachment_chunks')
    .select('content')
    .where('attachment_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.content
}

/** Deletes a file with its content; false if it is gone already. */
export async function deleteAttachmentRow(db: Connection, id: string): Promise<boolean> {
  const row = await db.deleteFrom('attachments').where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

/** Deletes at most `max` files that were attached before a time, or whose upload began before one and never ended. */
export async function deleteAttachmentsBefore(
  db: Connection,
  before: { attached: Date; begun: Date },
  max: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from attachments where id = any(array(
      select id from attachments
      where attached_at < ${before.attached} or (completed_at is null and attached_at < ${before.begun})
      limit ${max} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
