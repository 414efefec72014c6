import type { Check } from '../../model/check.ts'
import { communicationPlans, OTHER_MAIL } from '../../readers/identity/account-plans.ts'
import { type AccountState, evaluateAccounts } from '../../readers/privileged-access/account-evaluation.ts'
import type { PrivilegedAccount } from '../../readers/privileged-access/role-holders.ts'

/**
 * Administrators have an account for administration only (ISM-0445). Signs of an everyday account: it is synchronised
 * from the on-premises directory, or it has a mailbox or Teams. Their absence does not prove that the account is used
 * for nothing else, so people must answer the rest.
 */
export const dedicatedPrivilegedAccounts: Check = {
  id: 'dedicated-privileged-accounts',
  version: 1,
  evaluate: (tenant, parameters) =>
    evaluateAccounts(tenant, parameters, {
      expected:
        'Every account with a directory role exists in the cloud only and has neither a mailbox nor a licence for Teams.',
      predicate: 'are made for administration alone: cloud-only, without mailbox or Teams',
      stateOf: isDedicated,
      limitations: ['What an account is used for day by day is not read.', OTHER_MAIL],
    }),
}

function isDedicated({ user }: PrivilegedAccount): AccountState {
  const plans = communicationPlans(user.assignedPlans)
  if (user.onPremisesSyncEnabled === true || plans?.mailbox || plans?.teams) return 'short'
  return plans === undefined ? 'unknown' : 'fine'
}
