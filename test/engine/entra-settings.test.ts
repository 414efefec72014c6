import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applicationCertificateLifetime,
  applicationSecretLifetime,
  applicationSecretsBlocked,
} from '../../src/engine/checks/application-credentials.ts'
import { adminConsentWorkflow, applicationRegistration } from '../../src/engine/checks/application-onboarding.ts'
import {
  authenticatorContext,
  methodsMigrated,
  weakMethodsDisabled,
} from '../../src/engine/checks/authentication-methods.ts'
import { guestAccessRestricted, guestInvitationsRestricted } from '../../src/engine/checks/guest-access.ts'
import { passwordExpiry } from '../../src/engine/checks/password-expiry.ts'
import type { Check, CheckResult } from '../../src/engine/model/check.ts'
import { PARAMETERS, refused, tenantOf } from './snapshot-builder.ts'

/** Settings of the whole tenant: ways to sign in, applications, passwords, guests. */

const judge = (check: Check, dataset: string, value: unknown): CheckResult =>
  check.evaluate(tenantOf({ [dataset]: value }), PARAMETERS)

const ALL = { id: 'all_users', targetType: 'group' }
const NONE = { id: '00000000-0000-0000-0000-000000000000', targetType: 'group' }
const SHOWN = { state: 'enabled', includeTarget: ALL, excludeTarget: NONE }

const authenticator = (settings: object = {}, more: object = {}): object => ({
  id: 'MicrosoftAuthenticator',
  state: 'enabled',
  isSoftwareOathEnabled: false,
  featureSettings: {
    displayAppInformationRequiredState: SHOWN,
    displayLocationInformationRequiredState: SHOWN,
    ...settings,
  },
  ...more,
})

const OFF = ['Sms', 'Voice', 'Email'].map((id) => ({ id, state: 'disabled' }))
const withOn = (...on: string[]): object[] =>
  OFF.map((method) => (on.includes(method.id) ? { ...method, state: 'enabled' } : method))

const methods = (
  configurations: readonly object[],
  policyMigrationState: string | null = 'migrationComplete',
): object => ({
  policyMigrationState,
  authenticationMethodConfigurations: configurations,
})

const authorization = (more: object, permissions: object = {}): object => ({
  guestUserRoleId: '10dae51f-b6af-4016-8d66-8c2a99b929b3',
  allowInvitesFrom: 'adminsAndGuestInviters',
  defaultUserRolePermissions: { allowedToCreateApps: false, permissionGrantPoliciesAssigned: [], ...permissions },
  ...more,
})
const restriction = (restrictionType: string, maxLifetime: string | null = null, more: object = {}): object => ({
  restrictionType,
  state: 'enabled',
  maxLifetime,
  ...more,
})
const SECRETS = ['password', 'symmetricKey']
const blocked = SECRETS.map((kind) => restriction(`${kind}Addition`))
const lasting = (days: number): object[] => SECRETS.map((kind) => restriction(`${kind}Lifetime`, `P${days}D`))
const keys = (days: number): object[] => [restriction('asymmetricKeyLifetime', `P${days}D`)]

/** The default policy with these restrictions for applications and, where not told otherwise, for service principals. */
const management = (
  [passwords, certificates]: readonly [object[], object[]],
  [ofPrincipals, certificatesOfPrincipals]: readonly [object[], object[]] = [passwords, certificates],
  isEnabled = true,
): object => ({
  isEnabled,
  applicationRestrictions: { passwordCredentials: passwords, keyCredentials: certificates },
  servicePrincipalRestrictions: { passwordCredentials: ofPrincipals, keyCredentials: certificatesOfPrincipals },
})

const REVIEWER = { query: '/v1.0/groups/1/transitiveMembers/microsoft.graph.user', queryType: 'MicrosoftGraph' }

