import type { Insertable } from 'kysely'
import type { Audit } from '../../ground/tables.ts'
import type { Connection } from '../../platform/database.ts'
import type { EventRow } from '../events/service.ts'

/** Audit rows and their events in one statement; both lists may hold any number of rows, `events` none. */
export async function insertChanges(
  tx: Connection,
  audits: readonly Insertable<Audit>[],
  events: readonly EventRow[],
): Promise<void> {
  if (events.length === 0) await tx.insertInto('audit').values(audits).execute()
  else {
    await tx
      .with('emitted', (query) => query.insertInto('events').values(events))
      .insertInto('audit')
      .values(audits)
      .execute()
  }
}
