import type { Check } from '../../model/check.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { domainsOf } from '../../readers/identity/domains.ts'
import { type AccountState, evaluateAccounts } from '../../readers/privileged-access/account-evaluation.ts'
import { AMONG_HIGHLY_PRIVILEGED } from '../../readers/privileged-access/highly-privileged-roles.ts'
import type { PrivilegedAccount } from '../../readers/privileged-access/role-holders.ts'

/**
 * Highly privileged accounts are cloud-only, so that an attacker with the on-premises directory or another identity
 * provider does not get them. An account is not cloud-only if it is synchronised, if its domain is federated, or if it
 * belongs to another organisation.
 */
export const highlyPrivilegedCloudOnly: Check = {
  id: 'highly-privileged-cloud-only',
  version: 1,
  counts: 'highly privileged account',
  evaluate: (tenant, parameters) =>
    evaluateAccounts(tenant, parameters, {
      expected: 'Everybody with a highly privileged role uses a cloud-only account for it.',
      predicate: 'are cloud-only',
      stateOf: (account) => cloudState(tenant, account),
      among: AMONG_HIGHLY_PRIVILEGED,
      readings: [domainsOf(tenant).reading],
      limitations: ['An account that was once synchronised and no longer is counts as cloud-only.'],
    }),
}

function cloudState(tenant: TenantReading, { kind, name, user }: PrivilegedAccount): AccountState {
  const isExternal = kind === 'b2bCollaborationGuest' || kind === 'b2bCollaborationMember'
  if (user.onPremisesSyncEnabled === true || isExternal) return 'short'
  const { reading, domains } = domainsOf(tenant)
  if (!reading.ok) return 'unknown'
  const own = name.toLowerCase().split('@').at(-1)
  return domains.some((domain) => domain.isFederated && domain.name === own) ? 'short' : 'fine'
}
