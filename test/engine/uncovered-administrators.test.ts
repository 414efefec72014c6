import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mfaAllUsers } from '../../src/engine/checks/mfa/mfa-all-users.ts'
import { mfaEnforced } from '../../src/engine/checks/mfa/mfa-enforced.ts'
import { mfaPhishingResistant } from '../../src/engine/checks/mfa/mfa-phishing-resistant.ts'
import { mfaPrivilegedUsers } from '../../src/engine/checks/mfa/mfa-privileged-users.ts'
import { highlyPrivilegedPhishingResistant } from '../../src/engine/checks/privileged-access/highly-privileged-phishing-resistant.ts'
import { deviceCodeFlowBlocked } from '../../src/engine/checks/sign-in/device-code-flow-blocked.ts'
import { highRiskUsersBlocked } from '../../src/engine/checks/sign-in/high-risk-users-blocked.ts'
import { legacyAuthenticationBlocked } from '../../src/engine/checks/sign-in/legacy-authentication-blocked.ts'
import { evaluateFramework } from '../../src/engine/evaluation/evaluate.ts'
import { SCUBA_ENTRA } from '../../src/engine/frameworks/scuba-entra/scuba-entra.ts'
import type { Exception } from '../../src/engine/model/exception.ts'
import type { RequirementResult } from '../../src/engine/model/result.ts'
import { PARAMETERS, tenantOf, type Values } from './snapshot-builder.ts'
import {
  assignment,
  CRM,
  EXCEPTIONS,
  GLOBAL_ADMINISTRATOR,
  id,
  type PolicyParts,
  policy,
  RESISTANT,
  readable,
  strength,
  user,
} from './tenant-parts.ts'

/** Two hundred people, of whom five are administrators with a licence, as people who work have. */
const ADMINISTRATORS = Array.from({ length: 5 }, (_, n) => id(1000 + n))
const PLANS = [{ capabilityStatus: 'Enabled', servicePlanId: id(50) }]
const PEOPLE = Array.from({ length: 200 }, (_, n) => user(id(1000 + n), `person${n}`, { assignedPlans: PLANS }))
const EXCLUDED = ADMINISTRATORS.slice(0, 3)

const BLOCK = { builtInControls: ['block'] }
const POLICIES: PolicyParts[] = [
  { name: 'MFA', grant: strength(RESISTANT) },
  { name: 'Legacy', grant: BLOCK, conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] } },
  { name: 'Users at risk', grant: BLOCK, conditions: { userRiskLevels: ['high'] } },
  { name: 'Device code', grant: BLOCK, conditions: { authenticationFlows: { transferMethods: 'deviceCodeFlow' } } },
]

type Parts = Omit<PolicyParts, 'name' | 'grant' | 'conditions'>

const valuesOf = (parts: Parts, more: Values = {}): Values =>
  readable(
    POLICIES.map((each) => policy({ ...each, ...parts })),
    {
      users: PEOPLE,
      roleAssignments: ADMINISTRATORS.map((each) => assignment(each, GLOBAL_ADMINISTRATOR)),
      roleEligibilities: [],
      registrationDetails: PEOPLE.map((_, n) => ({ id: id(1000 + n), isMfaRegistered: true, isMfaCapable: true })),
      userActivity: [],
      [`groupMembers/${EXCEPTIONS}`]: EXCLUDED.map((each) => ({ id: each })),
      ...more,
    },
  )

/** The checks about people, and those about administrators alone. */
const EVERY_CHECK = [
  mfaAllUsers,
  mfaEnforced,
  mfaPhishingResistant,
  legacyAuthenticationBlocked,
  highRiskUsersBlocked,
  deviceCodeFlowBlocked,
  mfaPrivilegedUsers,
  highlyPrivilegedPhishingResistant,
]

const resultsOf = (parts: Parts, more: Values = {}) => {
  const tenant = tenantOf(valuesOf(parts, more))
  return EVERY_CHECK.map((check) => ({ id: check.id, ...check.evaluate(tenant, PARAMETERS) }))
}

/** The rows of the framework in which these checks decide alone. */
function rowsOf(parts: Parts, more: Values, exceptions: Exception[]): RequirementResult[] {
  const options = { target: SCUBA_ENTRA.levels.max, exceptions }
  const { requirements } = evaluateFramework(SCUBA_ENTRA, tenantOf(valuesOf(parts, more)), options)
  return ROWS.map((id) => requirements.find((row) => row.id === id) ?? assert.fail(id))
}

const ROWS = ['MS.AAD.1.1v1', 'MS.AAD.2.1v1', 'MS.AAD.3.1v1', 'MS.AAD.3.2v2', 'MS.AAD.3.6v1', 'MS.AAD.3.9v1']

test('without exclusions every row is effective, so the exclusions alone decide the tests below', () => {
  for (const { id, verdict } of resultsOf({})) assert.equal(verdict, 'effective', id)
})

test('three administrators of two hundred, excluded by a group, make every row ineffective and are named', () => {
  const names = [0, 1, 2].map((n) => `person${n}@contoso.com`)
  for (const { id, verdict, affected, observed } of resultsOf({ users: { excludeGroups: [EXCEPTIONS] } })) {
    assert.equal(verdict, 'ineffective', id)
    assert.deepEqual(affected?.items, names, id)
    assert.match(observed, /person0@contoso\.com/, id)
  }
})

test('an excluded application makes every row about all resources partial, until an exception names it', () => {
  const more = { servicePrincipals: [{ appId: CRM, displayName: 'CRM' }] }
  const parts = { applications: { excludeApplications: [CRM] } }
  for (const { id, verdict } of resultsOf(parts, more)) assert.equal(verdict, 'partial', id)
  for (const object of ['CRM', 'CRM (excluded application)']) {
    const exceptions = ROWS.map((requirement): Exception => ({ ...EXCEPTION, requirement, object }))
    for (const { id, verdict } of rowsOf(parts, more, exceptions)) assert.equal(verdict, 'alternate', id)
  }
})

test('excluded people of service providers can be declared as an exception', () => {
  const parts = { users: { excludeGuestsOrExternalUsers: { guestOrExternalUserTypes: 'serviceProvider' } } }
  for (const { id, verdict } of resultsOf(parts)) assert.equal(verdict, 'partial', id)
  const exceptions = ROWS.map((requirement) => ({ ...EXCEPTION, requirement, object: 'Service provider users' }))
  for (const { id, verdict } of rowsOf(parts, {}, exceptions)) assert.equal(verdict, 'alternate', id)
})

test('the same accounts are assumed to be for emergencies in every row', () => {
  const [first = '', second = ''] = ADMINISTRATORS
  const users = PEOPLE.map((each, n) => (n < 2 ? { ...each, assignedPlans: [] } : each))
  const userActivity = [first, second].map((each) => ({ id: each, signInActivity: {} }))
  const found = resultsOf({ users: { excludeUsers: [first, second] } }, { users, userActivity })
  for (const { id, verdict, observed, limitations } of found) {
    assert.equal(verdict, 'effective', `${id}: ${observed}`)
    assert.match(limitations.join(' '), /Assumed to be emergency access accounts.*person0.*person1/, id)
  }
})

const EXCEPTION: Exception = {
  id: 'exc_1',
  kind: 'compensating-control',
  requirement: '',
  reason: 'It has a second factor of its own.',
  approver: 'The security officer',
  approvedAt: '2026-01-01T00:00:00Z',
  expiresAt: '2026-12-31T00:00:00Z',
}
