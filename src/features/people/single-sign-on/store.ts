import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'

/** Not a parameter: a generic plan finds the partial index by a constant only. */
const KIND = sql.lit('microsoft' as const)

export interface AccountRow {
  id: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** The Microsoft accounts of a person, oldest first. */
export async function listAccountRows(db: Connection, personId: string): Promise<AccountRow[]> {
  const rows = await db
    .selectFrom('credentials')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('person_id', '=', personId)
    .where('kind', '=', 'microsoft')
    .orderBy('id')
    .execute()
  return rows.map(({ name, ...row }) => ({ ...row, name: name ?? '' }))
}

/** The people that a Microsoft account is linked to, the one who used it last first. */
export async function listLinkedPeople(db: Connection, externalId: string, max: number): Promise<string[]> {
  const rows = await db
    .selectFrom('credentials')
    .select('person_id as personId')
    .where('kind', '=', 'microsoft')
    .where('external_id', '=', externalId)
    .orderBy('last_used_at', (by) => by.desc().nullsLast())
    .orderBy('person_id')
    .limit(max)
    .execute()
  return rows.map(({ personId }) => personId)
}

/** Links an account to a person; false if it is linked to them already. */
export async function insertAccount(
  tx: Connection,
  row: { id: string; personId: string; externalId: string; name: string; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('credentials')
    .values({
      id: row.id,
      person_id: row.personId,
      kind: 'microsoft',
      name: row.name,
      external_id: row.externalId,
      created_at: row.at,
    })
    .onConflict((conflict) => conflict.columns(['external_id', 'person_id']).where('kind', '=', KIND).doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Records a use; false if the account is not linked. */
export async function updateAccountUsed(
  tx: Connection,
  personId: string,
  externalId: string,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('credentials')
    .set({ last_used_at: at })
    .where('person_id', '=', personId)
    .where('kind', '=', 'microsoft')
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
