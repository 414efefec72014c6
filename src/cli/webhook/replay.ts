import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { findAccount } from '../../features/accounts/service.ts'
import { previewReplay, replayDelivery, startReplay } from '../../features/webhooks/replays/service.ts'
import type { Principal } from '../../shared/actor.ts'
import type { JsonOption } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'
import { type DeliveryOptions, declareDeliveryOptions, readDeliveryQuery } from './delivery-options.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'webhook replay' }

interface Options extends DeliveryOptions {
  dryRun?: boolean
}

export const declare = (webhook: Command): Command =>
  declareDeliveryOptions(webhook.command('replay'))
    .description('send the event of a delivery again, or the events of several deliveries')
    .argument('<account>', 'id of a partner or distributor')
    .option('--dry-run', 'only count')
    .action((account: string, options: Options & JsonOption) =>
      runWithApp((app) => runWebhookReplay(app, account, options), options),
    )

export async function runWebhookReplay(app: App, accountId: string, options: Options): Promise<Output> {
  const account = await findAccount(app, accountId)
  if (options.delivery !== undefined) {
    return listFields(await replayDelivery(app, AUTHOR, account, options.delivery))
  }
  const query = readDeliveryQuery(options)
  if (options.dryRun) return listFields({ wouldReplay: (await previewReplay(app, account, query)).deliveries })
  const { deliveries } = await startReplay(app, AUTHOR, account, query)
  return listFields({ replayed: deliveries })
}
