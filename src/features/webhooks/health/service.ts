import type { App } from '../../../app.ts'
import type { Principal } from '../../../shared/actor.ts'
import { findAccount } from '../../accounts/service.ts'
import { recordChanges } from '../../audit/service.ts'
import { findDeliveryFaults } from '../deliveries/service.ts'
import type { WebhookAccount } from '../rules.ts'
import { countFailing, findQueueFigures, listUnreportedFailing, type QueueFigures, updateAlertedAt } from './store.ts'

/** An endpoint is reported after failing for this long. */
const ALERT_AFTER_MS = 86_400_000

const WORKER: Principal = { kind: 'system', id: 'worker' }

/**
 * Mails accounts about endpoints that have failed for a day, once until a delivery succeeds again. The endpoint itself does
 * not change. Returns how many were reported.
 */
export async function alertFailingEndpoints(app: App): Promise<number> {
  const at = app.now()
  let reported = 0
  for (const endpoint of await listUnreportedFailing(app.db, new Date(at.getTime() - ALERT_AFTER_MS))) {
    const { id, url, accountId, failingSince, lastDeliveredAt, pending, failed } = endpoint
    const { owner } = await findAccount(app, accountId)
    const about = {
      accountId,
      url,
      failingSince: failingSince.toISOString(),
      ...(lastDeliveredAt && { lastDeliveredAt: lastDeliveredAt.toISOString() }),
      pending,
      failed,
    }
    await app.db.transaction().execute(async (tx) => {
      if (!(await updateAlertedAt(tx, endpoint, at))) return
      await recordChanges(tx, WORKER, at, [
        {
          action: 'webhook.failing',
          subject: id,
          owner,
          after: about,
          notice: { kind: 'webhook-failing', webhookId: id, ...about },
        },
      ])
      reported += 1
    })
  }
  return reported
}

/** Checks that no delivery is lost, as `plumbline doctor` does; logs violations and sets the metric. */
export async function reconcileDeliveries(app: App): Promise<void> {
  const faults = await findDeliveryFaults(app)
  app.metrics.deliveryFaults.set(faults.length)
  for (const fault of faults) {
    app.log.error(
      { event: 'webhook.reconcile.mismatch', fault },
      'webhook delivery reconciliation found inconsistencies',
    )
  }
}

/** Endpoints of the account that have only failed since their last success; the first of them since `since`. */
export const findFailing = (app: App, account: WebhookAccount): Promise<{ count: number; since: Date | null }> =>
  countFailing(app.db, account)

/** The backlog of deliveries over all accounts. */
export const getQueueFigures = (app: Pick<App, 'db'>): Promise<QueueFigures> => findQueueFigures(app.db)
