import type { Connection } from '../../../platform/database/database.ts'
import type { View } from './schema.ts'

/** A person of a partner. */
export interface ViewOwner {
  partnerId: string
  personId: string
}

/** The person's own views and those that everybody of the account has, in the order of their names. */
export async function listViewRows(db: Connection, { partnerId, personId }: ViewOwner): Promise<View[]> {
  return await db
    .selectFrom('saved_views')
    .select(['id', 'name', 'query'])
    .select((eb) => eb('person_id', 'is', null).$castTo<boolean>().as('isShared'))
    .where('partner_id', '=', partnerId)
    .where((eb) => eb.or([eb('person_id', '=', personId), eb('person_id', 'is', null)]))
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export async function insertView(
  tx: Connection,
  { partnerId, personId }: ViewOwner,
  { id, name, query, isShared }: View,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('saved_views')
    .values({ id, partner_id: partnerId, person_id: isShared ? null : personId, name, query, created_at: at })
    .execute()
}

export async function deleteViewRow(tx: Connection, { partnerId }: ViewOwner, id: string): Promise<void> {
  await tx.deleteFrom('saved_views').where('partner_id', '=', partnerId).where('id', '=', id).execute()
}
