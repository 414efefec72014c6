import type { App } from '../app.ts'
import type { Approval } from '../features/approvals/rules.ts'
import { grantByOperator, listApprovals, revokeByOperator } from '../features/approvals/service.ts'
import { listFields, type Output } from './output.ts'
import { readTenantId } from './tenant-option.ts'

/** Confirms that a tenant may be read for a partner; an approval that is there already stays as it is. */
export async function runApprovalGrant(app: App, partnerId: string, options: { tenant: string }): Promise<Output> {
  const author = { kind: 'operator', id: 'approval grant' } as const
  const { approvedAt, ...approval } = await grantByOperator(app, author, partnerId, readTenantId(options.tenant))
  return listFields({ ...approval, approvedAt: approvedAt.toISOString() })
}

/** Which tenants may be read for a partner, or for any partner where none is named. */
export async function runApprovalList(
  app: App,
  partnerId: string | undefined,
  options: { tenant?: string },
): Promise<Output> {
  const approvals = await listApprovals(app, {
    ...(partnerId !== undefined && { partnerId }),
    ...(options.tenant !== undefined && { tenantId: readTenantId(options.tenant) }),
  })
  if (approvals.length === 0) return { json: { approvals }, text: 'No tenant is approved.' }
  const rows = [['tenant', 'partner', 'how', 'approved', 'by'], ...approvals.map(describe)]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  return { json: { approvals }, text: lines.join('\n') }
}

/** Ends an approval: the tenant is not read for the partner any more. */
export async function runApprovalRevoke(app: App, partnerId: string, options: { tenant: string }): Promise<Output> {
  const tenantId = readTenantId(options.tenant)
  await revokeByOperator(app, { kind: 'operator', id: 'approval revoke' }, partnerId, tenantId)
  return listFields({ partnerId, tenantId: tenantId.toLowerCase(), status: 'revoked' })
}

const describe = ({ partnerId, tenantId, how, approvedAt, approvedBy, approverName }: Approval): string[] => [
  tenantId,
  partnerId ?? 'every partner',
  how,
  approvedAt.toISOString().slice(0, 16).replace('T', ' '),
  approverName === undefined ? approvedBy : `${approverName} (${approvedBy})`,
]
