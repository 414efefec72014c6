import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Actor } from '../../../shared/actor.ts'
import type { Plan, SubscriptionStatus } from '../../../shared/plans.ts'
import { embeddedProcessor } from '../embedded/service.ts'
import type { BillingProcessor, Subscription } from '../processor/processor.ts'
import { firstTerms, type Settlement } from '../rules.ts'
import { findSubscriptionStatus } from './store.ts'

/** A partner whose subscription starts, with its first plan. */
export interface NewSubscriber {
  partnerId: string
  plan: Plan
  settlement?: Settlement
}

/** Starts the subscription of a new partner in the caller's transaction, and invoices its first period. */
export async function createSubscriptionFor(
  tx: Connection,
  partner: NewSubscriber,
  at: Date,
  processor: BillingProcessor = embeddedProcessor,
): Promise<Subscription> {
  const { partnerId, plan, settlement } = partner
  return await processor.createSubscription(tx, { partnerId, terms: firstTerms(plan, settlement), at })
}

/** The same for many new partners. The embedded processor needs as many statements as for one. */
export async function createSubscriptionsFor(
  tx: Connection,
  partners: readonly NewSubscriber[],
  at: Date,
  processor: BillingProcessor = embeddedProcessor,
): Promise<void> {
  const wanted = partners.map(({ partnerId, plan, settlement }) => ({ partnerId, terms: firstTerms(plan, settlement) }))
  if (processor.createSubscriptions) await processor.createSubscriptions(tx, wanted, at)
  else for (const one of wanted) await processor.createSubscription(tx, { ...one, at })
}

/** The status of a partner's subscription, for `effectiveRunsLimit`; undefined if there is none. */
export async function getSubscriptionStatus(
  tx: Connection,
  partnerId: string,
): Promise<SubscriptionStatus | undefined> {
  return await findSubscriptionStatus(tx, partnerId)
}

/** The partner's current subscription; undefined if there is none. */
export async function getSubscription(app: App, actor: Actor): Promise<Subscription | undefined> {
  return await embeddedProcessor.get(app.db, actor.partnerId, app.now())
}
