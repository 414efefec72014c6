import type { Check } from '../../model/check.ts'
import { evaluateFreshness, NOT_READ } from './log-freshness.ts'

/**
 * Entra's sign-in log, which records the outcome of each multi-factor authentication, can be read and is current
 * (ISM-1683). Only the newest record is read, never the log.
 */
export const mfaEventsLogged: Check = {
  id: 'mfa-events-logged',
  version: 2,
  evaluate: (tenant, parameters) =>
    evaluateFreshness(tenant, parameters, {
      dataset: 'signIns',
      dateField: 'createdDateTime',
      expected:
        'Every sign-in, with its second factor and outcome, is recorded in one log that is still being written.',
      log: 'The sign-in log',
      newestRecord: 'The newest sign-in on record',
      limitations: NOT_READ,
    }),
}
