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

test('a permanent role is a finding, but not one that ends, was activated, or is not highly privileged', () => {
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
  assert.match(quiet.limitations.join(' '), /Assumed to be emergency access accounts/)
  const busy = evaluate(highlyPrivilegedNotPermanent, { ...more, userActivity: emergency.map((n) => used(n, 1)) })
  assert.equal(busy.verdict, 'ineffective')
})

const PROVISIONING = { '@odata.type': '#microsoft.graph.servicePrincipal', id: id(700), displayName: 'Provisioning' }

test('an application that keeps a highly privileged role counts like an account', () => {
  const holding = (more: object) => assignment(id(700), GLOBAL_ADMINISTRATOR, { principal: PROVISIONING, ...more })
  const result = evaluate(highlyPrivilegedNotPermanent, { roleAssignments: [holding({})] })
  assert.equal(result.verdict, 'ineffective')
  assert.deepEqual(result.coverage, { n: 10, of: 11 })
  assert.deepEqual(result.affected?.items, ['Provisioning (application)'])
  assert.equal(
    evaluate(highlyPrivilegedNotPermanent, { roleAssignments: [holding({ endDateTime: END })] }).verdict,
    'effective',
  )
})

test('an application in a group that holds the role counts, one with another role does not', () => {
  const group = id(595)
  const throughGroup = assignment(group, GLOBAL_ADMINISTRATOR, {
    principal: { '@odata.type': '#microsoft.graph.group', id: group },
  })
  const result = evaluate(highlyPrivilegedNotPermanent, {
    roleAssignments: [throughGroup],
    [`groupMembers/${group}`]: [PROVISIONING],
  })
  assert.deepEqual(result.affected?.items, ['Provisioning (application)'])
  const helpdesk = assignment(id(700), HELPDESK, { principal: PROVISIONING })
  assert.equal(evaluate(highlyPrivilegedNotPermanent, { roleAssignments: [helpdesk] }).verdict, 'effective')
})

testRoleHolders(highlyPrivilegedNotPermanent, 'ineffective')
