import { type Insertable, type Selectable, sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { TenantApprovals } from '../../platform/database/tables.gen.ts'

export type ApprovalRow = Selectable<TenantApprovals>

/** Inserts an approval or replaces the partner's older one. */
export async function upsertApproval(tx: Connection, row: Insertable<TenantApprovals>): Promise<void> {
  const { approved_by, approver_name = null, approved_at, how } = row
  await tx
    .insertInto('tenant_approvals')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['partner_id', 'tenant_id']).doUpdateSet({ approved_by, approver_name, approved_at, how }),
    )
    .execute()
}

/** Inserts an approval; undefined if the partner has one for this tenant already. */
export async function insertApproval(
  tx: Connection,
  row: Insertable<TenantApprovals>,
): Promise<ApprovalRow | undefined> {
  return await tx
    .insertInto('tenant_approvals')
    .values(row)
    .onConflict((conflict) => conflict.columns(['partner_id', 'tenant_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Locks the partner's own approval, so that of two transactions that end it the second waits. */
export async function lockApproval(
  tx: Connection,
  partnerId: string,
  tenantId: string,
): Promise<ApprovalRow | undefined> {
  return await tx
    .selectFrom('tenant_approvals')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirst()
}

export async function deleteApproval(tx: Connection, id: number): Promise<void> {
  await tx.deleteFrom('tenant_approvals').where('id', '=', id).execute()
}

/** A customer of an approved tenant. */
export interface ApprovedCustomer {
  id: string
  name: string
  /** As the partner wrote it. */
  tenantId: string
}

/**
 * The partner's customers of this tenant, locked against deletion. Call it before locking the approval, as deletions lock in
 * that order, too.
 */
export async function lockCustomersOf(
  tx: Connection,
  partnerId: string,
  tenantId: string,
): Promise<ApprovedCustomer[]> {
  return await tx
    .selectFrom('customers')
    .select(['id', 'name', 'tenant_id as tenantId'])
    .where('partner_id', '=', partnerId)
    .where(sql<string>`lower(tenant_id)`, '=', tenantId)
    .orderBy('id')
    .forKeyShare()
    .execute()
}

/** Whether the partner has a customer of this tenant. */
export async function hasCustomerOf(tx: Connection, partnerId: string, tenantId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('customers')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where(sql<string>`lower(tenant_id)`, '=', tenantId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Approvals by tenant: of a partner, including those for every partner, or all. */
export async function listApprovalRows(
  db: Connection,
  filter: { partnerId?: string; tenantId?: string },
): Promise<ApprovalRow[]> {
  const { partnerId, tenantId } = filter
  let query = db.selectFrom('tenant_approvals').selectAll()
  if (partnerId !== undefined)
    query = query.where((eb) => eb.or([eb('partner_id', '=', partnerId), eb('partner_id', 'is', null)]))
  if (tenantId !== undefined) query = query.where('tenant_id', '=', tenantId)
  return await query.orderBy('tenant_id').orderBy('partner_id').execute()
}

/** Deletes the approvals for every partner, except of these tenants; returns the tenants that had one. */
export async function deleteOpenApprovals(tx: Connection, remainingTenantIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom('tenant_approvals')
    .where('partner_id', 'is', null)
    .where('tenant_id', '<>', sql<string>`all(${remainingTenantIds}::text[])`)
    .returning('tenant_id')
    .execute()
  return rows.map((row) => row.tenant_id)
}

/** Records that the partner is notified of a missing approval; false if it was notified since `before`. */
export async function upsertNotice(
  tx: Connection,
  notice: { partnerId: string; tenantId: string; at: Date; before: Date },
): Promise<boolean> {
  const { partnerId, tenantId, at, before } = notice
  const row = await tx
    .insertInto('approval_notices')
    .values({ partner_id: partnerId, tenant_id: tenantId, told_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['partner_id', 'tenant_id'])
        .doUpdateSet({ told_at: at })
        .where('approval_notices.told_at', '<=', before),
    )
    .returning('told_at')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteNoticesBefore(db: Connection, before: Date): Promise<void> {
  await db.deleteFrom('approval_notices').where('told_at', '<=', before).execute()
}
