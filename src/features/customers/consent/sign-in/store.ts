import type { Connection } from '../../../../platform/database/database.ts'

/** How many concurrent sign-ins a link allows. Another one ends the oldest. */
const MAX_PER_LINK = 20

/** Inserts a sign-in and deletes the customer's oldest ones beyond the limit. Call it with the customer locked. */
export async function insertSignIn(
  tx: Connection,
  row: { customerId: string; linkHash: Buffer; stateHash: Buffer; browserHash: Buffer; expiresAt: Date },
): Promise<void> {
  const oldest = tx
    .selectFrom('consent_sign_ins')
    .select('state_hash')
    .where('customer_id', '=', row.customerId)
    .orderBy('expires_at', 'desc')
    .offset(MAX_PER_LINK - 1)
  await tx.deleteFrom('consent_sign_ins').where('state_hash', 'in', oldest).execute()
  await tx
    .insertInto('consent_sign_ins')
    .values({
      state_hash: row.stateHash,
      customer_id: row.customerId,
      link_hash: row.linkHash,
      browser_hash: row.browserHash,
      expires_at: row.expiresAt,
    })
    .execute()
}

/** The unexpired sign-in of this browser with this state. */
export async function findSignIn(db: Connection, stateHash: Buffer, browserHash: Buffer, at: Date) {
  return await db
    .selectFrom('consent_sign_ins')
    .select(['link_hash as linkHash', 'secrets'])
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

/** Advances a sign-in from consent, with a new state; false if another request has advanced or ended it. */
export async function updateSignInToCode(
  db: Connection,
  stateHash: Buffer,
  next: { stateHash: Buffer; secrets: Buffer; expiresAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('consent_sign_ins')
    .set({ state_hash: next.stateHash, secrets: next.secrets, expires_at: next.expiresAt })
    .where('state_hash', '=', stateHash)
    .where('secrets', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes a sign-in; false if another request was faster. */
export async function deleteSignIn(db: Connection, stateHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('consent_sign_ins')
    .where('state_hash', '=', stateHash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function deleteExpiredSignIns(db: Connection, at: Date): Promise<void> {
  await db.deleteFrom('consent_sign_ins').where('expires_at', '<=', at).execute()
}
