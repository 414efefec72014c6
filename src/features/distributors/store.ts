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
  // Subqueries instead of joins: a plan for any distributor would join by reading the counters of all of them.
  const { rows } = await sql<PartnerUsage>`
    select mine.id as "partnerId", mine.company,
      coalesce((select status from partner_statuses where partner_id = mine.id and since < ${at}
        order by since desc limit 1) = 'active', false) as active,
      coalesce((select runs from usage_months where partner_id = mine.id and month = ${month}), 0) as runs,
      coalesce((select sum(customers) from customer_months where partner_id = mine.id and month <= ${month}), 0)
        + coalesce((select sum(customers) from deleted_customers
            where partner_id = mine.id and created_month <= ${month} and deleted_month > ${month}), 0) as customers
    from partners as mine where distributor_id = ${distributorId} and created_at < ${at}
    order by runs desc, mine.company, mine.id`.execute(db)
  return rows
}
