import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dedicatedPrivilegedAccounts } from '../../../../src/engine/checks/privileged-access/dedicated-privileged-accounts.ts'
import { id } from '../../tenant-parts.ts'
import {
  account,
  admin,
  eligible,
  evaluate,
  LEFT_OPEN,
  MAILBOX,
  TEAMS,
  tenant,
  testAccounts,
  testOpenShortfall,
  usersWith,
} from '../administrators-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(dedicatedPrivilegedAccounts, LEFT_OPEN)

test('it is never effective if a single account falls short, whatever the share', () => {
  const many = Array.from({ length: 200 }, (_, n) => account(id(2000 + n), `many${n}`))
  const users = [...many, account(admin(0), 'admin0', { assignedPlans: [MAILBOX] })]
  const roleEligibilities = [admin(0), ...many.map((_, n) => id(2000 + n))].map((each) => eligible(each))
  const result = evaluate(dedicatedPrivilegedAccounts, tenant({ users, roleEligibilities, roleAssignments: [] }))
  assert.deepEqual([result.verdict, result.kind], ['no_visibility', 'absent'])
  assert.deepEqual(result.coverage, { n: 200, of: 201 })
})

test('a synchronised account may be dedicated to administration', () => {
  const users = usersWith({ onPremisesSyncEnabled: true }, 10)
  assert.equal(evaluate(dedicatedPrivilegedAccounts, tenant({ users })).verdict, 'effective')
})

testAccounts(dedicatedPrivilegedAccounts)
testOpenShortfall(dedicatedPrivilegedAccounts, 'with a mailbox', (n) => ({
  users: usersWith({ assignedPlans: [MAILBOX] }, n),
}))
testOpenShortfall(dedicatedPrivilegedAccounts, 'with Teams', (n) => ({
  users: usersWith({ assignedPlans: [TEAMS] }, n),
}))
