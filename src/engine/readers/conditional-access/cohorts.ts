import { perTenant } from '../../datasets/reading.ts'
import type { TenantReading } from '../../model/tenant-reading.ts'
import { type Person, peopleOf } from '../identity/people.ts'
import { rolesOf } from '../privileged-access/roles.ts'
import { policiesOf } from './policies.ts'
import { type RoleWay, roleWays } from './role-ways.ts'
import { knowledgeOf, type Reach, reachOf } from './scope.ts'

/** How each policy of `policiesOf` reaches a person. */
export type Reaches = readonly Reach[]

/** People whom exactly the same policies reach, no matter which of their roles are active. */
export interface Cohort {
  people: readonly Person[]
  /** One for each possible set of active roles; the first is for the roles that are active now. */
  ways: readonly Reaches[]
}

/** Every enabled account, in cohorts: a demand is evaluated once for each cohort, not once for each person. */
export const cohortsOf = perTenant((tenant): readonly Cohort[] => {
  const { holdings } = rolesOf(tenant)
  const cohorts = new Map<string, { people: Person[]; ways: Reaches[] }>()
  for (const person of peopleOf(tenant).enabled) {
    const roles = holdings.get(person.id)
    const ways = reachesOf(tenant, person, roles ? roleWays(roles) : WITHOUT_ROLES)
    const key = keyOf(ways)
    const cohort = cohorts.get(key)
    if (cohort) cohort.people.push(person)
    else cohorts.set(key, { people: [person], ways })
  }
  return [...cohorts.values()]
})

/** Nearly everybody has only one way to sign in: without any role. */
const WITHOUT_ROLES: readonly RoleWay[] = [[]]

function keyOf(ways: readonly Reaches[]): string {
  let key = ''
  for (const reaches of ways) {
    for (const reach of reaches) key += reach[0]
    key += ' '
  }
  return key
}

/** How the policies reach a person in each of these ways. */
export function reachesOf(tenant: TenantReading, person: Person, ways: readonly RoleWay[]): Reaches[] {
  const { policies } = policiesOf(tenant)
  return ways.map((way) => {
    const roles = knowledgeOf(way)
    return policies.map(({ scope }) => reachOf(tenant, scope, person, roles))
  })
}
