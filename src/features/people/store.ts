import type { Insertable } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { AccountStatus, People } from '../../platform/database/tables.gen.ts'
import { ownerColumnsOf, type PeopleAccount } from './rules.ts'

export async function insertPerson(tx: Connection, row: Insertable<People>): Promise<void> {
  await tx.insertInto('people').values(row).execute()
}

/** Locks an account, so that its people change one after another; returns its state. */
export async function lockAccount(tx: Connection, { kind, id }: PeopleAccount): Promise<AccountStatus | undefined> {
  const row = await tx
    .selectFrom(kind === 'partner' ? 'partners' : 'distributors')
    .select('status')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.status
}

/** The person of an account with this email address. */
export async function findPersonByEmail(
  db: Connection,
  account: PeopleAccount,
  email: string,
): Promise<{ id: string } | undefined> {
  const { partner_id, distributor_id } = ownerColumnsOf(account)
  return await db
    .selectFrom('people')
    .select('id')
    .$if(partner_id !== null, (query) => query.where('partner_id', '=', partner_id))
    .$if(distributor_id !== null, (query) => query.where('distributor_id', '=', distributor_id))
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
}

/** Everybody with this email address, in any account. */
export async function listIdsByEmail(db: Connection, email: string, max: number): Promise<string[]> {
  const rows = await db
    .selectFrom('people')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('id')
    .limit(max)
    .execute()
  return rows.map(({ id }) => id)
}

/** People with their accounts. */
const selectMembers = (db: Connection) =>
  db
    .selectFrom('people as person')
    .leftJoin('partners as partner', 'partner.id', 'person.partner_id')
    .leftJoin('distributors as distributor', (join) =>
      join.on((eb) => eb('distributor.id', '=', eb.fn.coalesce('person.distributor_id', 'partner.distributor_id'))),
    )
    .leftJoin('sign_on_providers as provider', (join) =>
      join.on((eb) => eb('provider.account_id', '=', eb.fn.coalesce('person.partner_id', 'person.distributor_id'))),
    )
    .select([
      'person.id',
      'person.email',
      'person.name',
      'person.role',
      'person.status',
      'partner.id as partnerId',
      'partner.company as partnerName',
      'partner.status as partnerStatus',
      'distributor.id as distributorId',
      'distributor.company as distributorName',
      'distributor.email as distributorEmail',
      'distributor.status as distributorStatus',
    ])
    .select((eb) =>
      eb
        .and([eb('provider.is_required', '=', true), eb('provider.exempt_person_id', '<>', eb.ref('person.id'))])
        .as('requiresProvider'),
    )
    // The distributor's own rule is not that of its partners.
    .select((eb) => eb.fn.coalesce('partner.requires_factor', 'distributor.requires_factor').as('requiresFactor'))

export type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMembers>['executeTakeFirstOrThrow']>>

/** These people, in this order. */
export async function listMembers(db: Connection, ids: readonly string[]): Promise<MemberRow[]> {
  if (ids.length === 0) return []
  const rows = await selectMembers(db).where('person.id', 'in', ids).execute()
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}
