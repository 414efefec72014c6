import type { Connection } from '../../../platform/database/database.ts'
import type { PersonStatus } from '../../../platform/database/tables.gen.ts'
import { ownerColumnsOf, type PeopleAccount } from '../rules.ts'
import type { UserFilter } from './messages/filter.ts'

const ofAccount = (db: Connection, account: PeopleAccount) => {
  const { partner_id, distributor_id } = ownerColumnsOf(account)
  return db
    .selectFrom('people')
    .$if(partner_id !== null, (query) => query.where('partner_id', '=', partner_id))
    .$if(distributor_id !== null, (query) => query.where('distributor_id', '=', distributor_id))
}

const matching = (db: Connection, account: PeopleAccount, filter: UserFilter | undefined) => {
  const query = ofAccount(db, account)
  switch (filter?.by) {
    case undefined:
      return query
    case 'email':
      return query.where((eb) => eb(eb.fn<string>('lower', ['email']), '=', filter.value.toLowerCase()))
    case 'id':
      return query.where('id', '=', filter.value)
    case 'externalId':
      return query.where('external_id', '=', filter.value)
    case 'isActive':
      return query.where('status', '=', filter.value ? 'active' : 'blocked')
  }
}

const COLUMNS = [
  'id',
  'email',
  'name',
  'role',
  'status',
  'external_id as externalId',
  'created_at as createdAt',
] as const

/** People of an account, oldest first, and how many there are. */
export async function listUserRows(
  db: Connection,
  account: PeopleAccount,
  { filter, startIndex, count }: { filter: UserFilter | undefined; startIndex: number; count: number },
) {
  const query = matching(db, account, filter)
  const { total } = await query.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .select(COLUMNS)
    .orderBy('created_at')
    .orderBy('id')
    .limit(count)
    .offset(startIndex - 1)
    .execute()
  return { total: Number(total), rows }
}

export type UserRow = Awaited<ReturnType<typeof listUserRows>>['rows'][number]

/** Somebody of an account. */
export async function findUser(db: Connection, account: PeopleAccount, id: string): Promise<UserRow | undefined> {
  return await ofAccount(db, account).select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

export async function updateUser(
  tx: Connection,
  id: string,
  change: { external_id?: string | null; status?: PersonStatus },
): Promise<void> {
  await tx.updateTable('people').set(change).where('id', '=', id).execute()
}
