import { fields, list } from '../json.ts'

/** Notifications for open pages of the portal. They contain only ids; pages fetch the rest themselves. */
export const LIVE_KINDS = ['run.progress', 'run.ended', 'delivery', 'key.used', 'answers', 'schedule', 'visit'] as const
export type LiveKind = (typeof LIVE_KINDS)[number]

export interface LiveMessage {
  kind: LiveKind
  /** The accounts whose pages are notified. */
  accounts: readonly (string | null)[]
  /** Id of the run, webhook, customer, schedule or visit; for a key, its slot. */
  id: string
}

/** A session ended, or all sessions of a person or an account. */
export interface SessionsEnded {
  kind: 'session.ended'
  /** Of the session, person or account. */
  id: string
}

/** The channel of the database on which these messages are sent, as JSON. */
export const PORTAL_CHANNEL = 'portal'

/** Parses a message; undefined for any other text. */
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
