import type { App } from '../app.ts'
import { findEndpointAccount, pauseEndpoint, removeEndpoint } from '../features/webhooks/endpoints/service.ts'
import { activateNextSecret, addNextSecret } from '../features/webhooks/secrets/service.ts'
import type { Author } from '../ground/actor.ts'
import { listFields, type Output } from './output.ts'

const author = (command: string): Author => ({ kind: 'operator', id: `webhook ${command}` })

const HOUR_MS = 3_600_000
const PAUSE_HOURS = 24

/** Makes the next secret, or makes it the current one. */
export async function runWebhookRotate(
  app: App,
  endpointId: string,
  { secret, activate }: { secret?: string; activate?: boolean },
): Promise<Output> {
  const account = await findEndpointAccount(app, endpointId)
  const rotated = activate
    ? await activateNextSecret(app, author('rotate'), account, endpointId)
    : await addNextSecret(app, author('rotate'), account, endpointId, secret)
  return listFields({ id: rotated.id, secret: rotated.secret })
}

/** Holds deliveries back for some hours; for none: sends them from now on. */
export async function runWebhookPause(app: App, endpointId: string, options: { hours?: number }): Promise<Output> {
  const { hours = PAUSE_HOURS } = options
  const account = await findEndpointAccount(app, endpointId)
  const until = hours > 0 ? new Date(app.now().getTime() + hours * HOUR_MS) : null
  await pauseEndpoint(app, author('pause'), account, endpointId, until)
  return listFields({ id: endpointId, ...(until && { pausedUntil: until.toISOString() }) })
}

/** Ends a webhook for good. */
export async function runWebhookRemove(app: App, endpointId: string): Promise<Output> {
  await removeEndpoint(app, author('remove'), await findEndpointAccount(app, endpointId), endpointId)
  return listFields({ id: endpointId })
}
