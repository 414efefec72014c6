import type { Check } from '../../model/check.ts'
import { evaluateAccounts } from '../../readers/privileged-access/account-evaluation.ts'
import { AMONG_HIGHLY_PRIVILEGED, isHighlyPrivileged } from '../../readers/privileged-access/highly-privileged-roles.ts'

/**
 * Nobody keeps a highly privileged role for good but emergency access accounts. Without Privileged Identity Management
 * every role is kept for good, which is a finding and not a gap in what can be seen.
 */
export const highlyPrivilegedNotPermanent: Check = {
  id: 'highly-privileged-not-permanent',
  version: 1,
  evaluate: (tenant, parameters) =>
    evaluateAccounts(tenant, parameters, {
      expected:
        'Only emergency access accounts keep a highly privileged role for good; all others activate it for a time.',
      predicate: 'keep no highly privileged role for good',
      stateOf: ({ holdings }) =>
        holdings.some((holding) => holding.standing && isHighlyPrivileged(holding)) ? 'short' : 'fine',
      among: AMONG_HIGHLY_PRIVILEGED,
      sparesEmergency: true,
      limitations: [
        'Membership of a group that holds a role counts as standing, though the group itself may be joined for a time only.',
        'An account that software uses is told from a person’s by nothing that is read, and counts.',
      ],
    }),
}
