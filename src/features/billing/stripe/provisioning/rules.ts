import type { Billing } from '../../../../shared/money/prices.ts'

/** The job that creates customer and subscription at Stripe; its payload is `{ partnerId }`. */
export const PROVISION_TASK = 'billing.provision'

/** The job that ends a subscription whose partner is billed elsewhere; its payload is `{ subscriptionId }`. */
export const END_TASK = 'billing.end'

/** The months of a period. */
export const MONTHS = { monthly: 1, rolling: 12 } as const satisfies Record<Billing, number>

/** How every subscription starts at Stripe, beside its customer, price and metadata. */
export const NEW_SUBSCRIPTION = {
  billing_mode: { type: 'flexible' },
  // Until there is a card: a subscription that waits for its first payment would expire after a day.
  collection_method: 'send_invoice',
  days_until_due: 14,
} as const
