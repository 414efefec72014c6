import { type Fields, fields, list, text, texts } from '../../../shared/json.ts'
import { perTenant, readDataset } from '../../datasets/reading.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { type Person, type PersonKind, peopleOf } from '../identity/people.ts'
import { type RoleHolding, rolesOf } from '../privileged-access/roles.ts'
import type { Failed } from '../results/result.ts'
import { unknownFields } from './condition-mask.ts'

/** Whether a policy meets a person. `excluded` would apply but for an exclusion; `maybe` cannot be told. */
export type Reach = 'applies' | 'maybe' | 'excluded' | 'none'

/** Some people: named, by role, by kind, or everybody; and who may be among them without our being able to tell. */
interface PeopleSet {
  everybody: boolean
  ids: ReadonlySet<string>
  roles: ReadonlySet<string>
  kinds: ReadonlySet<PersonKind>
  /** Somebody unknown: an unread group, or a word that we do not know. */
  anybodyMaybe: boolean
  kindsMaybe: ReadonlySet<PersonKind>
}

export interface Scope {
  includes: PeopleSet
  excludes: PeopleSet
  /** Groups whose members could not be read. */
  unreadGroups: readonly Failed[]
  /** What keeps the policy from meeting anybody for certain, in words that follow "it". */
  unusable?: string
}

/** What is known of the roles a person holds, for policies that go by role. */
export interface RoleKnowledge {
  /** Role template ids in lower case. */
  held: ReadonlySet<string>
  /** Roles held over a part of the directory only: policies by role do not reach these, exclusions might. */
  heldInPart: ReadonlySet<string>
}

const GUESTS: readonly PersonKind[] = ['internalGuest', 'b2bCollaborationGuest']
const EXTERNALS: readonly PersonKind[] = ['internalGuest', 'b2bCollaborationGuest', 'b2bCollaborationMember']

/** Kinds of external users that have no account in the directory, so that nobody counted here is one. */
const WITHOUT_ACCOUNT: ReadonlySet<string> = new Set([
  'none',
  'b2bDirectConnectUser',
  'otherExternalUser',
  'serviceProvider',
])

const SIDES = ['include', 'exclude'] as const
const KNOWN_FIELDS: ReadonlySet<string> = new Set(
  SIDES.flatMap((side) => ['Users', 'Groups', 'Roles', 'GuestsOrExternalUsers'].map((what) => `${side}${what}`)),
)

/** The people of a policy: `conditions.users`, its groups expanded. */
export function scopeOf(tenant: TenantReading, users: Fields): Scope {
  const [includes, excludes] = [
    setOf(tenant, users.includeUsers, users.includeGroups, users.includeRoles, users.includeGuestsOrExternalUsers),
    setOf(tenant, users.excludeUsers, users.excludeGroups, users.excludeRoles, users.excludeGuestsOrExternalUsers),
  ]
  const [unknown] = unknownFields(users, KNOWN_FIELDS)
  const scope = {
    includes: includes.set,
    excludes: excludes.set,
    unreadGroups: [...includes.unread, ...excludes.unread],
  }
  return unknown === undefined
    ? scope
    : { ...scope, unusable: `chooses people in a way that we do not know (${unknown})` }
}

/** Whether a policy of this scope meets a person; exclusions win over inclusions, and what is unknown over both. */
export function reachOf(tenant: TenantReading, scope: Scope, person: Person, roles: RoleKnowledge): Reach {
  const included = contains(tenant, scope.includes, person, roles, false)
  if (included === 'no' || scope.unusable !== undefined) return 'none'
  const excluded = contains(tenant, scope.excludes, person, roles, true)
  if (excluded === 'yes') return 'excluded'
  return included === 'yes' && excluded === 'no' ? 'applies' : 'maybe'
}

/** The roles a person holds now. */
export function activeRoles(tenant: TenantReading, person: Person): RoleKnowledge {
  const holdings = rolesOf(tenant).holdings.get(person.id)
  return holdings ? knowledgeOf(holdings.filter((holding) => holding.active)) : NO_ROLES
}

