import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { deleteEndpoint, findEndpointAccount } from '../../features/webhooks/endpoints/service.ts'
import type { Principal } from '../../shared/actor.ts'
import type { JsonOption } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'webhook remove' }

export const declare = (webhook: Command): Command =>
  webhook
    .command('remove')
    .description('remove a webhook and cancel its pending deliveries')
    .argument('<webhook>', 'id of the webhook')
    .option('--json', 'print JSON')
    .action((id: string, options: JsonOption) => runWithApp((app) => runWebhookRemove(app, id), options))

export async function runWebhookRemove(app: App, endpointId: string): Promise<Output> {
  const account = await findEndpointAccount(app, endpointId)
  await deleteEndpoint(app, AUTHOR, { account, endpointId })
  return listFields({ id: endpointId })
}
