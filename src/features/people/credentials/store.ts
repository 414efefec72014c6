import type { Connection } from '../../../platform/database/database.ts'
import type { CredentialKind } from '../../../platform/database/tables.gen.ts'

/** Deletes all credentials of a person of these kinds; returns how many. */
export async function deleteCredentials(
  tx: Connection,
  personId: string,
  kinds: readonly CredentialKind[],
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('credentials')
    .where('person_id', '=', personId)
    .where('kind', 'in', kinds)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes one credential of a person; returns its name, undefined if there is none of this kind. */
export async function deleteCredential(
  tx: Connection,
  { personId, id, kind }: { personId: string; id: string; kind: CredentialKind },
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('credentials')
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .returning('name')
    .executeTakeFirst()
  return row && (row.name ?? '')
}
