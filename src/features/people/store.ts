import type { Insertable } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { People } from '../../platform/database/tables.gen.ts'

export async function insertPerson(tx: Connection, row: Insertable<People>): Promise<void> {
  await tx.insertInto('people').values(row).execute()
}

/** People with their accounts. */
const selectMembers = (db: Connection) =>
  db
    .selectFrom('people as person')
    .leftJoin('partners as partner', 'partner.id', 'person.partner_id')
    .leftJoin('distributors as distributor', (join) =>
      join.on((eb) => eb('distributor.id', '=', eb.fn.coalesce('person.distributor_id', 'partner.distributor_id'))),
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

export type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMembers>['executeTakeFirstOrThrow']>>

/** These people, in this order. */
export async function listMembers(db: Connection, ids: readonly string[]): Promise<MemberRow[]> {
  if (ids.length === 0) return []
  const rows = await selectMembers(db).where('person.id', 'in', ids).execute()
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}
