import { type Insertable, type Selectable, sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Audit } from '../../platform/database/tables.gen.ts'
import { jobCall } from '../../platform/jobs/queue.ts'
import type { ListPosition } from '../../shared/pagination.ts'
import type { LogScope } from '../events/rules.ts'
import type { EventRow } from '../events/service.ts'
import { isNotifiedAction, NOTIFIED_ACTIONS, NOTIFY_TASK } from './rules.ts'

export type AuditRow = Selectable<Audit>

/**
 * Audit rows, their events, and the jobs that tell of them, in one statement; both lists may hold any number of rows,
 * `events` none. A trigger on the events queues them for the webhooks that hear of them.
 */
export async function insertChanges(
  tx: Connection,
  audits: readonly Insertable<Audit>[],
  events: readonly EventRow[],
): Promise<void> {
  if (audits.some(({ action }) => isNotifiedAction(action))) await insertNotifiedChanges(tx, audits, events)
  else if (events.length === 0) await tx.insertInto('audit').values(audits).execute()
  else {
    await tx
      .with('emitted', (query) => query.insertInto('events').values(events))
      .insertInto('audit')
      .values(audits)
      .execute()
  }
}

async function insertNotifiedChanges(
  tx: Connection,
  audits: readonly Insertable<Audit>[],
  events: readonly EventRow[],
): Promise<void> {
  const inserted = tx.insertInto('audit').values(audits).returning(['id', 'action'])
  const emitted = events.length > 0 ? sql`, emitted as (${tx.insertInto('events').values(events)})` : sql``
  const call = jobCall({
    task: NOTIFY_TASK,
    payload: sql`json_build_object('changeId', inserted.id)`,
    key: sql`'notify-' || inserted.id`,
  })
  await sql`with inserted as (${inserted})${emitted}
    select ${call} from inserted where inserted.action in (${sql.join(NOTIFIED_ACTIONS.map((action) => sql.lit(action)))})`.execute(
    tx,
  )
}

/**
 * Deletes those of the oldest rows that are older than a time, at most so many; gives how many. The rows are in the order of
 * time but for those of transactions that ran at once.
 */
export async function deleteAuditBefore(db: Connection, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from audit where occurred_at < ${before} and id in (
      select id from audit order by id limit ${max})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function findAuditRow(db: Connection, id: number): Promise<AuditRow | undefined> {
  return await db.selectFrom('audit').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function listAuditRows(
  db: Connection,
  scope: LogScope,
  action: string | undefined,
  page: { limit: number; after?: ListPosition },
): Promise<AuditRow[]> {
  let query = db.selectFrom('audit').selectAll()
  query =
    'partnerId' in scope
      ? query.where('partner_id', '=', scope.partnerId)
      : query.where('distributor_id', '=', scope.distributorId)
  if (action !== undefined) query = query.where('action', '=', action)
  if (page.after !== undefined) {
    const { createdAt, id } = page.after
    query = query.where((eb) => eb(eb.refTuple('occurred_at', 'id'), '<', eb.tuple(new Date(createdAt), Number(id))))
  }
  return await query.orderBy('occurred_at', 'desc').orderBy('id', 'desc').limit(page.limit).execute()
}
