import type { Recipe } from '../../tenants/recipes.ts'
import { GROUP_NAMES, groupId, helpdeskStaff } from '../inventory/groups.ts'
import type { Person } from '../inventory/people.ts'
import type { Calendar } from '../primitives/calendar.ts'
import { guidOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'

/** Template ids of the built-in roles, published by Microsoft Entra. */
export const ROLE = {
  globalAdministrator: ['62e90394-69f5-4237-9190-012177145e10', 'Global Administrator'],
  privilegedRoleAdministrator: ['e8611ab8-c189-46e8-94e1-60213ab1f814', 'Privileged Role Administrator'],
  securityAdministrator: ['194ae4cb-b126-40b2-bd5b-6091b380977d', 'Security Administrator'],
  exchangeAdministrator: ['29232cdf-9323-42fd-ade2-1d097af3e4de', 'Exchange Administrator'],
  sharePointAdministrator: ['f28a1f50-f6e7-4571-818b-6a12f2af6b6c', 'SharePoint Administrator'],
  intuneAdministrator: ['3a2c62db-5318-420d-8d74-23affee5d9d5', 'Intune Administrator'],
  hybridIdentityAdministrator: ['8ac3fc64-6eca-42ea-9e69-59f4c7b60eb2', 'Hybrid Identity Administrator'],
  applicationAdministrator: ['9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3', 'Application Administrator'],
  cloudApplicationAdministrator: ['158c047a-c907-4556-b7ef-446551a6b5f7', 'Cloud Application Administrator'],
  userAdministrator: ['fe930be7-5e62-47db-91af-98c3a49a38b1', 'User Administrator'],
  helpdeskAdministrator: ['729827e3-9c14-49f7-bb1b-9608f156bbb8', 'Helpdesk Administrator'],
  conditionalAccessAdministrator: ['b1be1c3e-b65d-4f19-8427-f6fa0d97feb9', 'Conditional Access Administrator'],
  directoryReaders: ['88d8e3e3-8f55-4a1e-953a-9b9898b8876b', 'Directory Readers'],
} as const

type RoleName = keyof typeof ROLE

interface Holding {
  role: RoleName
  principal: Row & { id: string }
  /** The holder, or the members of the group that holds the role. */
  personIds: readonly string[]
  /** Eligible in Privileged Identity Management rather than permanently active. */
  eligible: boolean
  /** Somebody eligible has activated it and holds it for some hours. */
  activated?: true
}

/** Who holds which role. Administrators have separate accounts, if the tenant created any. */
export function holdingsOf(recipe: Recipe, people: readonly Person[]): Holding[] {
  const breakGlass = people.filter(({ kind }) => kind === 'break-glass')
  const administrators = people.filter(({ kind }) => kind === 'administrator')
  const members = people.filter(({ kind, enabled }) => kind === 'member' && enabled)
  const assign = (role: RoleName, holders: readonly Person[], eligible = false): Holding[] =>
    holders.map((person) => ({ role, principal: asPrincipal(person), personIds: [person.id], eligible }))
  if (recipe.baseline === 'strong') {
    return [
      ...assign('globalAdministrator', breakGlass),
      ...assign('globalAdministrator', administrators.slice(0, 1), true),
      ...assign('securityAdministrator', administrators.slice(1, 3), true),
      ...assign('userAdministrator', administrators.slice(1, 2), true),
      ...assign('applicationAdministrator', administrators.slice(2, 3), true),
      ...assign('intuneAdministrator', administrators.slice(2, 4), true),
      ...assign('exchangeAdministrator', administrators.slice(3, 4), true),
      ...assign('helpdeskAdministrator', administrators.slice(3, 4), true),
      ...assign('exchangeAdministrator', administrators.slice(3, 4)).map((one) => ({
        ...one,
        activated: true as const,
      })),
    ]
  }
  if (recipe.baseline === 'typical') {
    return [
      ...assign('globalAdministrator', [...breakGlass, ...administrators.slice(0, 2)]),
      ...assign('securityAdministrator', administrators.slice(1, 2), true),
      ...assign('intuneAdministrator', administrators.slice(2, 3)),
      ...assign('exchangeAdministrator', administrators.slice(2, 3), true),
      ...assign('userAdministrator', members.slice(3, 4)),
      helpdeskHolding(recipe, people),
    ]
  }
  return [
    ...assign('globalAdministrator', members.slice(0, recipe.baseline === 'weak' ? 5 : 2)),
    ...assign('userAdministrator', members.slice(5, 7)),
    ...assign('exchangeAdministrator', members.slice(2, 3)),
  ]
}

function helpdeskHolding(recipe: Recipe, people: readonly Person[]): Holding {
  const principal = {
    '@odata.type': '#microsoft.graph.group',
    id: groupId(recipe, 'helpdesk'),
    displayName: GROUP_NAMES.helpdesk,
    isAssignableToRole: true,
    securityEnabled: true,
  }
  const personIds = helpdeskStaff(people).map(({ id }) => id)
  return { role: 'helpdeskAdministrator', principal, personIds, eligible: false }
}

const asPrincipal = ({ id, displayName, userPrincipalName, enabled }: Person): Holding['principal'] => ({
  '@odata.type': '#microsoft.graph.user',
  id,
  displayName,
  userPrincipalName,
  accountEnabled: enabled,
})

/** Graph's limit for `$expand`. */
const EXPANDED_MEMBERS_MAX = 20

/** Activated roles with their active members; eligible holders become members on activation. */
export function directoryRoleRows(recipe: Recipe, holdings: readonly Holding[]): Row[] {
  const names: RoleName[] = [...new Set(holdings.map(({ role }) => role)), 'directoryReaders']
  return names.map((name) => {
    const [templateId, displayName] = ROLE[name]
    return {
      id: guidOf(recipe.seed, 'role', name),
      deletedDateTime: null,
      description: `Built-in role ${displayName}`,
      displayName,
      roleTemplateId: templateId,
      members: holdings
        .filter(({ role, eligible }) => role === name && !eligible)
        .slice(0, EXPANDED_MEMBERS_MAX)
        .map(({ principal }) => principal),
    }
  })
}

/** Active or eligible assignments, as Privileged Identity Management lists them. */
export function roleInstanceRows(recipe: Recipe, holdings: readonly Holding[], eligible: boolean, at: Calendar): Row[] {
  const chosen = holdings.filter((holding) => holding.eligible === eligible)
  return chosen.map(({ role, principal, activated }) => {
    const id = `${guidOf(recipe.seed, 'holding', role, principal.id, String(eligible))}-1${eligible ? '-e' : ''}`
    const common = {
      id,
      principalId: principal.id,
      roleDefinitionId: ROLE[role][0],
      directoryScopeId: '/',
      appScopeId: null,
      endDateTime: eligible ? at.recent(-180) : activated ? at.recent(-1) : null,
      memberType: 'Direct',
      principal,
    }
    if (eligible) return { ...common, startDateTime: at.past(30), roleEligibilityScheduleId: id }
    return {
      ...common,
      // Only assignments made in Privileged Identity Management have a start.
      startDateTime: activated ? at.recent(0) : recipe.baseline === 'strong' ? at.past(320, 620) : null,
      assignmentType: activated ? 'Activated' : 'Assigned',
      roleAssignmentOriginId: id,
      roleAssignmentScheduleId: id,
    }
  })
}
