import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Snapshot } from '../../../../src/engine/model/snapshot.ts'
import { type Fields, fields, list, texts } from '../../../../src/shared/json.ts'
import { type Random, randomOf } from '../../../../src/simulator/content/primitives/random.ts'
import { policy, RESISTANT, strength } from '../../../engine/tenant-parts.ts'
import { evaluateChecks, generatedTenants, keyOf, type Results, rankOf, rowsOf, withValues } from './fixture.ts'

const TENANTS = generatedTenants(16)
const ROUNDS = 4
const POLICIES = keyOf('conditionalAccessPolicies')

/** Whom a policy leaves out, as its condition on users says it. */
interface Exclusion {
  users: Fields
  /** The names of those people. */
  names: ReadonlySet<unknown>
}

const sample = <T>(items: readonly T[], count: number, random: Random): T[] =>
  Array.from({ length: count }, () => items[random.below(items.length)]).filter((item) => item !== undefined)

/** Some people by their accounts, the members of a group, the active holders of a role, or all guests. */
function drawExclusion(tenant: Snapshot, random: Random): Exclusion {
  const people = rowsOf(tenant, keyOf('users'))
  const nameOf = (ids: readonly unknown[]): Exclusion['names'] =>
    new Set(people.filter(({ id }) => ids.includes(id)).map(({ userPrincipalName }) => userPrincipalName))
  const assignments = rowsOf(tenant, keyOf('roleAssignments'))
  const groups = Object.keys(tenant.responses).filter((key) => key.endsWith('/transitiveMembers'))
  const kind = random.pick(['users', 'users', 'group', 'role', 'guests'])
  if (kind === 'group') {
    const group = groups[random.below(groups.length)] ?? ''
    const members = rowsOf(tenant, group).map(({ id }) => id)
    return { users: { excludeGroups: [group.split('/')[3]] }, names: nameOf(members) }
  }
  if (kind === 'role' && assignments.length > 0) {
    const { roleDefinitionId } = assignments[random.below(assignments.length)] ?? {}
    const holders = assignments.filter((holding) => holding.roleDefinitionId === roleDefinitionId)
    return { users: { excludeRoles: [roleDefinitionId] }, names: nameOf(holders.map((holding) => holding.principalId)) }
  }
  if (kind === 'guests') {
    const guests = people.filter(({ userType }) => userType === 'Guest').map(({ id }) => id)
    return { users: { excludeUsers: ['GuestsOrExternalUsers'] }, names: nameOf(guests) }
  }
  const ids = sample(people, 1 + random.below(4), random).map(({ id }) => id)
  return { users: { excludeUsers: ids }, names: nameOf(ids) }
}

const GRANTS: readonly [object, ...object[]] = [
  { builtInControls: ['mfa'] },
  strength(RESISTANT),
  { builtInControls: ['compliantDevice'] },
  { builtInControls: ['block'] },
]
const CONDITIONS: readonly [object, ...object[]] = [
  {},
  {},
  { clientAppTypes: ['exchangeActiveSync', 'other'] },
  { signInRiskLevels: ['high'] },
  { authenticationFlows: { transferMethods: 'deviceCodeFlow' } },
]

/** Checks that name people, and those of them that they name. */
function namedBy(results: Results, names: ReadonlySet<unknown>): Map<string, string[]> {
  return new Map(
    [...results].map(([id, { affected }]) => [id, (affected?.items ?? []).filter((item) => names.has(item))]),
  )
}

/** One line for each check that no longer names somebody whom it named before. */
function findFreed(before: Results, after: Results, names: ReadonlySet<unknown>): string[] {
  const still = namedBy(after, names)
  return [...namedBy(before, names)].flatMap(([id, items]) =>
    items.filter((item) => !still.get(id)?.includes(item)).map((item) => `${id} no longer names ${item}`),
  )
}

