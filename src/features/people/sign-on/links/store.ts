import type { Connection } from '../../../../platform/database/database.ts'

/** The person that a provider's identifier is linked to. */
export async function findLinkedPerson(
  db: Connection,
  accountId: string,
  subject: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('sign_on_links')
    .select('person_id as personId')
    .where('account_id', '=', accountId)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.personId
}

/** Links an identifier to a person; false if either is linked already. */
export async function insertLink(
  tx: Connection,
  row: { accountId: string; subject: string; personId: string; name: string; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sign_on_links')
    .values({
      account_id: row.accountId,
      subject: row.subject,
      person_id: row.personId,
      name: row.name,
      linked_at: row.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Records a use; false if this identifier is not linked to this person. */
export async function updateLinkUsed(
  tx: Connection,
  { accountId, subject, personId, at }: { accountId: string; subject: string; personId: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sign_on_links')
    .set({ last_used_at: at })
    .where('account_id', '=', accountId)
    .where('subject', '=', subject)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the link of a person; returns its name, undefined if there is none. */
export async function deleteLinkOf(tx: Connection, personId: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('sign_on_links')
    .where('person_id', '=', personId)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** Deletes all links of an account; returns how many. */
export async function deleteLinks(tx: Connection, accountId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('sign_on_links').where('account_id', '=', accountId).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Who is linked, by name. An account has at most 200 people. */
export async function listLinkRows(db: Connection, accountId: string) {
  return await db
    .selectFrom('sign_on_links as link')
    .innerJoin('people as person', 'person.id', 'link.person_id')
    .select([
      'person.id as personId',
      'person.name as personName',
      'person.role',
      'link.name',
      'link.linked_at as linkedAt',
      'link.last_used_at as lastUsedAt',
    ])
    .where('link.account_id', '=', accountId)
    .orderBy('person.name')
    .orderBy('person.id')
    .execute()
}

/** The link of a person. */
export async function findLink(
  db: Connection,
  personId: string,
): Promise<{ name: string; linkedAt: Date; lastUsedAt: Date | null } | undefined> {
  return await db
    .selectFrom('sign_on_links')
    .select(['name', 'linked_at as linkedAt', 'last_used_at as lastUsedAt'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
}
