import type { App } from '../../../app.ts'
import type { Principal } from '../../../shared/actor.ts'
import { invalid, requireSecret } from '../endpoints/input.ts'
import { changeEndpoint, type EndpointCall, type EndpointWithSecret, requireEvents } from '../endpoints/service.ts'
import { checkSignature, newSecret } from '../rules.ts'
import { findClearSecret, setPreviousSecret, setSecret } from '../secrets/service.ts'
import { deleteSecrets } from '../secrets/store.ts'

/** Creates a secret that signs together with the current one until it is activated; replaces an earlier one. */
export async function createNextSecret(
  app: App,
  author: Principal,
  call: EndpointCall,
  given?: string,
): Promise<EndpointWithSecret> {
  if (given !== undefined) requireSecret(given)
  const { endpointId } = call
  const secret = given ?? newSecret()
  return await changeEndpoint(app, author, { ...call, action: 'webhook.secret_added' }, async (tx, at, row) => {
    requireEvents(row)
    await setSecret(app, tx, { endpointId, state: 'next', secret }, at)
    return { after: {}, result: { id: endpointId, secret } }
  })
}

/** Makes the next secret the current one; the one before still signs beside it for a day, until the moment that is given. */
export async function activateNextSecret(
  app: App,
  author: Principal,
  call: EndpointCall,
): Promise<{ id: string; previousUntil: Date }> {
  const { endpointId } = call
  return await changeEndpoint(app, author, { ...call, action: 'webhook.secret_activated' }, async (tx, at, row) => {
    requireEvents(row)
    const next = await findClearSecret(app, tx, endpointId, 'next')
    if (next === undefined) throw invalid('endpoint', 'This endpoint has no next secret: create one first.')
    const previousUntil = await setPreviousSecret(app, tx, endpointId, at)
    await setSecret(app, tx, { endpointId, state: 'current', secret: next }, at)
    await deleteSecrets(tx, endpointId, ['next'])
    return { after: { previousUntil: previousUntil.toISOString() }, result: { id: endpointId, previousUntil } }
  })
}

/**
 * Whether the signature headers of a sent request match its body and the current secret. If they do and the receiver
 * disagrees, it has another secret or hashes other bytes.
 */
export async function isSignedByCurrent(
  app: App,
  endpointId: string,
  sent: { body: string; headers: Readonly<Record<string, string>> },
): Promise<boolean> {
  const current = await findClearSecret(app, app.db, endpointId, 'current')
  if (current === undefined) return false
  const { headers, body } = sent
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  return checkSignature(current, headers, Buffer.from(body), at) === 'valid'
}
