import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { findEndpointAccount } from '../../features/webhooks/endpoints/service.ts'
import { activateNextSecret, createNextSecret } from '../../features/webhooks/rotation/service.ts'
import type { Principal } from '../../shared/actor.ts'
import type { JsonOption } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'webhook rotate' }

interface Options {
  secret?: string
  activate?: boolean
}

export const declare = (webhook: Command): Command =>
  webhook
    .command('rotate')
    .description('generate the next secret, which signs in addition to the current one until it is activated')
    .argument('<webhook>', 'id of the webhook')
    .option('--secret <secret>', 'a secret of your own')
    .option('--activate', 'make the next secret the current one')
    .option('--json', 'print JSON')
    .action((id: string, options: Options & JsonOption) =>
      runWithApp((app) => runWebhookRotate(app, id, options), options),
    )

/** Prints the next secret, for the only time; with `activate`, makes it the current one. */
export async function runWebhookRotate(app: App, endpointId: string, { secret, activate }: Options): Promise<Output> {
  const account = await findEndpointAccount(app, endpointId)
  if (activate) {
    const { id, previousUntil } = await activateNextSecret(app, AUTHOR, { account, endpointId })
    return listFields({ id, previousUntil: previousUntil.toISOString() })
  }
  const { id, secret: next } = await createNextSecret(app, AUTHOR, { account, endpointId }, secret)
  return listFields({ id, secret: next })
}
