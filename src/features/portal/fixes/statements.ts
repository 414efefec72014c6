import { type RawBuilder, sql } from 'kysely'
import type { Severity } from '../../../engine/model/verdict.ts'
import { approvedAt } from '../../approvals/rules.ts'

/** The reads about findings across customers, each one statement on the rows of one partner. */

/** What is absent matches everything. */
export interface FixFilter {
  product?: string
  severity?: Severity
  fix?: string
}

const conditionsOf = (partnerId: string, { product, severity, fix }: FixFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`open.partner_id = ${partnerId}`,
      ...(product !== undefined ? [sql`open.product = ${product}`] : []),
      ...(severity !== undefined ? [sql`open.severity = ${severity}`] : []),
      ...(fix !== undefined ? [sql`open.fix = ${fix}`] : []),
    ],
    sql` and `,
  )

export interface FixRow {
  fix: string
  customers: number
  critical: number
  high: number
  medium: number
  low: number
  points: number | null
}

/** How many customers each fix helps, by how severe it is for them: of several products the worst counts. */
export const fixesIn = (partnerId: string, filter: FixFilter): RawBuilder<FixRow> => sql<FixRow>`
  select fix, count(*) as customers,
    count(*) filter (where severity = 'critical') as critical, count(*) filter (where severity = 'high') as high,
    count(*) filter (where severity = 'medium') as medium, count(*) filter (where severity = 'low') as low,
    sum(points) / nullif(sum(measured), 0) as points
  from (
    select fix, min(severity) as severity, sum(points) as points, count(points) as measured
    from open_fixes as open where ${conditionsOf(partnerId, filter)} group by fix, customer_id
  ) as of_customer
  group by fix`

export interface FixCustomerRow {
  fix: string
  customerId: string
  name: string
  product: string
  severity: Severity
  points: number | null
  findings: number
  assessmentId: string
  completedAt: Date
}

/** For whom fixes are open: of each fix, the most severe first. */
export const fixCustomersIn = (partnerId: string, filter: FixFilter, max: number): RawBuilder<FixCustomerRow> =>
  sql<FixCustomerRow>`
  select open.fix, open.customer_id as "customerId", customer.name, open.product, open.severity, open.points,
    open.findings, tracked.run_id as "assessmentId", tracked.completed_at as "completedAt"
  from open_fixes as open
    join customers as customer on customer.id = open.customer_id and customer.partner_id = open.partner_id
    join tracked_runs as tracked on tracked.customer_id = open.customer_id and tracked.product = open.product
  where ${conditionsOf(partnerId, filter)}
  order by open.fix, open.severity, open.points desc nulls last, customer.name, open.customer_id, open.product
  limit ${max}`

export interface CoverageRow {
  total: number
  included: number
  notApproved: number
  notAssessed: number
  notRead: number
  oldestAt: Date | null
}

/** How many of the partner's customers the fixes are of, and why not of the others. */
export const coverageIn = (partnerId: string, product: string | undefined): RawBuilder<CoverageRow> => sql<CoverageRow>`
  select count(*) as total,
    count(*) filter (where is_read) as included,
    count(*) filter (where not is_read) as "notRead",
    count(*) filter (where is_read is null and not is_approved) as "notApproved",
    count(*) filter (where is_read is null and is_approved) as "notAssessed",
    min(oldest_at) as "oldestAt"
  from (
    select tracked.is_read, tracked.oldest_at,
      case when tracked.is_read is null then ${approvedAt('customer.partner_id', 'customer.tenant_id')} is not null end
        as is_approved
    from customers as customer left join lateral (
      select bool_or(is_read) as is_read, min(completed_at) filter (where is_read) as oldest_at
      from tracked_runs where customer_id = customer.id
        ${product === undefined ? sql`` : sql`and product = ${product}`}
    ) as tracked on true
    where customer.partner_id = ${partnerId}
  ) as each`

export interface SharedChangeRow {
  product: string
  requirement: string
  change: 'opened' | 'resolved' | 'known' | 'unknown'
  severity: Severity
  customers: number
  named: { id: string; name: string }[]
  newestAt: Date
}

/** Names that an item has at most. */
const MAX_NAMED = 12

/** Requirements that changed in the same way for several customers since a time, the most customers first. */
export const sharedChangesIn = (
  partnerId: string,
  { since, minCustomers, max }: { since: Date; minCustomers: number; max: number },
): RawBuilder<SharedChangeRow> => sql<SharedChangeRow>`
  select shared.product, shared.requirement, shared.change, shared.severity, shared.customers, shared.newest_at as "newestAt",
    (select json_agg(json_build_object('id', customer.id, 'name', customer.name) order by named.place)
      from unnest(shared.customer_ids) with ordinality as named (id, place)
        join customers as customer on customer.id = named.id and customer.partner_id = ${partnerId}) as named
  from (
    select product, requirement, case change when 'reopened' then 'opened' else change end as change,
      min(severity) as severity, count(*) as customers, max(changed_at) as newest_at,
      (array_agg(customer_id order by changed_at desc, customer_id))[1:${sql.lit(MAX_NAMED)}] as customer_ids
    from requirement_states
    where partner_id = ${partnerId} and severity is not null and changed_at >= ${since} and change <> 'baseline'
    group by 1, 2, 3 having count(*) >= ${minCustomers}
    order by count(*) desc, min(severity), requirement limit ${max}
  ) as shared
  order by shared.customers desc, shared.severity, shared.requirement`
