import type { Recipe } from '../../tenants/recipes.ts'
import { guidOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'

/** A condition set that every consent meets. */
const ANYTHING = {
  permissionType: 'delegated',
  permissionClassification: 'all',
  resourceApplication: 'any',
  permissions: ['all'],
  clientApplicationIds: ['all'],
  clientApplicationTenantIds: ['all'],
  clientApplicationPublisherIds: ['all'],
  clientApplicationsFromVerifiedPublisherOnly: false,
}

/** Public ids of Mail.Read, Files.Read.All and Sites.Read.All. */
const SENSITIVE = [
  '570282fd-fa5c-430d-a7fd-fc8dc98a9dca',
  'df85f4d6-205c-4ac5-a5ea-6bf408dba283',
  '205e70e5-aba6-4c52-a976-6d2d46c48043',
]

/** Microsoft's own policies, which every tenant has: users consent to everything, or to what is classified as low. */
export function permissionGrantPolicyRows(recipe: Recipe): Row[] {
  const setsOf = (policyId: string, side: string, sets: readonly Row[]): Row[] =>
    sets.map((set, position) => ({ id: guidOf(recipe.seed, policyId, side, position), ...ANYTHING, ...set }))
  const policy = (id: string, displayName: string, includes: readonly Row[], excludes: readonly Row[] = []): Row => ({
    id,
    displayName,
    description: displayName,
    includes: setsOf(id, 'includes', includes),
    excludes: setsOf(id, 'excludes', excludes),
  })
  return [
    policy('microsoft-user-default-legacy', 'Let users consent to any application', [{}]),
    policy(
      'microsoft-user-default-recommended',
      'Let users consent as Microsoft recommends',
      [{}],
      [{ resourceApplication: '00000003-0000-0000-c000-000000000000', permissions: SENSITIVE }],
    ),
    policy('microsoft-user-default-low', 'Let users consent to low-risk permissions', [
      { permissionClassification: 'low', clientApplicationsFromVerifiedPublisherOnly: true },
      { permissionClassification: 'low', clientApplicationTenantIds: [recipe.tenantId] },
    ]),
  ]
}

/** Delegated permissions of Microsoft Graph, with their public ids, that only reveal who signs in. */
const LOW_RISK: readonly [id: string, name: string][] = [
  ['e1fe6dd8-ba31-4d61-89e7-88639da4683d', 'User.Read'],
  ['37f7f235-527c-4136-accd-4a02d197296e', 'openid'],
  ['14dad69e-099b-42c9-810b-d002981feec1', 'profile'],
]

/** The permissions that the tenant classified as low-risk; the weak and the unlicensed tenant classified none. */
export function classificationRows(recipe: Recipe, appId: unknown): Row[] {
  const isClassified = recipe.baseline === 'strong' || recipe.baseline === 'typical'
  if (!isClassified || appId !== '00000003-0000-0000-c000-000000000000') return []
  return LOW_RISK.map(([permissionId, permissionName]) => ({
    id: guidOf(recipe.seed, 'classification', permissionId),
    permissionId,
    permissionName,
    classification: 'low',
  }))
}
