import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationConsent } from '../../../../src/engine/checks/applications/application-consent.ts'
import { refused, type Values } from '../../snapshot-builder.ts'
import { id } from '../../tenant-parts.ts'
import { testReadings, verdict } from '../administrators-fixture.ts'
import { evaluate } from '../fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(applicationConsent)

const consent = (permissionGrantPoliciesAssigned: unknown, more: object = {}) =>
  verdict(applicationConsent, {
    authorizationPolicy: { defaultUserRolePermissions: { permissionGrantPoliciesAssigned }, ...more },
  })
const self = (name: string) => `ManagePermissionGrantsForSelf.${name}`

test('the built-in consent policies decide the verdict', () => {
  assert.equal(consent([]), 'effective')
  assert.equal(
    consent(['ManagePermissionGrantsForOwnedResource.microsoft-dynamically-managed-permissions-for-team']),
    'effective',
  )
  assert.equal(consent([self('microsoft-user-default-recommended')]), 'partial')
  assert.equal(consent([self('microsoft-user-default-legacy')]), 'ineffective')
  assert.equal(consent([self('microsoft-user-default-low'), self('microsoft-user-default-legacy')]), 'ineffective')
})

test('a custom or unknown consent policy means no visibility; risky applications lower the verdict', () => {
  assert.equal(consent([self('our-policy')]), 'no_visibility')
  assert.equal(consent(undefined), 'no_visibility')
  assert.equal(consent([], { allowUserConsentForRiskyApps: true }), 'partial')
  assert.equal(verdict(applicationConsent, { authorizationPolicy: refused() }), 'no_visibility')
})

const ANYTHING = {
  permissionType: 'delegated',
  permissionClassification: 'all',
  permissions: ['all'],
  clientApplicationIds: ['all'],
  clientApplicationTenantIds: ['all'],
}
const custom = (includes: readonly object[], excludes: readonly object[] = [], more: Values = {}) =>
  evaluate(applicationConsent, {
    authorizationPolicy: { defaultUserRolePermissions: { permissionGrantPoliciesAssigned: [self('our-policy')] } },
    permissionGrantPolicies: [
      { id: 'Our-Policy', includes: includes.map((set) => ({ ...ANYTHING, ...set })), excludes },
    ],
    ...more,
  })

test('a custom consent policy is read, and the widest of its condition sets counts', () => {
  const chosen = { clientApplicationIds: [id(802)] }
  const verdicts: [includes: object[], expected: string][] = [
    [[{}], 'ineffective'],
    [[chosen, { clientApplicationsFromVerifiedPublisherOnly: true }], 'ineffective'],
    [[chosen], 'effective'],
    [[{ clientApplicationTenantIds: ['11111111-1111-4111-8111-111111111111'] }], 'effective'],
    [[{ clientApplicationTenantIds: [id(803)] }], 'ineffective'],
    [[chosen, { permissions: [id(804)] }], 'no_visibility'],
    [[{ permissionType: 'application' }], 'effective'],
    [[], 'effective'],
  ]
  for (const [includes, expected] of verdicts)
    assert.equal(custom(includes).verdict, expected, JSON.stringify(includes))
  assert.equal(custom([{}], [{ permissions: [id(804)] }]).verdict, 'partial')
  assert.equal(custom([chosen]).evidence.length, 2)
})

test('a custom policy for low-impact permissions depends on which permissions the tenant classifies as low impact', () => {
  const graph = { servicePrincipals: [GRAPH], [`permissionClassifications/${GRAPH.id}`]: classified('Mail.Read') }
  assert.equal(custom([{ permissionClassification: 'low' }], [], graph).verdict, 'ineffective')
  assert.equal(custom([{ permissionClassification: 'low' }]).verdict, 'no_visibility')
})

test('a custom consent policy that cannot be read is unknown, and the permission is named', () => {
  const unread = custom([], [], { permissionGrantPolicies: refused() })
  assert.equal(unread.verdict, 'no_visibility')
  assert.match(unread.observed, /grant Policy\.Read\.PermissionGrant/)
  assert.equal(custom([], [], { permissionGrantPolicies: [] }).verdict, 'no_visibility')
})

const GRAPH = { id: id(800), appId: '00000003-0000-0000-c000-000000000000', displayName: 'Microsoft Graph' }
const EXCHANGE = { id: id(801), appId: '00000002-0000-0ff1-ce00-000000000000', displayName: 'Exchange Online' }

const low = (values: Values) =>
  evaluate(applicationConsent, {
    authorizationPolicy: {
      defaultUserRolePermissions: { permissionGrantPoliciesAssigned: [self('microsoft-user-default-low')] },
    },
    servicePrincipals: [GRAPH],
    ...values,
  })
const classified = (...names: string[]) =>
  names.map((permissionName) => ({ id: permissionName, permissionName, classification: 'low' }))
const onGraph = (...names: string[]) => low({ [`permissionClassifications/${GRAPH.id}`]: classified(...names) })

test('consent to low-impact permissions depends on which permissions the tenant classifies as low impact', () => {
  assert.equal(onGraph().verdict, 'effective')
  assert.match(onGraph().observed, /no permission is classified/)
  assert.equal(onGraph('openid', 'profile', 'email', 'offline_access', 'User.Read').verdict, 'effective')
  assert.equal(onGraph('User.Read', 'People.Read').verdict, 'partial')
  for (const name of ['Mail.Read', 'Files.ReadWrite', 'User.Read.All', 'Sites.Read.All', 'user_impersonation']) {
    const result = onGraph('User.Read', name)
    assert.equal(result.verdict, 'ineffective', name)
    assert.match(result.observed, new RegExp(`can do harm: ${name}\\.`))
  }
})

test('people may not consent to a medium-impact permission', () => {
  const medium = [{ permissionName: 'Mail.Read', classification: 'medium' }]
  assert.equal(low({ [`permissionClassifications/${GRAPH.id}`]: medium }).verdict, 'effective')
})

test('the permissions of every Microsoft API with data count, and an unread list makes it unknown', () => {
  const both = { servicePrincipals: [GRAPH, EXCHANGE], [`permissionClassifications/${GRAPH.id}`]: [] }
  const mail = low({ ...both, [`permissionClassifications/${EXCHANGE.id}`]: classified('EWS.AccessAsUser.All') })
  assert.equal(mail.verdict, 'ineffective')
  assert.equal(mail.evidence.length, 3)
  assert.equal(low(both).verdict, 'no_visibility')
})

test('low impact is unknown if the applications, the classifications or Microsoft Graph’s service principal are unread', () => {
  assert.equal(low({}).verdict, 'no_visibility')
  assert.equal(low({ servicePrincipals: [] }).verdict, 'no_visibility')
  const unread = low({ servicePrincipals: refused() })
  assert.equal(unread.verdict, 'no_visibility')
  assert.match(unread.observed, /grant Application\.Read\.All/)
})

testReadings(applicationConsent)
