import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import { pageLimit, prepare } from '../../platform/database/statement.ts'
import type { Audit } from '../../platform/database/tables.gen.ts'
import { isId } from '../../shared/ids.ts'
import type { ListPosition } from '../../shared/pagination.ts'
import type { LogScope } from '../events/rules.ts'
import type { EventRow } from '../events/service.ts'
import { type NewNotice, recordNotices } from '../notices/service.ts'
import type { AuditFilter } from './rules.ts'

export type AuditRow = Selectable<Audit>

/** A row to insert; `before` and `after` are plain data. */
export type NewAuditRow = Omit<AuditRow, 'id' | 'before' | 'after'> & Partial<Record<'before' | 'after', unknown>>

type Row = Record<never, never>

/** Inserts rows that are one parameter, so that any number of them has one text, which is prepared once. */
const insertAudits = (rows: RawBuilder<string>) => sql<Row>`
  insert into audit (
    occurred_at, author_kind, author_id, partner_id, distributor_id, customer_id, action, subject, before, after,
    request_id, address)
  select * from json_to_recordset(${rows}::json) as item (
    occurred_at timestamptz, author_kind author_kind, author_id text, partner_id text, distributor_id text,
    customer_id text, action text, subject text, before jsonb, after jsonb, request_id text, address text)`

const insertEvents = (rows: RawBuilder<string>) => sql`
  insert into events (id, partner_id, distributor_id, customer_id, type, is_optional, body, occurred_at)
  select id, partner_id, distributor_id, customer_id, type, is_optional, convert_to(body, 'UTF8'), occurred_at
  from json_to_recordset(${rows}::json) as item (
    id text, partner_id text, distributor_id text, customer_id text, type text, is_optional boolean, body text,
    occurred_at timestamptz)`

const insertAuditsAlone = prepare<{ audits: string }>()((_, param) => insertAudits(param('audits')))

const insertAuditsWithEvents = prepare<{ audits: string; events: string }>()(
  (_, param) => sql<Row>`with emitted as (${insertEvents(param('events'))}) ${insertAudits(param('audits'))}`,
)

/**
 * Inserts audit rows with their events and notices, in one statement; `events` and `notices` may be empty. A trigger on
 * the events queues their deliveries to webhooks.
 */
export async function insertChanges(
  tx: Connection,
  auditRows: readonly NewAuditRow[],
  eventRows: readonly EventRow[],
  notices: readonly NewNotice[],
): Promise<void> {
  const [audits, events] = [JSON.stringify(auditRows), JSON.stringify(eventRows)]
  if (notices.length > 0) {
    const emitted = eventRows.length > 0 ? sql`, emitted as (${insertEvents(sql`${events}`)})` : sql``
    await recordNotices(tx, notices, sql`, audited as (${insertAudits(sql`${audits}`)})${emitted}`)
  } else if (eventRows.length > 0) await insertAuditsWithEvents(tx, { audits, events })
  else await insertAuditsAlone(tx, { audits })
}

/**
 * Deletes at most `max` of the oldest rows if they are older than a time; returns how many. Rows are in the order of time,
 * except for those of concurrent transactions.
 */
export async function deleteAuditBefore(db: Connection, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from audit where occurred_at < ${before} and id in (
      select id from audit order by id limit ${max})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The author of the first change of this kind to something; undefined if there is none, or it was deleted. */
export async function findFirstAuthor(
  db: Connection,
  action: string,
  subject: string,
): Promise<Pick<AuditRow, 'author_kind' | 'author_id'> | undefined> {
  return await db
    .selectFrom('audit')
    .select(['author_kind', 'author_id'])
    .where('subject', '=', subject)
    .where('action', '=', action)
    .orderBy('occurred_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/**
 * The newest entries that match. `subject` of a customer also finds what concerns it: runs, answers and exceptions have the
 * customer's id in a column of their own.
 */
export async function listAuditRows(
  db: Connection,
  scope: LogScope,
  { action, author, subject, since, until }: AuditFilter,
  page: { limit: number; after?: ListPosition },
): Promise<AuditRow[]> {
  let query = db.selectFrom('audit').selectAll()
  query =
    'partnerId' in scope
      ? query.where('partner_id', '=', scope.partnerId)
      : query.where('distributor_id', '=', scope.distributorId)
  if (action !== undefined) query = query.where('action', '=', action)
  if (author !== undefined) query = query.where('author_id', '=', author)
  if (subject !== undefined && isId('cust', subject))
    query = query.where((eb) => eb.or([eb('subject', '=', subject), eb('customer_id', '=', subject)]))
  else if (subject !== undefined) query = query.where('subject', '=', subject)
  if (since !== undefined) query = query.where('occurred_at', '>=', since)
  if (until !== undefined) query = query.where('occurred_at', '<', until)
  if (page.after !== undefined) {
    const { createdAt, id } = page.after
    query = query.where((eb) => eb(eb.refTuple('occurred_at', 'id'), '<', eb.tuple(new Date(createdAt), Number(id))))
  }
  return await query.orderBy('occurred_at', 'desc').orderBy('id', 'desc').limit(pageLimit(page.limit)).execute()
}
