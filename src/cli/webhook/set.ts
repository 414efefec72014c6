import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { findAccount } from '../../features/accounts/service.ts'
import { changeEndpointSettings, setEndpoint } from '../../features/webhooks/endpoints/service.ts'
import type { Principal } from '../../shared/actor.ts'
import type { JsonOption } from '../base/options.ts'
import { listFields, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

const AUTHOR: Principal = { kind: 'operator', id: 'webhook set' }

/** Means every kind of event but the optional ones. */
const ALL_EVENTS = 'all'

interface Options {
  url: string
  secret?: string
  events?: string
  endpoint?: string
  another?: boolean
}

export const declare = (webhook: Command): Command =>
  webhook
    .command('set')
    .description(
      'set the address that receives the events of an account, and print the secret; it is never shown again',
    )
    .argument('<account>', 'id of a partner or distributor')
    .requiredOption('--url <url>', 'address to call')
    .option('--secret <secret>', 'a secret of your own; by default one is generated')
    .option('--events <types>', 'event types, separated by commas; "all", the default, leaves out optional ones')
    .option('--endpoint <id>', 'the webhook to change; its secret stays')
    .option('--another', 'add a webhook instead of changing the existing one')
    .option('--json', 'print JSON')
    .action((account: string, options: Options & JsonOption) =>
      runWithApp((app) => runWebhookSet(app, account, options), options),
    )

/** Prints the secret of a new webhook, for the only time. A webhook that `endpoint` names keeps its secret, which is not printed. */
export async function runWebhookSet(app: App, accountId: string, options: Options): Promise<Output> {
  const { url, secret, events, endpoint, another } = options
  const account = await findAccount(app, accountId)
  const types = events?.split(',').map((type) => type.trim())
  const kinds = types && { events: types.includes(ALL_EVENTS) ? [] : types }
  if (endpoint !== undefined && secret === undefined) {
    await changeEndpointSettings(app, AUTHOR, { account, endpointId: endpoint }, { url, ...kinds })
    return listFields({ id: endpoint })
  }
  const set = await setEndpoint(app, AUTHOR, account, {
    url,
    ...(secret !== undefined && { secret }),
    ...kinds,
    ...(endpoint !== undefined && { endpointId: endpoint }),
    ...(another && { another }),
  })
  return listFields({ id: set.id, secret: set.secret })
}
