import type { Fields } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'
import { type Person, peopleOf } from '../identity/people.ts'
import type { Failed } from '../results/result.ts'
import { count } from '../results/sentences.ts'
import type { RoleHolding } from './role-holding.ts'
import { rolesOf } from './roles.ts'

/**
 * Built-in roles that can only view reports and messages. A person with no other role can change nothing and is not a
 * privileged user under the ISM. Roles that read security data are not listed: Microsoft calls them privileged. Template
 * ids: Entra built-in roles.
 */
const VIEW_ONLY_ROLES: ReadonlySet<string> = new Set([
  '88d8e3e3-8f55-4a1e-953a-9b9898b8876b', // Directory Readers
  '4a5d8f65-41da-4de4-8968-e035b65339cf', // Reports Reader
  '75934031-6c7e-415a-99d7-48dbd49e875e', // Usage Summary Reports Reader
  '790c1fb9-7f7d-4f88-86a1-ef1f95c05c1b', // Message Center Reader
  'ac16e43d-7b2d-40e0-ac05-243ff356ab5b', // Message Center Privacy Reader
])

/** An enabled account that holds, or may activate, a directory role that can change something. */
export interface PrivilegedAccount extends Person {
  /** Without view-only roles. */
  holdings: readonly RoleHolding[]
  /** Its record among the users. */
  user: Fields
}

export interface RoleHolders {
  holders: readonly PrivilegedAccount[]
  /** Number of role holders who are not among the users. */
  unresolved: number
  /** Failed readings without which the list may be incomplete. */
  missing: readonly Failed[]
}

/** Everybody with a directory role that can change something, including emergency and synchronisation accounts. */
export const roleHoldersOf = perTenant((tenant): RoleHolders => {
  const roles = rolesOf(tenant)
  const people = peopleOf(tenant)
  const holdings = new Map<string, RoleHolding[]>()
  for (const [id, roleHoldings] of roles.holdings) {
    const changing = roleHoldings.filter(({ role }) => !VIEW_ONLY_ROLES.has(role))
    if (changing.length > 0) holdings.set(id, changing)
  }
  return {
    holders: people.enabled.flatMap((person): PrivilegedAccount[] => {
      const roleHoldings = holdings.get(person.id)
      return roleHoldings ? [{ ...person, holdings: roleHoldings, user: people.accounts.get(person.id) ?? {} }] : []
    }),
    unresolved: [...holdings.keys()].filter((id) => !people.accounts.has(id)).length,
    missing: missingReadings(tenant),
  }
})

/**
 * Why the list of role holders may be incomplete. Members of roles can replace assignments only if the tenant has no
 * licence for Privileged Identity Management: otherwise activated roles would look permanent.
 */
function missingReadings(tenant: TenantReading): Failed[] {
  const roles = rolesOf(tenant)
  const isMissing = (reading: Reading): reading is Failed => !reading.ok && reading.verdict !== 'not_licensed'
  const cut = roles.cutRoles.filter((role) => !VIEW_ONLY_ROLES.has(role)).length
  const reason = `${count(cut, 'role')} may have more members than the API lists in one answer.`
  return [
    ...roles.unreadGroups.flatMap(({ role, reading }) => (VIEW_ONLY_ROLES.has(role) ? [] : [reading])),
    ...[readDataset(tenant, 'roleAssignments'), roles.eligible].filter(isMissing),
    ...(cut > 0 ? [{ ok: false as const, key: roles.active.key, verdict: 'no_visibility' as const, reason }] : []),
  ]
}
