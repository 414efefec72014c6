import type { App } from '../../../app.ts'
import type { Author } from '../../../ground/actor.ts'
import { unseal } from '../../../ground/seal.ts'
import { changeEndpoint, type EndpointWithSecret, invalid, keepSecret, requireSecret } from '../endpoints/service.ts'
import { deleteSecrets, findSecret, upsertSecret } from '../endpoints/store.ts'
import { checkSignature, newSecret, PREVIOUS_KEPT_MS, SECRET_PURPOSE, type WebhookAccount } from '../rules.ts'

/** Makes a secret that signs beside the current one until it is activated; over one that was made before. */
export async function addNextSecret(
  app: App,
  author: Author,
  account: WebhookAccount,
  endpointId: string,
  given?: string,
): Promise<EndpointWithSecret> {
  if (given !== undefined) requireSecret(given)
  const secret = given ?? newSecret()
  await changeEndpoint(app, author, account, endpointId, 'webhook.secret_added', async (tx, at) => {
    await keepSecret(app, tx, endpointId, 'next', secret, at)
    return {}
  })
  return { id: endpointId, secret }
}

/** Makes the next secret the current one; the one before still signs beside it for a day. */
export async function activateNextSecret(
  app: App,
  author: Author,
  account: WebhookAccount,
  endpointId: string,
): Promise<EndpointWithSecret> {
  let secret = ''
  await changeEndpoint(app, author, account, endpointId, 'webhook.secret_activated', async (tx, at) => {
    const next = await findSecret(tx, endpointId, 'next')
    const current = await findSecret(tx, endpointId, 'current')
    if (!next) throw invalid('endpoint', 'There is no next secret: make one first.')
    secret = unseal(app.secretKey, SECRET_PURPOSE, next)
    const expires = new Date(at.getTime() + PREVIOUS_KEPT_MS)
    const row = { endpoint_id: endpointId, created_at: at }
    if (current) await upsertSecret(tx, { ...row, state: 'previous', sealed: current, expires_at: expires })
    await upsertSecret(tx, { ...row, state: 'current', sealed: next })
    await deleteSecrets(tx, endpointId, ['next'])
    return { previousUntil: expires.toISOString() }
  })
  return { id: endpointId, secret }
}

/**
 * Whether the headers of a request that was made are what a receiver that knows the current secret computes from its body:
 * where it says no and we say yes, the receiver has another secret or hashes other bytes.
 */
export async function isSignedByCurrent(
  app: App,
  endpointId: string,
  sent: { body: string; headers: Readonly<Record<string, string>> },
): Promise<boolean> {
  const sealed = await findSecret(app.db, endpointId, 'current')
  if (!sealed) return false
  const current = unseal(app.secretKey, SECRET_PURPOSE, sealed)
  const { headers, body } = sent
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  return checkSignature(current, headers, Buffer.from(body), at) === 'valid'
}