/** Role knowledge of someone who holds exactly these. */
export function knowledgeOf(holdings: readonly RoleHolding[]): RoleKnowledge {
  return {
    held: new Set(holdings.filter((holding) => holding.wholeDirectory).map((holding) => holding.role)),
    heldInPart: new Set(holdings.filter((holding) => !holding.wholeDirectory).map((holding) => holding.role)),
  }
}

const NO_ROLES: RoleKnowledge = { held: new Set(), heldInPart: new Set() }

function contains(
  tenant: TenantReading,
  set: PeopleSet,
  person: Person,
  roles: RoleKnowledge,
  excluding: boolean,
): 'yes' | 'maybe' | 'no' {
  if (set.everybody || set.ids.has(person.id) || set.kinds.has(person.kind)) return 'yes'
  if (set.roles.size > 0) {
    if (overlap(set.roles, roles.held)) return 'yes'
    if (excluding && overlap(set.roles, roles.heldInPart)) return 'maybe'
    const { all, some } = unknownRoles(tenant)
    if (all || overlap(set.roles, some)) return 'maybe'
  }
  return set.anybodyMaybe || set.kindsMaybe.has(person.kind) ? 'maybe' : 'no'
}

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...b].some((item) => a.has(item))

/** Roles of which nobody can tell who holds them: all, where the holders could not be read. */
const unknownRoles = perTenant((tenant): { all: boolean; some: ReadonlySet<string> } => {
  const roles = rolesOf(tenant)
  return { all: !roles.active.ok, some: new Set([...roles.cutRoles, ...roles.unreadGroups.map((group) => group.role)]) }
})

function setOf(tenant: TenantReading, users: unknown, groups: unknown, roles: unknown, guests: unknown) {
  const ids = new Set<string>()
  const kinds = new Set<PersonKind>()
  const kindsMaybe = new Set<PersonKind>()
  const unread: Failed[] = []
  let everybody = false
  let anybodyMaybe = false
  const { known } = peopleOf(tenant)
  for (const entry of texts(users)) {
    if (entry === 'All') everybody = true
    else if (entry === 'GuestsOrExternalUsers') {
      for (const kind of GUESTS) kinds.add(kind)
      kindsMaybe.add('b2bCollaborationMember')
    } else if (known.has(entry.toLowerCase())) ids.add(entry.toLowerCase())
    // An id of nobody in the directory is someone deleted; any other word may mean anybody.
    else if (entry !== 'None' && !/^[0-9a-f-]{36}$/i.test(entry)) anybodyMaybe = true
  }
  for (const group of texts(groups)) {
    const members = readDataset(tenant, 'groupMembers', group)
    if (!members.ok) unread.push(members)
    for (const member of list(members.ok ? members.value : undefined)) {
      const id = text(fields(member).id)
      if (id !== undefined) ids.add(id.toLowerCase())
    }
  }
  const guestSet = guestKinds(fields(guests))
  for (const kind of guestSet.certain) kinds.add(kind)
  for (const kind of guestSet.maybe) kindsMaybe.add(kind)
  const set: PeopleSet = {
    everybody,
    ids,
    roles: new Set(texts(roles).map((role) => role.toLowerCase())),
    kinds,
    anybodyMaybe: anybodyMaybe || unread.length > 0,
    kindsMaybe,
  }
  return { set, unread }
}

/**
 * Kinds of guests and external users. The directory does not say which tenant a guest comes from, so where a policy
 * names certain tenants nobody from outside is in it, or out of it, for certain.
 */
function guestKinds(guests: Fields): { certain: PersonKind[]; maybe: PersonKind[] } {
  const certain: PersonKind[] = []
  const maybe: PersonKind[] = []
  const kinds = text(guests.guestOrExternalUserTypes)?.split(',') ?? texts(guests.guestOrExternalUserTypes)
  const tenants = fields(guests.externalTenants)
  const everyTenant = tenants.membershipKind === undefined || tenants.membershipKind === 'all'
  for (const name of kinds.map((kind) => kind.trim())) {
    const kind = EXTERNALS.find((candidate) => candidate === name)
    if (kind) (everyTenant || kind === 'internalGuest' ? certain : maybe).push(kind)
    else if (name !== '' && !WITHOUT_ACCOUNT.has(name)) maybe.push(...EXTERNALS)
  }
  return { certain, maybe }
}
