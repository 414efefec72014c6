import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { findAccount } from '../../features/accounts/service.ts'
import { listEndpoints } from '../../features/webhooks/endpoints/service.ts'
import type { JsonOption } from '../base/options.ts'
import type { Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'

export const declare = (webhook: Command): Command =>
  webhook
    .command('list')
    .description('list the webhooks of an account')
    .argument('<account>', 'id of a partner or distributor')
    .option('--json', 'print JSON')
    .action((account: string, options: JsonOption) => runWithApp((app) => runWebhookList(app, account), options))

/** The webhooks of an account, each with the state of its deliveries. */
export async function runWebhookList(app: App, accountId: string): Promise<Output> {
  const items = await listEndpoints(app, await findAccount(app, accountId))
  if (items.length === 0) return { json: [], text: 'The account has no webhook.' }
  const lines = items.map(({ id, format, name, url, events, pausedUntil, pending, failed, lastDeliveredAt }) =>
    [
      format === undefined ? `${id}  ${url}` : `${id}  ${name} (${format}, ${url})`,
      `  events: ${events?.join(', ') ?? 'all but the optional ones'}`,
      `  pending: ${pending}, recently failed: ${failed}, last delivered: ${lastDeliveredAt?.toISOString() ?? 'never'}`,
      ...(pausedUntil ? [`  paused until ${pausedUntil.toISOString()}`] : []),
    ].join('\n'),
  )
  return { json: items, text: lines.join('\n') }
}
