import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { PersonStatus } from '../../../platform/database/tables.gen.ts'
import type { Role } from '../../../shared/actor.ts'
import { ownerColumnsOf, type PeopleAccount } from '../rules.ts'

const selectPeople = (db: Connection, account: PeopleAccount) => {
  const { partner_id, distributor_id } = ownerColumnsOf(account)
  return db
    .selectFrom('people as person')
    .select([
      'person.id',
      'person.email',
      'person.name',
      'person.role',
      'person.status',
      'person.created_at as createdAt',
    ])
    .$if(partner_id !== null, (query) => query.where('person.partner_id', '=', partner_id))
    .$if(distributor_id !== null, (query) => query.where('person.distributor_id', '=', distributor_id))
}

export type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>

/** The people of an account, oldest first, with the time of their last request or sign-in. */
export async function listPeople(
  db: Connection,
  account: PeopleAccount,
): Promise<(PersonRow & { lastSeenAt: Date | null })[]> {
  return await selectPeople(db, account)
    .select(
      sql<Date | null>`greatest(
        (select max(seen_at) from sessions where person_id = person.id),
        (select at from sign_ins where person_id = person.id and outcome = 'signed-in' order by id desc limit 1))`.as(
        'lastSeenAt',
      ),
    )
    .orderBy('person.created_at')
    .orderBy('person.id')
    .execute()
}

/** Locks the owners of an account who can sign in, in the order of their ids; returns these. */
export async function lockOwners(tx: Connection, account: PeopleAccount): Promise<string[]> {
  const rows = await selectPeople(tx, account)
    .where('person.role', '=', 'owner')
    .where('person.status', '=', 'active')
    .orderBy('person.id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether this owner is the one who can sign in without the provider that everybody else needs. */
export async function isExemptFromProvider(tx: Connection, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('sign_on_providers')
    .select('account_id')
    .where('exempt_person_id', '=', id)
    .where('is_required', '=', true)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Locks somebody of an account. */
export async function lockMember(tx: Connection, account: PeopleAccount, id: string): Promise<PersonRow | undefined> {
  return await selectPeople(tx, account).where('person.id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateMember(
  tx: Connection,
  id: string,
  change: { name: string; role: Role; status: PersonStatus },
): Promise<void> {
  await tx.updateTable('people').set(change).where('id', '=', id).execute()
}

/** Deletes a person with all that belongs to them. */
export async function deletePerson(tx: Connection, id: string): Promise<void> {
  await tx.deleteFrom('people').where('id', '=', id).execute()
}
