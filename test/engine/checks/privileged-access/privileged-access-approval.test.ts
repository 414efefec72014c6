import assert from 'node:assert/strict'
import { test } from 'node:test'
import { privilegedAccessApproval } from '../../../../src/engine/checks/privileged-access/privileged-access-approval.ts'
import type { Values } from '../../snapshot-builder.ts'
import { assignment, GLOBAL_ADMINISTRATOR, id, USER_ADMINISTRATOR } from '../../tenant-parts.ts'
import {
  admin,
  eligible,
  evaluate,
  group,
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

test('joining a group needs approval if members have an active role by it, and if somebody may join', () => {
  const principal = { '@odata.type': '#microsoft.graph.group', id: group, displayName: 'Operators' }
  const active = { roleAssignments: [assignment(group, USER_ADMINISTRATOR, { principal })] }
  const toActivate = { roleAssignments: [], roleEligibilities: [eligible(group, USER_ADMINISTRATOR, { principal })] }
  const somebody = [
    { accessId: 'member', principalId: admin(0), principal: { '@odata.type': '#microsoft.graph.user' } },
  ]
  const { policy } = rolePolicy('member', false) as { policy: object }
  const read = (role: Values, mayJoin: readonly object[]) => {
    const members = {
      [`groupMembers/${group}`]: [{ id: admin(1) }],
      [`groupEligibilities/${group}`]: mayJoin,
      [`groupRolePolicies/${group}`]: [{ roleDefinitionId: 'member', policy }],
    }
    const result = evaluate(privilegedAccessApproval, tenant({ ...role, ...members }))
    return [result.coverage, result.affected?.items]
  }
  assert.deepEqual(read(active, somebody), [{ n: 1, of: 2 }, ['membership of Operators']])
  // The role of a member is activated by its own policy.
  assert.deepEqual(read(toActivate, somebody), [{ n: 1, of: 1 }, undefined])
  assert.deepEqual(read(active, []), [{ n: 1, of: 1 }, undefined])
})

testAccounts(privilegedAccessApproval)
