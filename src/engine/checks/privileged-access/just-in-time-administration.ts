import type { Check } from '../../model/check.ts'
import { evaluateAccounts, permanenceState } from '../../readers/privileged-access/account-evaluation.ts'
import { THROUGH_GROUPS } from '../../readers/privileged-access/accounts.ts'

/**
 * Only emergency access accounts have standing access to a directory role; everybody else activates it when needed
 * (ISM-1649). Without Privileged Identity Management all access is standing, which is a finding and not missing
 * visibility.
 */
export const justInTimeAdministration: Check = {
  id: 'just-in-time-administration',
  version: 1,
  evaluate: (tenant, parameters) =>
    evaluateAccounts(tenant, parameters, {
      expected:
        'Every directory role is activated for a time when it is needed; only emergency access accounts keep one.',
      predicate: 'hold no directory role for good',
      stateOf: ({ holdings }) => permanenceState(holdings),
      limitations: [THROUGH_GROUPS],
    }),
}
