import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'

/** Whose counters differ from the rows they count. */
export interface CounterFault {
  counter: 'customers' | 'partners' | 'runs'
  /** A partner; of the counter of partners, a distributor. */
  accountId: string
  counted: number
  actual: number
}

const monthOf = (column: RawBuilder<unknown>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM')`

/**
 * Counts all customers and partners, and the runs of a month. Of runs only too low a counter is a fault: those of deleted
 * customers still count.
 */
export async function listCounterFaults(db: Connection, month: string): Promise<CounterFault[]> {
  const { rows } = await sql<CounterFault>`
    with living as (
      select partner_id, ${monthOf(sql`created_at`)} as month, count(*) as n from customers group by 1, 2
    ), by_month as (
      select partner_id, sum(coalesce(living.n, 0)) as actual,
        bool_or(coalesce(counted.customers, 0) <> coalesce(living.n, 0)) as differs
      from living full join customer_months as counted using (partner_id, month) group by partner_id
    ), used as (
      select partner_id, count(*) as n from runs
      where status not in ('failed', 'canceled') and ${monthOf(sql`created_at`)} = ${month} group by partner_id
    ), existing as (
      select distributor_id, count(*) as n from partners where distributor_id is not null group by distributor_id
    )
    select 'customers' as counter, partner_id as "accountId", coalesce(total.customers, 0) as counted,
      coalesce(by_month.actual, 0)::bigint as actual
    from by_month full join customer_counts as total using (partner_id)
    where coalesce(by_month.differs, false) or coalesce(total.customers, 0) <> coalesce(by_month.actual, 0)
    union all
    select 'partners', id, partners_count, coalesce(existing.n, 0)
    from distributors left join existing on existing.distributor_id = id where partners_count <> coalesce(existing.n, 0)
    union all
    select 'runs', used.partner_id, coalesce(usage.runs, 0), used.n
    from used left join usage_months as usage on usage.partner_id = used.partner_id and usage.month = ${month}
    where coalesce(usage.runs, 0) < used.n
    order by 1, 2`.execute(db)
  return rows
}

/**
 * Counts the customers of a partner again. Creations and deletions wait for the lock on the total, so that the next statement
 * sees all of those that came before.
 */
export async function updateCustomerCounters(tx: Connection, partnerId: string): Promise<void> {
  await sql`insert into customer_counts as counted (partner_id, customers) values (${partnerId}, 0)
    on conflict (partner_id) do update set customers = counted.customers`.execute(tx)
  await sql`delete from customer_months where partner_id = ${partnerId}`.execute(tx)
  await sql`
    with living as (
      insert into customer_months (partner_id, month, customers)
      select partner_id, ${monthOf(sql`created_at`)}, count(*) from customers where partner_id = ${partnerId} group by 1, 2
      returning customers
    )
    update customer_counts set customers = coalesce((select sum(customers) from living), 0)
    where partner_id = ${partnerId}`.execute(tx)
}

export async function updatePartnersCounter(tx: Connection, distributorId: string): Promise<void> {
  await sql`select from distributors where id = ${distributorId} for no key update`.execute(tx)
  await sql`update distributors set partners_count = (
    select count(*) from partners where distributor_id = ${distributorId}) where id = ${distributorId}`.execute(tx)
}

/** Raises the counter of a month to the partner's runs in it. */
export async function updateRunsCounter(tx: Connection, partnerId: string, month: string): Promise<void> {
  await sql`insert into usage_months as counted (partner_id, month, runs) values (${partnerId}, ${month}, 0)
    on conflict (partner_id, month) do update set runs = counted.runs`.execute(tx)
  await sql`update usage_months set runs = greatest(runs, (
      select count(*) from runs where partner_id = ${partnerId} and status not in ('failed', 'canceled')
        and ${monthOf(sql`created_at`)} = ${month}))
    where partner_id = ${partnerId} and month = ${month}`.execute(tx)
}
