import type { App } from '../../../app.ts'
import type { Principal } from '../../../shared/actor.ts'
import { DAY_MS } from '../../../shared/dates/time-units.ts'
import { recordChanges } from '../../audit/service.ts'
import { findPendingChange, lockPartner } from '../changes/pending/store.ts'
import { preferredProcessor } from '../rules.ts'
import { listBilledPartners } from '../subscriptions/store.ts'
import { listMisplaced } from './store.ts'

const MOVED_BY: Principal = { kind: 'system', id: 'reconcileProcessors' }

/** Partners per query. */
const BATCH = 100

/** A subscription is moved when a period has just begun; a day allows for a service that was stopped then. */
const JUST_BEGUN_MS = DAY_MS

/**
 * Moves subscriptions to the processor where they belong, when a period has begun: the old one credits the period, the new one
 * starts one. Several processes may do this at once. A partner that fails is left for the next call. Returns how many were moved.
 */
export async function reconcileProcessors(app: App): Promise<number> {
  if (!app.processors.stripe) return 0
  const since = new Date(app.now().getTime() - JUST_BEGUN_MS)
  let moved = 0
  let after = ''
  for (;;) {
    const partnerIds = await listMisplaced(app.db, { since, after, max: BATCH })
    for (const partnerId of partnerIds) {
      try {
        if (await moveSubscription(app, partnerId)) moved++
      } catch (error) {
        app.log.error({ event: 'billing.move.failed', error, partnerId }, 'a subscription could not be moved')
      }
    }
    after = partnerIds.at(-1) ?? ''
    if (partnerIds.length < BATCH) return moved
  }
}

/** False if the partner has been moved meanwhile, its processor keeps it, or a plan change is pending. */
async function moveSubscription(app: App, partnerId: string): Promise<boolean> {
  return await app.db.transaction().execute(async (tx) => {
    const owner = await lockPartner(tx, partnerId)
    const [partner] = await listBilledPartners(tx, [partnerId])
    if (!owner || !partner?.processor || (await findPendingChange(tx, partnerId))) return false
    const [from, to] = [partner.processor, preferredProcessor(app.processors, partner.processorBilling)]
    const [old, next] = [app.processors[from], app.processors[to]]
    if (from === to || !old?.close || !next) return false
    const at = app.now()
    const subscription = await old.get(tx, partnerId, at)
    if (!subscription) return false
    const { plan, billing, currency } = subscription
    await old.close(tx, partnerId, at)
    await next.open(tx, [{ partnerId, terms: { plan, billing, currency } }], at)
    await recordChanges(tx, MOVED_BY, at, [
      {
        action: 'subscription.moved',
        subject: partnerId,
        owner,
        before: { processor: from },
        after: { processor: to },
      },
    ])
    return true
  })
}
