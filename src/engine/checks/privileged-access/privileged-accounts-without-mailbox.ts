import type { Check } from '../../model/check.ts'
import { communicationPlans, OTHER_MAIL } from '../../readers/identity/account-plans.ts'
import { type AccountState, evaluateAccounts } from '../../readers/privileged-access/account-evaluation.ts'
import type { PrivilegedAccount } from '../../readers/privileged-access/role-holders.ts'
import { leaveOpen } from '../../readers/results/result.ts'

/**
 * Privileged accounts cannot read email (ISM-1175). Accounts that are authorised to manage online services are exempt, so a
 * mailbox proves nothing against an account with a directory role, but that no account has one is part of the proof. People
 * must answer which accounts are exempt, and whether proxies and firewalls block the web for the others.
 */
export const privilegedAccountsWithoutMailbox: Check = {
  id: 'privileged-accounts-without-mailbox',
  version: 2,
  counts: 'privileged account',
  evaluate: (tenant, parameters) =>
    leaveOpen(
      evaluateAccounts(tenant, parameters, {
        expected: 'No account with a directory role has a mailbox.',
        predicate: 'have no mailbox',
        stateOf: withoutMailbox,
        limitations: [
          'An account that is authorised to manage online services may have a mailbox; which accounts are authorised is not read.',
          'Whether proxies and firewalls block the web for these accounts is not read.',
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
