import { DATASETS } from '../../../engine/datasets/catalogue.ts'
import type { Dataset } from '../../../engine/datasets/dataset.ts'
import type { Framework } from '../../../engine/model/framework.ts'
import { permissionsOf } from '../../../engine/visibility/needed-permissions.ts'
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

/** What a partner does about required permissions that no administrator of a tenant has approved. */
export function askForConsentAgain(permissions: readonly string[]): NonNullable<Preflight['consentAgain']> {
  const [these, are] = permissions.length === 1 ? ['a permission', 'is'] : ['permissions', 'are']
  return {
    permissions: [...permissions],
    message: `No administrator of the tenant has approved ${these} that ${are} requested: ${permissions.join(', ')}. Create a new consent link for the customer (POST …/customers/{id}/consent-link), and let an administrator of the tenant approve again.`,
  }
}

function describeProduct(visibility: Visibility, framework: Framework): Preflight['products'][number] {
  const looked = new Set([...datasetsByRequirement(framework).values()].flatMap((keys) => [...keys]))
  const missing = DATASETS.filter(({ key }) => looked.has(key)).flatMap(
    (dataset): Preflight['products'][number]['missing'] => {
      const obstacle = findMissingAccess(dataset, visibility)
      if (!obstacle) return missingDetails(dataset, visibility)
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

/** Required permissions without which the dataset can be read, but not all of it. */
const missingDetails = (dataset: Dataset, { permissions }: Visibility): Preflight['products'][number]['missing'] =>
  permissionsOf(dataset)
    .filter(({ name, required }) => required && !permissions.includes(name))
    .map(({ name }) => ({ dataset: dataset.key, reason: 'permission', permission: name }))

const everything = (): Visibility => ({
  permissions: [...requiredPermissions(), ...optionalPermissions()],
  servicePlans: LICENCES.flatMap(({ servicePlans }) => [...servicePlans]),
})
