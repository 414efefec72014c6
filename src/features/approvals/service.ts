import type { App } from '../../app.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { ApprovalHow } from '../../platform/database/tables.gen.ts'
import type { Principal } from '../../shared/actor.ts'
import { DAY_MS } from '../../shared/dates/time-units.ts'
import { Problem } from '../../shared/problem.ts'
import { type Account, findAccount } from '../accounts/service.ts'
import { type Change, type NewEvent, recordChanges } from '../audit/service.ts'
import type { LogOwner } from '../events/rules.ts'
import { type Approval, cleanName, SPREADING_MS } from './rules.ts'
import {
  type ApprovalRow,
  type ApprovedCustomer,
  deleteApproval,
  deleteNoticesBefore,
  deleteOpenApprovals,
  hasCustomerOf,
  insertApproval,
  listApprovalRows,
  lockApproval,
  lockCustomersOf,
  upsertApproval,
  upsertNotice,
} from './store.ts'

/** A partner, and its distributor, which also sees its changes. */
export interface PartnerLogOwner {
  partnerId: string
  distributorId: string | null
}

/** Why an approval ended, as recorded in the audit trail. */
export type WithdrawalReason = 'withdrawn' | 'last-customer' | 'application-removed' | 'sandbox-ended'

/** Records the approval that a verified sign-in proved, in the caller's transaction. The author is the administrator. */
export async function grantBySignIn(
  tx: Connection,
  author: Principal,
  owner: PartnerLogOwner,
  proof: { tenantId: string; administrator: { id: string; name?: string }; customerId: string },
  at: Date,
): Promise<void> {
  const { tenantId, administrator, customerId } = proof
  const approverName = cleanName(administrator.name)
  const customers = await lockCustomersOf(tx, owner.partnerId, tenantId)
  await upsertApproval(tx, {
    partner_id: owner.partnerId,
    tenant_id: tenantId,
    approved_by: administrator.id,
    approver_name: approverName ?? null,
    approved_at: at,
    how: 'sign-in',
  })
  const who = { approvedBy: administrator.id, ...(approverName !== undefined && { approverName }) }
  const after = { tenantId, customerId, how: 'sign-in', ...who }
  const event = approvedEvents(owner.partnerId, customers, 'sign-in', at)
  await recordChanges(tx, author, at, [{ action: 'approval.granted', subject: tenantId, owner, after, event }])
}

const approvedEvents = (
  partnerId: string,
  customers: readonly ApprovedCustomer[],
  how: ApprovalHow,
  at: Date,
): NewEvent[] =>
  customers.map(({ id, name, tenantId }) => ({
    type: 'customer.approved',
    data: { customerId: id, partnerId, name, tenantId, how, approvedAt: at.toISOString() },
  }))

/** Approves a tenant for a partner on the operator's behalf. Does nothing if it is approved already. */
export async function grantByOperator(
  app: App,
  author: Principal,
  partnerId: string,
  tenantId: string,
): Promise<Approval> {
  const owner = await requirePartner(app, partnerId)
  const at = app.now()
  const tenant = tenantId.toLowerCase()
  return await app.db.transaction().execute(async (tx) => {
    const customers = await lockCustomersOf(tx, partnerId, tenant)
    const row = await insertApproval(tx, {
      partner_id: partnerId,
      tenant_id: tenant,
      approved_by: author.id,
      approved_at: at,
      how: 'operator',
    })
    if (row) {
      const after = { tenantId: tenant, how: 'operator', approvedBy: author.id }
      const event = approvedEvents(partnerId, customers, 'operator', at)
      await recordChanges(tx, author, at, [{ action: 'approval.granted', subject: tenant, owner, after, event }])
      return toApproval(row)
    }
    const earlier = await lockApproval(tx, partnerId, tenant)
    if (!earlier) throw new Problem('SERVICE_UNAVAILABLE', { message: 'The approval just ended: grant it again.' })
    return toApproval(earlier)
  })
}

/** Ends the partner's approval. NOT_FOUND if there is none. */
export async function revokeByOperator(
  app: App,
  author: Principal,
  partnerId: string,
  tenantId: string,
): Promise<void> {
  const owner = await requirePartner(app, partnerId)
  const tenant = tenantId.toLowerCase()
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    if (!(await withdrawApproval(tx, author, owner, tenant, at)))
      throw new Problem('NOT_FOUND', { message: `Tenant ${tenant} is not approved for ${partnerId}.` })
  })
}

/** Ends the partner's own approval of a tenant in the caller's transaction; false if there is none. */
export async function withdrawApproval(
  tx: Connection,
  author: Principal,
  owner: PartnerLogOwner,
  tenantId: string,
  at: Date,
): Promise<boolean> {
  const row = await lockApproval(tx, owner.partnerId, tenantId.toLowerCase())
  if (!row) return false
  await endApproval(tx, author, owner, { row, reason: 'withdrawn' }, at)
  return true
}

/**
 * Ends the partner's approval of a tenant without customers. Call it in the transaction that deleted or changed the
 * customer, after that change.
 */
