import type { Connection } from '../../../platform/database/database.ts'

/** An authenticator app of a person. */
export interface AuthenticatorRow {
  id: string
  /** Sealed. */
  secret: Buffer
  /** The step of the last code that was used. */
  lastStep: number | null
}

const selectAuthenticator = (db: Connection, personId: string, isActive: boolean) =>
  db
    .selectFrom('credentials')
    .select(['id', 'secret', 'last_step as lastStep'])
    .where('person_id', '=', personId)
    .where('kind', '=', 'totp')
    .where('active', '=', isActive)

/** The app of a person, or the one that awaits its first code, locked against another use. */
export async function lockAuthenticator(
  tx: Connection,
  personId: string,
  isActive: boolean,
): Promise<AuthenticatorRow | undefined> {
  const row = await selectAuthenticator(tx, personId, isActive).forUpdate().executeTakeFirst()
  if (!row) return undefined
  const { id, secret, lastStep } = row
  if (secret === null) throw new Error(`the authenticator ${id} has no secret`)
  return { id, secret, lastStep: lastStep === null ? null : Number(lastStep) }
}

/** Inserts an app that awaits its first code. */
export async function insertAuthenticator(
  tx: Connection,
  row: { id: string; personId: string; secret: Buffer; at: Date },
): Promise<void> {
  const { id, personId, secret, at } = row
  await tx
    .insertInto('credentials')
    .values({ id, person_id: personId, kind: 'totp', active: false, secret, created_at: at })
    .execute()
}

/** Deletes the app of a person, or the one that awaits its first code; false if there is none. */
export async function deleteAuthenticatorRow(tx: Connection, personId: string, isActive: boolean): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('credentials')
    .where('person_id', '=', personId)
    .where('kind', '=', 'totp')
    .where('active', '=', isActive)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Records the use of a code; makes an app that awaited its first code the active one. */
export async function updateAuthenticatorUsed(tx: Connection, id: string, step: number, at: Date): Promise<void> {
  await tx
    .updateTable('credentials')
    .set({ active: true, last_step: step, last_used_at: at })
    .where('id', '=', id)
    .execute()
}
