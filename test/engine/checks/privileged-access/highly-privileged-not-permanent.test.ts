import assert from 'node:assert/strict'
import { test } from 'node:test'
import { highlyPrivilegedNotPermanent } from '../../../../src/engine/checks/privileged-access/highly-privileged-not-permanent.ts'
import type { CheckResult } from '../../../../src/engine/model/check.ts'
import { assignment, GLOBAL_ADMINISTRATOR, id, USER_ADMINISTRATOR } from '../../tenant-parts.ts'
import { NO_SHARE } from '../administrators-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import {
  account,
  admin,
  END,
  evaluate,
  HELPDESK,
  names,
  PEOPLE,
  START,
  standing,
  testRoleHolders,
  used,
} from './highly-privileged-fixture.ts'

reachesEveryVerdict(highlyPrivilegedNotPermanent, NO_SHARE)

test('a permanent highly privileged role is a finding; one that ends or was activated is not', () => {
  const verdictWith = (...roleAssignments: object[]): CheckResult =>
    evaluate(highlyPrivilegedNotPermanent, { roleAssignments })
  const result = verdictWith(standing(0, USER_ADMINISTRATOR))
  assert.deepEqual([result.verdict, result.affected?.items], ['ineffective', names(0)])
  const activated = assignment(admin(0), GLOBAL_ADMINISTRATOR, { assignmentType: 'Activated', startDateTime: START })
  const ending = assignment(admin(1), GLOBAL_ADMINISTRATOR, { startDateTime: START, endDateTime: END })
  assert.equal(verdictWith(activated, ending, standing(2, HELPDESK)).verdict, 'effective')
})

test('unused accounts that look like emergency access accounts may keep the role', () => {
  const emergency = [20, 21]
  const more = {
    users: [...PEOPLE, ...emergency].map((n) => account(n)),
    roleAssignments: emergency.map((n) => standing(n, GLOBAL_ADMINISTRATOR)),
  }
  const quiet = evaluate(highlyPrivilegedNotPermanent, { ...more, userActivity: emergency.map((n) => used(n, 30)) })
  assert.equal(quiet.verdict, 'effective')
  assert.match(
    quiet.limitations.join(' '),
    /Assumed to be emergency access accounts.* They are left out, except where all Global Administrators are counted\./,
  )
  const busy = evaluate(highlyPrivilegedNotPermanent, { ...more, userActivity: emergency.map((n) => used(n, 1)) })
  assert.equal(busy.verdict, 'ineffective')
})

const PROVISIONING = { '@odata.type': '#microsoft.graph.servicePrincipal', id: id(700), displayName: 'Provisioning' }

test('an application that keeps a highly privileged role is named but not counted, because it cannot activate one', () => {
  const group = id(595)
  const throughGroup = assignment(group, GLOBAL_ADMINISTRATOR, {
    principal: { '@odata.type': '#microsoft.graph.group', id: group },
  })
  const direct = assignment(id(700), GLOBAL_ADMINISTRATOR, { principal: PROVISIONING })
  for (const holding of [direct, throughGroup]) {
    const result = evaluate(highlyPrivilegedNotPermanent, {
      roleAssignments: [holding],
      [`groupMembers/${group}`]: [PROVISIONING],
    })
    assert.deepEqual(
      [result.affected, result.coverage],
      [undefined, result.verdict === 'effective' ? { n: 10, of: 10 } : undefined],
    )
    assert.match(result.observed, /^10 of 10 /)
    assert.match(result.limitations.join(' '), /not counted: Provisioning/)
  }
  assert.equal(evaluate(highlyPrivilegedNotPermanent, { roleAssignments: [direct] }).verdict, 'effective')
  const others = [
    assignment(id(700), GLOBAL_ADMINISTRATOR, { principal: PROVISIONING, endDateTime: END }),
    assignment(id(700), HELPDESK, { principal: PROVISIONING }),
  ]
  const { limitations } = evaluate(highlyPrivilegedNotPermanent, { roleAssignments: others })
  assert.doesNotMatch(limitations.join(' '), /Provisioning/)
})

testRoleHolders(highlyPrivilegedNotPermanent, 'ineffective')
