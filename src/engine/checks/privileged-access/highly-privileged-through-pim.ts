import { readDataset } from '../../datasets/reading.ts'
import type { Check } from '../../model/check.ts'
import {
  type AccountState,
  applicationsNotCounted,
  evaluateAccounts,
} from '../../readers/privileged-access/account-evaluation.ts'
import { AMONG_HIGHLY_PRIVILEGED, isHighlyPrivileged } from '../../readers/privileged-access/highly-privileged-roles.ts'
import type { RoleHolding } from '../../readers/privileged-access/role-holding.ts'
import { ANOTHER_PAM } from '../../readers/privileged-access/role-rules.ts'
import { leaveToNamed, unknown } from '../../readers/results/result.ts'

/**
 * Highly privileged roles are assigned in Privileged Identity Management; assignments from elsewhere bypass its rules.
 * CISA's MS.AAD.7.5v1 is about provisioning users, and software cannot activate a role: applications are only named. It
 * allows any system for privileged access, so the answer decides if it names another one.
 */
export const highlyPrivilegedThroughPim: Check = {
  id: 'highly-privileged-through-pim',
  version: 4,
  counts: 'highly privileged account',
  evaluate(tenant, parameters) {
    const expected = 'Every highly privileged role was assigned in Privileged Identity Management.'
    const assignments = readDataset(tenant, 'roleAssignments')
    if (!assignments.ok) return unknown(assignments, expected)
    const result = evaluateAccounts(tenant, parameters, {
      expected,
      predicate: 'have such roles only through Privileged Identity Management',
      stateOf: ({ holdings }) => originState(holdings),
      among: AMONG_HIGHLY_PRIVILEGED,
      readings: [assignments],
      limitations: [
        'Other products for privileged access are not read.',
        ...applicationsNotCounted(tenant, 'that were assigned such a role elsewhere cannot activate it', originState),
      ],
    })
    return leaveToNamed(result, ANOTHER_PAM)
  },
}

function originState(holdings: readonly RoleHolding[]): AccountState {
  const origins = holdings.filter((holding) => holding.active && isHighlyPrivileged(holding))
  if (origins.some(({ throughPim }) => throughPim === false)) return 'short'
  return origins.some(({ throughPim }) => throughPim === undefined) ? 'unknown' : 'fine'
}
