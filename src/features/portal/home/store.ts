import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { AccountStatus } from '../../../platform/database/tables.gen.ts'

/** The reads of the start page, each one statement on the tables of several features. */

export interface RunDay {
  /** Written YYYY-MM-DD, UTC. */
  day: string
  runs: number
}

/** Of one kind of thing that needs attention: how many there are, and the customer or partner if there is only one. */
export interface AttentionRow {
  count: number
  since: Date | null
  subjectId?: string | null
  name?: string | null
}

export interface Month {
  from: Date
  until: Date
}

/** The runs of each day that count against a limit. */
const daysOf = (owned: RawBuilder<unknown>, { from, until }: Month) => sql<RunDay>`
  select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as runs from runs
  where ${owned} and created_at >= ${from} and created_at < ${until} and status not in ('failed', 'canceled')
  group by 1 order by 1`

export async function listRunDays(db: Connection, partnerId: string, month: Month): Promise<RunDay[]> {
  return (await daysOf(sql`partner_id = ${partnerId}`, month).execute(db)).rows
}

/** Like `listRunDays`, for all partners of a distributor. */
export async function listPartnersRunDays(db: Connection, distributorId: string, month: Month): Promise<RunDay[]> {
  const owned = sql`partner_id in (select id from partners where distributor_id = ${distributorId})`
  return (await daysOf(owned, month).execute(db)).rows
}

/** Whether the tenant of a row called `customer` was approved for its partner. */
const isApproved = sql`exists (select from tenant_approvals as approval
  where approval.tenant_id = lower(customer.tenant_id)
    and (approval.partner_id = customer.partner_id or approval.partner_id is null))`

/** Which steps to the first report the partner has taken. */
export async function findPartnerSteps(db: Connection, partnerId: string) {
  const { rows } = await sql<Record<'key' | 'webhook' | 'customer' | 'consent' | 'run', boolean> & { createdAt: Date }>`
    select created_at as "createdAt",
      exists (select from api_keys where partner_id = partner.id and revoked_at is null) as key,
      exists (select from webhook_endpoints where partner_id = partner.id and enabled) as webhook,
      exists (select from customers where partner_id = partner.id) as customer,
      exists (select from customers as customer where partner_id = partner.id and ${isApproved}) as consent,
      exists (select from runs where partner_id = partner.id and status = 'completed') as run
    from partners as partner where id = ${partnerId}`.execute(db)
  return rows[0]
}

/** Which first steps the distributor has taken. */
export async function findDistributorSteps(db: Connection, distributorId: string) {
  const { rows } = await sql<Record<'key' | 'webhook' | 'partner', boolean> & { createdAt: Date }>`
    select created_at as "createdAt",
      exists (select from api_keys where distributor_id = distributor.id and revoked_at is null) as key,
      exists (select from webhook_endpoints where distributor_id = distributor.id and enabled) as webhook,
      exists (select from partners where distributor_id = distributor.id) as partner
    from distributors as distributor where id = ${distributorId}`.execute(db)
  return rows[0]
}

/** One row that sums up a query with the columns `subject`, `name` and `at`. */
const sumUp = (found: RawBuilder<unknown>) => sql<AttentionRow>`
  select count(*) as count, min(at) as since,
    case count(distinct subject) when 1 then min(subject) end as "subjectId",
    case count(distinct subject) when 1 then min(name) end as name
  from (${found}) as found`

async function findOne(db: Connection, found: RawBuilder<unknown>): Promise<AttentionRow> {
  const { rows } = await sumUp(found).execute(db)
  const [row] = rows
  if (!row) throw new Error('the statement returned no row')
  return row
}

/** Customers whose newest run for a framework has failed since a time. */
export async function findFailedRuns(db: Connection, partnerId: string, since: Date): Promise<AttentionRow> {
  return await findOne(
    db,
    sql`
    select run.customer_id as subject, max(customer.name) as name, min(run.completed_at) as at
    from runs as run join customers as customer on customer.id = run.customer_id
    where run.partner_id = ${partnerId} and run.status = 'failed' and run.created_at >= ${since}
      and not exists (select from runs as later where later.customer_id = run.customer_id
        and later.product = run.product and later.status <> 'canceled'
        and (later.created_at, later.id) > (run.created_at, run.id))
    group by run.customer_id`,
  )
}

/** Customers whose tenants nobody has approved. */
export async function findMissingApprovals(db: Connection, partnerId: string): Promise<AttentionRow> {
  return await findOne(
    db,
    sql`
    select customer.id as subject, customer.name, customer.created_at as at from customers as customer
    where customer.partner_id = ${partnerId} and not ${isApproved}`,
  )
}

/** Exceptions that end after `now` and until `by`. */
export async function findEndingExceptions(
  db: Connection,
  partnerId: string,
  { now, by }: { now: Date; by: Date },
): Promise<AttentionRow> {
  return await findOne(
    db,
    sql`
    select customer.id as subject, customer.name, exception.expires_at as at
    from exceptions as exception join customers as customer on customer.id = exception.customer_id
    where exception.partner_id = ${partnerId} and exception.removed_at is null
      and exception.expires_at > ${now} and exception.expires_at <= ${by}`,
  )
}

/** Pending partners that were created before `before` and have no activation link that works. */
export async function findOverdueActivations(
  db: Connection,
  distributorId: string,
  { now, before }: { now: Date; before: Date },
): Promise<AttentionRow> {
  return await findOne(
    db,
    sql`
    select partner.id as subject, partner.company as name, partner.created_at as at from partners as partner
    where partner.distributor_id = ${distributorId} and partner.status = 'pending' and partner.created_at <= ${before}
      and not exists (select from activation_tokens as token
        where token.partner_id = partner.id and token.expires_at > ${now})`,
  )
}

/** How many partners of the distributor have each status. */
export async function countPartners(
  db: Connection,
  distributorId: string,
): Promise<{ status: AccountStatus; n: number }[]> {
  return await db
    .selectFrom('partners')
    .select((eb) => ['status', eb.fn.countAll<number>().as('n')])
    .where('distributor_id', '=', distributorId)
    .groupBy('status')
    .execute()
}
