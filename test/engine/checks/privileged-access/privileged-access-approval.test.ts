import assert from 'node:assert/strict'
import { test } from 'node:test'
import { privilegedAccessApproval } from '../../../../src/engine/checks/privileged-access/privileged-access-approval.ts'
import { GLOBAL_ADMINISTRATOR, id, USER_ADMINISTRATOR } from '../../tenant-parts.ts'
import {
  admin,
  eligible,
  evaluate,
  LEFT_OPEN,
  rolePolicy,
  tenant,
  testAccounts,
  verdict,
  WITHOUT_PIM,
} from '../administrators-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(privilegedAccessApproval, LEFT_OPEN)

test('approval without Privileged Identity Management is not licensed', () => {
  assert.equal(verdict(privilegedAccessApproval, WITHOUT_PIM), 'not_licensed')
})

test('roles that can be activated without approval are named, and do not contradict an approval of the first request', () => {
  const others = Array.from({ length: 9 }, (_, n) => id(800 + n))
  const roleEligibilities = [USER_ADMINISTRATOR, ...others].map((role, n) => eligible(admin(n), role))
  const rolePolicies = (user: boolean) => [
    rolePolicy(USER_ADMINISTRATOR, user),
    ...others.map((role) => rolePolicy(role, true)),
  ]
  const values = (user: boolean) => ({ roleEligibilities, rolePolicies: rolePolicies(user), roleAssignments: [] })
  assert.equal(verdict(privilegedAccessApproval, values(true)), 'effective')
  const partial = evaluate(privilegedAccessApproval, tenant(values(false)))
  assert.deepEqual([partial.verdict, partial.kind], ['no_visibility', 'absent'])
  assert.deepEqual(partial.coverage, { n: 9, of: 10 })
  assert.deepEqual(partial.affected?.items, ['User Administrator'])
  const none = [rolePolicy(USER_ADMINISTRATOR, false), rolePolicy(GLOBAL_ADMINISTRATOR, false)]
  const nowhere = evaluate(privilegedAccessApproval, tenant({ rolePolicies: none }))
  assert.deepEqual([nowhere.verdict, nowhere.kind], ['no_visibility', 'absent'])
})

test('a role with an unknown policy is unknown', () => {
  assert.equal(
    verdict(privilegedAccessApproval, { rolePolicies: [rolePolicy(GLOBAL_ADMINISTRATOR, true)] }),
    'no_visibility',
  )
})

testAccounts(privilegedAccessApproval)
