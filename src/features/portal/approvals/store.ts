import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { ListPosition } from '../../../shared/pagination.ts'
import type { ApprovalQuery } from './schema.ts'

export interface ApprovalRow {
  id: string
  name: string
  tenantId: string
  email: string | null
  createdAt: Date
  approvedAt: Date | null
  approvedBy: string | null
  how: string | null
  refusedAt: Date | null
  linkCreatedAt: Date | null
  linkExpiresAt: Date | null
  fetchedAt: Date | null
  startedAt: Date | null
  mailedAt: Date | null
  mailStatus: string | null
}

const CONDITIONS: Readonly<Record<NonNullable<ApprovalQuery['state']>, (at: Date) => ReturnType<typeof sql>>> = {
  all: () => sql`true`,
  approved: () => sql`approval.approved_at is not null`,
  missing: () => sql`approval.approved_at is null`,
  open: (at) => sql`approval.approved_at is null and link.expires_at > ${at}`,
  none: (at) => sql`approval.approved_at is null and (link.expires_at is null or link.expires_at <= ${at})`,
}

/**
 * The partner's customers with their approvals and the newest request for it, newest customers first. Each customer
 * takes three index look-ups, and a partner has at most some thousand customers.
 */
export async function listApprovals(
  db: Connection,
  partnerId: string,
  { state = 'missing', q, at }: Pick<ApprovalQuery, 'state' | 'q'> & { at: Date },
  page: { limit: number; after?: ListPosition },
): Promise<ApprovalRow[]> {
  const { after } = page
  const { rows } = await sql<ApprovalRow>`
    select customer.id, customer.name, customer.tenant_id as "tenantId", customer.email, customer.created_at as "createdAt",
      approval.approved_at as "approvedAt", approval.approver_name as "approvedBy", approval.how,
      consent.answered_at as "refusedAt",
      link.created_at as "linkCreatedAt", link.expires_at as "linkExpiresAt",
      link.fetched_at as "fetchedAt", link.started_at as "startedAt",
      mail.created_at as "mailedAt", mail.status as "mailStatus"
    from customers as customer
    left join lateral (
      select approved_at, approver_name, how from tenant_approvals
      where tenant_id = lower(customer.tenant_id) and (partner_id = customer.partner_id or partner_id is null)
      order by approved_at desc limit 1) as approval on true
    left join consent_links as link
      on link.customer_id = customer.id and link.tenant_id = lower(customer.tenant_id)
    left join customer_consents as consent
      on consent.customer_id = customer.id and consent.tenant_id = lower(customer.tenant_id) and consent.refusal is not null
    left join lateral (
      select created_at, status from mails where customer_id = customer.id and kind = 'approval-request'
      order by created_at desc limit 1) as mail on true
    where customer.partner_id = ${partnerId} and ${CONDITIONS[state](at)}
      ${q === undefined ? sql`` : sql`and strpos(lower(customer.name || e'\n' || customer.tenant_id), lower(${q}::text)) > 0`}
      ${after ? sql`and (customer.created_at, customer.id) < (${new Date(after.createdAt)}, ${after.id})` : sql``}
    order by customer.created_at desc, customer.id desc
    limit ${page.limit}`.execute(db)
  return rows
}
