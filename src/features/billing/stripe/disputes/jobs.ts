import type { App } from '../../../../app.ts'
import { fields, text } from '../../../../shared/json.ts'
import { reconcileDispute } from './service.ts'

/** Copies a dispute from Stripe. */
export async function copyDispute(app: App, payload: unknown): Promise<void> {
  const disputeId = text(fields(payload).disputeId)
  const { stripe } = app
  if (disputeId !== undefined && stripe) await reconcileDispute({ ...app, stripe }, disputeId)
}
