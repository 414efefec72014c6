import assert from 'node:assert/strict'
import { test } from 'node:test'
import { globalAdministratorCount } from '../../../../src/engine/checks/privileged-access/global-administrator-count.ts'
import { refused } from '../../snapshot-builder.ts'
import { assignment, GLOBAL_ADMINISTRATOR, id } from '../../tenant-parts.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { eligible, evaluate, names, PEOPLE, standing, testRoleHolders } from './highly-privileged-fixture.ts'

reachesEveryVerdict(globalAdministratorCount, { partial: 'a number that is either within its bounds or not' })

test('two to eight Global Administrators are effective, however they hold the role', () => {
  const found = [0, 1, 2, 8, 9, 10].map((number) => {
    const roleEligibilities = PEOPLE.filter((n) => n < number && n % 2 === 0).map((n) =>
      eligible(n, GLOBAL_ADMINISTRATOR),
    )
    const roleAssignments = PEOPLE.filter((n) => n < number && n % 2 === 1).map((n) =>
      standing(n, GLOBAL_ADMINISTRATOR),
    )
    return evaluate(globalAdministratorCount, { roleEligibilities, roleAssignments }).verdict
  })
  assert.deepEqual(found, ['ineffective', 'ineffective', 'effective', 'effective', 'ineffective', 'ineffective'])
})

test('a person who holds the role twice counts once, and declared emergency accounts count', () => {
  const roleEligibilities = [0, 0, 1].map((n) => eligible(n, GLOBAL_ADMINISTRATOR))
  const roleAssignments = [standing(0, GLOBAL_ADMINISTRATOR)]
  const result = evaluate(globalAdministratorCount, { roleEligibilities, roleAssignments }, names(0))
  assert.match(result.observed, /^2 accounts hold/)
  assert.equal(result.verdict, 'effective')
})

test('too many Global Administrators fail, even with missing readings', () => {
  const roleAssignments = PEOPLE.map((n) => standing(n, GLOBAL_ADMINISTRATOR))
  const result = evaluate(globalAdministratorCount, { roleAssignments, roleEligibilities: refused() })
  assert.equal(result.verdict, 'ineffective')
  assert.equal(result.affected?.total, 10)
})

test('an application that holds the role is named, but does not count as a person', () => {
  const principal = { '@odata.type': '#microsoft.graph.servicePrincipal', id: id(700), displayName: 'Provisioning' }
  const result = evaluate(globalAdministratorCount, {
    roleEligibilities: [eligible(0, GLOBAL_ADMINISTRATOR)],
    roleAssignments: [assignment(id(700), GLOBAL_ADMINISTRATOR, { principal })],
  })
  assert.equal(result.verdict, 'ineffective')
  assert.match(result.limitations.join(' '), /Applications with Global Administrator.*Provisioning/)
})

testRoleHolders(globalAdministratorCount, 'effective')
