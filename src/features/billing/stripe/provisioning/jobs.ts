import type { App } from '../../../../app.ts'
import { fields, text } from '../../../../shared/json.ts'
import { endSubscription, startProvisioning } from './service.ts'

/** Creates a new partner's customer and subscription at Stripe; the queue tries again while Stripe cannot be reached. */
export async function provision(app: App, payload: unknown): Promise<void> {
  const partnerId = text(fields(payload).partnerId)
  const { stripe } = app
  if (partnerId === undefined || !stripe) return
  await startProvisioning({ ...app, stripe }, partnerId)
}

/** Ends a subscription at Stripe whose partner has moved away. */
export async function endMoved(app: App, payload: unknown): Promise<void> {
  const subscriptionId = text(fields(payload).subscriptionId)
  const { stripe } = app
  if (subscriptionId !== undefined && stripe) await endSubscription({ ...app, stripe }, subscriptionId)
}
