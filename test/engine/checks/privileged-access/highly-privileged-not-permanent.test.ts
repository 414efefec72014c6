import assert from 'node:assert/strict'
import { test } from 'node:test'
import { highlyPrivilegedNotPermanent } from '../../../../src/engine/checks/privileged-access/highly-privileged-not-permanent.ts'
import type { CheckResult } from '../../../../src/engine/model/check.ts'
import { assignment, GLOBAL_ADMINISTRATOR, USER_ADMINISTRATOR } from '../../tenant-parts.ts'
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

reachesEveryVerdict(highlyPrivilegedNotPermanent)

test('a permanent role is a finding, but not one that ends, was activated, or is not highly privileged', () => {
  const verdictWith = (...roleAssignments: object[]): CheckResult =>
    evaluate(highlyPrivilegedNotPermanent, { roleAssignments })
  const result = verdictWith(standing(0, USER_ADMINISTRATOR))
  assert.deepEqual([result.verdict, result.affected?.items], ['partial', names(0)])
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
  assert.match(quiet.limitations.join(' '), /Taken to be emergency access accounts/)
  const busy = evaluate(highlyPrivilegedNotPermanent, { ...more, userActivity: emergency.map((n) => used(n, 1)) })
  assert.equal(busy.verdict, 'partial')
})

testRoleHolders(highlyPrivilegedNotPermanent, 'ineffective')
