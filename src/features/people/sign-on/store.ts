import { type Insertable, sql, type Updateable } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { SignOnProviders } from '../../../platform/database/tables.gen.ts'

/** The provider of an account, with its people who may be exempt. */
export async function findProvider(db: Connection, accountId: string) {
  return await db.selectFrom('sign_on_providers').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

export type ProviderRow = NonNullable<Awaited<ReturnType<typeof findProvider>>>

/** Like `findProvider`, locked against other changes, and against sign-ins that read whether it is required. */
export async function lockProvider(tx: Connection, accountId: string): Promise<ProviderRow | undefined> {
  return await tx
    .selectFrom('sign_on_providers')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertProvider(tx: Connection, row: Insertable<SignOnProviders>): Promise<void> {
  await tx.insertInto('sign_on_providers').values(row).execute()
}

export async function updateProvider(
  tx: Connection,
  accountId: string,
  change: Updateable<SignOnProviders>,
): Promise<void> {
  await tx.updateTable('sign_on_providers').set(change).where('account_id', '=', accountId).execute()
}

/** Deletes the provider with its domains and links; false if there is none. */
export async function deleteProviderRow(tx: Connection, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_on_providers')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the sessions that began through the provider of an account; returns their ids. */
export async function deleteProviderSessions(tx: Connection, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from sessions as session using people as person
    where person.id = session.person_id and session.through_provider
      and (person.partner_id = ${accountId} or person.distributor_id = ${accountId})
    returning session.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deletes the sessions of an account's people that began in any other way, except those of one person; returns their ids. */
export async function deleteOtherSessions(tx: Connection, accountId: string, exemptId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from sessions as session using people as person
    where person.id = session.person_id and not session.through_provider and person.id <> ${exemptId}
      and (person.partner_id = ${accountId} or person.distributor_id = ${accountId})
    returning session.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** An owner who can sign in to the account without the provider. */
export interface OwnerRow {
  id: string
  name: string
  email: string
}

const selectOwners = (db: Connection, accountId: string) =>
  db
    .selectFrom('people as person')
    .select(['person.id', 'person.name', 'person.email'])
    .where((eb) => eb.or([eb('person.partner_id', '=', accountId), eb('person.distributor_id', '=', accountId)]))
    .where('person.role', '=', 'owner')
    .where('person.status', '=', 'active')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('credentials as credential')
          .select('credential.id')
          .whereRef('credential.person_id', '=', 'person.id')
          .where('credential.kind', 'in', ['password', 'passkey']),
      ),
    )

/** The owners of an account who have a password or a passkey. */
export async function listOwners(db: Connection, accountId: string): Promise<OwnerRow[]> {
  return await selectOwners(db, accountId).orderBy('person.id').execute()
}

/** Locks one of them against being removed or losing the role. */
export async function lockOwner(tx: Connection, accountId: string, id: string): Promise<OwnerRow | undefined> {
  return await selectOwners(tx, accountId).where('person.id', '=', id).forShare('person').executeTakeFirst()
}
