import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { findAccount } from '../features/accounts/service.ts'
import { EVENT_TYPES } from '../features/events/rules.ts'
import {
  type DeliveryItem,
  type DeliveryQuery,
  getDelivery,
  listDeliveries,
  sendTest,
} from '../features/webhooks/deliveries/service.ts'
import { findEndpointAccount } from '../features/webhooks/endpoints/service.ts'
import { replayDeliveries, replayDelivery } from '../features/webhooks/replays/service.ts'
import { readHeaders, TEST_TYPE } from '../features/webhooks/rules.ts'
import { isSignedByCurrent } from '../features/webhooks/secrets/service.ts'
import type { Author } from '../shared/actor.ts'
import { CommandFailure } from './command-failure.ts'
import { listFields, type Output } from './output.ts'
import { readTime } from './read-time.ts'

const REPLAY: Author = { kind: 'operator', id: 'webhook replay' }

const LISTED = 50
const TEST_WAIT_MS = 15_000
const TEST_LOOK_MS = 100
const TYPES: readonly string[] = [...EVENT_TYPES, TEST_TYPE]
const STATES = ['pending', 'delivered', 'failed', 'canceled'] as const

/** Options that choose deliveries, as they stand on the command line. */
export interface DeliveryChoice {
  endpoint?: string
  type?: string
  state?: string
  since?: string
  until?: string
}

/** The newest deliveries of an account, or one of them with its attempts. */
export async function runWebhookLog(
  app: App,
  accountId: string,
  options: DeliveryChoice & { limit?: number; delivery?: number; before?: number },
): Promise<Output> {
  const account = await findAccount(app, accountId)
  if (options.delivery !== undefined) {
    const delivery = await getDelivery(app, account, options.delivery)
    return { json: delivery, text: JSON.stringify(delivery, null, 2) }
  }
  const choice = { ...readChoice(options), ...(options.before !== undefined && { beforeId: options.before }) }
  const items = await listDeliveries(app, account, choice, options.limit ?? LISTED)
  return { json: items, text: items.length === 0 ? 'There is no delivery.' : items.map(describe).join('\n') }
}

const describe = ({ id, createdAt, state, type, eventId, attempts, lastStatus, lastError }: DeliveryItem): string =>
  [
    String(id).padStart(6),
    createdAt.toISOString().slice(0, 19).replace('T', ' '),
    state.padEnd(9),
    type.padEnd(20),
    eventId,
    `${attempts} tried`,
    lastError ?? lastStatus ?? '',
  ].join('  ')

/** Sends a test, waits for how it ends, and checks the signature that was sent as its receiver would. */
export async function runWebhookTest(app: App, endpointId: string): Promise<Output> {
  const account = await findEndpointAccount(app, endpointId)
  const id = await sendTest(app, account, endpointId)
  const until = Date.now() + TEST_WAIT_MS
  for (;;) {
    const { state, eventId, attempts, lastStatus, lastError, body, log } = await getDelivery(app, account, id)
    if (attempts > 0 || Date.now() > until) {
      const error = lastError ?? (attempts === 0 ? 'Nobody has sent it yet: is the service running?' : undefined)
      const outcome = { ...(lastStatus !== undefined && { status: lastStatus }), ...(error && { error }) }
      const headers = readHeaders(log.at(-1)?.requestHeaders)
      const signature = headers['x-service-signature'] ?? ''
      const matches = await isSignedByCurrent(app, endpointId, { body, headers })
      const signatureCheck = matches ? 'matches the current secret' : 'nothing was sent that could be checked'
      return listFields({ id, eventId, state, ...outcome, signature, signatureCheck })
    }
    await sleep(TEST_LOOK_MS)
  }
}

/** Sends one delivery's event again, or those of a range; a dry run counts them. */
export async function runWebhookReplay(
  app: App,
  accountId: string,
  options: DeliveryChoice & { delivery?: number; dryRun?: boolean },
): Promise<Output> {
  const account = await findAccount(app, accountId)
  if (options.delivery !== undefined) {
    return listFields({ id: await replayDelivery(app, REPLAY, account, options.delivery) })
  }
  const dryRun = options.dryRun ?? false
  const count = await replayDeliveries(app, REPLAY, account, { ...readChoice(options), dryRun })
  return listFields(dryRun ? { wouldReplay: count } : { replayed: count })
}

function readChoice({ endpoint, type, state, since, until }: DeliveryChoice): DeliveryQuery {
  const known = STATES.find((candidate) => candidate === state)
  if (state !== undefined && known === undefined)
    throw new CommandFailure(`--state must be one of ${STATES.join(', ')}.`)
  if (type !== undefined && !TYPES.includes(type))
    throw new CommandFailure(`--type must be one of ${TYPES.join(', ')}.`)
  return {
    ...(endpoint !== undefined && { endpointId: endpoint }),
    ...(type !== undefined && { type }),
    ...(known && { state: known }),
    ...(since !== undefined && { since: readTime('--since', since) }),
    ...(until !== undefined && { until: readTime('--until', until) }),
  }
}
