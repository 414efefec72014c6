import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mfaEnforced } from '../../../../src/engine/checks/mfa/mfa-enforced.ts'
import type { CheckResult } from '../../../../src/engine/model/check.ts'
import { refused, skus, type Values } from '../../snapshot-builder.ts'
import {
  ADAM,
  ALICE,
  assignment,
  BERTA,
  BOB,
  EVE,
  EXCEPTIONS,
  GINA,
  GLOBAL_ADMINISTRATOR,
  INES,
  type PolicyParts,
  perUser,
  policy,
  RESISTANT,
  readable,
  STAFF,
  SYNCHRONISATION,
  signingInWithout,
  strength,
  USER_ADMINISTRATOR,
  USERS,
} from '../../tenant-parts.ts'
import { evaluate, testAllApplications, testPolicyOnEverybody, testSecurityDefaults } from '../everybody-fixture.ts'
import { evaluate as evaluateCheck } from '../fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(mfaEnforced)

/** Five people, of whom Adam is and Eve may become an administrator, and two guests. */
const result = (policies: PolicyParts[], more: Values = {}, breakGlass: string[] = []): CheckResult =>
  evaluateCheck(mfaEnforced, readable(policies.map(policy), more), breakGlass)

test('a phishing-resistant factor is a second factor too, and legacy clients are ignored', () => {
  const modern = { conditions: { clientAppTypes: ['browser', 'mobileAppsAndDesktopClients'] } }
  assert.equal(evaluate(mfaEnforced, [{ ...modern, grant: strength(RESISTANT) }]).verdict, 'effective')
})

test('one uncovered administrator makes it ineffective and is named, however they hold the role', () => {
  const byGroup = [
    assignment(EXCEPTIONS, USER_ADMINISTRATOR, {
      principal: { '@odata.type': '#microsoft.graph.group', id: EXCEPTIONS },
    }),
  ]
  for (const [users, name, more] of [
    [{ excludeUsers: [ADAM] }, 'adam', {}],
    [{ excludeUsers: [EVE] }, 'eve', {}],
    [{ excludeRoles: [USER_ADMINISTRATOR] }, 'eve', {}],
    [{ excludeUsers: [BOB] }, 'bob', { roleAssignments: byGroup }],
  ] as const) {
    const found = result([{ users }], more)
    assert.equal(found.verdict, 'ineffective', name)
    assert.deepEqual(found.affected?.items, [`${name}@contoso.com`])
    assert.match(found.observed, new RegExp(`Administrators who are not covered: ${name}@contoso`))
    assert.equal(found.critical, 'privileged-user-without-mfa')
  }
})

test('uncovered people without a role are partial, with their number', () => {
  const found = result([{ users: { excludeGroups: [STAFF] } }])
  assert.equal(found.verdict, 'partial')
  assert.deepEqual(found.coverage, { n: 3, of: 5 })
  assert.deepEqual(found.affected, { items: ['alice@contoso.com', 'bob@contoso.com'], total: 2 })
})

test('guests are counted separately and decide nothing unless they administer; external members count as members', () => {
  const excluding = (...excludeUsers: string[]) => [{ users: { excludeUsers } }]
  const found = result(excluding(GINA, INES))
  assert.equal(found.verdict, 'effective')
  assert.match(found.observed, /5 of 5 users .* Guests are counted separately: 0 of 2 are covered/)
  assert.equal(result(excluding(BERTA)).verdict, 'partial')
  const roleAssignments = [assignment(GINA, GLOBAL_ADMINISTRATOR)]
  assert.equal(result(excluding(GINA), { roleAssignments }).verdict, 'ineffective')
  // Who administers is unknown, so the guest may.
  const unread = { roleAssignments: refused(), directoryRoles: refused() }
  assert.equal(result(excluding(GINA), unread).verdict, 'no_visibility')
})

test('excluded service provider users are named, although they have no accounts', () => {
  const types = (membershipKind: string) => ({
    excludeGuestsOrExternalUsers: {
      guestOrExternalUserTypes: 'serviceProvider',
      externalTenants: { membershipKind },
    },
  })
  for (const kind of ['all', 'enumerated']) {
    const found = result([{ name: 'Own people', users: types(kind) }])
    assert.equal(found.verdict, 'partial')
    assert.deepEqual(found.affected?.items, ['Service provider users (excluded guest type)'])
    assert.equal(found.allNamed, true)
    assert.match(found.observed, /Service providers’ people.* are excluded in ‘Own people’/)
  }
  assert.equal(result([{ users: types('all') }, {}]).verdict, 'effective')
})

test('security defaults, which ask only administrators every time, are partial, without a count', () => {
  const found = result([], { securityDefaults: { isEnabled: true } })
  assert.equal(found.verdict, 'partial')
  assert.equal(found.coverage, undefined)
  assert.match(found.observed, /^2 of 5 users must use .* at every sign-in\. Security defaults ask administrators/)
})

