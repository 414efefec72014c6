import type { Parameters } from '../../model/check.ts'
import type { Evidence, TenantReading } from '../../model/tenant-reading.ts'
import { peopleOf } from '../identity/people.ts'
import { evidenceOf, type Failed } from '../results/result.ts'
import { count, some } from '../results/sentences.ts'
import { emergencyAccountsOf } from './emergency-accounts.ts'
import { type PrivilegedAccount, roleHoldersOf } from './role-holders.ts'
import { isSynchronisationAccount, rolesOf } from './roles.ts'

export interface PrivilegedAccounts {
  ok: true
  /** Without emergency access accounts, declared or presumed, and accounts of directory synchronisation. */
  accounts: readonly PrivilegedAccount[]
  /** Ids of accounts that may be for emergencies: if one falls short, the result is unknown. */
  unsure: ReadonlySet<string>
  /** Failed readings without which the list may be incomplete. */
  missing: readonly Failed[]
  /** Number of role holders who are not among the users. */
  unresolved: number
  evidence: Evidence[]
  limitations: string[]
}

/** The privileged accounts of the directory, or why they are unknown. */
export function privilegedAccounts(tenant: TenantReading, parameters: Parameters): PrivilegedAccounts | Failed {
  const read = accountsWithEmergency(tenant)
  if (!read.ok) return read
  const { aside, unsure, limitations } = emergencyAccountsOf(tenant, parameters)
  return {
    ...read,
    accounts: read.accounts.filter(({ id }) => !aside.has(id)),
    unsure,
    limitations: [...limitations, ...read.limitations],
  }
}

/** Like `privilegedAccounts`, including emergency access accounts. */
export function accountsWithEmergency(tenant: TenantReading): PrivilegedAccounts | Failed {
  const people = peopleOf(tenant)
  const roles = rolesOf(tenant)
  if (!people.reading.ok) return people.reading
  if (!roles.active.ok) return roles.active
  const { holders, unresolved, missing } = roleHoldersOf(tenant)
  const synchronisation = holders.filter(({ id }) => isSynchronisationAccount(tenant, id)).map(({ name }) => name)
  return {
    ok: true,
    accounts: holders.filter(({ id }) => !isSynchronisationAccount(tenant, id)),
    unsure: new Set(),
    missing,
    unresolved,
    evidence: evidenceOf(roles.active, roles.eligible, people.reading),
    limitations: [
      ...(synchronisation.length > 0
        ? [`${count(synchronisation.length, 'directory synchronisation account')} excluded: ${some(synchronisation)}.`]
        : []),
      ...(unresolved > 0 ? [`${count(unresolved, 'role holder')} could not be found among the users.`] : []),
      'Rights inside individual services, on servers or in Azure subscriptions are not read.',
    ],
  }
}

export const THROUGH_GROUPS =
  'Membership of a group that holds a role counts as permanent unless the person activated it; when an assigned membership ends is not read.'
