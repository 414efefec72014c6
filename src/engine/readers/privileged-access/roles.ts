import { type Fields, fields, list, text } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { Reading, TenantReading } from '../../model/tenant-reading.ts'
import { peopleOf } from '../identity/people.ts'
import type { Failed } from '../results/result.ts'

/** Template id of Global Administrator, the same in every tenant. */
export const GLOBAL_ADMINISTRATOR = '62e90394-69f5-4237-9190-012177145e10'

/** Roles of the service accounts of directory synchronisation: template ids, Entra built-in roles. */
const SYNCHRONISATION_ROLES: ReadonlySet<string> = new Set([
  'd29b2b05-8046-44ba-8758-1e26182fcf32',
  'a92aed5d-d78a-4d16-b381-09adb37eb3b0',
])

/** Graph expands at most this many members of a directory role and does not say if it cut the list. */
const EXPANDED_MEMBERS_MAX = 20

export interface RoleHolding {
  /** Role template id. */
  role: string
  /** False if the person is eligible for the role but has not activated it. */
  active: boolean
  /** Standing access: active, assigned and without an end. */
  standing: boolean
  /** Valid for the whole directory, not for a part of it. */
  wholeDirectory: boolean
  /** Whether it was assigned or activated in Privileged Identity Management; omitted if unknown. */
  throughPim?: boolean
  /** When it expires, as the API writes it; omitted if it does not expire. */
  until?: string
}

export interface ApplicationHolder {
  name: string
  holdings: readonly RoleHolding[]
}

export interface Roles {
  /** Source of the active roles: assignments, or role members if those cannot be read. */
  active: Reading
  eligible: Reading
  /** By user id in lower case, with the members of groups, without groups and applications. */
  holdings: ReadonlyMap<string, readonly RoleHolding[]>
  /** Service principals with roles, with those in groups, by id in lower case. */
  applications: ReadonlyMap<string, ApplicationHolder>
  /** Groups that hold a role and whose members could not be read, with that reading. */
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
  const unreadGroups: { role: string; reading: Failed }[] = []
  const cutRoles: string[] = []
  const { known } = peopleOf(tenant)

  const add = (principal: Fields, id: string | undefined, holding: RoleHolding): void => {
    if (id === undefined) return
    if (isServicePrincipal(principal)) {
      const key = id.toLowerCase()
      const holder = applications.get(key) ?? { name: text(principal.displayName) ?? key, holdings: [] }
      applications.set(key, { ...holder, holdings: [...holder.holdings, holding] })
      return
    }
    if (isOtherObject(principal)) return
    if (!isGroup(principal)) {
      const key = id.toLowerCase()
      const earlier = holdings.get(key)
      if (earlier) earlier.push(holding)
      else holdings.set(key, [holding])
      return
    }
    const members = readDataset(tenant, 'groupMembers', id)
    if (!members.ok) unreadGroups.push({ role: holding.role, reading: members })
    for (const member of list(members.ok ? members.value : undefined).map(fields)) {
      const isHolder = isUser(member) || isServicePrincipal(member)
      if (known.has(text(member.id)?.toLowerCase() ?? '') || isHolder) add(member, text(member.id), holding)
    }
  }

  if (assignments.ok) {
    for (const { role, item } of instances(assignments.value)) {
      const standing = item.assignmentType !== 'Activated' && !hasDate(item.endDateTime)
      const holding = { ...scopeOf(role, item), ...endOf(item), ...originOf(item), active: true, standing }
      add(fields(item.principal), text(item.principalId), holding)
    }
  } else if (active.ok) {
    for (const entry of list(active.value).map(fields)) {
      const role = (text(entry.roleTemplateId) ?? text(entry.id) ?? '').toLowerCase()
      const members = list(entry.members).map(fields)
      if (members.length === EXPANDED_MEMBERS_MAX) cutRoles.push(role)
      for (const member of members) {
        add(member, text(member.id), { role, active: true, standing: true, wholeDirectory: true })
      }
    }
  }
  for (const { role, item } of instances(eligible.ok ? eligible.value : undefined)) {
    const holding = { ...scopeOf(role, item), ...endOf(item), active: false, standing: false }
    add(fields(item.principal), text(item.principalId), holding)
  }
  return { active, eligible, holdings, applications, unreadGroups, cutRoles }
})

/** Whether a person's only roles, active or eligible, are those of directory synchronisation; false if unknown. */
export function isSynchronisationAccount(tenant: TenantReading, id: string): boolean {
  const { holdings, eligible, unreadGroups, cutRoles } = rolesOf(tenant)
  const whole = (eligible.ok || eligible.verdict === 'not_licensed') && unreadGroups.length + cutRoles.length === 0
  return whole && holdings.get(id)?.every((holding) => SYNCHRONISATION_ROLES.has(holding.role)) === true
}

const firstOk = (first: Reading, second: Reading): Reading => (first.ok ? first : second)

const typeOf = (principal: Fields): string | undefined => text(principal['@odata.type'])?.toLowerCase()
const isUser = (principal: Fields): boolean => typeOf(principal)?.endsWith('.user') === true
const isGroup = (principal: Fields): boolean => typeOf(principal)?.endsWith('.group') === true

const isServicePrincipal = (principal: Fields): boolean => typeOf(principal)?.endsWith('.serviceprincipal') === true

/** Devices, and whatever else a group may contain. */
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

/** The API writes the year 1 where there is no date. */
const hasDate = (value: unknown): value is string => typeof value === 'string' && !value.startsWith('0001-01-01')

const endOf = ({ endDateTime }: Fields): Pick<RoleHolding, 'until'> =>
  hasDate(endDateTime) ? { until: endDateTime } : {}
