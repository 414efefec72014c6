import assert from 'node:assert/strict'
import { test } from 'node:test'
import { highlyPrivilegedThroughPim } from '../../../../src/engine/checks/privileged-access/highly-privileged-through-pim.ts'
import type { CheckResult } from '../../../../src/engine/model/check.ts'
import { assignment, id, USER_ADMINISTRATOR } from '../../tenant-parts.ts'
import { NO_SHARE } from '../administrators-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { admin, evaluate, HELPDESK, names, PEOPLE, START, testRoleHolders } from './highly-privileged-fixture.ts'

reachesEveryVerdict(highlyPrivilegedThroughPim, NO_SHARE)

test('a role assigned outside Privileged Identity Management has no start, and an unread start proves nothing', () => {
  const given = (startDateTime: string | null | undefined, role = USER_ADMINISTRATOR): CheckResult => {
    const more = startDateTime === undefined ? {} : { startDateTime }
    return evaluate(highlyPrivilegedThroughPim, { roleAssignments: [assignment(admin(0), role, more)] })
  }
  assert.equal(given(START).verdict, 'effective')
  assert.deepEqual([given(null).verdict, given(null).affected?.items], ['ineffective', names(0)])
  assert.equal(given('0001-01-01T00:00:00Z').verdict, 'ineffective')
  assert.equal(given(undefined).verdict, 'no_visibility')
  assert.equal(given(null, HELPDESK).verdict, 'effective')
  const everybody = PEOPLE.map((n) => assignment(admin(n), USER_ADMINISTRATOR, { startDateTime: null }))
  assert.equal(evaluate(highlyPrivilegedThroughPim, { roleAssignments: everybody }).verdict, 'ineffective')
})

test('an application that was given a role outside Privileged Identity Management is named but not counted', () => {
  const principal = { '@odata.type': '#microsoft.graph.servicePrincipal', id: id(700), displayName: 'Provisioning' }
  const given = (startDateTime: string | null): CheckResult =>
    evaluate(highlyPrivilegedThroughPim, {
      roleAssignments: [assignment(id(700), USER_ADMINISTRATOR, { principal, startDateTime })],
    })
  for (const start of [START, null]) {
    assert.deepEqual([given(start).verdict, given(start).coverage], ['effective', { n: 10, of: 10 }])
  }
  assert.match(given(null).limitations.join(' '), /assigned such a role elsewhere .* are not counted: Provisioning/)
  assert.doesNotMatch(given(START).limitations.join(' '), /Provisioning/)
})

testRoleHolders(highlyPrivilegedThroughPim, 'not_licensed')
