import type { Check } from '../../model/check.ts'
import {
  type AccountState,
  evaluateAccounts,
  permanenceState,
} from '../../readers/privileged-access/account-evaluation.ts'
import { THROUGH_GROUPS } from '../../readers/privileged-access/accounts.ts'
import { AMONG_HIGHLY_PRIVILEGED, isHighlyPrivileged } from '../../readers/privileged-access/highly-privileged-roles.ts'
import type { RoleHolding } from '../../readers/privileged-access/role-holding.ts'

/**
 * Only emergency access accounts have standing access to a highly privileged role; an application with such a role
 * counts like an account. Without Privileged Identity Management all access is standing, which is a finding and not
 * missing visibility.
 */
export const highlyPrivilegedNotPermanent: Check = {
  id: 'highly-privileged-not-permanent',
  version: 2,
  evaluate: (tenant, parameters) =>
    evaluateAccounts(tenant, parameters, {
      expected:
        'Only emergency access accounts have a permanent highly privileged role; all others activate it for a limited time.',
      predicate: 'have no permanent highly privileged role',
      stateOf: ({ holdings }) => stateOf(holdings),
      applicationState: stateOf,
      among: AMONG_HIGHLY_PRIVILEGED,
      limitations: [
        THROUGH_GROUPS,
        'An account of a person that software uses cannot be determined from others, and counts.',
      ],
    }),
}

const stateOf = (holdings: readonly RoleHolding[]): AccountState => permanenceState(holdings, isHighlyPrivileged)
