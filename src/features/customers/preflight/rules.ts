import { DATASETS } from '../../../engine/datasets.ts'
import type { Framework } from '../../../engine/model.ts'
import { foresee, LICENCES, lookedAt, obstacleTo, type Visibility } from '../../../engine/visibility.ts'
import { modelTenant } from '../../../tenant/model-tenant.ts'
import { optionalPermissions, requiredPermissions } from '../../../tenant/permissions.ts'
import type { Preflight } from './schema.ts'

/** What a tenant lets us see, permission by permission, licence by licence and product by product. */
export function describeVisibility(
  visibility: Visibility,
  frameworks: readonly Framework[],
): Pick<Preflight, 'permissions' | 'licences' | 'products'> {
  const required = requiredPermissions()
  const { servicePlans: owned } = visibility
  return {
    permissions: [...required, ...optionalPermissions()].map((name) => ({
      name,
      granted: visibility.permissions.includes(name),
      required: required.includes(name),
    })),
    licences: LICENCES.map(({ name, servicePlans }) => ({
      name,
      servicePlans: [...servicePlans],
      ...(owned && { present: servicePlans.some((plan) => owned.includes(plan)) }),
    })),
    products: frameworks.map((framework) => judgeProduct(visibility, framework)),
  }
}

function judgeProduct(visibility: Visibility, framework: Framework): Preflight['products'][number] {
  const { all, datasets } = fullVisibility(framework)
  const looked = DATASETS.filter(({ key }) => datasets.has(key))
  const missing = looked.flatMap((dataset): Preflight['products'][number]['missing'] => {
    const obstacle = obstacleTo(dataset, visibility)
    if (!obstacle) return []
    if (obstacle.reason === 'permission') return [{ dataset: dataset.key, ...obstacle }]
    return [{ dataset: dataset.key, reason: obstacle.reason, servicePlans: [...obstacle.servicePlans] }]
  })
  return { product: framework.id, readable: countSeen(framework, visibility), ofRequirements: all, missing }
}

const KEPT_COUNTS = 1_000
const counts = new Map<string, number>()

/** How many requirements this visibility is enough for. Tenants that show the same, as most do, are judged once. */
function countSeen(framework: Framework, { permissions, servicePlans }: Visibility): number {
  const key = JSON.stringify([framework.id, permissions.toSorted(), servicePlans?.toSorted() ?? null])
  const count = counts.get(key) ?? foresee(framework, modelTenant(), { permissions, servicePlans }).size
  if (counts.size >= KEPT_COUNTS) counts.clear()
  counts.set(key, count)
  return count
}

const kept = new Map<string, { all: number; datasets: Set<string> }>()

/** What a framework looks at, and how many requirements that settles where nothing is missing; the same all the time. */
function fullVisibility(framework: Framework): { all: number; datasets: Set<string> } {
  const known = kept.get(framework.id)
  if (known) return known
  const permissions = [...requiredPermissions(), ...optionalPermissions()]
  const servicePlans = LICENCES.flatMap((licence) => [...licence.servicePlans])
  const made = {
    all: countSeen(framework, { permissions, servicePlans }),
    datasets: new Set([...lookedAt(framework, modelTenant()).values()].flatMap((keys) => [...keys])),
  }
  kept.set(framework.id, made)
  return made
}
