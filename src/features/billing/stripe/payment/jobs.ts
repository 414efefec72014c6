import type { App } from '../../../../app.ts'
import { fields, text } from '../../../../shared/json.ts'
import { completeCardSession } from './service.ts'

/** Takes over the card of a finished Checkout session. */
export async function completeCard(app: App, payload: unknown): Promise<void> {
  const sessionId = text(fields(payload).sessionId)
  const { stripe } = app
  if (sessionId !== undefined && stripe) await completeCardSession({ ...app, stripe }, sessionId)
}
