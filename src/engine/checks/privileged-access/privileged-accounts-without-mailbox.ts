import type { Check } from '../../model/check.ts'
import { communicationPlans, OTHER_MAIL } from '../../readers/identity/account-plans.ts'
import { type AccountState, evaluateAccounts } from '../../readers/privileged-access/account-evaluation.ts'
import type { PrivilegedAccount } from '../../readers/privileged-access/role-holders.ts'

/**
 * Privileged accounts cannot read mail (ISM-1175): none has a mailbox. The rest of the control, no web access, is
 * enforced by proxies and firewalls, which are not read, and accounts authorised for online services are exempt; people
 * must answer both.
 */
export const privilegedAccountsWithoutMailbox: Check = {
  id: 'privileged-accounts-without-mailbox',
  version: 1,
  evaluate: (tenant, parameters) =>
    evaluateAccounts(tenant, parameters, {
      expected: 'No account with a directory role has a mailbox.',
      predicate: 'have no mailbox',
      stateOf: withoutMailbox,
      limitations: ['Whether proxies and firewalls keep these accounts from the web is not read.', OTHER_MAIL],
    }),
}

function withoutMailbox({ user }: PrivilegedAccount): AccountState {
  const plans = communicationPlans(user.assignedPlans)
  if (plans === undefined) return 'unknown'
  return plans.mailbox ? 'short' : 'fine'
}