test('a new policy never removes a finding of the people it excludes', () => {
  let named = 0
  const freed = TENANTS.flatMap((tenant, position) => {
    const before = evaluateChecks(tenant)
    return Array.from({ length: ROUNDS }, (_, round) => {
      const random = randomOf(`new policy ${position} ${round}`)
      const { users, names } = drawExclusion(tenant, random)
      const added = policy({ users, grant: random.pick(GRANTS), conditions: random.pick(CONDITIONS) })
      const after = withValues(tenant, { [POLICIES]: [...rowsOf(tenant, POLICIES), added] })
      named += [...namedBy(before, names).values()].flat().length
      return findFreed(before, evaluateChecks(after), names).map(
        (line) => `${tenant.tenantId}, ${JSON.stringify(users)}: ${line}`,
      )
    }).flat()
  })
  assert.deepEqual(freed, [])
  assert.ok(named > 100, `somebody was named ${named} times, so the guarantee was put to the test`)
})

/** The tenant with more people excluded from one of its policies. */
function excludingMore(tenant: Snapshot, place: number, exclusion: Fields): Snapshot {
  const value = rowsOf(tenant, POLICIES).map((row, index) => {
    if (index !== place) return row
    const conditions = fields(row.conditions)
    const users = fields(conditions.users)
    const more = Object.entries(exclusion).map(([name, ids]) => [name, [...list(users[name]), ...texts(ids)]])
    return { ...row, conditions: { ...conditions, users: { ...users, ...Object.fromEntries(more) } } }
  })
  return withValues(tenant, { [POLICIES]: value })
}

test('excluding more people from a policy never improves a verdict or removes a finding', () => {
  const gains = TENANTS.flatMap((tenant, position) => {
    const before = evaluateChecks(tenant)
    const policies = rowsOf(tenant, POLICIES)
    return Array.from({ length: policies.length === 0 ? 0 : ROUNDS }, (_, round) => {
      const random = randomOf(`more excluded ${position} ${round}`)
      const { users, names } = drawExclusion(tenant, random)
      const after = evaluateChecks(excludingMore(tenant, random.below(policies.length), users))
      const better = [...after].filter(([id, { verdict }]) => {
        const [from, to] = [rankOf(before.get(id)?.verdict ?? 'not_assessed'), rankOf(verdict)]
        return to !== undefined && to > (from ?? 1)
      })
      return [...better.map(([id, { verdict }]) => `${id} became ${verdict}`), ...findFreed(before, after, names)].map(
        (line) => `${tenant.tenantId}, ${JSON.stringify(users)}: ${line}`,
      )
    }).flat()
  })
  assert.deepEqual(gains, [])
})

/** Checks that compare people with conditional access. */
const COMPARED = /^(mfa-(all|data|phishing|privileged|enforced)|legacy-authentication|high-risk|device-code-flow)/

const CONTROLS: readonly { grant: object; conditions: object }[] = [
  { grant: { builtInControls: ['mfa'] }, conditions: {} },
  { grant: { builtInControls: ['block'] }, conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] } },
  { grant: { builtInControls: ['block'] }, conditions: { signInRiskLevels: ['high'] } },
]

test('a person who can activate a role that a policy excludes is covered no better than if it were active', () => {
  const [active, eligible] = [keyOf('roleAssignments'), keyOf('roleEligibilities')]
  const freed = TENANTS.flatMap((tenant) => {
    const eligibilities = rowsOf(tenant, eligible)
    const [first] = eligibilities
    if (!first) return []
    const isOfRole = (holding: Fields): boolean => holding.roleDefinitionId === first.roleDefinitionId
    const activated = eligibilities.filter(isOfRole).map((holding) => ({ ...holding, assignmentType: 'Activated' }))
    const holders = new Set(activated.map((holding) => fields(holding).principalId))
    const people = rowsOf(tenant, keyOf('users')).filter(({ id }) => holders.has(id))
    const names = new Set(people.map(({ userPrincipalName }) => userPrincipalName))
    return CONTROLS.flatMap((controls) => {
      const added = policy({ users: { excludeRoles: [first.roleDefinitionId] }, ...controls })
      const inactive = withValues(tenant, { [POLICIES]: [...rowsOf(tenant, POLICIES), added] })
      const values = {
        [active]: [...rowsOf(tenant, active), ...activated],
        [eligible]: eligibilities.filter((holding) => !isOfRole(holding)),
      }
      const compared = [...evaluateChecks(withValues(inactive, values))].filter(([id]) => COMPARED.test(id))
      return findFreed(new Map(compared), evaluateChecks(inactive), names).map((line) => `${tenant.tenantId}: ${line}`)
    })
  })
  assert.deepEqual(freed, [])
})
