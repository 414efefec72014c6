import type { Check } from '../../model/check.ts'
import { evaluateAccounts } from '../../readers/privileged-access/account-evaluation.ts'
import { THROUGH_GROUPS } from '../../readers/privileged-access/accounts.ts'

/**
 * Nobody holds a directory role for good but emergency access accounts; all others activate it when they need it
 * (ISM-1649). Without Privileged Identity Management every role is held for good, which is a finding and not a gap in
 * what can be seen.
 */
export const justInTimeAdministration: Check = {
  id: 'just-in-time-administration',
  version: 1,
  evaluate: (tenant, parameters) =>
    evaluateAccounts(tenant, parameters, {
      expected:
        'Every directory role is activated for a time when it is needed; only emergency access accounts keep one.',
      predicate: 'hold no directory role for good',
      stateOf: ({ holdings }) => (holdings.some(({ standing }) => standing) ? 'short' : 'fine'),
      sparesEmergency: true,
      limitations: [THROUGH_GROUPS],
    }),
}
