import { fields, list } from '../json.ts'

/** What pages of the portal are notified of while they are open. Messages hold ids alone: pages read the rest by themselves. */
export const LIVE_KINDS = ['run.progress', 'run.ended', 'delivery', 'key.used', 'answers', 'schedule', 'visit'] as const
export type LiveKind = (typeof LIVE_KINDS)[number]

export interface LiveMessage {
  kind: LiveKind
  /** The accounts whose pages hear of it. */
  accounts: readonly (string | null)[]
  /** Of the run, the webhook, the customer, the schedule, or the visit; of a key its slot. */
  id: string
}

/** A session ended, or all of a person or an account did. */
export interface SessionsEnded {
  kind: 'session.ended'
  /** Of the session, person or account. */
  id: string
}

/** The channel of the database on which these messages are sent, as JSON. */
export const PORTAL_CHANNEL = 'portal'

/** A message as it was sent; undefined for any other text. */
export function readMessage(text: string): LiveMessage | SessionsEnded | undefined {
  const message = fields(parse(text))
  if (message.kind === 'session.ended') {
    const { sessionId, personId, partnerId, distributorId } = message
    const id = [sessionId, personId, partnerId, distributorId].find((each) => typeof each === 'string')
    return typeof id === 'string' ? { kind: 'session.ended', id } : undefined
  }
  const kind = LIVE_KINDS.find((each) => each === message.kind)
  if (kind === undefined || typeof message.id !== 'string') return undefined
  return { kind, id: message.id, accounts: list(message.accounts).filter((each) => typeof each === 'string') }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
