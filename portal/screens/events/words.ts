import type { Reads } from '../../endpoints.ts'

type EventType = Reads['/{account}/events/log']['events'][number]['type']

/** Kinds that a webhook gets only if it names them. */
export const OPTIONAL_EVENT_NAMES = {
  'assessment.canceled': 'Assessment canceled',
  'customer.approved': 'Customer approved',
  'questionnaire.answered': 'Questionnaire answered',
  'exception.expiring': 'Exception expiring',
  'schedule.paused': 'Schedule paused',
  'findings.changed': 'Findings changed',
  'assessment.worsened': 'Assessment worsened',
  'digest.weekly': 'Weekly summary',
} as const satisfies Partial<Record<EventType, string>>

/** What people call each kind of event. A new kind fails the type check until it is here. */
export const EVENT_NAMES: Readonly<Record<EventType, string>> = {
  'assessment.started': 'Assessment started',
  'assessment.completed': 'Assessment completed',
  'assessment.failed': 'Assessment failed',
  'customer.created': 'Customer created',
  'customer.updated': 'Customer updated',
  'customer.deleted': 'Customer deleted',
  'partner.activated': 'Partner activated',
  'partner.suspended': 'Partner suspended',
  'key.created': 'Key created',
  'key.revoked': 'Key revoked',
  ...OPTIONAL_EVENT_NAMES,
}
