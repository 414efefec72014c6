import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Role } from '../../../shared/actor.ts'
import { ownerColumnsOf, type PeopleAccount } from '../rules.ts'

/** Locks the people of an account against changes of how they sign in, before the account: as a sign-in does. */
export async function lockPeople(tx: Connection, account: PeopleAccount): Promise<void> {
  const { partner_id, distributor_id } = ownerColumnsOf(account)
  await sql`
    select id from people where partner_id = ${partner_id} or distributor_id = ${distributor_id}
    order by id for share`.execute(tx)
}

/** Sets whether everybody in an account needs a second factor; false if it was so before. */
export async function updateFactorRule(
  tx: Connection,
  { kind, id }: PeopleAccount,
  isRequired: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable(kind === 'partner' ? 'partners' : 'distributors')
    .set({ requires_factor: isRequired })
    .where('id', '=', id)
    .where('requires_factor', '<>', isRequired)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Restricts sessions of people without a second factor to setting one up; returns their ids. */
export async function updateSessionsRestricted(tx: Connection, account: PeopleAccount): Promise<string[]> {
  const { partner_id, distributor_id } = ownerColumnsOf(account)
  const { rows } = await sql<{ id: string }>`
    update sessions as session set needs_factor = true from people as person
    where person.id = session.person_id and not session.needs_factor
      and (person.partner_id = ${partner_id} or person.distributor_id = ${distributor_id})
      and not exists (
        select from credentials as credential
        where credential.person_id = person.id and credential.active and credential.kind in ('totp', 'passkey'))
    returning session.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Lifts this restriction for people in these roles. */
export async function updateSessionsReleased(
  tx: Connection,
  account: PeopleAccount,
  roles: readonly Role[],
): Promise<void> {
  const { partner_id, distributor_id } = ownerColumnsOf(account)
  await sql`
    update sessions as session set needs_factor = false from people as person
    where person.id = session.person_id and session.needs_factor
      and (person.partner_id = ${partner_id} or person.distributor_id = ${distributor_id})
      and person.role = any(${roles}::person_role[])`.execute(tx)
}
