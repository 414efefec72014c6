import { readDataset } from '../datasets/reading.ts'
import type { Check } from '../model/check.ts'
import type { TenantReading } from '../model/tenant-reading.ts'
import { PHISHING_RESISTANT_FACTOR, policiesOf } from './conditional-access.ts'
import { domainsOf } from './domains.ts'
import { AMONG_HIGHLY_PRIVILEGED, HIGHLY_PRIVILEGED } from './highly-privileged-roles.ts'
import { basisOf } from './mfa-coverage.ts'
import { privilegedStanding } from './mfa-privileged-users.ts'
import { type PrivilegedAccount, privilegedAccounts } from './privileged-accounts.ts'
import { type AccountStanding, judgeAccounts } from './privileged-judge.ts'
import { GLOBAL_ADMINISTRATOR, type RoleHolding } from './roles.ts'
import { unknown } from './verdict.ts'

const isHighlyPrivileged = ({ role }: RoleHolding): boolean => HIGHLY_PRIVILEGED.has(role)

const FACTOR_STANDING = { covered: 'fine', unknown: 'unknown', uncovered: 'short' } as const

/**
 * Whoever holds a highly privileged role, or may activate one, must use a phishing-resistant second factor for all
 * resources in every way they can hold it. A policy that goes by role meets eligible people only once they activate.
 */
export const highlyPrivilegedPhishingResistant: Check = {
  id: 'highly-privileged-phishing-resistant',
  version: 1,
  evaluate(tenant, parameters) {
    const expected = 'Everybody with a highly privileged role must use a phishing-resistant second factor.'
    const basis = basisOf(tenant, PHISHING_RESISTANT_FACTOR)
    if (!basis.ok) return unknown(basis.failed, expected)
    const standing = (account: PrivilegedAccount): AccountStanding =>
      FACTOR_STANDING[privilegedStanding(tenant, account, account.holdings, PHISHING_RESISTANT_FACTOR)]
    const result = judgeAccounts(tenant, parameters, {
      expected,
      holds: 'must use a phishing-resistant second factor for all resources',
      standing,
      among: AMONG_HIGHLY_PRIVILEGED,
      readings: [policiesOf(tenant).reading],
    })
    const read = privilegedAccounts(tenant, parameters)
    const isOpen = read.ok && read.accounts.some((each) => isStandingGlobal(each) && standing(each) === 'short')
    return isOpen ? { ...result, critical: 'standing-global-admin-without-phishing-resistant-mfa' } : result
  },
}

const isStandingGlobal = ({ holdings }: PrivilegedAccount): boolean =>
  holdings.some(({ role, standing }) => standing && role === GLOBAL_ADMINISTRATOR)

/**
 * Highly privileged accounts exist in the cloud alone: whoever takes over the directory on the premises, or another
 * identity provider, does not thereby have them. An account is not of the cloud where it is synchronised, where its
 * domain is federated, or where it belongs to another organisation.
 */
export const highlyPrivilegedCloudOnly: Check = {
  id: 'highly-privileged-cloud-only',
  version: 1,
  evaluate: (tenant, parameters) =>
    judgeAccounts(tenant, parameters, {
      expected: 'Everybody with a highly privileged role uses an account for it that exists in the cloud alone.',
      holds: 'exist in the cloud alone',
      standing: (account) => cloudStanding(tenant, account),
      among: AMONG_HIGHLY_PRIVILEGED,
      readings: [domainsOf(tenant).reading],
      limitations: ['An account that was synchronised once and is no longer counts as one of the cloud.'],
    }),
}

function cloudStanding(tenant: TenantReading, { kind, name, user }: PrivilegedAccount): AccountStanding {
  const isExternal = kind === 'b2bCollaborationGuest' || kind === 'b2bCollaborationMember'
  if (user.onPremisesSyncEnabled === true || isExternal) return 'short'
  const { reading, domains } = domainsOf(tenant)
  if (!reading.ok) return 'unknown'
  const own = name.toLowerCase().split('@').at(-1)
  return domains.some((domain) => domain.isFederated && domain.name === own) ? 'short' : 'fine'
}

/**
 * Nobody keeps a highly privileged role for good but emergency access accounts. Without Privileged Identity Management
 * every role is kept for good, which is a finding and not a gap in what can be seen.
 */
export const highlyPrivilegedNotPermanent: Check = {
  id: 'highly-privileged-not-permanent',
  version: 1,
  evaluate: (tenant, parameters) =>
    judgeAccounts(tenant, parameters, {
      expected:
        'Only emergency access accounts keep a highly privileged role for good; all others activate it for a time.',
      holds: 'keep no highly privileged role for good',
      standing: ({ holdings }) =>
        holdings.some((holding) => holding.standing && isHighlyPrivileged(holding)) ? 'short' : 'fine',
      among: AMONG_HIGHLY_PRIVILEGED,
      sparesEmergency: true,
      limitations: [
        'Membership of a group that holds a role counts as standing, though the group itself may be joined for a time only.',
        'An account that software uses is told from a person’s by nothing that is read, and counts.',
      ],
    }),
}

/**
 * Highly privileged roles are given in Privileged Identity Management, whose rules an assignment from elsewhere passes
 * by. Without a licence for it, whether another product stands in cannot be seen.
 */
export const highlyPrivilegedThroughPim: Check = {
  id: 'highly-privileged-through-pim',
  version: 1,
  evaluate(tenant, parameters) {
    const expected = 'Every highly privileged role was given in Privileged Identity Management, none in another way.'
    const assignments = readDataset(tenant, 'roleAssignments')
    if (!assignments.ok) return unknown(assignments, expected)
    return judgeAccounts(tenant, parameters, {
      expected,
      holds: 'were given their roles in Privileged Identity Management',
      standing: originStanding,
      among: AMONG_HIGHLY_PRIVILEGED,
      readings: [assignments],
      limitations: ['Another product for privileged access, where there is one, is not read.'],
    })
  },
}

function originStanding({ holdings }: PrivilegedAccount): AccountStanding {
  const origins = holdings.filter((holding) => holding.active && isHighlyPrivileged(holding))
  if (origins.some(({ throughPim }) => throughPim === false)) return 'short'
  return origins.some(({ throughPim }) => throughPim === undefined) ? 'unknown' : 'fine'
}
