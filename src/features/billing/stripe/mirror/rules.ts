import type Stripe from 'stripe'
import type { Terms } from '../../../../platform/payments/processor.ts'
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '../../../../shared/plans.ts'
import { termsOfPrice } from '../catalogue/rules.ts'

/** The part of a subscription at Stripe that our copy of it has. */
export interface StripeState extends Terms {
  customerId: string
  subscriptionId: string
  itemId: string
  status: SubscriptionStatus
  periodStart: Date
  periodEnd: Date
  canceledAt: Date | null
}

/** A subscription at Stripe is not as this service makes them, so it cannot be copied. */
export class UnreadableSubscription extends Error {
  constructor(id: string, reason: string) {
    super(`The subscription ${id} at Stripe ${reason}.`)
    this.name = 'UnreadableSubscription'
  }
}

/** Reads each fact in the one place where the pinned version of the API has it. Throws UnreadableSubscription. */
export function toState(subscription: Stripe.Subscription): StripeState {
  const { id, items, customer, canceled_at: canceledAt } = subscription
  const [item, ...others] = items.data
  if (!item || others.length > 0) throw new UnreadableSubscription(id, `has ${items.data.length} items instead of one`)
  if (item.quantity !== undefined && item.quantity !== 1) throw new UnreadableSubscription(id, 'has a quantity')
  const terms = termsOfPrice(item.price)
  if (!terms) throw new UnreadableSubscription(id, `has the price ${item.price.id}, which is not one of ours`)
  const status = SUBSCRIPTION_STATUSES.find((word) => word === subscription.status)
  if (!status) throw new UnreadableSubscription(id, `has the unknown status ${subscription.status}`)
  return {
    ...terms,
    customerId: idOf(customer),
    subscriptionId: id,
    itemId: item.id,
    status,
    periodStart: instantOf(item.current_period_start),
    periodEnd: instantOf(item.current_period_end),
    canceledAt: canceledAt === null ? null : instantOf(canceledAt),
  }
}

/** The id of an object that may have been expanded. */
export const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id

/** Stripe's times are whole seconds since 1970. */
export const instantOf = (seconds: number): Date => new Date(seconds * 1000)
export const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000)
