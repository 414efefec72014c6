import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationConsent } from '../../../../src/engine/checks/applications/application-consent.ts'
import { refused } from '../../snapshot-builder.ts'
import { testReadings, verdict } from '../administrators-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(applicationConsent)

const consent = (permissionGrantPoliciesAssigned: unknown, more: object = {}) =>
  verdict(applicationConsent, {
    authorizationPolicy: { defaultUserRolePermissions: { permissionGrantPoliciesAssigned }, ...more },
  })
const self = (name: string) => `ManagePermissionGrantsForSelf.${name}`

test('who may let applications in decides about consent', () => {
  assert.equal(consent([]), 'effective')
  assert.equal(
    consent(['ManagePermissionGrantsForOwnedResource.microsoft-dynamically-managed-permissions-for-team']),
    'effective',
  )
  assert.equal(consent([self('microsoft-user-default-low')]), 'effective')
  assert.equal(consent([self('microsoft-user-default-recommended')]), 'partial')
  assert.equal(consent([self('microsoft-user-default-legacy')]), 'ineffective')
  assert.equal(consent([self('microsoft-user-default-low'), self('microsoft-user-default-legacy')]), 'ineffective')
})

test('a consent policy of the tenant’s own, or none told, leaves it open; risky applications lower it', () => {
  assert.equal(consent([self('our-policy')]), 'no_visibility')
  assert.equal(consent(undefined), 'no_visibility')
  assert.equal(consent([], { allowUserConsentForRiskyApps: true }), 'partial')
  assert.equal(verdict(applicationConsent, { authorizationPolicy: refused() }), 'no_visibility')
})

testReadings(applicationConsent)
