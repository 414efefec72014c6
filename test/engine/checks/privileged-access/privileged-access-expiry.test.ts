import assert from 'node:assert/strict'
import { test } from 'node:test'
import { privilegedAccessExpiry } from '../../../../src/engine/checks/privileged-access/privileged-access-expiry.ts'
import { assess } from '../../tenant-builder.ts'
import { USER_ADMINISTRATOR } from '../../tenant-parts.ts'
import {
  ADMINS,
  admin,
  dated,
  eligible,
  rolePolicy,
  tenant,
  testAccounts,
  testShortfall,
  verdict,
  WITHOUT_PIM,
} from '../administrators-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(privilegedAccessExpiry)

test('expiry without Privileged Identity Management is not licensed', () => {
  assert.equal(verdict(privilegedAccessExpiry, WITHOUT_PIM), 'not_licensed')
})

const review = (role: string, more: { settings?: object; scope?: object; recurrence?: object } = {}): object => ({
  displayName: 'Yearly review',
  scope: {
    principalScopes: [{ query: '/v1.0/users' }],
    resourceScopes: [{ query: `/beta/roleManagement/directory/roleDefinitions/${role}` }],
    ...more.scope,
  },
  settings: {
    autoApplyDecisionsEnabled: true,
    defaultDecisionEnabled: true,
    defaultDecision: 'Deny',
    recurrence: { pattern: { type: 'absoluteYearly', interval: 1 }, range: { type: 'noEnd' }, ...more.recurrence },
    ...more.settings,
  },
})
const forGood = { roleEligibilities: ADMINS.map((n) => eligible(admin(n), undefined, { endDateTime: null })) }
const reviewed = (more: Parameters<typeof review>[1] = {}) =>
  verdict(privilegedAccessExpiry, { ...forGood, accessReviews: [review(USER_ADMINISTRATOR, more)] })

test('a yearly review that removes unconfirmed assignments counts as an expiry', () => {
  assert.equal(verdict(privilegedAccessExpiry, forGood), 'ineffective')
  assert.equal(reviewed(), 'effective')
  assert.equal(reviewed({ recurrence: { pattern: { type: 'absoluteMonthly', interval: 12 } } }), 'effective')
  const query = '/roleManagement/directory/roleEligibilityScheduleInstances?$filter=(roleDefinitionId eq'
  const resourceScopes = [{ query: `${query} '${USER_ADMINISTRATOR}')` }]
  assert.equal(reviewed({ scope: { resourceScopes } }), 'effective')
})

test('a review that is too infrequent, has ended, covers other people or changes nothing does not count', () => {
  const resourceScopes = [
    { query: `/roleManagement/directory/roleAssignmentScheduleInstances '${USER_ADMINISTRATOR}'` },
  ]
  for (const more of [
    { recurrence: { pattern: { type: 'absoluteYearly', interval: 2 } } },
    { recurrence: { pattern: null } },
    { recurrence: { range: { type: 'endDate', endDate: dated(10).slice(0, 10) } } },
    { recurrence: { range: { type: 'numbered', numberOfOccurrences: 2, startDate: dated(900).slice(0, 10) } } },
    { scope: { principalScopes: [{ query: '/servicePrincipals' }] } },
    { scope: { principalScopes: [{ query: "/users?$filter=(userType eq 'Guest')" }] } },
    { scope: { resourceScopes } },
    { settings: { autoApplyDecisionsEnabled: false } },
    { settings: { defaultDecision: 'None' } },
    { settings: { defaultDecisionEnabled: false } },
  ]) {
    assert.equal(reviewed(more), 'ineffective', JSON.stringify(more))
  }
})

test('it is not effective if a policy allows eligibility for more than a year', () => {
  const at = (days: string | null) =>
    verdict(privilegedAccessExpiry, { rolePolicies: [rolePolicy(USER_ADMINISTRATOR, true, days)] })
  assert.equal(at('P365D'), 'effective')
  assert.equal(at('P1Y'), 'effective')
  assert.equal(at('P400D'), 'partial')
  assert.equal(at(null), 'partial')
  assert.equal(verdict(privilegedAccessExpiry, { rolePolicies: [] }), 'no_visibility')
  const rolePolicies = [rolePolicy(USER_ADMINISTRATOR, true, null)]
  assert.equal(
    verdict(privilegedAccessExpiry, { rolePolicies, accessReviews: [review(USER_ADMINISTRATOR)] }),
    'effective',
  )
})

test('an expiry more than a year away does not count', () => {
  const roleEligibilities = ADMINS.map((n) => eligible(admin(n), undefined, { endDateTime: dated(-500) }))
  assert.equal(verdict(privilegedAccessExpiry, { roleEligibilities }), 'ineffective')
})

test('an answer that describes a yearly review by hand counts; “yes” alone does not', () => {
  for (const values of [forGood, { rolePolicies: [rolePolicy(USER_ADMINISTRATOR, true, null)] }]) {
    const row = (note?: string) =>
      assess(tenant(values), { 'ISM-1647': { answer: 'yes', ...(note && { note }) } }).requirements.find(
        ({ id }) => id === 'ISM-1647',
      )
    const unnamed = row()
    assert.equal(unnamed?.verdict, verdict(privilegedAccessExpiry, values))
    const open = assess(tenant(values)).requirements.find(({ id }) => id === 'ISM-1647')
    assert.match(
      open?.observed ?? '',
      /If a yearly review by hand does this instead, people can say so and describe it/,
    )
    assert.match(
      unnamed?.contradiction ?? '',
      /Another product or method may do this: an answer counts here if its note/,
    )
    const named = row('Reviewed by the board each July.')
    assert.deepEqual([named?.verdict, named?.basis, named?.contradiction], ['effective', 'reported', undefined])
  }
})

testAccounts(privilegedAccessExpiry)
testShortfall(privilegedAccessExpiry, 'eligible for good', (n) => ({
  roleEligibilities: ADMINS.map((each) => eligible(admin(each), undefined, each < n ? { endDateTime: null } : {})),
}))
