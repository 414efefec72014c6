import type { EventType } from './rules.ts'

/** When each kind of event is emitted. */
export const EVENT_MEANINGS: Readonly<Record<EventType, string>> = {
  'assessment.started': 'A worker started the run. Sent once, even if another worker takes over.',
  'assessment.completed': 'The run ended with a result.',
  'assessment.failed': 'The run ended without a result. It does not count against the monthly limit.',
  'customer.created': 'A customer was created. A bulk call emits one event per customer.',
  'customer.updated': 'At least one field of the customer changed.',
  'customer.deleted': 'The customer was deleted, with everything that was read from its tenant.',
  'partner.activated': 'The partner was activated, by the distributor or with the link in its email.',
  'partner.suspended': 'The partner was suspended. There is a separate event for each of its keys.',
  'key.created': 'A key was created. The key itself is never sent.',
  'key.revoked': 'A key became invalid: it was revoked, its account was suspended, or it expired.',
  'assessment.canceled': 'The run was canceled, by a request or by the suspension of the partner.',
  'customer.approved': "The customer's tenant approved the partner. One event for each customer with the tenant.",
  'questionnaire.answered':
    'People answered questions and finished, or stopped for a while. Answers through the API do not emit it.',
  'exception.expiring':
    'The exception expires within 30 days. Sent once for each expiry date, so a renewed exception is announced again.',
  'schedule.paused':
    'The schedule does not start runs until it is resumed. A schedule for all customers has no `customerId`.',
  'findings.changed':
    'A run completed with other findings than the previous run. The first run of a product opens all of its findings. Long lists are truncated; the list of findings is complete.',
  'assessment.worsened':
    'A run completed with a score at least 3 points lower than the previous run, or with a new critical finding. Only if both runs have the same target and framework version.',
  'digest.weekly':
    'The week that has ended in numbers, on Monday morning in the time zone of the brand (UTC for distributors), if there is something to report. A partner gets the figures of its customers, a distributor those of its partners.',
}
