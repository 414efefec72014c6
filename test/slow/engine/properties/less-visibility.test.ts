import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DATASETS, datasetAt } from '../../../../src/engine/datasets/catalogue.ts'
import { servicePlansIn } from '../../../../src/engine/datasets/reading.ts'
import type { Snapshot } from '../../../../src/engine/model/snapshot.ts'
import { LICENCES } from '../../../../src/engine/visibility/visibility.ts'
import { fields, list } from '../../../../src/shared/json.ts'
import { parseGeneratedTenantId } from '../../../../src/simulator/tenants/generated-tenants.ts'
import {
  assess,
  BEST,
  betterRows,
  evaluateChecks,
  FRAMEWORKS,
  generatedTenants,
  keyOf,
  refusing,
  rowsOf,
  withValues,
} from './fixture.ts'

/** A tenant with its results, without answers and with the best ones, framework by framework. */
const ALL = generatedTenants(5).map((snapshot) => {
  const results = evaluateChecks(snapshot)
  const evaluated = FRAMEWORKS.map((framework) => ({
    framework,
    full: assess(framework, snapshot, results),
    reported: assess(framework, snapshot, results, BEST),
  }))
  return { snapshot, evaluated }
})

type Evaluated = (typeof ALL)[number]

/** What differs if less can be read, one line each: nothing may be better, except as people reported. */
function findGains({ snapshot, evaluated }: Evaluated, after: Snapshot, what: string): string[] {
  const fewer = evaluateChecks(after)
  return evaluated.flatMap(({ framework, full, reported }) => {
    const name = `${framework.id} of ${snapshot.tenantId} without ${what}`
    const [less, lessReported] = [assess(framework, after, fewer), assess(framework, after, fewer, BEST)]
    return [
      ...(less.score > full.score ? [`${name}: score ${full.score} to ${less.score}`] : []),
      ...(less.coverage > full.coverage ? [`${name}: coverage ${full.coverage} to ${less.coverage}`] : []),
      ...(less.maturityAchieved > full.maturityAchieved ? [`${name}: a higher level`] : []),
      ...betterRows(full, less).map(({ id, verdict }) => `${name}: ${id} became ${verdict}`),
      ...betterRows(reported, lessReported)
        .filter(({ basis }) => basis !== 'reported')
        .map(({ id, verdict, basis }) => `${name}, answered: ${id} became ${verdict} (${basis})`),
    ]
  })
}

const PERMISSIONS = [...new Set(DATASETS.map(({ permission }) => permission))]

test('removing a permission never makes a row or a score better, unless people reported it', () => {
  const gains = ALL.flatMap((tenant) =>
    PERMISSIONS.flatMap((permission) => {
      const without = refusing(tenant.snapshot, (key) => datasetAt(key)?.permission === permission)
      return findGains(tenant, without, permission)
    }),
  )
  assert.deepEqual(gains, [])
})

/** The tenant without these service plans: nobody has them, and what needs them is refused. */
function withoutPlans(tenant: Snapshot, plans: readonly string[]): Snapshot {
  const skus = rowsOf(tenant, keyOf('subscribedSkus'))
  const all = skus.flatMap((sku) => list(sku.servicePlans)).map(fields)
  const removed = new Set(
    all.filter(({ servicePlanName }) => plans.includes(String(servicePlanName))).map((plan) => plan.servicePlanId),
  )
  const remaining = (assigned: unknown): unknown[] =>
    list(assigned).filter((plan) => !removed.has(fields(plan).servicePlanId))
  const value = skus.map((sku) => ({ ...sku, servicePlans: remaining(sku.servicePlans) }))
  const owned = servicePlansIn(value)
  const refused = refusing(tenant, (key) => {
    const needed = datasetAt(key)?.servicePlans
    return needed !== undefined && !needed.some((plan) => owned.has(plan))
  })
  const users = rowsOf(tenant, keyOf('users')).map((user) => ({
    ...user,
    assignedPlans: remaining(user.assignedPlans),
  }))
  return withValues(refused, { [keyOf('subscribedSkus')]: value, [keyOf('users')]: users })
}

/** Without it nobody can activate a role, so an uncovered person who could is no longer an administrator: a real gain. */
const PIM_PLAN = 'AAD_PREMIUM_P2'

test('removing a licence never makes a row or a score better, unless people reported it', () => {
  const gains = ALL.flatMap((tenant) =>
    LICENCES.filter(({ servicePlans }) => !servicePlans.includes(PIM_PLAN)).flatMap(({ name, servicePlans }) =>
      findGains(tenant, withoutPlans(tenant.snapshot, servicePlans), name),
    ),
  )
  assert.deepEqual(gains, [])
})

test('a group whose members cannot be read never makes a row or a score better, unless people reported it', () => {
  const gains = ALL.flatMap((tenant) => {
    const { snapshot } = tenant
    const groups = Object.keys(snapshot.responses).filter((key) => key.endsWith('/transitiveMembers'))
    assert.ok(groups.length > 0)
    return groups.flatMap((group) =>
      findGains(
        tenant,
        refusing(snapshot, (key) => key === group),
        group,
      ),
    )
  })
  assert.deepEqual(gains, [])
})

test('a list whose pages do not all arrive never makes a row or a score better, unless people reported it', () => {
  const statuses = [0, 429, 500, 504]
  const gains = ALL.filter(({ snapshot }) => parseGeneratedTenantId(snapshot.tenantId)?.posture === 'mixed')
    .slice(0, 3)
    .flatMap((tenant, position) =>
      Object.keys(tenant.snapshot.responses)
        .filter((key) => Array.isArray(tenant.snapshot.responses[key]?.value) && !key.includes('/transitiveMembers'))
        .flatMap((list, index) => {
          const status = statuses[(position + index) % statuses.length] ?? 0
          return findGains(
            tenant,
            refusing(tenant.snapshot, (key) => key === list, status),
            `${list} (${status})`,
          )
        }),
    )
  assert.deepEqual(gains, [])
})

/** The tenant as it answers without the permission to read devices: their entries in groups have an id and nothing else. */
function withoutDeviceDetails(tenant: Snapshot): Snapshot {
  const isDevice = (member: unknown): boolean => fields(member)['@odata.type'] === '#microsoft.graph.device'
  const groups = Object.keys(tenant.responses).filter((key) => key.endsWith('/transitiveMembers'))
  const bare = groups.map((key) => [
    key,
    rowsOf(tenant, key).map((member) =>
      isDevice(member) ? { '@odata.type': member['@odata.type'], id: member.id } : member,
    ),
  ])
  return withValues(tenant, Object.fromEntries(bare))
}

test('groups whose devices cannot be read never make a row or a score better, unless people reported it', () => {
  const gains = ALL.flatMap((tenant) => findGains(tenant, withoutDeviceDetails(tenant.snapshot), 'device details'))
  assert.deepEqual(gains, [])
})
