import { type Insertable, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { SignIns } from '../../../platform/database/tables.gen.ts'
import type { Factors } from './rules.ts'

/** The second factors of these people, by their ids. */
export async function listFactorRows(db: Connection, ids: readonly string[]): Promise<Map<string, Factors>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('credentials')
    .select('person_id as personId')
    .select([
      sql<number>`count(*) filter (where kind = 'passkey')`.as('passkeys'),
      sql<boolean>`bool_or(kind = 'totp' and active)`.as('totp'),
      sql<number>`count(*) filter (where kind = 'recovery')`.as('recoveryCodesLeft'),
    ])
    .where('person_id', 'in', ids)
    .groupBy('person_id')
    .execute()
  return new Map(rows.map(({ personId, ...factors }) => [personId, factors]))
}

/** Locks a person against other changes of how they sign in; returns the tries of second factors. */
export async function lockPerson(
  tx: Connection,
  personId: string,
): Promise<{ tries: number; triesSince: Date | null } | undefined> {
  return await tx
    .selectFrom('people')
    .select(['factor_tries as tries', 'factor_tries_since as triesSince'])
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateTries(
  tx: Connection,
  personId: string,
  { tries, since }: { tries: number; since: Date | null },
): Promise<void> {
  await tx
    .updateTable('people')
    .set({ factor_tries: tries, factor_tries_since: since })
    .where('id', '=', personId)
    .execute()
}

/** Lifts the restriction of the person's sessions that waited for a second factor. */
export async function updateFactorSetUp(tx: Connection, personId: string): Promise<void> {
  await tx.updateTable('sessions').set({ needs_factor: false }).where('person_id', '=', personId).execute()
}

export async function insertRefusal(tx: Connection, row: Insertable<SignIns>): Promise<void> {
  await tx.insertInto('sign_ins').values(row).execute()
}
