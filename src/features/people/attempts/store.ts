import type { Connection } from '../../../platform/database/database.ts'

/** Who started a sign-in: a browser, by the hash of the secret in its cookie, or a session. */
export type StartedBy = { browserHash: Buffer } | { sessionId: string }

export interface NewAttempt {
  stateHash: Buffer
  /** Whose own provider it goes to; null: to Microsoft. */
  accountId: string | null
  secrets: Buffer
  nextPath: string | null
  invitationHash: Buffer | null
  endsAt: Date
}

/** Inserts a sign-in, and deletes the oldest of the same browser or session so that at most `max` remain. */
export async function insertAttempt(tx: Connection, by: StartedBy, row: NewAttempt, max: number): Promise<void> {
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
      account_id: row.accountId,
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
 * Deletes and returns the unexpired sign-in with this state at this provider, if this browser or session started it. Of several
 * calls at once, one gets it.
 */
export async function deleteAttempt(
  db: Connection,
  { stateHash, accountId }: { stateHash: Buffer; accountId: string | null },
  by: { browserHash: Buffer | null; sessionId: string | null },
  at: Date,
) {
  return await db
    .deleteFrom('microsoft_sign_ins')
    .where('state_hash', '=', stateHash)
    .where('account_id', 'is not distinct from', accountId)
    .where('ends_at', '>', at)
    .where((eb) => eb.or([eb('browser_hash', '=', by.browserHash), eb('session_id', '=', by.sessionId)]))
    .returning(['session_id as sessionId', 'secrets', 'next_path as nextPath', 'invitation_hash as invitationHash'])
    .executeTakeFirst()
}

export async function deleteExpiredAttempts(db: Connection, at: Date): Promise<void> {
  await db.deleteFrom('microsoft_sign_ins').where('ends_at', '<=', at).execute()
}
