import type { Connection } from '../../../platform/database/database.ts'
import { newId } from '../../../shared/ids.ts'

export async function insertRecoveryCodes(
  tx: Connection,
  personId: string,
  hashes: readonly string[],
  at: Date,
): Promise<void> {
  const rows = hashes.map((hash) => ({
    id: newId('cred'),
    person_id: personId,
    kind: 'recovery' as const,
    hash,
    created_at: at,
  }))
  await tx.insertInto('credentials').values(rows).execute()
}

/** Deletes a recovery code of a person; false if there is no such code. */
export async function deleteRecoveryCode(tx: Connection, personId: string, hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('credentials')
    .where('person_id', '=', personId)
    .where('kind', '=', 'recovery')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
