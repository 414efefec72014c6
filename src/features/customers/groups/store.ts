import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Group } from './schema.ts'

/** Serializes the changes of a partner's groups, so that their number and their names are exact. */
export async function lockGroups(tx: Connection, partnerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`groups ${partnerId}`}, 0))`.execute(tx)
}

export async function countGroups(tx: Connection, partnerId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('customer_groups')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('partner_id', '=', partnerId)
    .executeTakeFirstOrThrow()
  return n
}

export async function findGroup(tx: Connection, partnerId: string, id: string): Promise<Group | undefined> {
  return await tx
    .selectFrom('customer_groups')
    .select(['id', 'name'])
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The partner's group of this name, whatever its case. */
export async function findGroupByName(tx: Connection, partnerId: string, name: string): Promise<Group | undefined> {
  return await tx
    .selectFrom('customer_groups')
    .select(['id', 'name'])
    .where('partner_id', '=', partnerId)
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name}::text)`)
    .executeTakeFirst()
}

export async function insertGroup(tx: Connection, partnerId: string, { id, name }: Group, at: Date): Promise<void> {
  await tx.insertInto('customer_groups').values({ id, partner_id: partnerId, name, created_at: at }).execute()
}

export async function updateGroup(tx: Connection, partnerId: string, { id, name }: Group): Promise<void> {
  await tx
    .updateTable('customer_groups')
    .set({ name })
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .execute()
}

export async function deleteGroupRow(tx: Connection, partnerId: string, id: string): Promise<void> {
  await tx.deleteFrom('customer_groups').where('partner_id', '=', partnerId).where('id', '=', id).execute()
}

/** Adds those of these customers that are the partner's and not in the group yet; returns how many. */
export async function insertMembers(
  tx: Connection,
  partnerId: string,
  groupId: string,
  customerIds: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into customer_group_members (group_id, customer_id)
    select ${groupId}, id from (
      select id from customers where partner_id = ${partnerId} and id = any(${customerIds}::text[]) for key share) as known
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Removes those of these customers that are in the group; returns how many. */
export async function deleteMembers(tx: Connection, groupId: string, customerIds: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from customer_group_members where group_id = ${groupId} and customer_id = any(${customerIds}::text[])`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}
