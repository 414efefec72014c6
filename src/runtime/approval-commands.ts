import type { Command } from 'commander'
import type { Carrier, Json } from './carrier.ts'

/** The commands that say which tenants may be read for which partner. */
export function addApprovalCommands(program: Command, { run }: Carrier): void {
  const approval = program.command('approval').description('manage which tenants may be read for a partner')
  approval
    .command('grant')
    .description('confirm that a tenant may be read for a partner')
    .argument('<partner>', 'id of the partner')
    .requiredOption('--tenant <guid>', 'tenant id')
    .option('--json', 'print JSON')
    .action(async (partner: string, options: { tenant: string } & Json) => {
      const { runApprovalGrant } = await import('../cli/approval.ts')
      await run((app) => runApprovalGrant(app, partner, options), options)
    })
  approval
    .command('list')
    .description('list the tenants that may be read')
    .argument('[partner]', 'id of the partner; by default of all partners')
    .option('--tenant <guid>', 'only this tenant')
    .option('--json', 'print JSON')
    .action(async (partner: string | undefined, options: { tenant?: string } & Json) => {
      const { runApprovalList } = await import('../cli/approval.ts')
      await run((app) => runApprovalList(app, partner, options), options)
    })
  approval
    .command('revoke')
    .description('end an approval at once')
    .argument('<partner>', 'id of the partner')
    .requiredOption('--tenant <guid>', 'tenant id')
    .option('--json', 'print JSON')
    .action(async (partner: string, options: { tenant: string } & Json) => {
      const { runApprovalRevoke } = await import('../cli/approval.ts')
      await run((app) => runApprovalRevoke(app, partner, options), options)
    })
}
