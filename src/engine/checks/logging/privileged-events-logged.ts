import type { Check } from '../../model/check.ts'
import { evaluateFreshness, NOT_READ } from './log-freshness.ts'

/**
 * Entra's audit log, which records the use of roles (ISM-1509) and changes to accounts and groups (ISM-1650), can be
 * read and is current. Only its newest page is read. It cannot be switched off, so people must answer whether it reaches
 * a central log.
 */
export const privilegedEventsLogged: Check = {
  id: 'privileged-events-logged',
  version: 2,
  evaluate: (tenant, parameters) =>
    evaluateFreshness(tenant, parameters, {
      dataset: 'directoryAudits',
      dateField: 'activityDateTime',
      expected:
        'Every use of administrative rights in the directory is recorded in one log that is still being written.',
      log: 'The audit log',
      newestRecord: 'The newest entry of the audit log',
      limitations: [...NOT_READ, 'Logs of servers are not read.'],
    }),
}
