import { type RawBuilder, sql } from 'kysely'
import type { ApprovalHow } from '../../platform/database/tables.gen.ts'

/** Proof that a tenant may be read for a partner. */
export interface Approval {
  /** Absent if it is for every partner, as for the tenants of the sandbox. */
  partnerId?: string
  /** In lower case. */
  tenantId: string
  how: ApprovalHow
  approvedAt: Date
  /** The administrator's object id in the tenant, or the name of the operator's command. */
  approvedBy: string
  approverName?: string
}

/** Why nothing was read. The same text whether the tenant exists, has approved others, or is unknown, so that it reveals nothing. */
export const NOT_APPROVED = {
  code: 'CONSENT_MISSING',
  message:
    "No administrator of this tenant has approved your company yet, so nothing was read. Create a consent link for the customer (POST …/customers/{id}/consent-link), send it to a Global Administrator or Privileged Role Administrator of the customer's tenant, and start again once they have approved and signed in.",
} as const

/** Microsoft needs some minutes to propagate the approval of an application. */
export const SPREADING_MS = 10 * 60_000

const MAX_NAME_CHARACTERS = 200

/** A name from outside without control characters, at most 200 characters; undefined if nothing is left. */
export function cleanName(name: string | undefined): string | undefined {
  const clean = [...(name ?? '').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').trim()]
    .slice(0, MAX_NAME_CHARACTERS)
    .join('')
  return clean === '' ? undefined : clean
}

/**
 * SQL for when the tenant was approved for the partner, or null. Use it in the statement that claims work on a tenant, so that
 * check and claim are atomic. The arguments are column names.
 */
export function approvedAt(partnerId: string, tenantId: string): RawBuilder<Date | null> {
  return sql<Date | null>`(select max(approval.approved_at) from tenant_approvals as approval
    where approval.tenant_id = lower(${sql.ref(tenantId)})
    and (approval.partner_id = ${sql.ref(partnerId)} or approval.partner_id is null))`
}
