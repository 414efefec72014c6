import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'

/** Not a parameter: a generic plan finds the partial index by a constant only. */
const KIND = sql.lit('microsoft' as const)

/** Who started a sign-in: a browser, by the hash of the secret in its cookie, or a session. */
export type StartedBy = { browserHash: Buffer } | { sessionId: string }

/** Inserts a sign-in, and deletes the oldest of the same browser or session so that at most `max` remain. */
export async function insertMicrosoftSignIn(
  tx: Connection,
  by: StartedBy,
  row: { stateHash: Buffer; secrets: Buffer; nextPath: string | null; invitationHash: Buffer | null; endsAt: Date },
  max: number,
): Promise<void> {
  const oldest = tx
    .selectFrom('microsoft_sign_ins')
    .select('state_hash')
    .where((eb) => ('sessionId' in by ? eb('session_id', '=', by.sessionId) : eb('browser_hash', '=', by.browserHash)))
    .orderBy('ends_at', 'desc')
    .offset(max - 1)
  await tx.deleteFrom('microsoft_sign_ins').where('state_hash', 'in', oldest).execute()
  await tx
    .insertInto('microsoft_sign_ins')
    .values({
      state_hash: row.stateHash,
      browser_hash: 'browserHash' in by ? by.browserHash : null,
      session_id: 'sessionId' in by ? by.sessionId : null,
      secrets: row.secrets,
      next_path: row.nextPath,
      invitation_hash: row.invitationHash,
      ends_at: row.endsAt,
    })
    .execute()
}

/**
 * Deletes and returns the unexpired sign-in with this state, if this browser or session started it. Of several calls at
 * once, one gets it.
 */
export async function claimMicrosoftSignIn(
  db: Connection,
  stateHash: Buffer,
  by: { browserHash: Buffer | null; sessionId: string | null },
  at: Date,
) {
  return await db
    .deleteFrom('microsoft_sign_ins')
    .where('state_hash', '=', stateHash)
    .where('ends_at', '>', at)
    .where((eb) => eb.or([eb('browser_hash', '=', by.browserHash), eb('session_id', '=', by.sessionId)]))
    .returning(['session_id as sessionId', 'secrets', 'next_path as nextPath', 'invitation_hash as invitationHash'])
    .executeTakeFirst()
}

export async function deleteExpiredMicrosoftSignIns(db: Connection, at: Date): Promise<void> {
  await db.deleteFrom('microsoft_sign_ins').where('ends_at', '<=', at).execute()
}

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
