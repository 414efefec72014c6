import type { Actor, DistributorActor } from '../../shared/actor.ts'
import type { ProblemCode } from '../../shared/problem.ts'

/** Every kind of event. Source: the contract's table of events. */
export const EVENT_TYPES = [
  'assessment.started',
  'assessment.completed',
  'assessment.failed',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'partner.activated',
  'partner.suspended',
  'key.created',
  'key.revoked',
] as const

export type EventType = (typeof EVENT_TYPES)[number]

/** The accounts whose log an event or an audit row belongs to. */
export interface LogOwner {
  partnerId: string | null
  distributorId: string | null
}

/** The log to read: that of a partner, or of a distributor with all its partners. */
export type LogScope = { partnerId: string } | { distributorId: string }

/** What differs between the two APIs: the log that is read, and the error for an inactive account. */
export interface LogRoutesOptions {
  inactive: ProblemCode
  /** Part of operation ids, as in `listEvents` and `listDistributorEvents`. */
  prefix: '' | 'Distributor'
  scopeOf: (request: { actor: Actor; distributor: DistributorActor }) => LogScope
}
