import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { startSubscriptionAgain } from '../../features/billing/restart/service.ts'
import type { Principal } from '../../shared/actor.ts'
import type { JsonOption } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'partner restart' }

export const declare = (partner: Command): Command =>
  partner
    .command('restart')
    .description('start the subscription of a partner again after it has ended, on the same plan')
    .argument('<partner>', 'id of the partner')
    .option('--json', 'print JSON')
    .action((id: string, options: JsonOption) => runWithApp((app) => runPartnerRestart(app, id), options))

async function runPartnerRestart(app: App, partnerId: string): Promise<Output> {
  const { plan, billing, currency } = await startSubscriptionAgain(app, AUTHOR, partnerId)
  return listFields({ id: partnerId, plan, billing, currency })
}
