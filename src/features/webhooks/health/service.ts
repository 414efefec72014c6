import type { App } from '../../../app.ts'
import type { Principal } from '../../../shared/actor.ts'
import { findAccount } from '../../accounts/service.ts'
import { recordChanges } from '../../audit/service.ts'
import { findDeliveryFaults } from '../deliveries/service.ts'
import { findQueueFigures, listUntoldFailing, type QueueFigures, updateAlertedAt } from './store.ts'

/** An endpoint to which nothing got through for so long is reported of. */
const ALERT_AFTER_MS = 86_400_000

const WORKER: Principal = { kind: 'system', id: 'worker' }

/**
 * Tells accounts, by mail, of endpoints that have failed for a day: once, until something has got through again. The
 * endpoint stays as it is. Gives how many were reported of.
 */
export async function alertFailingEndpoints(app: App): Promise<number> {
  const at = app.now()
  let reported = 0
  for (const endpoint of await listUntoldFailing(app.db, new Date(at.getTime() - ALERT_AFTER_MS))) {
    const { id, url, accountId, failingSince, lastDeliveredAt, pending, failed } = endpoint
    const { owner } = await findAccount(app, accountId)
    await app.db.transaction().execute(async (tx) => {
      if (!(await updateAlertedAt(tx, endpoint, at))) return
      await recordChanges(tx, WORKER, at, [
        {
          action: 'webhook.failing',
          subject: id,
          owner,
          after: { accountId, url, failingSince, ...(lastDeliveredAt && { lastDeliveredAt }), pending, failed },
        },
      ])
      reported += 1
    })
  }
  return reported
}

/** Proves that no delivery is lost, as `plumbline doctor` does; what is wrong goes to the log and to the metrics. */
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

/** What waits to be sent and for how long, over all accounts. */
export const getQueueFigures = (app: Pick<App, 'db'>): Promise<QueueFigures> => findQueueFigures(app.db)
