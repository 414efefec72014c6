import type { Check } from '../../model/check.ts'
import {
  type AccountState,
  applicationsNotCounted,
  evaluateAccounts,
  permanenceState,
} from '../../readers/privileged-access/account-evaluation.ts'
import { THROUGH_GROUPS } from '../../readers/privileged-access/accounts.ts'
import { AMONG_HIGHLY_PRIVILEGED, isHighlyPrivileged } from '../../readers/privileged-access/highly-privileged-roles.ts'
import type { RoleHolding } from '../../readers/privileged-access/role-holding.ts'

/**
 * Only emergency access accounts hold a highly privileged role permanently. CISA's instructions for MS.AAD.7.4v1
 * look for users and groups and leave out software, which cannot activate a role: applications are only named. Without
 * Privileged Identity Management all access is permanent, which is a finding, not missing visibility.
 */
export const highlyPrivilegedNotPermanent: Check = {
  id: 'highly-privileged-not-permanent',
  version: 3,
  counts: 'highly privileged account',
  evaluate: (tenant, parameters) =>
    evaluateAccounts(tenant, parameters, {
      expected:
        'Only emergency access accounts have a permanent highly privileged role; all others activate it for a limited time.',
      predicate: 'hold such roles only for a limited time',
      stateOf: ({ holdings }) => stateOf(holdings),
      among: AMONG_HIGHLY_PRIVILEGED,
      limitations: [
        THROUGH_GROUPS,
        'User accounts that software uses cannot be distinguished from people’s, so they count.',
        ...applicationsNotCounted(tenant, 'that keep such a role cannot activate it', stateOf),
      ],
    }),
}

const stateOf = (holdings: readonly RoleHolding[]): AccountState => permanenceState(holdings, isHighlyPrivileged)
