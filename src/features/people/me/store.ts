import type { Connection } from '../../../platform/database/database.ts'
import type { ListPosition } from '../../../shared/pagination.ts'

/** The tries to sign in of a person, newest first. */
export async function listSignInRows(
  db: Connection,
  personId: string,
  { limit, after }: { limit: number; after?: ListPosition },
) {
  let query = db
    .selectFrom('sign_ins')
    .select(['id', 'at', 'outcome', 'method', 'address', 'agent'])
    .where('person_id', '=', personId)
  if (after !== undefined) query = query.where('id', '<', Number(after.id))
  return await query.orderBy('id', 'desc').limit(limit).execute()
}
