import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../src/engine/evaluation/evaluate.ts'
import { ESSENTIAL_EIGHT } from '../../src/engine/frameworks/essential-eight/essential-eight.ts'
import { SCUBA_ENTRA } from '../../src/engine/frameworks/scuba-entra/scuba-entra.ts'
import type { Exception } from '../../src/engine/model/exception.ts'
import type { RequirementResult } from '../../src/engine/model/result.ts'
import { snapshotOf, type Values } from './snapshot-builder.ts'
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

function rowsOf(
  parts: Omit<PolicyParts, 'name' | 'grant' | 'conditions'>,
  more: Values = {},
  exceptions: Exception[] = [],
) {
  const values = readable(
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
  return [ESSENTIAL_EIGHT, SCUBA_ENTRA].flatMap((framework) => {
    const target = framework.levels.max
    return evaluateFramework(framework, readTenant(snapshotOf(values)), { target, exceptions }).requirements
  })
}

const rowOf = (rows: readonly RequirementResult[], requirement: string): RequirementResult =>
  rows.find((row) => row.id === requirement) ?? assert.fail(requirement)

const ABOUT_PEOPLE = ['MS.AAD.1.1v1', 'MS.AAD.2.1v1', 'MS.AAD.3.1v1', 'MS.AAD.3.2v2', 'MS.AAD.3.9v1', 'ISM-1504']
const ABOUT_ADMINISTRATORS = ['ISM-1173', 'MS.AAD.3.6v1']

test('without exclusions every row is effective, so the tests below fail for their exclusions alone', () => {
  const rows = rowsOf({})
  for (const each of [...ABOUT_PEOPLE, ...ABOUT_ADMINISTRATORS])
    assert.equal(rowOf(rows, each).verdict, 'effective', each)
})

test('three administrators of two hundred, excluded by a group, make every row ineffective and are named', () => {
  const rows = rowsOf({ users: { excludeGroups: [EXCEPTIONS] } })
  for (const each of [...ABOUT_PEOPLE, ...ABOUT_ADMINISTRATORS]) {
    const row = rowOf(rows, each)
    assert.equal(row.verdict, 'ineffective', each)
    assert.deepEqual(
      row.affected?.items,
      [0, 1, 2].map((n) => `person${n}@contoso.com`),
      each,
    )
    assert.match(row.observed, /person0@contoso\.com/, each)
  }
})

test('an excluded application makes every row about all resources partial, until an exception names it', () => {
  const servicePrincipals = [{ appId: CRM, displayName: 'CRM' }]
  const parts = { applications: { excludeApplications: [CRM] } }
  const rows = rowsOf(parts, { servicePrincipals })
  const excepted = [...ABOUT_PEOPLE, ...ABOUT_ADMINISTRATORS]
  for (const each of excepted) assert.equal(rowOf(rows, each).verdict, 'partial', each)
  for (const object of ['CRM', 'CRM (excluded application)']) {
    const exceptions = excepted.map((requirement): Exception => ({ ...EXCEPTION, requirement, object }))
    const after = rowsOf(parts, { servicePrincipals }, exceptions)
    for (const each of excepted) assert.equal(rowOf(after, each).verdict, 'alternate', each)
  }
})

test('excluded people of service providers can be declared as an exception', () => {
  const excludeGuestsOrExternalUsers = { guestOrExternalUserTypes: 'serviceProvider' }
  const parts = { users: { excludeGuestsOrExternalUsers } }
  assert.equal(rowOf(rowsOf(parts), 'MS.AAD.3.2v2').verdict, 'partial')
  const exceptions = [{ ...EXCEPTION, requirement: 'MS.AAD.3.2v2', object: 'Service provider users' }]
  assert.equal(rowOf(rowsOf(parts, {}, exceptions), 'MS.AAD.3.2v2').verdict, 'alternate')
})

test('the same accounts are taken to be for emergencies in every row', () => {
  const [first = '', second = ''] = ADMINISTRATORS
  const users = PEOPLE.map((each, n) => (n < 2 ? { ...each, assignedPlans: [] } : each))
  const userActivity = [first, second].map((each) => ({ id: each, signInActivity: {} }))
  const rows = rowsOf({ users: { excludeUsers: [first, second] } }, { users, userActivity })
  for (const each of [...ABOUT_PEOPLE, ...ABOUT_ADMINISTRATORS]) {
    const row = rowOf(rows, each)
    assert.equal(row.verdict, 'effective', `${each}: ${row.observed}`)
    assert.match(row.limitations.join(' '), /Taken to be emergency access accounts.*person0.*person1/, each)
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
