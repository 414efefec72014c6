import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type {
  AccountStatus,
  PlanName,
  SettlementCurrency,
  SettlementInterval,
  SubscriptionStatus,
} from '../../../platform/database/tables.gen.ts'

/** The reads of the screens on partners, each one statement on the tables of several features. */

export interface PartnerRow {
  id: string
  company: string
  email: string
  name: string
  plan: PlanName
  status: AccountStatus
  createdAt: Date
  subscriptionStatus: SubscriptionStatus | null
  runsUsed: number
  customers: number
  lastActivityAt: Date | null
  linkEndsAt: Date | null
}

/** What is shown of a row of `partners as partner`. Each part is looked up by an index, however many partners there are of others. */
const shownOf = (month: string) => sql`
  partner.id, partner.company, partner.email, partner.name, partner.plan, partner.status,
  partner.created_at as "createdAt",
  (select status from subscriptions where partner_id = partner.id) as "subscriptionStatus",
  coalesce((select runs from usage_months where partner_id = partner.id and month = ${month}), 0) as "runsUsed",
  coalesce((select customers from customer_counts where partner_id = partner.id), 0) as customers,
  (select expires_at from activation_tokens where partner_id = partner.id) as "linkEndsAt",
  greatest(
    (select created_at from runs where partner_id = partner.id order by created_at desc, id desc limit 1),
    (select max(last_used_at) from api_keys where partner_id = partner.id and revoked_at is null),
    (select max(greatest(
        (select max(seen_at) from sessions where person_id = person.id),
        (select at from sign_ins where person_id = person.id and outcome = 'signed-in' order by id desc limit 1)))
      from people as person where person.partner_id = partner.id)) as "lastActivityAt"`

/** The partners of a distributor with what they used of a month, newest first. */
export const partnersOf = (distributorId: string, month: string): RawBuilder<PartnerRow> => sql<PartnerRow>`
  select ${shownOf(month)} from partners as partner
  where partner.distributor_id = ${distributorId}
  order by partner.created_at desc, partner.id desc`

/** Runs it. */
export async function listPartnerRows(db: Connection, distributorId: string, month: string): Promise<PartnerRow[]> {
  return (await partnersOf(distributorId, month).execute(db)).rows
}

export interface PartnerDetailRow extends PartnerRow {
  currency: SettlementCurrency
  interval: SettlementInterval
  processorBilling: boolean
  activatedAt: Date | null
  suspendedAt: Date | null
  keys: number
  people: number
  queuedRuns: number
  runningRuns: number
  schedules: number
}

/** One of the distributor's partners, with what is in use. */
export async function findPartnerRow(
  db: Connection,
  { distributorId, id, month }: { distributorId: string; id: string; month: string },
): Promise<PartnerDetailRow | undefined> {
  const { rows } = await sql<PartnerDetailRow>`
    select ${shownOf(month)},
      partner.settlement_currency as currency, partner.settlement_interval as "interval",
      partner.processor_billing as "processorBilling",
      partner.activated_at as "activatedAt", partner.suspended_at as "suspendedAt",
      (select count(*) from api_keys where partner_id = partner.id and revoked_at is null) as keys,
      (select count(*) from people where partner_id = partner.id and status = 'active') as people,
      (select count(*) from runs where partner_id = partner.id and status = 'queued') as "queuedRuns",
      (select count(*) from runs where partner_id = partner.id and status = 'running') as "runningRuns",
      (select count(*) from schedules where partner_id = partner.id and status = 'active') as schedules
    from partners as partner
    where partner.distributor_id = ${distributorId} and partner.id = ${id}`.execute(db)
  return rows[0]
}

/** The months of one of the distributor's partners that have runs, from `from` on. */
export async function listRunMonths(
  db: Connection,
  { distributorId, id, from }: { distributorId: string; id: string; from: string },
): Promise<{ month: string; runs: number }[]> {
  return await db
    .selectFrom('usage_months as usage')
    .innerJoin('partners as partner', 'partner.id', 'usage.partner_id')
    .select(['usage.month', 'usage.runs'])
    .where('partner.distributor_id', '=', distributorId)
    .where('usage.partner_id', '=', id)
    .where('usage.month', '>=', from)
    .execute()
}

export interface KnownRow {
  id: string
  company: string
  email: string
  status: AccountStatus
}

/** How many partners the distributor has, and those with one of these names or email addresses, written in small letters. */
export async function findKnownPartners(
  db: Connection,
  distributorId: string,
  { companies, emails }: { companies: readonly string[]; emails: readonly string[] },
): Promise<{ count: number; known: KnownRow[] }> {
  const { rows } = await sql<{ count: number; known: KnownRow[] }>`
    select partners_count as count, coalesce((
      select json_agg(json_build_object('id', id, 'company', company, 'email', email, 'status', status))
      from partners where distributor_id = distributor.id
        and (lower(company) = any(${companies}) or lower(email) = any(${emails}))), '[]') as known
    from distributors as distributor where id = ${distributorId}`.execute(db)
  return rows[0] ?? { count: 0, known: [] }
}
