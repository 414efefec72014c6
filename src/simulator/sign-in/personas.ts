import { holdingsOf, ROLE } from '../content/identity/roles.ts'
import { peopleOf } from '../content/inventory/people.ts'
import { calendarOf } from '../content/primitives/calendar.ts'
import { guidOf } from '../content/primitives/random.ts'
import type { Row } from '../content/primitives/row.ts'
import type { Recipe } from '../tenants/recipes.ts'

/** A person who can sign in. */
export interface Persona {
  /** Names the person in the link that signs in. */
  key: string
  label: string
  id: string
  name: string
  userPrincipalName: string
  /** Template ids of the active directory roles. */
  roles: readonly string[]
}

/** One person for each kind of account; the Privileged Role Administrator does not appear in the tenant's data. */
export function personasOf(recipe: Recipe, today: number): readonly Persona[] {
  const people = peopleOf(recipe, calendarOf(today))
  const holdings = holdingsOf(recipe, people)
  const holders = new Set(holdings.flatMap(({ personIds }) => personIds))
  const administratorId = holdings.find(({ role, eligible }) => role === 'globalAdministrator' && !eligible)
    ?.personIds[0]
  const administrator = people.find(({ id }) => id === administratorId)
  const user = people.find(({ id, kind, enabled }) => kind === 'member' && enabled && !holders.has(id))
  if (!administrator || !user) throw new Error(`${recipe.tenantId} needs an administrator and a user`)
  const persona = (
    key: Persona['key'],
    label: string,
    { id, displayName, userPrincipalName }: typeof user,
    role?: string,
  ) => ({
    key,
    label,
    id,
    name: displayName,
    userPrincipalName,
    roles: role === undefined ? [] : [role],
  })
  const [global, privileged] = [ROLE.globalAdministrator, ROLE.privilegedRoleAdministrator]
  const roleAdministrator = {
    ...user,
    id: guidOf(recipe.seed, 'role keeper'),
    displayName: 'Robin Keeper (Admin)',
    userPrincipalName: `adm.keeper@${recipe.domain}.onmicrosoft.com`,
  }
  return [
    persona('global-administrator', global[1], administrator, global[0]),
    persona('privileged-role-administrator', privileged[1], roleAdministrator, privileged[0]),
    persona('user', 'User without a role', user),
  ]
}

/** The path of the active assignments; the simulator supports only a filter on the principal. */
export const ROLE_ASSIGNMENTS_PATH = '/v1.0/roleManagement/directory/roleAssignments'

const PRINCIPAL_FILTER = /^principalId eq '([0-9a-f-]{36})'$/

/** The active assignments of the principal in the filter; undefined if the filter has another form. */
export function roleAssignmentRows(recipe: Recipe, today: number, filter: string | null): Row[] | undefined {
  const principalId = PRINCIPAL_FILTER.exec(filter ?? '')?.[1]
  if (principalId === undefined) return undefined
  const holders = personasOf(recipe, today).filter(({ id }) => id === principalId)
  return holders.flatMap(({ id, roles }) =>
    roles.map((roleDefinitionId) => ({
      id: guidOf(recipe.seed, 'assignment', id, roleDefinitionId),
      principalId: id,
      roleDefinitionId,
      directoryScopeId: '/',
    })),
  )
}
