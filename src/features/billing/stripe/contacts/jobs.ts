import type { App } from '../../../../app.ts'
import { fields, text } from '../../../../shared/json.ts'
import { changeContact } from './service.ts'

/** Copies a partner's company and address to Stripe; the queue retries while Stripe cannot be reached. */
export async function sendContact(app: App, payload: unknown): Promise<void> {
  const partnerId = text(fields(payload).partnerId)
  const { stripe } = app
  if (partnerId !== undefined && stripe) await changeContact({ ...app, stripe }, partnerId)
}
