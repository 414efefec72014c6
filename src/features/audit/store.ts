import { type Insertable, type Selectable, sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Audit } from '../../platform/database/tables.gen.ts'
import type { Place } from '../../shared/pagination.ts'
import type { Reader } from '../events/rules.ts'
import type { EventRow } from '../events/service.ts'
import { addNotices, type NewNotice } from '../notices/service.ts'

export type AuditRow = Selectable<Audit>

/**
 * Inserts audit rows with their events and notices, in one statement; `events` and `notices` may be empty. A trigger on
 * the events queues their deliveries to webhooks.
 */
export async function insertChanges(
  tx: Connection,
  audits: readonly Insertable<Audit>[],
  events: readonly EventRow[],
  notices: readonly NewNotice[],
): Promise<void> {
  const audited = tx.insertInto('audit').values(audits)
  const emitted = events.length > 0 ? tx.insertInto('events').values(events) : undefined
  if (notices.length > 0) {
    const clauses = sql`, audited as (${audited})${emitted ? sql`, emitted as (${emitted})` : sql``}`
    await addNotices(tx, notices, clauses)
  } else if (emitted) {
    await tx
      .with('emitted', () => emitted)
      .insertInto('audit')
      .values(audits)
      .execute()
  } else await audited.execute()
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

export async function listAuditRows(
  db: Connection,
  reader: Reader,
  action: string | undefined,
  page: { limit: number; after?: Place },
): Promise<AuditRow[]> {
  let query = db.selectFrom('audit').selectAll()
  query =
    'partnerId' in reader
      ? query.where('partner_id', '=', reader.partnerId)
      : query.where('distributor_id', '=', reader.distributorId)
  if (action !== undefined) query = query.where('action', '=', action)
  if (page.after !== undefined) {
    const { createdAt, id } = page.after
    query = query.where((eb) => eb(eb.refTuple('occurred_at', 'id'), '<', eb.tuple(new Date(createdAt), Number(id))))
  }
  return await query.orderBy('occurred_at', 'desc').orderBy('id', 'desc').limit(page.limit).execute()
}
