import { UserFacingError } from '../../shared/user-facing-error.ts'
import type { Settings } from '../settings/settings.ts'
import { isLiveKey } from './stripe-access.ts'

/** The service cannot start with these settings of Stripe; the message says what to do. */
class BadStripeSettings extends UserFacingError {
  override readonly name = 'BadStripeSettings'
}

/**
 * Throws BadStripeSettings if the service would be dangerous or useless: with a live key in the sandbox, or without the
 * secret that verifies Stripe's events.
 */
export function requireStripeSettings(
  { stripeSecretKey: key, stripeWebhookSecrets, stripeUrl }: Settings,
  options: { sandbox: boolean },
): void {
  if (key === undefined) return
  if (isLiveKey(key) && options.sandbox) {
    throw new BadStripeSettings(
      'STRIPE_SECRET_KEY is a live key, and the sandbox must not charge anybody. Use a test key.',
    )
  }
  if (isLiveKey(key) && stripeUrl !== undefined) {
    throw new BadStripeSettings('PLUMBLINE_STRIPE_URL is for tests. Remove it, or use a test key.')
  }
  if (stripeWebhookSecrets.length === 0) {
    throw new BadStripeSettings(
      'STRIPE_WEBHOOK_SECRET is not set. "plumbline stripe seed" creates the webhook endpoint and prints its secret.',
    )
  }
}
