import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leastPrivilege } from '../../../../src/engine/checks/privileged-access/least-privilege.ts'
import { assignment, GLOBAL_ADMINISTRATOR, id, USER_ADMINISTRATOR } from '../../tenant-parts.ts'
import {
  ADMINS,
  admin,
  eligible,
  evaluate,
  tenant,
  testAccounts,
  testShortfall,
  verdict,
} from '../administrators-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(leastPrivilege)

test('five people who may become Global Administrator are too many, and the number is not attributed to Essential Eight', () => {
  const withGlobals = (n: number) =>
    evaluate(
      leastPrivilege,
      tenant({
        roleEligibilities: ADMINS.map((each) => eligible(admin(each), each < n ? GLOBAL_ADMINISTRATOR : undefined)),
      }),
    )
  assert.equal(withGlobals(4).verdict, 'effective')
  assert.match(
    withGlobals(4).observed,
    /Apart from emergency access accounts, 4 accounts are Global Administrator or can become one/,
  )
  assert.equal(withGlobals(5).verdict, 'partial')
})

test('it is not effective if an application has a control plane role', () => {
  const principal = { '@odata.type': '#microsoft.graph.servicePrincipal', id: id(700), displayName: 'Provisioning' }
  const roleAssignments = [assignment(id(700), GLOBAL_ADMINISTRATOR, { principal })]
  const result = evaluate(leastPrivilege, tenant({ roleAssignments }))
  assert.equal(result.verdict, 'partial')
  assert.match(result.observed, /Provisioning/)
  const limited = [assignment(id(700), GLOBAL_ADMINISTRATOR, { principal, endDateTime: '2026-06-01T00:00:00Z' })]
  assert.equal(evaluate(leastPrivilege, tenant({ roleAssignments: limited })).verdict, 'effective')
})

test('a standing role that does not control the whole directory is ignored', () => {
  const roleAssignments = [assignment(admin(0), USER_ADMINISTRATOR)]
  assert.equal(verdict(leastPrivilege, { roleAssignments }), 'effective')
})

testAccounts(leastPrivilege)
testShortfall(leastPrivilege, 'standing Global Administrators', (n) => ({
  roleAssignments: ADMINS.slice(0, n).map((each) => assignment(admin(each), GLOBAL_ADMINISTRATOR)),
}))
