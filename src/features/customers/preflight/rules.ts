import { DATASETS } from '../../../engine/datasets/catalogue.ts'
import type { Framework } from '../../../engine/model/framework.ts'
import { datasetsByRequirement, predictCoverage } from '../../../engine/visibility/predict-coverage.ts'
import { findMissingAccess, LICENCES, type Visibility } from '../../../engine/visibility/visibility.ts'
import { optionalPermissions, requiredPermissions } from '../../../graph/permissions/permissions.ts'
import type { Preflight } from './schema.ts'

/** What we can read of a tenant, by permission, licence and product. */
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
    products: frameworks.map((framework) => describeProduct(visibility, framework)),
  }
}

function describeProduct(visibility: Visibility, framework: Framework): Preflight['products'][number] {
  const looked = new Set([...datasetsByRequirement(framework).values()].flatMap((keys) => [...keys]))
  const missing = DATASETS.filter(({ key }) => looked.has(key)).flatMap(
    (dataset): Preflight['products'][number]['missing'] => {
      const obstacle = findMissingAccess(dataset, visibility)
      if (!obstacle) return []
      if (obstacle.reason === 'permission') return [{ dataset: dataset.key, ...obstacle }]
      return [{ dataset: dataset.key, reason: obstacle.reason, servicePlans: [...obstacle.servicePlans] }]
    },
  )
  return {
    product: framework.id,
    readable: predictCoverage(framework, visibility).size,
    ofRequirements: predictCoverage(framework, everything()).size,
    missing,
  }
}

const everything = (): Visibility => ({
  permissions: [...requiredPermissions(), ...optionalPermissions()],
  servicePlans: LICENCES.flatMap(({ servicePlans }) => [...servicePlans]),
})
