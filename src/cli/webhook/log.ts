import type { Command } from 'commander'
import type { App } from '../../app.ts'
import { findAccount } from '../../features/accounts/service.ts'
import { getDelivery, listDeliveries } from '../../features/webhooks/deliveries/service.ts'
import type { Delivery } from '../../features/webhooks/schema.ts'
import { type JsonOption, wholeNumber } from '../base/options.ts'
import { formatSecond, type Output } from '../base/output.ts'
import { runWithApp } from '../base/run.ts'
import { type DeliveryOptions, declareDeliveryOptions, readDeliveryQuery } from './delivery-options.ts'

const DEFAULT_LIMIT = 50

interface Options extends DeliveryOptions {
  limit?: number
  before?: number
}

export const declare = (webhook: Command): Command =>
  declareDeliveryOptions(webhook.command('log'))
    .description('list the newest deliveries of an account, or show one with its attempts')
    .argument('<account>', 'id of a partner or distributor')
    .option('--limit <count>', 'how many to list', wholeNumber)
    .option('--before <id>', 'only deliveries older than this one', wholeNumber)
    .action((account: string, options: Options & JsonOption) =>
      runWithApp((app) => runWebhookLog(app, account, options), options),
    )

/** One delivery with its attempts, or the newest ones of an account. */
export async function runWebhookLog(app: App, accountId: string, options: Options): Promise<Output> {
  const account = await findAccount(app, accountId)
  if (options.delivery !== undefined) {
    const delivery = await getDelivery(app, account, options.delivery)
    return { json: delivery, text: JSON.stringify(delivery, null, 2) }
  }
  const query = { ...readDeliveryQuery(options), ...(options.before !== undefined && { beforeId: options.before }) }
  const items = await listDeliveries(app, account, query, options.limit ?? DEFAULT_LIMIT)
  return { json: items, text: items.length === 0 ? 'No deliveries.' : items.map(formatDelivery).join('\n') }
}

const formatDelivery = (delivery: Delivery): string => {
  const { id, createdAt, state, type, eventId, endpointId, attempts, lastStatus, lastError } = delivery
  return [
    String(id).padStart(6),
    formatSecond(createdAt),
    state.padEnd(9),
    type.padEnd(20),
    eventId,
    endpointId,
    `${attempts} attempt${attempts === 1 ? ' ' : 's'}`,
    lastError ?? lastStatus ?? '',
  ].join('  ')
}
