import type { Reads } from '../../endpoints.ts'

type EventType = Reads['/{account}/events']['events'][number]['type']

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
}
