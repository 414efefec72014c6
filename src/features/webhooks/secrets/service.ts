import type { App } from '../../../app.ts'
import type { Principal } from '../../../shared/actor.ts'
import { invalid, requireSecret } from '../endpoints/input.ts'
import {
  changeEndpoint,
  type EndpointWithSecret,
  readSecret,
  retainPrevious,
  storeSecret,
} from '../endpoints/service.ts'
import { deleteSecrets } from '../endpoints/store.ts'
import { checkSignature, newSecret, type WebhookAccount } from '../rules.ts'

/** Creates the next secret, which signs in addition to the current one until it is activated; replaces an earlier next one. */
export async function addNextSecret(
  app: App,
  author: Principal,
  account: WebhookAccount,
  endpointId: string,
  given?: string,
): Promise<EndpointWithSecret> {
  if (given !== undefined) requireSecret(given)
  const secret = given ?? newSecret()
  await changeEndpoint(app, author, { account, endpointId, action: 'webhook.secret_added' }, async (tx, at) => {
    await storeSecret(app, tx, { endpointId, state: 'next', secret }, at)
    return {}
  })
  return { id: endpointId, secret }
}

/** Makes the next secret the current one. The previous one also signs for a day, until the returned time. */
export async function activateNextSecret(
  app: App,
  author: Principal,
  account: WebhookAccount,
  endpointId: string,
): Promise<{ id: string; previousUntil: Date }> {
  let previousUntil = app.now()
  await changeEndpoint(app, author, { account, endpointId, action: 'webhook.secret_activated' }, async (tx, at) => {
    const next = await readSecret(app, tx, endpointId, 'next')
    if (next === undefined) throw invalid('endpoint', 'There is no next secret: create one first.')
    previousUntil = await retainPrevious(app, tx, endpointId, at)
    await storeSecret(app, tx, { endpointId, state: 'current', secret: next }, at)
    await deleteSecrets(tx, endpointId, ['next'])
    return { previousUntil: previousUntil.toISOString() }
  })
  return { id: endpointId, previousUntil }
}

/**
 * Whether the headers of a sent request match what a receiver with the current secret computes from its body. If they match
 * here but not at the receiver, it has another secret or hashes other bytes.
 */
export async function isSignedByCurrent(
  app: App,
  endpointId: string,
  sent: { body: string; headers: Readonly<Record<string, string>> },
): Promise<boolean> {
  const current = await readSecret(app, app.db, endpointId, 'current')
  if (current === undefined) return false
  const { headers, body } = sent
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  return checkSignature(current, headers, Buffer.from(body), at) === 'valid'
}
