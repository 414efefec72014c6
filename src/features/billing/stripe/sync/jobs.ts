import type { App } from '../../../../app.ts'
import { fields, text } from '../../../../shared/json.ts'
import { reconcileCustomer } from './service.ts'

/** Copies the subscription of a customer at Stripe. */
export async function syncSubscription(app: App, payload: unknown): Promise<void> {
  const id = text(fields(payload).customerId)
  const { stripe } = app
  if (id !== undefined && stripe) await reconcileCustomer({ ...app, stripe }, id)
}
