import type { Command } from 'commander'
import type { App } from '../../app.ts'
import type { Approval } from '../../features/approvals/rules.ts'
import { listApprovals } from '../../features/approvals/service.ts'
import { type JsonOption, readTenantId } from '../base/options.ts'
import { formatMinute, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

interface Options {
  tenant?: string
}

export const declare = (approval: Command): Command =>
  approval
    .command('list')
    .description('list the tenants that may be read')
    .argument('[partner]', 'id of the partner; by default of all partners')
    .option('--tenant <guid>', 'only this tenant')
    .option('--json', 'print JSON')
    .action((partner: string | undefined, options: Options & JsonOption) =>
      runWithApp((app) => runApprovalList(app, partner, options), options),
    )

export async function runApprovalList(app: App, partnerId: string | undefined, options: Options): Promise<Output> {
  const approvals = await listApprovals(app, {
    ...(partnerId !== undefined && { partnerId }),
    ...(options.tenant !== undefined && { tenantId: readTenantId(options.tenant) }),
  })
  if (approvals.length === 0) return { json: { approvals }, text: 'No tenant is approved.' }
  const rows = [['tenant', 'partner', 'how', 'approved', 'by'], ...approvals.map(toRow)]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  return { json: { approvals }, text: lines.join('\n') }
}

const toRow = ({ partnerId, tenantId, how, approvedAt, approvedBy, approverName }: Approval): string[] => [
  tenantId,
  partnerId ?? 'every partner',
  how,
  formatMinute(approvedAt),
  approverName === undefined ? approvedBy : `${approverName} (${approvedBy})`,
]
