import type { Reads } from '../../endpoints.ts'
import { formatNumber } from '../../format.ts'
import type { Tone } from '../../parts/tone.ts'
import { EVENT_NAMES } from '../events/words.ts'
import type { ChannelFormat } from './channel-words.ts'

export type Webhook = Reads['/{account}/webhooks']['webhooks'][number]

/** The state of a webhook in one word or two. */
export function stateOf({ pausedUntil, failed, failingSince, lastDeliveredAt }: Webhook): {
  tone: Tone | 'dim'
  words: string
} {
  if (pausedUntil !== undefined) return { tone: 'warn', words: 'Paused' }
  if (failingSince !== undefined) return { tone: 'bad', words: 'Failing' }
  if (failed > 0) return { tone: 'bad', words: `${formatNumber(failed)} failed` }
  return lastDeliveredAt === undefined ? { tone: 'dim', words: 'Not used yet' } : { tone: 'good', words: 'Working' }
}

/** A webhook that gets messages of a chat instead of events. */
export type Channel = Webhook & { format: ChannelFormat }

export const isChannel = (webhook: Webhook): webhook is Channel => webhook.format !== undefined

/** What people call a webhook: the name of a channel, otherwise its address. */
export const titleOf = ({ name, url }: Pick<Webhook, 'name' | 'url'>): string => name ?? nameOf(url)

/** What people call the webhook with this id; the id if it is gone. */
export function receiverOf(webhooks: readonly Webhook[], endpointId: string): string {
  const found = webhooks.find(({ id }) => id === endpointId)
  return found ? titleOf(found) : endpointId
}

/** What people call an address: its host, and the path where there is one. */
export function nameOf(url: string): string {
  if (!URL.canParse(url)) return url
  const { host, pathname } = new URL(url)
  return pathname === '/' ? host : host + pathname
}

/** Which events a webhook gets. */
export function eventsOf({ events }: Webhook): string {
  if (events === undefined) return 'All events'
  const [first = ''] = events
  return events.length === 1 ? kindName(first) : `${events.length} event types`
}

/** What people call a kind of event, or a test. */
export const kindName = (type: string): string =>
  Object.entries<string>({ ...EVENT_NAMES, 'webhook.test': 'Test' }).find(([name]) => name === type)?.[1] ?? type
