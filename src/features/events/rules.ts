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

/** Whose log an event or an audit row belongs to. */
export interface LogOwner {
  partnerId: string | null
  distributorId: string | null
}

/** Whose log is read: a partner's, or all of a distributor's. */
export type LogScope = { partnerId: string } | { distributorId: string }

/** Where the two APIs differ: whose log is read, and what an inactive account is told. */
export interface LogRoutesOptions {
  inactive: ProblemCode
  /** Stands in operation ids, as in `listEvents` and `listDistributorEvents`. */
  prefix: '' | 'Distributor'
  scopeOf: (request: { actor: Actor; distributor: DistributorActor }) => LogScope
}
