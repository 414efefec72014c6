import type { Actor, DistributorActor } from '../../shared/actor.ts'
import type { ProblemCode } from '../../shared/problem.ts'

/** Events that every webhook without a filter receives, and every list has. Source: the contract's table of events. */
const CONTRACT_EVENT_TYPES = [
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

/** Events that only webhooks receive that name them, and only lists have that are asked for them. */
const OPTIONAL_EVENT_TYPES = [
  'assessment.canceled',
  'customer.approved',
  'questionnaire.answered',
  'exception.expiring',
  'schedule.paused',
  'findings.changed',
  'assessment.worsened',
  'digest.weekly',
] as const

/** Every kind of event. */
export const EVENT_TYPES = [...CONTRACT_EVENT_TYPES, ...OPTIONAL_EVENT_TYPES] as const

export type EventType = (typeof EVENT_TYPES)[number]

/** Whether an account must ask for events of this kind to get them. */
export const isOptional = (type: EventType): boolean => OPTIONAL_EVENT_TYPES.some((optional) => optional === type)

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
