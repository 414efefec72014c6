import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { SubscriptionStatus } from '../../../../platform/database/tables.gen.ts'
import type { Span } from '../../../../shared/charts/gauge.ts'
import type { Plan } from '../../../../shared/plans.ts'
import { MAX_ITEMS } from './rules.ts'

/**
 * The content of a digest; each part is one statement on the tables of several features. Lists have at most
 * `MAX_ITEMS`.
 */

interface Week {
  since: Date
  until: Date
}

/** A row of a list; `total` is how many there are. */
interface Listed {
  customerId: string
  name: string
  total: number
}

/** The account and the time zone of a recipient, for a digest that is written again. */
export async function findRecipient(
  db: Connection,
  personId: string,
): Promise<{ accountId: string; company: string; timeZone: string | null } | undefined> {
  const { rows } = await sql<{ accountId: string; company: string; timeZone: string | null }>`
    select coalesce(person.partner_id, person.distributor_id) as "accountId", person.time_zone as "timeZone",
      coalesce(partner.company, distributor.company) as company
    from people as person
    left join partners as partner on partner.id = person.partner_id
    left join distributors as distributor on distributor.id = person.distributor_id
    where person.id = ${personId}`.execute(db)
  return rows[0]
}

export interface ScoreChange {
  customerId: string
  name: string
  product: string
  score: number
  ceiling: number
  before: Span
}

/** Scores and their spans that differ from those before the week, by the newest run of each product with the same target. */
export async function listScoreChanges(db: Connection, partnerId: string, week: Week): Promise<ScoreChange[]> {
  const { rows } = await sql<ScoreChange>`
    with newest as (
      select distinct on (customer_id, product) customer_id, product, score, score_ceiling, maturity_target
      from runs where partner_id = ${partnerId} and status = 'completed'
        and completed_at >= ${week.since} and completed_at < ${week.until}
      order by customer_id, product, completed_at desc, id desc)
    select customer.id as "customerId", customer.name, newest.product, newest.score, newest.score_ceiling as ceiling,
      json_build_object('score', earlier.score, 'ceiling', earlier.score_ceiling) as before
    from newest join customers as customer on customer.id = newest.customer_id
    cross join lateral (
      select score, score_ceiling, maturity_target from runs as earlier
      where earlier.customer_id = newest.customer_id and earlier.product = newest.product and earlier.status = 'completed'
        and earlier.completed_at < ${week.since}
      order by earlier.created_at desc, earlier.id desc limit 1) as earlier
    where (earlier.score, earlier.score_ceiling) <> (newest.score, newest.score_ceiling)
      and earlier.maturity_target = newest.maturity_target
    order by abs(newest.score - earlier.score) desc, customer.name, customer.id`.execute(db)
  return rows
}

/** Customers with critical findings that were opened in the week and are still open. */
export async function listNewCritical(
  db: Connection,
  partnerId: string,
  week: Week,
): Promise<(Listed & { findings: number })[]> {
  const { rows } = await sql<Listed & { findings: number }>`
    select customer.id as "customerId", customer.name, count(*) as findings, count(*) over () as total
    from requirement_states as state join customers as customer on customer.id = state.customer_id
    where state.partner_id = ${partnerId} and state.state = 'open' and state.severity = 'critical'
      and state.change in ('opened', 'reopened') and state.changed_at >= ${week.since} and state.changed_at < ${week.until}
    group by customer.id, customer.name order by findings desc, customer.name, customer.id limit ${MAX_ITEMS}`.execute(
    db,
  )
  return rows
}

/** How many findings were opened and resolved in the week. */
export async function countFindingChanges(
  db: Connection,
  partnerId: string,
  week: Week,
): Promise<{ opened: number; resolved: number }> {
  const { rows } = await sql<{ opened: number; resolved: number }>`
    select count(*) filter (where state = 'open' and change in ('opened', 'reopened')) as opened,
      count(*) filter (where state = 'resolved') as resolved
    from requirement_states
    where partner_id = ${partnerId} and severity is not null and change <> 'baseline'
      and changed_at >= ${week.since} and changed_at < ${week.until}`.execute(db)
  return rows[0] ?? { opened: 0, resolved: 0 }
}