const domain = (id: string, passwordValidityPeriodInDays: number | null, more: object = {}): object => ({
  id,
  authenticationType: 'Managed',
  isVerified: true,
  isRoot: true,
  passwordValidityPeriodInDays,
  ...more,
})
const NEVER = 2_147_483_647
const FEDERATED = domain('federated.com', 90, { authenticationType: 'Federated' })
const manyDomains = (expiring: number): object[] =>
  Array.from({ length: 10 }, (_, n) => domain(`d${n}.com`, n < expiring ? 90 : NEVER))

type Row = readonly [when: string, value: unknown, verdict: CheckResult['verdict'], coverage?: string]

const CASES: readonly (readonly [Check, dataset: string, permission: string, rows: readonly Row[]])[] = [
  [
    methodsMigrated,
    'authenticationMethodsPolicy',
    'Policy.Read.All',
    [
      ['the migration is complete', methods([]), 'effective'],
      ['the migration is under way', methods([], 'migrationInProgress'), 'ineffective'],
      ['the migration has not begun', methods([], 'preMigration'), 'ineffective'],
      ['there never was anything to migrate', methods([], null), 'effective'],
      ['the state is one of tomorrow', methods([], 'unknownFutureValue'), 'no_visibility'],
      ['nothing is said of the migration', { authenticationMethodConfigurations: [] }, 'no_visibility'],
    ],
  ],
  [
    weakMethodsDisabled,
    'authenticationMethodsPolicy',
    'Policy.Read.All',
    [
      ['all three are off', methods(OFF), 'effective', '3/3'],
      ['one is on', methods(withOn('Sms')), 'partial', '2/3'],
      ['two are on', methods(withOn('Sms', 'Email')), 'partial', '1/3'],
      ['all are on', methods(withOn('Sms', 'Voice', 'Email')), 'ineffective', '0/3'],
      ['all are off beside older settings', methods(OFF, 'migrationInProgress'), 'no_visibility', '3/3'],
      ['one is on beside older settings', methods(withOn('Voice'), 'preMigration'), 'ineffective', '2/3'],
      ['one is not mentioned', methods(OFF.slice(1)), 'no_visibility', '2/3'],
      ['none is mentioned', methods([]), 'no_visibility', '0/3'],
    ],
  ],
  [
    authenticatorContext,
    'authenticationMethodsPolicy',
    'Policy.Read.All',
    [
      ['everything is shown to everybody', methods([authenticator()]), 'effective', '3/3'],
      ['it is disabled', methods([authenticator({}, { state: 'disabled' })]), 'not_applicable'],
      [
        'it is disabled beside older settings',
        methods([authenticator({}, { state: 'disabled' })], 'preMigration'),
        'no_visibility',
      ],
      ['it is not mentioned', methods(OFF), 'no_visibility'],
      [
        'the place is left to Microsoft',
        methods([authenticator({ displayLocationInformationRequiredState: { ...SHOWN, state: 'default' } })]),
        'partial',
        '2/3',
      ],
      [
        'the application is shown to a group alone',
        methods([
          authenticator({ displayAppInformationRequiredState: { ...SHOWN, includeTarget: { id: 'a-group' } } }),
        ]),
        'partial',
        '2/3',
      ],
      [
        'the place is kept from a group',
        methods([
          authenticator({ displayLocationInformationRequiredState: { ...SHOWN, excludeTarget: { id: 'a-group' } } }),
        ]),
        'partial',
        '2/3',
      ],
      ['one-time codes are on', methods([authenticator({}, { isSoftwareOathEnabled: true })]), 'partial', '2/3'],
      [
        'nothing of it holds',
        methods([authenticator({}, { isSoftwareOathEnabled: true, featureSettings: {} })]),
        'ineffective',
        '0/3',
      ],
    ],
  ],
  [
    applicationRegistration,
    'authorizationPolicy',
    'Policy.Read.All',
    [
      ['only administrators register', authorization({}), 'effective'],
      ['everybody registers', authorization({}, { allowedToCreateApps: true }), 'ineffective'],
      ['nothing is said', {}, 'no_visibility'],
    ],
  ],
  [
    adminConsentWorkflow,
    'adminConsentRequestPolicy',
    'Policy.Read.All',
    [
      ['reviewers are named and told', { isEnabled: true, notifyReviewers: true, reviewers: [REVIEWER] }, 'effective'],
      ['reviewers are not told', { isEnabled: true, notifyReviewers: false, reviewers: [REVIEWER] }, 'partial'],
      ['nobody reviews', { isEnabled: true, notifyReviewers: true, reviewers: [] }, 'ineffective'],
      ['it is off', { isEnabled: false, notifyReviewers: false, reviewers: [] }, 'ineffective'],
      ['nothing is said', {}, 'no_visibility'],
    ],
  ],
  [
    applicationSecretsBlocked,
    'applicationManagementPolicy',
    'Policy.Read.All',
    [
      ['secrets are blocked for all', management([blocked, []]), 'effective', '4/4'],
      ['secrets are blocked for applications alone', management([blocked, []], [[], []]), 'partial', '2/4'],
      ['secrets are only limited', management([lasting(90), []]), 'ineffective', '0/4'],
      ['nothing is restricted', management([[], []]), 'ineffective', '0/4'],
      ['the policy is off', management([blocked, []], [blocked, []], false), 'ineffective', '0/4'],
      [
        'a block is off',
        management([blocked.map((each) => ({ ...each, state: 'disabled' })), []]),
        'ineffective',
        '0/4',
      ],
    ],
  ],
  [
    applicationSecretLifetime,
    'applicationManagementPolicy',
    'Policy.Read.All',
    [
      ['secrets live for half a year', management([lasting(180), []]), 'effective', '4/4'],
      ['secrets live a day longer', management([lasting(181), []]), 'ineffective', '0/4'],
      ['those of service principals live on', management([lasting(180), []], [[], []]), 'partial', '2/4'],
      ['some are limited and some blocked', management([blocked, []], [lasting(30), []]), 'effective', '4/4'],
      ['there can be none', management([blocked, []]), 'not_applicable'],
      ['nothing is restricted', management([[], []]), 'ineffective', '0/4'],
      ['the policy is off', management([lasting(180), []], [lasting(180), []], false), 'ineffective', '0/4'],
      [
        'a lifetime cannot be read',
        management([SECRETS.map((kind) => restriction(`${kind}Lifetime`)), []]),
        'ineffective',
        '0/4',
      ],
    ],
  ],
  [
    applicationCertificateLifetime,
    'applicationManagementPolicy',
    'Policy.Read.All',
    [
      ['certificates live for a year', management([[], keys(365)]), 'effective', '2/2'],
      ['certificates live a day longer', management([[], keys(366)]), 'ineffective', '0/2'],
      ['those of service principals live on', management([[], keys(90)], [[], []]), 'partial', '1/2'],
      ['the policy is off', management([[], keys(90)], [[], keys(90)], false), 'ineffective', '0/2'],
    ],
  ],
  [
    passwordExpiry,
    'domains',
    'Domain.Read.All',
    [
      ['no domain lets passwords expire', manyDomains(0), 'effective', '10/10'],
      ['one of ten does', manyDomains(1), 'partial', '9/10'],
      ['all do', manyDomains(10), 'ineffective', '0/10'],
      ['a domain sets no period', [domain('a.com', null)], 'ineffective', '0/1'],
      [
        'a part of a domain sets no period',
        [domain('a.com', NEVER), domain('b.a.com', null, { isRoot: false })],
        'effective',
        '1/1',
      ],
      [
        'a part of a domain sets its own',
        [domain('a.com', NEVER), domain('b.a.com', 30, { isRoot: false })],
        'ineffective',
        '1/2',
      ],
      [
        'the domain that does is not verified',
        [domain('a.com', NEVER), domain('b.com', 90, { isVerified: false })],
        'effective',
        '1/1',
      ],
      ['the domain that does is federated', [domain('a.com', NEVER), FEDERATED], 'effective', '1/1'],
      ['every domain is federated', [FEDERATED], 'not_applicable'],
      ['no domain is listed', [], 'no_visibility', '0/0'],
    ],
  ],
  [
    guestAccessRestricted,
    'authorizationPolicy',
    'Policy.Read.All',
    [
      ['guests are limited', authorization({}), 'effective'],
      [
        'guests see themselves',
        authorization({ guestUserRoleId: '2AF84B1E-32C8-42B7-82BC-DAA82404023B' }),
        'effective',
      ],
      [
        'guests are as members',
        authorization({ guestUserRoleId: 'a0b1b346-4d3e-4e8b-98f8-753987be4970' }),
        'ineffective',
      ],
      ['guests have some other role', authorization({ guestUserRoleId: 'something-else' }), 'no_visibility'],
      ['nothing is said', {}, 'no_visibility'],
    ],
  ],
  [
    guestInvitationsRestricted,
    'authorizationPolicy',
    'Policy.Read.All',
    [
      ['inviters invite', authorization({}), 'effective'],
      ['nobody invites', authorization({ allowInvitesFrom: 'none' }), 'effective'],
      ['members invite', authorization({ allowInvitesFrom: 'adminsGuestInvitersAndAllMembers' }), 'ineffective'],
      ['everybody invites', authorization({ allowInvitesFrom: 'everyone' }), 'ineffective'],
      ['something else is set', authorization({ allowInvitesFrom: 'unknownFutureValue' }), 'no_visibility'],
      ['nothing is said', {}, 'no_visibility'],
    ],
  ],
]

