import { type Insertable, type Selectable, sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Distributors } from '../../platform/database/tables.gen.ts'

export async function insertDistributor(tx: Connection, row: Insertable<Distributors>): Promise<void> {
  await tx.insertInto('distributors').values(row).execute()
}

export async function findDistributor(db: Connection, id: string) {
  return await db
    .selectFrom('distributors')
    .select(['id', 'company', 'email', 'status', 'created_at as createdAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export type DistributorRow = Selectable<Distributors>

/** Every distributor, newest first. */
export async function listDistributorRows(db: Connection): Promise<DistributorRow[]> {
  return await db.selectFrom('distributors').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

/** Locks a distributor against changes. */
export async function lockDistributor(tx: Connection, id: string): Promise<DistributorRow | undefined> {
  return await tx.selectFrom('distributors').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export async function updateDistributorStatus(
  tx: Connection,
  id: string,
  status: DistributorRow['status'],
  at: Date,
): Promise<void> {
  const instant = status === 'active' ? { activated_at: at } : { suspended_at: at }
  await tx
    .updateTable('distributors')
    .set({ status, ...instant })
    .where('id', '=', id)
    .execute()
}

export interface PartnerUsage {
  partnerId: string
  company: string
  active: boolean
  runs: number
  customers: number
}

/**
 * The runs of each partner in a month and its customers at the time `at` (the month's end, or now), in one statement for any
 * number of partners. Customers that were deleted later count for the months they existed. Reads counters only.
 */
export async function listPartnerUsage(
  db: Connection,
  distributorId: string,
  month: string,
  at: Date,
): Promise<PartnerUsage[]> {
  const { rows } = await sql<PartnerUsage>`
    with mine as (
      select id, company from partners where distributor_id = ${distributorId} and created_at < ${at}
    ), living as (
      select partner_id, sum(customers) as n from customer_months
      where partner_id in (select id from mine) and month <= ${month} group by partner_id
    ), gone as (
      select partner_id, sum(customers) as n from deleted_customers
      where partner_id in (select id from mine) and created_month <= ${month} and deleted_month > ${month}
      group by partner_id
    ), status as (
      select distinct on (partner_id) partner_id, status from partner_statuses
      where partner_id in (select id from mine) and since < ${at} order by partner_id, since desc
    )
    select mine.id as "partnerId", mine.company, coalesce(status.status = 'active', false) as active,
      coalesce(usage.runs, 0) as runs, coalesce(living.n, 0) + coalesce(gone.n, 0) as customers
    from mine
    left join usage_months as usage on usage.partner_id = mine.id and usage.month = ${month}
    left join living on living.partner_id = mine.id
    left join gone on gone.partner_id = mine.id
    left join status on status.partner_id = mine.id
    order by runs desc, mine.company, mine.id`.execute(db)
  return rows
}
