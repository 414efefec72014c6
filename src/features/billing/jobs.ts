import type { App } from '../../app.ts'
import { listDueSubscriptions, renewSubscription } from './embedded/service.ts'

/** Subscriptions looked up at once. */
const BATCH = 100

/**
 * Writes down the periods that have ended and their invoices, each partner in a transaction of its own. May run in
 * several processes at once: what one has written, the other finds done. Gives how many partners were renewed.
 */
export async function renewSubscriptions(app: App): Promise<number> {
  const at = app.now()
  let renewed = 0
  for (;;) {
    const partnerIds = await listDueSubscriptions(app.db, at, BATCH)
    for (const partnerId of partnerIds) {
      await app.db.transaction().execute((tx) => renewSubscription(tx, partnerId, at))
    }
    renewed += partnerIds.length
    if (partnerIds.length < BATCH) return renewed
  }
}
