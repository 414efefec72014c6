import type { Check } from '../model/check.ts'
import { communicationPlans } from './account-plans.ts'
import type { PrivilegedAccount } from './privileged-accounts.ts'
import { type AccountStanding, judgeAccounts } from './privileged-judge.ts'

const OTHER_MAIL = 'Mailboxes outside Exchange Online, and shared mailboxes that an account may open, are not read.'

/**
 * Administrators have an account for administration alone (ISM-0445). What gives an everyday account away: it comes
 * from the domain that its holder signs in to their computer with, or it has a mailbox or Teams. That an account has
 * none of this does not show that it is used for nothing else, so people must tell the rest.
 */
export const dedicatedPrivilegedAccounts: Check = {
  id: 'dedicated-privileged-accounts',
  version: 1,
  evaluate: (tenant, parameters) =>
    judgeAccounts(tenant, parameters, {
      expected:
        'Every account with a directory role exists in the cloud only and has neither a mailbox nor a licence for Teams.',
      holds: 'are made for administration alone: cloud-only, without mailbox or Teams',
      standing: isDedicated,
      limitations: ['What an account is used for day by day is not read.', OTHER_MAIL],
    }),
}

function isDedicated({ user }: PrivilegedAccount): AccountStanding {
  const plans = communicationPlans(user.assignedPlans)
  if (user.onPremisesSyncEnabled === true || plans?.mailbox || plans?.teams) return 'short'
  return plans === undefined ? 'unknown' : 'fine'
}

/**
 * Privileged accounts cannot read mail (ISM-1175): none has a mailbox. The rest of the control, that they cannot reach
 * the web, is enforced by proxies and firewalls that are not read, and accounts cleared for online services are exempt;
 * people must tell both.
 */
export const privilegedAccountsWithoutMailbox: Check = {
  id: 'privileged-accounts-without-mailbox',
  version: 1,
  evaluate: (tenant, parameters) =>
    judgeAccounts(tenant, parameters, {
      expected: 'No account with a directory role has a mailbox.',
      holds: 'have no mailbox',
      standing: withoutMailbox,
      limitations: ['Whether proxies and firewalls keep these accounts from the web is not read.', OTHER_MAIL],
    }),
}

function withoutMailbox({ user }: PrivilegedAccount): AccountStanding {
  const plans = communicationPlans(user.assignedPlans)
  if (plans === undefined) return 'unknown'
  return plans.mailbox ? 'short' : 'fine'
}
