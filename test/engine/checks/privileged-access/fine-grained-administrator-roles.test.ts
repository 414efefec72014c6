import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fineGrainedAdministratorRoles } from '../../../../src/engine/checks/privileged-access/fine-grained-administrator-roles.ts'
import type { CheckResult } from '../../../../src/engine/model/check.ts'
import { GLOBAL_ADMINISTRATOR, USER_ADMINISTRATOR } from '../../tenant-parts.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { eligible, evaluate, MOSTLY_HELPDESK, PEOPLE, testRoleHolders } from './highly-privileged-fixture.ts'

reachesEveryVerdict(fineGrainedAdministratorRoles, { partial: 'a number that is either within its bounds or not' })

test('Global Administrators must not outnumber holders of narrower roles, and a person with both counts as Global Administrator', () => {
  const split = (globals: number, both = 0): CheckResult['verdict'] => {
    const roles = PEOPLE.map((n) => eligible(n, n < globals ? GLOBAL_ADMINISTRATOR : USER_ADMINISTRATOR))
    const more = PEOPLE.slice(0, both).map((n) => eligible(n, USER_ADMINISTRATOR))
    return evaluate(fineGrainedAdministratorRoles, { roleEligibilities: [...roles, ...more] }).verdict
  }
  assert.deepEqual(
    [split(1), split(5), split(6), split(10), split(6, 6)],
    ['effective', 'effective', 'ineffective', 'ineffective', 'ineffective'],
  )
})

test('holders of roles that are not highly privileged do not count', () => {
  assert.equal(evaluate(fineGrainedAdministratorRoles, { roleEligibilities: MOSTLY_HELPDESK }).verdict, 'ineffective')
})

test('a role holder who is not in the list of users may belong to either group', () => {
  const roleEligibilities = [0, 1, 2].map((n) => eligible(n, GLOBAL_ADMINISTRATOR))
  const narrow = [3, 4, 20].map((n) => eligible(n, USER_ADMINISTRATOR))
  assert.equal(
    evaluate(fineGrainedAdministratorRoles, { roleEligibilities: [...roleEligibilities, ...narrow] }).verdict,
    'no_visibility',
  )
})

testRoleHolders(fineGrainedAdministratorRoles, 'ineffective')
