import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { newId } from '../../../shared/ids.ts'

/** Not a parameter: a generic plan finds the partial index by a constant only. */
const KIND = sql.lit('password' as const)

/** The passwords of everybody with this email address, in any account. */
export async function listPasswordsByEmail(
  db: Connection,
  email: string,
  max: number,
): Promise<{ personId: string; hash: string }[]> {
  const rows = await db
    .selectFrom('people as person')
    .innerJoin('credentials as credential', 'credential.person_id', 'person.id')
    .select(['person.id as personId', 'credential.hash'])
    .where((eb) => eb(eb.fn<string>('lower', ['person.email']), '=', email.toLowerCase()))
    .where('credential.kind', '=', 'password')
    .orderBy('credential.last_used_at', (by) => by.desc().nullsLast())
    .orderBy('person.id')
    .limit(max)
    .execute()
  return rows.flatMap(({ personId, hash }) => (hash === null ? [] : [{ personId, hash }]))
}

export async function upsertPassword(tx: Connection, personId: string, hash: string, at: Date): Promise<void> {
  await tx
    .insertInto('credentials')
    .values({ id: newId('cred'), person_id: personId, kind: 'password', hash, created_at: at })
    .onConflict((conflict) =>
      conflict.column('person_id').where('kind', '=', KIND).doUpdateSet({ hash, created_at: at, last_used_at: null }),
    )
    .execute()
}

/** Records a use; false if the person's password has another hash. */
export async function updatePasswordUsed(tx: Connection, personId: string, hash: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('credentials')
    .set({ last_used_at: at })
    .where('person_id', '=', personId)
    .where('kind', '=', 'password')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the sign-ins whose first factor is proven and in which the person may be chosen. */
export async function deleteOpenSteps(tx: Connection, personId: string): Promise<void> {
  await tx.deleteFrom('sign_in_steps').where(sql<boolean>`${personId} = any(candidates)`).execute()
}
