import type { App } from '../../../app.ts'
import type { Principal } from '../../../shared/actor.ts'
import { recordChanges } from '../../audit/service.ts'
import { type DeliveryQuery, requireDelivery, toFilter } from '../deliveries/service.ts'
import { insertDelivery } from '../deliveries/store.ts'
import type { WebhookAccount } from '../rules.ts'
import { countReplays, insertReplays } from './store.ts'

/** Sends the event of a delivery to its endpoint again; returns the new delivery's id. */
export async function replayDelivery(
  app: App,
  author: Principal,
  account: WebhookAccount,
  id: number,
): Promise<number> {
  const { eventId, endpointId } = await requireDelivery(app, account, id)
  return await app.db.transaction().execute(async (tx) => {
    const made = await insertDelivery(tx, { eventId, endpointId, cause: 'replay' })
    await recordChanges(tx, author, app.now(), [
      { action: 'webhook.replayed', subject: endpointId, owner: account.owner, after: { eventId, deliveryId: made } },
    ])
    return made
  })
}

/**
 * Sends the events of all selected deliveries again, each once per endpoint, except those with a pending delivery. `dryRun`
 * only counts them.
 */
export async function replayDeliveries(
  app: App,
  author: Principal,
  account: WebhookAccount,
  { dryRun, ...query }: DeliveryQuery & { dryRun: boolean },
): Promise<number> {
  const filter = await toFilter(app, account, query)
  if (dryRun) return await countReplays(app.db, filter)
  return await app.db.transaction().execute(async (tx) => {
    const count = await insertReplays(tx, filter)
    await recordChanges(tx, author, app.now(), [
      { action: 'webhook.replayed', subject: account.id, owner: account.owner, after: { ...query, count } },
    ])
    return count
  })
}
