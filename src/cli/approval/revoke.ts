import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { revokeByOperator } from '../../features/approvals/service.ts'
import type { Principal } from '../../shared/actor.ts'
import { type JsonOption, readTenantId } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'approval revoke' }

interface Options {
  tenant: string
}

export const declare = (approval: Command): Command =>
  approval
    .command('revoke')
    .description('end an approval at once')
    .argument('<partner>', 'id of the partner')
    .requiredOption('--tenant <guid>', 'tenant id')
    .option('--json', 'print JSON')
    .action((partner: string, options: Options & JsonOption) =>
      runWithApp((app) => runApprovalRevoke(app, partner, options), options),
    )

export async function runApprovalRevoke(app: App, partnerId: string, options: Options): Promise<Output> {
  const tenantId = readTenantId(options.tenant)
  await revokeByOperator(app, AUTHOR, partnerId, tenantId)
  return listFields({ partnerId, tenantId: tenantId.toLowerCase(), status: 'revoked' })
}
