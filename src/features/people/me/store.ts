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
    .select(['id', 'at', 'outcome', 'method', 'factor', 'address', 'agent'])
    .where('person_id', '=', personId)
  if (after !== undefined) query = query.where('id', '<', Number(after.id))
  return await query.orderBy('id', 'desc').limit(limit).execute()
}

/** When the authenticator app and the recovery codes of a person were made, and last used. */
export async function listFactorTimes(db: Connection, personId: string) {
  return await db
    .selectFrom('credentials')
    .select((eb) => [
      'kind',
      eb.fn.min('created_at').as('createdAt'),
      eb.fn.max('last_used_at').as('lastUsedAt'),
      eb.fn.countAll<string>().as('count'),
    ])
    .where('person_id', '=', personId)
    .where('kind', 'in', ['totp', 'recovery'])
    .where('active', '=', true)
    .groupBy('kind')
    .execute()
}
