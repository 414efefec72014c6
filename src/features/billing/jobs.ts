import type { App } from '../../app.ts'
import { listDueSubscriptions, renewSubscription } from './embedded/service.ts'

/** Subscriptions looked up at once. */
const BATCH = 100

/**
 * Writes down the periods that have ended and their invoices, each partner in a transaction of its own. May run in
 * several processes at once: what one has written, the other finds done. A partner that fails is left for the next
 * time. Gives how many partners were renewed.
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
        app.log.error({ error, partnerId }, 'a subscription could not be renewed')
      }
    }
    if (failed > 0 || partnerIds.length < BATCH) return renewed
  }
}
