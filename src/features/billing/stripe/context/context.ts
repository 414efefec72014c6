import type { App } from '../../../../app.ts'
import type { StripeAccess } from '../../../../platform/payments/stripe-access.ts'
import type { Principal } from '../../../../shared/actor.ts'

/** What the adapter needs from outside. */
export type StripeContext = Pick<App, 'db' | 'log' | 'now'> & { stripe: StripeAccess }

/** The author of changes that were made at Stripe. */
export const BY_STRIPE: Principal = { kind: 'system', id: 'stripe' }