for (const [check, dataset, permission, rows] of CASES) {
  for (const [when, value, verdict, coverage] of rows) {
    test(`${check.id}: ${verdict} where ${when}`, () => {
      const result = judge(check, dataset, value)
      assert.equal(result.verdict, verdict, result.observed)
      assert.equal(result.coverage && `${result.coverage.n}/${result.coverage.of}`, coverage)
      assert.equal(result.evidence.length, 1)
      assert.match(result.observed, /^[A-Z0-9].*\.$/)
      assert.match(result.expected, /^[A-Z].*\.$/)
    })
  }

  test(`${check.id}: without ${permission} it is open, and the permission is named`, () => {
    const result = judge(check, dataset, refused())
    assert.equal(result.verdict, 'no_visibility')
    assert.match(result.observed, new RegExp(`grant ${permission.replaceAll('.', '\\.')}\\.`))
    assert.deepEqual(result.evidence, [])
  })

  test(`${check.id}: an answer of nothing at all is never good`, () => {
    for (const value of [null, [], {}, 'nonsense']) {
      assert.equal(judge(check, dataset, value).verdict, 'no_visibility', JSON.stringify(value))
    }
  })
}

test('what expires and what is federated is told by name', () => {
  const result = judge(passwordExpiry, 'domains', [domain('a.com', 90), domain('b.com', null), FEDERATED])
  assert.deepEqual(result.affected, { items: ['a.com', 'b.com'], total: 2 })
  assert.match(result.observed, /a\.com \(90 days\), b\.com \(no period set, which means 90 days\)/)
  assert.match(result.limitations.join(' '), /federated\.com/)
})

test('a restriction that spares older applications is told of with its date', () => {
  const since = { restrictForAppsCreatedAfterDateTime: '2026-02-03T00:00:00Z' }
  const sparing = [restriction('asymmetricKeyLifetime', 'P90D', since)]
  const { limitations } = judge(
    applicationCertificateLifetime,
    'applicationManagementPolicy',
    management([[], sparing]),
  )
  assert.match(limitations.join(' '), /created before 2026-02-03/)
  const never = { restrictForAppsCreatedAfterDateTime: '0001-01-01T00:00:00Z' }
  const all = management([[], [restriction('asymmetricKeyLifetime', 'P90D', never)]])
  const told = judge(applicationCertificateLifetime, 'applicationManagementPolicy', all).limitations
  assert.doesNotMatch(told.join(' '), /created before/)
})