export async function endUnusedApproval(
  tx: Connection,
  author: Principal,
  owner: PartnerLogOwner,
  tenantId: string,
  at: Date,
): Promise<void> {
  // Lock before counting customers, so that of two concurrent deletions the second sees the first.
  const row = await lockApproval(tx, owner.partnerId, tenantId.toLowerCase())
  if (!row || (await hasCustomerOf(tx, owner.partnerId, row.tenant_id))) return
  await endApproval(tx, author, owner, { row, reason: 'last-customer' }, at)
}

/**
 * Ends an approval after the tenant's sign-in service reported that our application is not, or no longer, approved there.
 * `seenAt` is the time of the approval that the run used: a newer one stays, and so does one that may not have propagated.
 */
export async function endRemovedApproval(
  tx: Connection,
  author: Principal,
  owner: PartnerLogOwner,
  { tenantId, seenAt }: { tenantId: string; seenAt: Date },
  at: Date,
): Promise<void> {
  const row = await lockApproval(tx, owner.partnerId, tenantId.toLowerCase())
  if (!row || row.approved_at > seenAt || at.getTime() - row.approved_at.getTime() < SPREADING_MS) return
  await endApproval(tx, author, owner, { row, reason: 'application-removed' }, at)
}

async function endApproval(
  tx: Connection,
  author: Principal,
  owner: PartnerLogOwner,
  { row, reason }: { row: ApprovalRow; reason: WithdrawalReason },
  at: Date,
): Promise<void> {
  const tenantId = row.tenant_id
  await deleteApproval(tx, row.id)
  const before = { tenantId, how: row.how, approvedBy: row.approved_by, approvedAt: row.approved_at.toISOString() }
  await recordChanges(tx, author, at, [
    { action: 'approval.withdrawn', subject: tenantId, owner, before, after: { tenantId, reason } },
  ])
}

/** The change that notifies a partner of a run that failed without approval: at most one per tenant and day. */
export async function recordMissingApproval(
  tx: Connection,
  owner: PartnerLogOwner,
  missing: { tenantId: string; customerId: string; runId: string },
  at: Date,
): Promise<Change[]> {
  const tenantId = missing.tenantId.toLowerCase()
  const before = new Date(at.getTime() - DAY_MS)
  if (!(await upsertNotice(tx, { partnerId: owner.partnerId, tenantId, at, before }))) return []
  const { customerId, runId } = missing
  const about = { tenantId, customerId, runId }
  const notice = { kind: 'approval-missing' as const, partnerId: owner.partnerId, ...about }
  return [{ action: 'approval.missing', subject: customerId, owner, after: about, notice }]
}

/** Deletes records of notifications that are older than a day. */
export async function deleteOldNotices(app: App): Promise<void> {
  await deleteNoticesBefore(app.db, new Date(app.now().getTime() - DAY_MS))
}

/** Approvals of a partner, including those for every partner; without a partner, all approvals. */
export async function listApprovals(app: App, filter: { partnerId?: string; tenantId?: string }): Promise<Approval[]> {
  const { partnerId, tenantId } = filter
  if (partnerId !== undefined) await requirePartner(app, partnerId)
  const rows = await listApprovalRows(app.db, {
    ...(partnerId !== undefined && { partnerId }),
    ...(tenantId !== undefined && { tenantId: tenantId.toLowerCase() }),
  })
  return rows.map(toApproval)
}

/**
 * Sets which tenants are approved for every partner. Only for the simulated tenants of a sandbox.
 */
export async function setSandboxApprovals(app: App, author: Principal, tenantIds: readonly string[]): Promise<void> {
  const at = app.now()
  const owner: LogOwner = { partnerId: null, distributorId: null }
  await app.db.transaction().execute(async (tx) => {
    const changes: Change[] = []
    for (const tenantId of await deleteOpenApprovals(tx, tenantIds)) {
      const after = { tenantId, reason: 'sandbox-ended' satisfies WithdrawalReason }
      changes.push({ action: 'approval.withdrawn', subject: tenantId, owner, before: { how: 'sandbox' }, after })
    }
    for (const tenantId of tenantIds) {
      const row = {
        partner_id: null,
        tenant_id: tenantId,
        approved_by: author.id,
        approved_at: at,
        how: 'sandbox',
      } as const
      if (!(await insertApproval(tx, row))) continue
      changes.push({ action: 'approval.granted', subject: tenantId, owner, after: { tenantId, how: 'sandbox' } })
    }
    await recordChanges(tx, author, at, changes)
  })
}

async function requirePartner(app: App, id: string): Promise<PartnerLogOwner> {
  const account: Account = await findAccount(app, id)
  const { partnerId, distributorId } = account.owner
  if (partnerId === null)
    throw new Problem('NOT_FOUND', { message: `${id} is a distributor; name one of its partners.` })
  return { partnerId, distributorId }
}

const toApproval = (row: ApprovalRow): Approval => ({
  ...(row.partner_id !== null && { partnerId: row.partner_id }),
  tenantId: row.tenant_id,
  how: row.how,
  approvedAt: row.approved_at,
  approvedBy: row.approved_by,
  ...(row.approver_name !== null && { approverName: row.approver_name }),
})
