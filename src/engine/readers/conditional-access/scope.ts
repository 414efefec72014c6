import { type Fields, fields, text, texts } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { type Person, type PersonKind, peopleOf } from '../identity/people.ts'
import { eligibleMembersOf, memberIdsIn } from '../privileged-access/group-membership.ts'
import type { RoleHolding } from '../privileged-access/role-holding.ts'
import { rolesOf } from '../privileged-access/roles.ts'
import type { Failed } from '../results/result.ts'
import { unknownFields } from './condition-mask.ts'

/** Whether a policy reaches a person. `excluded` would apply without an exclusion; `maybe` is unknown. */
export type Reach = 'applies' | 'maybe' | 'excluded' | 'none'

/** A set of people: by name, by role, by kind, or everybody; and who may be in it. */
interface PeopleSet {
  everybody: boolean
  ids: ReadonlySet<string>
  roles: ReadonlySet<string>
  kinds: ReadonlySet<PersonKind>
  /** Anybody may be in it: a group was unread, or a keyword is unknown. */
  anybodyMaybe: boolean
  kindsMaybe: ReadonlySet<PersonKind>
}

export interface Scope {
  includes: PeopleSet
  excludes: PeopleSet
  /** Ids of people whom a group excludes only after they activate their membership of it. */
  mayJoinExcluded: ReadonlySet<string>
  /** Groups whose members, or whose eligible members, could not be read. */
  unreadGroups: readonly Failed[]
  /** Why the policy does not certainly reach anybody, phrased to follow "it". */
  unusable?: string
}

/** The roles of a person, for policies that select people by role. */
export interface RoleKnowledge {
  /** Role template ids in lower case. */
  wholeDirectory: ReadonlySet<string>
  /** Roles for a part of the directory only: policies do not include people by these, but might exclude them. */
  partial: ReadonlySet<string>
}

const KEYWORDS: ReadonlySet<string> = new Set(['All', 'None', 'GuestsOrExternalUsers'])
const GUESTS: readonly PersonKind[] = ['internalGuest', 'b2bCollaborationGuest']
const EXTERNALS: readonly PersonKind[] = ['internalGuest', 'b2bCollaborationGuest', 'b2bCollaborationMember']

/** Kinds of external users that have no account in the directory and are therefore not counted here. */
const WITHOUT_ACCOUNT: ReadonlySet<string> = new Set(['none', 'b2bDirectConnectUser', 'otherExternalUser'])

const SIDES = ['include', 'exclude'] as const
const KNOWN_FIELDS: ReadonlySet<string> = new Set(
  SIDES.flatMap((side) => ['Users', 'Groups', 'Roles', 'GuestsOrExternalUsers'].map((what) => `${side}${what}`)),
)

/** The people of a policy: `conditions.users`, its groups expanded. */
export function scopeOf(tenant: TenantReading, users: Fields): Scope {
  const [includes, excludes] = [
    setOf(tenant, 'include', {
      users: users.includeUsers,
      groups: users.includeGroups,
      roles: users.includeRoles,
      guests: users.includeGuestsOrExternalUsers,
    }),
    setOf(tenant, 'exclude', {
      users: users.excludeUsers,
      groups: users.excludeGroups,
      roles: users.excludeRoles,
      guests: users.excludeGuestsOrExternalUsers,
    }),
  ]
  const [unknown] = unknownFields(users, KNOWN_FIELDS)
  const scope = {
    includes: includes.set,
    excludes: excludes.set,
    mayJoinExcluded: excludes.mayJoin,
    unreadGroups: [...includes.unread, ...excludes.unread],
  }
  return unknown === undefined
    ? scope
    : { ...scope, unusable: `chooses people in a way that we do not know (${unknown})` }
}

/** Whether a policy of this scope reaches a person; exclusions win over inclusions, and unknowns over both. */
export function reachOf(tenant: TenantReading, scope: Scope, person: Person, roles: RoleKnowledge): Reach {
  const included = contains(tenant, scope.includes, person, roles, false)
  if (included === 'no' || scope.unusable !== undefined) return 'none'
  const excluded = contains(tenant, scope.excludes, person, roles, true)
  if (excluded === 'yes') return 'excluded'
  return included === 'yes' && excluded === 'no' ? 'applies' : 'maybe'
}

const NO_ROLES: RoleKnowledge = { wholeDirectory: new Set(), partial: new Set() }

/** The role knowledge of a person with exactly these roles. */
export function knowledgeOf(holdings: readonly RoleHolding[]): RoleKnowledge {
  if (holdings.length === 0) return NO_ROLES
  return {
    wholeDirectory: new Set(holdings.filter((holding) => holding.wholeDirectory).map((holding) => holding.role)),
    partial: new Set(holdings.filter((holding) => !holding.wholeDirectory).map((holding) => holding.role)),
  }
}

function contains(
  tenant: TenantReading,
  set: PeopleSet,
  person: Person,
  roles: RoleKnowledge,
  excluding: boolean,
): 'yes' | 'maybe' | 'no' {
  if (set.everybody || set.ids.has(person.id) || set.kinds.has(person.kind)) return 'yes'
  if (set.roles.size > 0) {
    if (overlap(set.roles, roles.wholeDirectory)) return 'yes'
    if (excluding && overlap(set.roles, roles.partial)) return 'maybe'
    const { all, some } = unknownRoles(tenant)[excluding ? 'activatable' : 'active']
    if (all || overlap(set.roles, some)) return 'maybe'
  }
  return set.anybodyMaybe || set.kindsMaybe.has(person.kind) ? 'maybe' : 'no'
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const item of b) if (a.has(item)) return true
  return false
}

