import type { Check } from '../../model/check.ts'
import { communicationPlans, OTHER_MAIL } from '../../readers/identity/account-plans.ts'
import { type AccountState, evaluateAccounts } from '../../readers/privileged-access/account-evaluation.ts'
import type { PrivilegedAccount } from '../../readers/privileged-access/role-holders.ts'
import { leaveOpen } from '../../readers/results/result.ts'

/**
 * Administrators have an account for administration only (ISM-0445). A mailbox or Teams is a sign of an everyday account,
 * not a proof: the licence may be unused, and separate accounts may be synchronised like any other. Without such signs
 * the account may still be used for everything, so people must answer the rest either way.
 */
export const dedicatedPrivilegedAccounts: Check = {
  id: 'dedicated-privileged-accounts',
  version: 2,
  counts: 'privileged account',
  evaluate: (tenant, parameters) =>
    leaveOpen(
      evaluateAccounts(tenant, parameters, {
        expected:
          'No account with a directory role is set up for everyday work, with a mailbox or a licence for Teams.',
        predicate: 'have neither a mailbox nor Teams',
        stateOf: isDedicated,
        limitations: ['What an account is used for every day is not read.', OTHER_MAIL],
      }),
    ),
}

function isDedicated({ user }: PrivilegedAccount): AccountState {
  const plans = communicationPlans(user.assignedPlans)
  if (plans === undefined) return 'unknown'
  return plans.mailbox || plans.teams ? 'short' : 'fine'
}
