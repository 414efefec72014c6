import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { grantByOperator } from '../../features/approvals/service.ts'
import type { Principal } from '../../shared/actor.ts'
import { type JsonOption, readTenantId } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'approval grant' }

interface Options {
  tenant: string
}

export const declare = (approval: Command): Command =>
  approval
    .command('grant')
    .description('confirm that a tenant may be read for a partner')
    .argument('<partner>', 'id of the partner')
    .requiredOption('--tenant <guid>', 'tenant id')
    .option('--json', 'print JSON')
    .action((partner: string, options: Options & JsonOption) =>
      runWithApp((app) => runApprovalGrant(app, partner, options), options),
    )

/** An existing approval stays as it is. */
export async function runApprovalGrant(app: App, partnerId: string, options: Options): Promise<Output> {
  const { approvedAt, ...approval } = await grantByOperator(app, AUTHOR, partnerId, readTenantId(options.tenant))
  return listFields({ ...approval, approvedAt: approvedAt.toISOString() })
}
