import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { ESSENTIAL_EIGHT } from '../../../src/engine/frameworks/essential-eight/essential-eight.ts'
import { findMissingPermissions } from '../../../src/engine/visibility/needed-permissions.ts'
import { snapshotOf } from '../snapshot-builder.ts'

const ALL = findMissingPermissions([])

test('a missing permission that shows more of a response is listed like any other, unless it is optional', () => {
  assert.ok(ALL.includes('Device.Read.All') && ALL.includes('GroupMember.Read.All'))
  for (const optional of ['Member.Read.Hidden', 'ThreatHunting.Read.All', 'Policy.Read.PermissionGrant'])
    assert.ok(!ALL.includes(optional), optional)
})

test('a result names the required permissions that were not granted, if it is known what was granted', () => {
  const missingOf = (permissions?: string[]) =>
    evaluateFramework(ESSENTIAL_EIGHT, readTenant({ ...snapshotOf({}), ...(permissions && { permissions }) }), {
      target: 1,
    }).missingPermissions
  assert.deepEqual(missingOf(ALL.filter((name) => name !== 'Device.Read.All')), ['Device.Read.All'])
  assert.equal(missingOf(ALL), undefined)
  assert.equal(missingOf(), undefined)
})

test('a result names the licences that the tenant does not have, if they could be read', () => {
  const unlicensedOf = (plans?: string[]) =>
    evaluateFramework(
      ESSENTIAL_EIGHT,
      readTenant({
        ...snapshotOf(
          plans ? { subscribedSkus: [{ servicePlans: plans.map((servicePlanName) => ({ servicePlanName })) }] } : {},
        ),
        permissions: ALL,
      }),
      { target: 1 },
    ).unlicensed
  assert.deepEqual(unlicensedOf(['AAD_PREMIUM', 'INTUNE_A', 'OFFICE_BUSINESS']), [
    'Microsoft Entra ID P2',
    'Microsoft 365 Apps for enterprise',
  ])
  assert.equal(unlicensedOf(['AAD_PREMIUM_P2', 'INTUNE_A', 'OFFICESUBSCRIPTION']), undefined)
  assert.equal(unlicensedOf(), undefined)
})
