import type { Check } from '../../model/check.ts'
import { communicationPlans, OTHER_MAIL } from '../../readers/identity/account-plans.ts'
import { type AccountState, evaluateAccounts } from '../../readers/privileged-access/account-evaluation.ts'
import type { PrivilegedAccount } from '../../readers/privileged-access/role-holders.ts'
import { leaveOpen } from '../../readers/results/result.ts'

/**
 * Privileged accounts cannot read mail (ISM-1175). Accounts that are authorised to manage online services are exempt, so
 * that a mailbox proves nothing against an account with a directory role; that none has one is a part. People must
 * answer which accounts are exempt, and whether proxies and firewalls keep the others from the web.
 */
export const privilegedAccountsWithoutMailbox: Check = {
  id: 'privileged-accounts-without-mailbox',
  version: 2,
  evaluate: (tenant, parameters) =>
    leaveOpen(
      evaluateAccounts(tenant, parameters, {
        expected: 'No account with a directory role has a mailbox.',
        predicate: 'have no mailbox',
        stateOf: withoutMailbox,
        limitations: [
          'An account that is authorised to manage online services may have a mailbox; which are is not read.',
          'Whether proxies and firewalls keep these accounts from the web is not read.',
          OTHER_MAIL,
        ],
      }),
    ),
}

function withoutMailbox({ user }: PrivilegedAccount): AccountState {
  const plans = communicationPlans(user.assignedPlans)
  if (plans === undefined) return 'unknown'
  return plans.mailbox ? 'short' : 'fine'
}