/** Roles for which it is not completely known who has them active, or who may activate them. */
interface UnknownRoles {
  /** No role is completely known, because the holders could not be read. */
  all: boolean
  some: ReadonlySet<string>
}

/**
 * Policies include people by active roles only. Who may activate a role matters to exclusions: a person may be excluded as
 * soon as they do.
 */
const unknownRoles = perTenant((tenant): { active: UnknownRoles; activatable: UnknownRoles } => {
  const { active, eligible, cutRoles, groups, unreadGroups } = rolesOf(tenant)
  const memberships = new Set([...groups.values()].map(({ membership }) => membership.reading.key))
  const unreadMembers = unreadGroups.filter(({ reading }) => !memberships.has(reading.key))
  return {
    active: { all: !active.ok, some: new Set([...cutRoles, ...unreadMembers.map(({ role }) => role)]) },
    activatable: {
      all: !active.ok || (!eligible.ok && eligible.verdict !== 'not_licensed'),
      some: new Set([...cutRoles, ...unreadGroups.map(({ role }) => role)]),
    },
  }
})

/** What one side of `conditions.users`, inclusions or exclusions, names. */
interface Selection {
  users: unknown
  groups: unknown
  roles: unknown
  guests: unknown
}

function setOf(tenant: TenantReading, side: (typeof SIDES)[number], { users, groups, roles, guests }: Selection) {
  const named = namedUsers(tenant, users)
  const members = membersOf(tenant, groups)
  // As with roles: people who may join an excluded group count as excluded; people who may join an included one are not in it yet.
  const joining = side === 'exclude' ? joiningOf(tenant, groups) : { ids: [], unread: [] }
  const guestSet = guestKinds(fields(guests), side === 'exclude')
  const set: PeopleSet = {
    everybody: named.everybody,
    ids: new Set([...named.ids, ...members.ids, ...joining.ids]),
    roles: new Set(texts(roles).map((role) => role.toLowerCase())),
    kinds: new Set([...(named.guests ? GUESTS : []), ...guestSet.certain]),
    anybodyMaybe: named.hasUnknown || members.unread.length + joining.unread.length > 0,
    kindsMaybe: new Set<PersonKind>([...(named.guests ? ['b2bCollaborationMember' as const] : []), ...guestSet.maybe]),
  }
  const already = joining.ids.length > 0 ? new Set([...named.ids, ...members.ids]) : undefined
  return {
    set,
    mayJoin: new Set(joining.ids.filter((id) => !already?.has(id))),
    unread: [...members.unread, ...joining.unread],
  }
}

function namedUsers(tenant: TenantReading, users: unknown) {
  const { accounts } = peopleOf(tenant)
  const entries = texts(users)
  const others = entries.filter((entry) => !KEYWORDS.has(entry))
  const unknown = others.filter((entry) => !accounts.has(entry.toLowerCase()))
  return {
    everybody: entries.includes('All'),
    guests: entries.includes('GuestsOrExternalUsers'),
    ids: others.map((entry) => entry.toLowerCase()).filter((id) => accounts.has(id)),
    // An id that is not in the directory was deleted; any other keyword may mean anybody.
    hasUnknown: unknown.some((entry) => !/^[0-9a-f-]{36}$/i.test(entry)),
  }
}

interface GroupPeople {
  /** In lower case. */
  ids: string[]
  unread: Failed[]
}

function membersOf(tenant: TenantReading, groups: unknown): GroupPeople {
  const readings = texts(groups).map((group) => readDataset(tenant, 'groupMembers', group))
  return {
    ids: readings.flatMap(memberIdsIn),
    unread: readings.flatMap((reading) => (reading.ok ? [] : [reading])),
  }
}

function joiningOf(tenant: TenantReading, groups: unknown): GroupPeople {
  const found = texts(groups).map((group) => eligibleMembersOf(tenant, group))
  return { ids: found.flatMap(({ ids }) => ids), unread: found.flatMap(({ unread }) => unread) }
}

/**
 * Kinds of guests and external users. The directory does not say which tenant a guest comes from, so a policy that
 * names certain tenants neither certainly includes nor certainly excludes external people. Service providers have no
 * accounts by which to distinguish them: excluding those of certain tenants certainly excludes some.
 */
function guestKinds(guests: Fields, excluding: boolean): { certain: PersonKind[]; maybe: PersonKind[] } {
  const certain: PersonKind[] = []
  const maybe: PersonKind[] = []
  const kinds = text(guests.guestOrExternalUserTypes)?.split(',') ?? texts(guests.guestOrExternalUserTypes)
  const tenants = fields(guests.externalTenants)
  const everyTenant = tenants.membershipKind === undefined || tenants.membershipKind === 'all'
  for (const name of kinds.map((kind) => kind.trim())) {
    const kind = EXTERNALS.find((candidate) => candidate === name)
    if (name === 'serviceProvider') (everyTenant || excluding ? certain : maybe).push(name)
    else if (kind) (everyTenant || kind === 'internalGuest' ? certain : maybe).push(kind)
    else if (name !== '' && !WITHOUT_ACCOUNT.has(name)) maybe.push(...EXTERNALS)
  }
  return { certain, maybe }
}