/** Customers with a run that failed in the week, and none of the same product that completed after it. */
export async function listFailedRuns(db: Connection, partnerId: string, week: Week): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select customer.id as "customerId", customer.name, count(*) over () as total
    from runs as run join customers as customer on customer.id = run.customer_id
    where run.partner_id = ${partnerId} and run.status = 'failed'
      and run.completed_at >= ${week.since} and run.completed_at < ${week.until}
      and not exists (select from runs as later where later.customer_id = run.customer_id and later.product = run.product
        and later.status = 'completed' and later.created_at > run.created_at)
    group by customer.id, customer.name order by customer.name, customer.id limit ${MAX_ITEMS}`.execute(db)
  return rows
}

/** Exceptions that end after `now` and until `by`, the next first. */
export async function listEndingExceptions(
  db: Connection,
  partnerId: string,
  { now, by }: { now: Date; by: Date },
): Promise<(Listed & { requirement: string | null; expiresAt: Date })[]> {
  const { rows } = await sql<Listed & { requirement: string | null; expiresAt: Date }>`
    select customer.id as "customerId", customer.name, exception.requirement, exception.expires_at as "expiresAt",
      count(*) over () as total
    from exceptions as exception join customers as customer on customer.id = exception.customer_id
    where exception.partner_id = ${partnerId} and exception.removed_at is null
      and exception.expires_at > ${now} and exception.expires_at <= ${by}
    order by exception.expires_at, exception.id limit ${MAX_ITEMS}`.execute(db)
  return rows
}

/** Customers whose people were asked before a time and have answered nothing yet. */
export async function listUnanswered(
  db: Connection,
  partnerId: string,
  before: Date,
): Promise<(Listed & { product: string })[]> {
  const { rows } = await sql<Listed & { product: string }>`
    select customer.id as "customerId", customer.name, invitation.product, count(*) over () as total
    from customers as customer join questionnaire_invitations as invitation on invitation.customer_id = customer.id
    where customer.partner_id = ${partnerId} and invitation.closed_at is null and invitation.changed_at is null
      and invitation.created_at < ${before}
    order by invitation.created_at, invitation.id limit ${MAX_ITEMS}`.execute(db)
  return rows
}

/** The plan of a partner and the runs of a month, YYYY-MM. */
export async function findUsage(
  db: Connection,
  partnerId: string,
  month: string,
): Promise<{ plan: Plan; status: SubscriptionStatus | null; used: number } | undefined> {
  const { rows } = await sql<{ plan: Plan; status: SubscriptionStatus | null; used: number }>`
    select partner.plan, subscription.status, coalesce(usage.runs, 0) as used
    from partners as partner
    left join subscriptions as subscription on subscription.partner_id = partner.id
    left join usage_months as usage on usage.partner_id = partner.id and usage.month = ${month}
    where partner.id = ${partnerId}`.execute(db)
  return rows[0]
}

/**
 * Partners of a distributor that need attention: not activated for a while, suspended in the week, or with a payment
 * problem.
 */
export async function listPartnersDue(
  db: Connection,
  distributorId: string,
  week: Week,
  invitedBefore: Date,
): Promise<{ company: string; why: 'pending' | 'suspended' | 'unpaid'; total: number }[]> {
  const { rows } = await sql<{ company: string; why: 'pending' | 'suspended' | 'unpaid'; total: number }>`
    select company, why, total from (
      select due.*, count(*) over (partition by why) as total,
        row_number() over (partition by why order by company, id) as place
      from (
        select partner.id, partner.company, case
          when partner.status = 'pending' and partner.created_at < ${invitedBefore} then 'pending'
          when partner.status = 'suspended' and partner.suspended_at >= ${week.since}
            and partner.suspended_at < ${week.until} then 'suspended'
          when partner.status = 'active' and subscription.status in ('past_due', 'unpaid') then 'unpaid' end as why
        from partners as partner left join subscriptions as subscription on subscription.partner_id = partner.id
        where partner.distributor_id = ${distributorId}) as due
      where why is not null) as listed
    where place <= ${MAX_ITEMS} order by why, company`.execute(db)
  return rows
}
