import type { App } from '../../../app.ts'
import { listDueSubscriptions, renewSubscription } from './service.ts'

/** Subscriptions per query. */
const BATCH = 100

/**
 * Renews subscriptions whose period has ended and stores their invoices, in one transaction per partner. Several processes
 * may do this at once. A partner that fails is left for the next call. Returns how many partners were renewed.
 */
export async function renewSubscriptions(app: App): Promise<number> {
  const at = app.now()
  let renewed = 0
  for (;;) {
    const partnerIds = await listDueSubscriptions(app.db, at, BATCH)
    let failed = 0
    for (const partnerId of partnerIds) {
      try {
        await app.db.transaction().execute((tx) => renewSubscription(tx, partnerId, at))
        renewed++
      } catch (error) {
        failed++
        app.log.error({ event: 'billing.renewal.failed', error, partnerId }, 'a subscription could not be renewed')
      }
    }
    if (failed > 0 || partnerIds.length < BATCH) return renewed
  }
}
