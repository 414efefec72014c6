import { type RawBuilder, sql } from 'kysely'
import type { ApprovalHow } from '../../platform/database/tables.gen.ts'

/** Proof that a tenant may be read for a partner. */
export interface Approval {
  /** Absent: every partner, as the sandbox's own tenants have it. */
  partnerId?: string
  /** In lower case. */
  tenantId: string
  how: ApprovalHow
  approvedAt: Date
  /** The administrator's object id in the tenant, or the name of the operator's command. */
  approvedBy: string
  approverName?: string
}

/** Why nothing was read: the same words whether the tenant exists, has approved others, or is not known at all. */
export const NOT_APPROVED = {
  code: 'CONSENT_MISSING',
  message:
    "No administrator of this tenant has approved your company yet, so nothing was read. Make a consent link for the customer (POST …/customers/{id}/consent-link), send it to a Global Administrator or Privileged Role Administrator of the customer's tenant, and start again once they have approved and signed in.",
} as const

/** A tenant's own service needs some minutes before it knows everywhere that an application was approved. */
export const SPREADING_MS = 10 * 60_000

const NAME_MOST = 200

/** A name from outside as it can be kept and shown; undefined where nothing of it is left. */
export function cleanName(name: string | undefined): string | undefined {
  const clean = [...(name ?? '').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').trim()].slice(0, NAME_MOST).join('')
  return clean === '' ? undefined : clean
}

/**
 * When the tenant was approved for the partner; null where it was not. For the very statement that takes work on a tenant,
 * so that nothing can come between the check and the claim. The arguments name columns.
 */
export function approvedAt(partnerId: string, tenantId: string): RawBuilder<Date | null> {
  return sql<Date | null>`(select max(approval.approved_at) from tenant_approvals as approval
    where approval.tenant_id = lower(${sql.ref(tenantId)})
    and (approval.partner_id = ${sql.ref(partnerId)} or approval.partner_id is null))`
}
