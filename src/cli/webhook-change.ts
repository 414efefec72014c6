import type { App } from '../app.ts'
import { findEndpointAccount, pauseEndpoint, removeEndpoint } from '../features/webhooks/endpoints/service.ts'
import { activateNextSecret, addNextSecret } from '../features/webhooks/secrets/service.ts'
import type { Author } from '../shared/actor.ts'
import { listFields, type Output } from './output.ts'

const author = (command: string): Author => ({ kind: 'operator', id: `webhook ${command}` })

const HOUR_MS = 3_600_000
const PAUSE_HOURS = 24

/** Makes the next secret and prints it for the only time, or makes it the current one. */
export async function runWebhookRotate(
  app: App,
  endpointId: string,
  { secret, activate }: { secret?: string; activate?: boolean },
): Promise<Output> {
  const account = await findEndpointAccount(app, endpointId)
  if (activate) {
    const { id, previousUntil } = await activateNextSecret(app, author('rotate'), account, endpointId)
    return listFields({ id, previousUntil: previousUntil.toISOString() })
  }
  const { id, secret: next } = await addNextSecret(app, author('rotate'), account, endpointId, secret)
  return listFields({ id, secret: next })
}

/** Holds deliveries back for some hours; for none: sends them from now on. */
export async function runWebhookPause(app: App, endpointId: string, options: { hours?: number }): Promise<Output> {
  const { hours = PAUSE_HOURS } = options
  if (hours === 0) return await runWebhookResume(app, endpointId)
  const account = await findEndpointAccount(app, endpointId)
  const until = new Date(app.now().getTime() + hours * HOUR_MS)
  await pauseEndpoint(app, author('pause'), account, endpointId, until)
  return listFields({ id: endpointId, pausedUntil: until.toISOString() })
}

/** Sends from now on what a pause has held back. */
export async function runWebhookResume(app: App, endpointId: string): Promise<Output> {
  await pauseEndpoint(app, author('resume'), await findEndpointAccount(app, endpointId), endpointId, null)
  return listFields({ id: endpointId })
}

/** Ends a webhook for good. */
export async function runWebhookRemove(app: App, endpointId: string): Promise<Output> {
  await removeEndpoint(app, author('remove'), await findEndpointAccount(app, endpointId), endpointId)
  return listFields({ id: endpointId })
}
