import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { BillingProcessor, Subscription } from '../../../platform/payments/processor.ts'
import type { Actor } from '../../../shared/actor.ts'
import type { Plan, SubscriptionStatus } from '../../../shared/plans.ts'
import { firstTerms, processorFor, type Settlement } from '../rules.ts'
import { findSubscriptionStatus, listBilledPartners } from './store.ts'

/** A partner whose subscription starts, with its first plan. */
export interface NewSubscriber {
  partnerId: string
  plan: Plan
  settlement?: Settlement
}

/**
 * Starts the subscriptions of new partners in the transaction that creates them. It never waits for the network, and takes
 * as many statements for many partners as for one. A partner that already has a subscription keeps it.
 */
export async function createSubscriptions(
  app: App,
  tx: Connection,
  partners: readonly NewSubscriber[],
  at: Date,
): Promise<void> {
  const ids = partners.map(({ partnerId }) => partnerId)
  const processors = new Map(
    (await listBilledPartners(tx, ids)).map((partner) => [partner.partnerId, processorFor(app.processors, partner)]),
  )
  for (const [processor, group] of Map.groupBy(partners, ({ partnerId }) => processors.get(partnerId))) {
    const wanted = group.map(({ partnerId, plan, settlement }) => ({ partnerId, terms: firstTerms(plan, settlement) }))
    await processor?.open(tx, wanted, at)
  }
}

/**
 * The processor that has the partner's subscription. Throws ProcessorTrouble if this service is not set up for it, and also if
 * the partner does not exist.
 */
export async function requireProcessor(app: App, db: Connection, partnerId: string): Promise<BillingProcessor> {
  const [partner] = await listBilledPartners(db, [partnerId])
  return processorFor(app.processors, partner ?? { processor: null, processorBilling: false })
}

/** The status of a partner's subscription, for `effectiveRunsLimit`; undefined if there is none. */
export async function getSubscriptionStatus(
  tx: Connection,
  partnerId: string,
): Promise<SubscriptionStatus | undefined> {
  return await findSubscriptionStatus(tx, partnerId)
}

/** The partner's current subscription; undefined if there is none. */
export async function getSubscription(app: App, { partnerId }: Actor): Promise<Subscription | undefined> {
  const processor = await requireProcessor(app, app.db, partnerId)
  return await processor.get(app.db, partnerId, app.now())
}
