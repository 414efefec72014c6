import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { findEndpointAccount, pauseEndpoint } from '../../features/webhooks/endpoints/service.ts'
import type { Principal } from '../../shared/actor.ts'
import type { JsonOption } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'webhook resume' }

export const declare = (webhook: Command): Command =>
  webhook
    .command('resume')
    .description('end the pause of a webhook')
    .argument('<webhook>', 'id of the webhook')
    .option('--json', 'print JSON')
    .action((id: string, options: JsonOption) => runWithApp((app) => runWebhookResume(app, id), options))

export async function runWebhookResume(app: App, endpointId: string): Promise<Output> {
  const account = await findEndpointAccount(app, endpointId)
  await pauseEndpoint(app, AUTHOR, { account, endpointId }, null)
  return listFields({ id: endpointId })
}
