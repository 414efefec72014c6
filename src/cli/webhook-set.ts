import type { App } from '../app.ts'
import { findAccount } from '../features/accounts/service.ts'
import { editEndpoint, listEndpoints, setEndpoint } from '../features/webhooks/endpoints/service.ts'
import type { Author } from '../shared/actor.ts'
import { listFields, type Output } from './output.ts'

const AUTHOR: Author = { kind: 'operator', id: 'webhook set' }

/** Every kind of event. */
const ALL = 'all'

/**
 * Sets where an account hears of events, and prints the secret that signs, for the only time. A webhook that is named keeps
 * its secret, which is not printed.
 */
export async function runWebhookSet(
  app: App,
  accountId: string,
  options: { url: string; secret?: string; events?: string; endpoint?: string; another?: boolean },
): Promise<Output> {
  const { url, secret, events, endpoint, another } = options
  const account = await findAccount(app, accountId)
  const types = events?.split(',').map((type) => type.trim())
  const kinds = types && { events: types.includes(ALL) ? [] : types }
  if (endpoint !== undefined && secret === undefined) {
    await editEndpoint(app, AUTHOR, account, endpoint, { url, ...kinds })
    return listFields({ id: endpoint })
  }
  const set = await setEndpoint(app, AUTHOR, account, {
    url,
    ...(secret !== undefined && { secret }),
    ...kinds,
    ...(endpoint !== undefined && { endpointId: endpoint }),
    ...(another && { another }),
  })
  return listFields({ id: set.id, secret: set.secret })
}

/** The account's webhooks and how they do. */
export async function runWebhookList(app: App, accountId: string): Promise<Output> {
  const items = await listEndpoints(app, await findAccount(app, accountId))
  if (items.length === 0) return { json: [], text: 'The account has no webhook.' }
  const lines = items.map(({ id, url, events, pausedUntil, pending, failed, lastDeliveredAt }) =>
    [
      `${id}  ${url}`,
      `  events: ${events?.join(', ') ?? ALL}`,
      `  pending: ${pending}, failed lately: ${failed}, last delivered: ${lastDeliveredAt?.toISOString() ?? 'never'}`,
      ...(pausedUntil ? [`  paused until ${pausedUntil.toISOString()}`] : []),
    ].join('\n'),
  )
  return { json: items, text: lines.join('\n') }
}
