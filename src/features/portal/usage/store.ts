import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Month } from '../home/store.ts'

/** The runs of a customer in a month. */
export interface CustomerRunsRow {
  customerId: string
  name: string
  runs: number
  failed: number
  lastRunAt: Date
  /** Customers with runs in the month, on each row. */
  total: number
}

/** The customers with most runs in a month, the first `max` of them. Failed and canceled runs count against no limit. */
export async function listCustomerRuns(
  db: Connection,
  partnerId: string,
  { from, until }: Month,
  max: number,
): Promise<CustomerRunsRow[]> {
  const { rows } = await sql<CustomerRunsRow>`
    select run.customer_id as "customerId", max(customer.name) as name,
      count(*) filter (where run.status not in ('failed', 'canceled'))::int as runs,
      count(*) filter (where run.status = 'failed')::int as failed,
      max(run.created_at) as "lastRunAt", (count(*) over ())::int as total
    from runs as run join customers as customer on customer.id = run.customer_id
    where run.partner_id = ${partnerId} and run.created_at >= ${from} and run.created_at < ${until}
    group by run.customer_id
    order by runs desc, max(customer.name), run.customer_id limit ${max}`.execute(db)
  return rows
}

/** The runs of the partner's months from one on, without months that have none, with the time of the account's creation. */
export async function listMonths(
  db: Connection,
  partnerId: string,
  from: string,
): Promise<{ month: string | null; runs: number | null; createdAt: Date }[]> {
  return await db
    .selectFrom('partners')
    .leftJoin('usage_months', (join) =>
      join.onRef('usage_months.partner_id', '=', 'partners.id').on('usage_months.month', '>=', from),
    )
    .select(['usage_months.month', 'usage_months.runs', 'partners.created_at as createdAt'])
    .where('partners.id', '=', partnerId)
    .execute()
}
