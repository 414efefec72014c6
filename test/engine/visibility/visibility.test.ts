import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DATASETS, dataset } from '../../../src/engine/datasets/catalogue.ts'
import type { Dataset } from '../../../src/engine/datasets/dataset.ts'
import { servicePlansIn } from '../../../src/engine/datasets/reading.ts'
import { FRAMEWORKS, findFramework } from '../../../src/engine/frameworks/catalogue.ts'
import type { Framework } from '../../../src/engine/model/framework.ts'
import { datasetsByRequirement, predictCoverage } from '../../../src/engine/visibility/predict-coverage.ts'
import { findMissingAccess, type Visibility } from '../../../src/engine/visibility/visibility.ts'
import { subscribedSkus } from '../../../src/simulator/content/inventory/licences.ts'
import { recipeOf } from '../../../src/simulator/tenants/recipes.ts'
import { SAMPLE_TENANTS } from '../../../src/simulator/tenants/tenants.ts'

const permissionsOf = ({ permission, reveals = [] }: Dataset): string[] => [
  permission,
  ...reveals.map((more) => more.permission),
]
const ALL_PERMISSIONS = [...new Set(DATASETS.flatMap(permissionsOf))]

function visibilityOfPosture(posture: string): Visibility {
  const recipe = recipeOf(SAMPLE_TENANTS.find((tenant) => tenant.posture === posture)?.tenantId ?? '')
  assert.ok(recipe, posture)
  return { permissions: recipe.permissions, servicePlans: [...servicePlansIn(subscribedSkus(recipe, 10))] }
}

const FULL = visibilityOfPosture('typical')
const without = (permission: string): Visibility => ({
  ...FULL,
  permissions: ALL_PERMISSIONS.filter((name) => name !== permission),
})
const essentialEight: Framework = findFramework('essential-eight') ?? assert.fail()

test('a missing licence hides a dataset, then a missing permission; unread licences hide nothing', () => {
  const eligibilities = dataset('roleEligibilities')
  const nothing = { permissions: [], servicePlans: [] }
  assert.deepEqual(findMissingAccess(eligibilities, nothing), { reason: 'licence', servicePlans: ['AAD_PREMIUM_P2'] })
  const permission = 'RoleManagement.Read.Directory'
  const unpermitted = { permissions: [], servicePlans: undefined }
  assert.deepEqual(findMissingAccess(eligibilities, unpermitted), { reason: 'permission', permission })
  assert.equal(findMissingAccess(eligibilities, { permissions: [permission], servicePlans: undefined }), undefined)
  assert.equal(
    findMissingAccess(eligibilities, { permissions: [permission], servicePlans: ['AAD_PREMIUM_P2'] }),
    undefined,
  )
})

test('removing a permission or a licence never makes more checks known', () => {
  for (const framework of FRAMEWORKS) {
    const full = predictCoverage(framework, FULL)
    assert.ok(full.size > 10, framework.id)
    const unlicensed = { ...FULL, servicePlans: [] }
    for (const visibility of [...ALL_PERMISSIONS.map(without), visibilityOfPosture('partial'), unlicensed]) {
      const seen = predictCoverage(framework, visibility)
      assert.deepEqual(
        [...seen].filter((id) => !full.has(id)),
        [],
      )
    }
    assert.equal(predictCoverage(framework, { permissions: [], servicePlans: [] }).size, 0)
  }
})

test('only checks that use a permission are lost without it', () => {
  const looking = datasetsByRequirement(essentialEight)
  const full = predictCoverage(essentialEight, FULL)
  for (const permission of ALL_PERMISSIONS) {
    const keys = DATASETS.filter((candidate) => permissionsOf(candidate).includes(permission)).map(({ key }) => key)
    const seen = predictCoverage(essentialEight, without(permission))
    for (const id of [...full].filter((candidate) => !seen.has(candidate))) {
      assert.ok(
        keys.some((key) => looking.get(id)?.has(key)),
        `${id} was lost without ${permission}, which it does not use`,
      )
    }
  }
})

test('a tenant with only the cheaper licences is partly visible, and barely visible without permissions', () => {
  const seen = predictCoverage(essentialEight, visibilityOfPosture('weak'))
  const blind = predictCoverage(essentialEight, { ...visibilityOfPosture('weak'), permissions: ['User.Read.All'] })
  assert.ok(seen.size > blind.size)
  assert.ok(seen.size < predictCoverage(essentialEight, FULL).size)
})
