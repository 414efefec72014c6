import { type Insertable, type Selectable, sql } from 'kysely'
import type { Audit } from '../../ground/tables.ts'
import type { Connection } from '../../platform/database.ts'
import { jobCall } from '../../platform/jobs.ts'
import type { EventRow } from '../events/service.ts'
import { isNotifiedAction, NOTIFIED_ACTIONS, NOTIFY_TASK } from './rules.ts'

export type AuditRow = Selectable<Audit>

/**
 * Audit rows, their events, and the jobs that tell of them, in one statement; both lists may hold any number of rows,
 * `events` none.
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
  const kept = tx.insertInto('audit').values(audits).returning(['id', 'action'])
  const emitted = events.length > 0 ? sql`, emitted as (${tx.insertInto('events').values(events)})` : sql``
  const call = jobCall({
    task: NOTIFY_TASK,
    payload: sql`json_build_object('changeId', kept.id)`,
    key: sql`'notify-' || kept.id`,
  })
  await sql`with kept as (${kept})${emitted}
    select ${call} from kept where kept.action in (${sql.join(NOTIFIED_ACTIONS.map((action) => sql.lit(action)))})`.execute(
    tx,
  )
}

export async function findAuditRow(db: Connection, id: number): Promise<AuditRow | undefined> {
  return await db.selectFrom('audit').selectAll().where('id', '=', id).executeTakeFirst()
}
