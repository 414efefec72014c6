import { type PersonSession, ROLES } from '../../../shared/actor.ts'
import { DAY_MS, MINUTE_MS } from '../../../shared/dates/time-units.ts'
import { Problem } from '../../../shared/problem.ts'

/** However much it is used, a visit ends after this. */
const VISIT_MS = 60 * MINUTE_MS

export const visitEnd = (startedAt: Date): Date => new Date(startedAt.getTime() + VISIT_MS)

/** The partner's people are shown visits that have ended since. */
export const shownSince = (now: Date): Date => new Date(now.getTime() - DAY_MS)

/** Ended visits are stored as long as sign-ins are; the audit trail has them for longer. */
export const deletedBefore = (now: Date): Date => new Date(now.getTime() - 90 * DAY_MS)

/** The start of the UTC day: one email a day says that there are visits. */
export const startOfDay = (now: Date): Date => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS)

export const MIN_REASON_CHARACTERS = 10
export const MAX_REASON_CHARACTERS = 200

/** Throws ROLE_REQUIRED unless the person may start such a visit: acting takes an administrator. */
export function requireVisitRole({ role }: Pick<PersonSession, 'role'>, mayAct: boolean): void {
  if (!mayAct || ROLES.indexOf(role) <= ROLES.indexOf('admin')) return
  throw new Problem('ROLE_REQUIRED', { message: 'Only owners and administrators can make changes for a partner.' })
}

/** The visitor's own session: these end it, or confirm who the visitor is. */
const OWN = [
  'GET /session',
  'DELETE /session',
  'DELETE /session/visit',
  'POST /session/confirm',
  'POST /session/confirm/passkey',
]

/** Beginnings of paths that visitors may not open: the visitor's own security, and their other accounts. */
const CLOSED_STARTS = ['/me/', '/session']

/**
 * A path with one of these words is closed to visitors: it may contain credentials, decide who has access, or concern
 * payments.
 */
const CLOSED_SEGMENTS = new Set([
  'team',
  'people',
  'invitations',
  'keys',
  'webhooks',
  'channels',
  'deliveries',
  'replays',
  'factors',
  'passkeys',
  'sessions',
  'sign-on',
  'card',
  'card-page',
  'address-page',
  'invoices',
  'next-invoice',
])

/** Why a visitor may not make this call, in a sentence; undefined if they may. `path` is the route's, below the portal's API. */
export function visitRefusal(mayAct: boolean, method: string, path: string): string | undefined {
  if (OWN.includes(`${method} ${path}`)) return undefined
  const isClosed =
    CLOSED_STARTS.some((start) => path.startsWith(start)) ||
    path.split('/').some((segment) => CLOSED_SEGMENTS.has(segment))
  if (isClosed) return 'Visitors have no access to keys, webhooks, people and security.'
  if (mayAct || method === 'GET' || method === 'HEAD') return undefined
  return 'This visit is read-only: you cannot change anything.'
}
