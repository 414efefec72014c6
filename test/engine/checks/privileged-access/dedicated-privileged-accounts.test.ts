import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dedicatedPrivilegedAccounts } from '../../../../src/engine/checks/privileged-access/dedicated-privileged-accounts.ts'
import { id } from '../../tenant-parts.ts'
import {
  account,
  admin,
  eligible,
  evaluate,
  MAILBOX,
  TEAMS,
  tenant,
  testAccounts,
  testShortfall,
  usersWith,
} from '../administrators-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(dedicatedPrivilegedAccounts)

test('it is never effective if a single account falls short, whatever the share', () => {
  const many = Array.from({ length: 200 }, (_, n) => account(id(2000 + n), `many${n}`))
  const users = [...many, account(admin(0), 'admin0', { assignedPlans: [MAILBOX] })]
  const roleEligibilities = [admin(0), ...many.map((_, n) => id(2000 + n))].map((each) => eligible(each))
  const result = evaluate(dedicatedPrivilegedAccounts, tenant({ users, roleEligibilities, roleAssignments: [] }))
  assert.equal(result.verdict, 'partial')
  assert.deepEqual(result.coverage, { n: 200, of: 201 })
})

testAccounts(dedicatedPrivilegedAccounts)
testShortfall(dedicatedPrivilegedAccounts, 'synchronised', (n) => ({
  users: usersWith({ onPremisesSyncEnabled: true }, n),
}))
testShortfall(dedicatedPrivilegedAccounts, 'with Teams', (n) => ({ users: usersWith({ assignedPlans: [TEAMS] }, n) }))