test('security defaults are not enough for everybody if a guest may administer', () => {
  const users = USERS.filter((each) => 'id' in each && (each.id === ADAM || each.id === GINA))
  const defaults = { users, securityDefaults: { isEnabled: true } }
  const roleEligibilities = [assignment(GINA, SYNCHRONISATION)]
  assert.equal(result([], { ...defaults, roleEligibilities }).verdict, 'partial')
  assert.equal(result([], { ...defaults, roleEligibilities: refused() }).verdict, 'no_visibility')
  assert.equal(result([], { ...defaults, roleEligibilities: [] }).verdict, 'effective')
})

test('per-user MFA counts if it can be read', () => {
  const everybody = [ALICE, BOB, BERTA, ADAM, EVE]
  assert.equal(result([], perUser('enforced', ...everybody)).verdict, 'effective')
  assert.equal(result([], perUser('enabled', ...everybody)).verdict, 'effective')
  assert.equal(result([], perUser('disabled', ...everybody)).verdict, 'ineffective')
  const some = { ...perUser('enforced', ALICE, BOB, ADAM, EVE), ...perUser('disabled', BERTA) }
  assert.equal(result([], some).verdict, 'partial')
})

test('without a licence for conditional access, per-user MFA decides if it can be read', () => {
  const unlicensed = { conditionalAccessPolicies: refused(), subscribedSkus: skus('EXCHANGE_S_STANDARD') }
  assert.equal(result([], unlicensed).verdict, 'not_licensed')
  const everybody = [ALICE, BOB, BERTA, ADAM, EVE]
  assert.equal(result([], { ...unlicensed, ...perUser('enforced', ...everybody) }).verdict, 'effective')
  assert.equal(result([], { ...unlicensed, ...perUser('disabled', ...everybody) }).verdict, 'ineffective')
  assert.equal(result([], { ...unlicensed, ...perUser('enforced', ALICE) }).verdict, 'no_visibility')
})

test('if per-user MFA cannot be read, people without a policy are unknown, not failed', () => {
  const found = result([])
  assert.equal(found.verdict, 'no_visibility')
  assert.match(found.limitations.join(' '), /set per user, outside Conditional Access, was not read/)
  const forAdministrators = { users: { includeUsers: [], includeRoles: [GLOBAL_ADMINISTRATOR, USER_ADMINISTRATOR] } }
  assert.equal(result([forAdministrators]).verdict, 'no_visibility')
})

test('people who demonstrably sign in with a password alone are uncovered', () => {
  assert.equal(result([], signingInWithout(ALICE, BOB, BERTA, ADAM, EVE)).verdict, 'ineffective')
  const administrator = result([], signingInWithout(ADAM))
  assert.equal(administrator.verdict, 'ineffective')
  assert.deepEqual(administrator.affected?.items, ['adam@contoso.com'])
  const before = { lastSuccessfulSignInDateTime: '2025-06-01T00:00:00Z' }
  const long = { ...signingInWithout(ADAM), userActivity: [{ id: ADAM, signInActivity: before }] }
  assert.equal(result([], long).verdict, 'no_visibility', 'a sign-in long ago shows nothing about now')
})

test('if conditional access requires a second factor from most people, the others are uncovered', () => {
  const weak = { grant: { builtInControls: ['mfa', 'compliantDevice'] } }
  for (const by of [{ users: { excludeGroups: [STAFF] } }, { users: { excludeUsers: ['All'] } }, weak]) {
    assert.notEqual(result([by]).verdict, 'no_visibility', JSON.stringify(by))
  }
  // Policies about risk, or for single applications, say nothing about everyday sign-ins.
  const atRisk = { conditions: { signInRiskLevels: ['high'] } }
  const elsewhere = { applications: { includeApplications: ['MicrosoftAdminPortals'] } }
  for (const by of [atRisk, elsewhere]) assert.equal(result([by]).verdict, 'no_visibility', JSON.stringify(by))
})

test('accounts that look like emergency accounts are ignored, or unknown if their last use is unknown', () => {
  const users = USERS.map((each) => ('id' in each && each.id === ADAM ? { ...each, assignedPlans: [] } : each))
  const excluding = [{ users: { excludeUsers: [ADAM] } }]
  const quiet = { userActivity: [{ id: ADAM, signInActivity: {} }] }
  const found = result(excluding, { users, ...quiet })
  assert.equal(found.verdict, 'effective')
  assert.match(
    found.limitations.join(' '),
    /Assumed to be emergency access accounts, although they were not declared: adam/,
  )
  assert.equal(result(excluding, { users, userActivity: refused() }).verdict, 'no_visibility')
  // With further roles it is not one, and those were not read.
  assert.equal(result(excluding, { users, ...quiet, roleEligibilities: refused() }).verdict, 'no_visibility')
  const busy = { userActivity: [{ id: ADAM, signInActivity: { lastSignInDateTime: '2026-02-28T00:00:00Z' } }] }
  assert.equal(result(excluding, { users, ...busy }).verdict, 'ineffective')
})

testPolicyOnEverybody(mfaEnforced, {})
testAllApplications(mfaEnforced, {})
testSecurityDefaults(mfaEnforced, 'partial')
