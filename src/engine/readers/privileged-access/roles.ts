import { type Fields, fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'
import { peopleOf } from '../identity/people.ts'
import type { Failed } from '../results/result.ts'
import { type GroupMembership, groupMembershipOf, holdingOfEligible, holdingOfMember } from './group-membership.ts'
import { endOf, hasDate, type RoleHolding } from './role-holding.ts'

/** Template id of Global Administrator, the same in every tenant. */
export const GLOBAL_ADMINISTRATOR = '62e90394-69f5-4237-9190-012177145e10'

/** Roles of the service accounts of directory synchronisation: template ids, Entra built-in roles. */
const SYNCHRONISATION_ROLES: ReadonlySet<string> = new Set([
  'd29b2b05-8046-44ba-8758-1e26182fcf32',
  'a92aed5d-d78a-4d16-b381-09adb37eb3b0',
])

/** Graph expands at most this many members of a directory role and does not say whether it cut the list. */
const EXPANDED_MEMBERS_MAX = 20

export interface ApplicationHolder {
  name: string
  holdings: readonly RoleHolding[]
}

export interface GroupHolder {
  name: string
  /** Roles that its members hold without activating them. */
  activeRoles: ReadonlySet<string>
  membership: GroupMembership
}

export interface Roles {
  /** Source of the active roles: assignments, or role members if those cannot be read. */
  active: Reading
  eligible: Reading
  /** By user id in lower case; includes members of groups, but not the groups themselves or applications. */
  holdings: ReadonlyMap<string, readonly RoleHolding[]>
  /** Service principals with roles, including those in groups, by id in lower case. */
  applications: ReadonlyMap<string, ApplicationHolder>
  /** Groups that hold a role, or are eligible for one, by id in lower case. */
  groups: ReadonlyMap<string, GroupHolder>
  /** Roles of groups whose members, or whose eligible members, could not be read, with that reading. */
  unreadGroups: readonly { role: string; reading: Failed }[]
  /** Roles whose list of members may have been cut. */
  cutRoles: readonly string[]
}

/** Who holds which directory role, directly or through a group, active or eligible. */
export const rolesOf = perTenant((tenant): Roles => {
  const assignments = readDataset(tenant, 'roleAssignments')
  const active = assignments.ok ? assignments : firstOk(readDataset(tenant, 'directoryRoles'), assignments)
  const eligible = readDataset(tenant, 'roleEligibilities')
  const holdings = new Map<string, RoleHolding[]>()
  const applications = new Map<string, { name: string; holdings: RoleHolding[] }>()
  const groups = new Map<string, GroupHolder>()
  const unreadGroups: { role: string; reading: Failed }[] = []
  const cutRoles: string[] = []
  const { accounts } = peopleOf(tenant)

  const add = (principal: Fields, id: string | undefined, holding: RoleHolding): void => {
    if (id === undefined) return
    const key = id.toLowerCase()
    if (isServicePrincipal(principal)) {
      const holder = applications.get(key) ?? { name: text(principal.displayName) ?? key, holdings: [] }
      // An application can activate neither a role nor a membership.
      const { isDurationUnread: _, ...certain } = holding
      applications.set(key, { ...holder, holdings: [...holder.holdings, certain] })
    } else if (isGroup(principal)) addGroup(principal, id, { ...holding, group: key })
    else if (!isOtherObject(principal)) {
      const earlier = holdings.get(key)
      if (earlier) earlier.push(holding)
      else holdings.set(key, [holding])
    }
  }

  const addGroup = (principal: Fields, id: string, holding: RoleHolding): void => {
    const membership = groupMembershipOf(tenant, id)
    const key = id.toLowerCase()
    const activeRoles = new Set([...(groups.get(key)?.activeRoles ?? []), ...(holding.active ? [holding.role] : [])])
    groups.set(key, { name: text(principal.displayName) ?? key, activeRoles, membership })
    const { reading } = membership
    if (!reading.ok && reading.verdict !== 'not_licensed') unreadGroups.push({ role: holding.role, reading })
    addMembers(id, holding.role, (memberId) => holdingOfMember(membership, holding, memberId))
    for (const member of membership.eligible) {
      const granted = holdingOfEligible(member, holding)
      if (isGroup(member.principal)) addMembers(member.id, holding.role, () => granted)
      else add(member.principal, member.id, granted)
    }
  }

  const addMembers = (id: string, role: string, holdingOf: (memberId: string) => RoleHolding): void => {
    const members = readDataset(tenant, 'groupMembers', id)
    if (!members.ok) unreadGroups.push({ role, reading: members })
    for (const member of list(members.ok ? members.value : undefined).map(fields)) {
      const memberId = text(member.id) ?? ''
      const isHolder = isUser(member) || isServicePrincipal(member)
      if (isHolder || accounts.has(memberId.toLowerCase())) add(member, memberId, holdingOf(memberId))
    }
  }

  if (assignments.ok) {
    for (const { role, item } of instances(assignments.value)) {
      const standing = item.assignmentType !== 'Activated' && !hasDate(item.endDateTime)
      const holding = { ...scopeOf(role, item), ...endOf(item), ...originOf(item), active: true, standing }
      add(fields(item.principal), text(item.principalId), holding)
    }
  } else if (active.ok) {
    // Members of a role do not show whether they activated it; without a licence nobody can.
    const doubt = assignments.verdict === 'not_licensed' ? {} : { isDurationUnread: true as const }
    for (const entry of list(active.value).map(fields)) {
      const role = (text(entry.roleTemplateId) ?? text(entry.id) ?? '').toLowerCase()
      const members = list(entry.members).map(fields)
      if (members.length === EXPANDED_MEMBERS_MAX) cutRoles.push(role)
      for (const member of members) {
        add(member, text(member.id), { role, active: true, standing: true, wholeDirectory: true, ...doubt })
      }
    }
  }
  for (const { role, item } of instances(eligible.ok ? eligible.value : undefined)) {
    const holding = { ...scopeOf(role, item), ...endOf(item), active: false, standing: false }
    add(fields(item.principal), text(item.principalId), holding)
  }
  return { active, eligible, holdings, applications, groups, unreadGroups, cutRoles }
})

/** Whether a person's only roles, active or eligible, are those of directory synchronisation; false if unknown. */
export const isSynchronisationAccount = (tenant: TenantReading, id: string): boolean =>
  mayBeSynchronisationAccount(tenant, id) && knowsEveryRole(tenant)

/** Like `isSynchronisationAccount`, as far as is known: the account may also have roles that could not be read. */
export const mayBeSynchronisationAccount = (tenant: TenantReading, id: string): boolean =>
  rolesOf(tenant)
    .holdings.get(id)
    ?.every((holding) => SYNCHRONISATION_ROLES.has(holding.role)) === true

function knowsEveryRole(tenant: TenantReading): boolean {
  const { eligible, unreadGroups, cutRoles } = rolesOf(tenant)
  return (eligible.ok || eligible.verdict === 'not_licensed') && unreadGroups.length + cutRoles.length === 0
}

const firstOk = (first: Reading, second: Reading): Reading => (first.ok ? first : second)

const typeOf = (principal: Fields): string | undefined => text(principal['@odata.type'])?.toLowerCase()
const isUser = (principal: Fields): boolean => typeOf(principal)?.endsWith('.user') === true
const isGroup = (principal: Fields): boolean => typeOf(principal)?.endsWith('.group') === true

const isServicePrincipal = (principal: Fields): boolean => typeOf(principal)?.endsWith('.serviceprincipal') === true

/** Devices, and anything else that a group may contain. */
const isOtherObject = (principal: Fields): boolean =>
  typeOf(principal) !== undefined && !isUser(principal) && !isGroup(principal)

function* instances(value: unknown): Generator<{ role: string; item: Fields }> {
  for (const item of list(value).map(fields)) {
    const role = text(item.roleDefinitionId)?.toLowerCase()
    if (role !== undefined) yield { role, item }
  }
}

const scopeOf = (role: string, item: Fields): { role: string; wholeDirectory: boolean } => ({
  role,
  wholeDirectory: (text(item.directoryScopeId) ?? '/') === '/',
})

/** Assignments made elsewhere, in an admin portal or by a script, have no start date. */
const originOf = ({ assignmentType, startDateTime }: Fields): Pick<RoleHolding, 'throughPim'> => {
  if (assignmentType === 'Activated' || hasDate(startDateTime)) return { throughPim: true }
  return startDateTime === undefined ? {} : { throughPim: false }
}
