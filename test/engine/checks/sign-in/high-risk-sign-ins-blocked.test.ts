import assert from 'node:assert/strict'
import { test } from 'node:test'
import { highRiskSignInsBlocked } from '../../../../src/engine/checks/sign-in/high-risk-sign-ins-blocked.ts'
import { highRiskUsersBlocked } from '../../../../src/engine/checks/sign-in/high-risk-users-blocked.ts'
import {
  BLOCK,
  evaluate,
  testAllApplications,
  testPolicyOnEverybody,
  testSecurityDefaults,
} from '../everybody-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { testRisk } from './risk-fixture.ts'

reachesEveryVerdict(highRiskSignInsBlocked)

test('user risk and sign-in risk are different, and a policy that requires both at once covers neither', () => {
  const both = { conditions: { userRiskLevels: ['high'], signInRiskLevels: ['high'] }, grant: BLOCK }
  assert.equal(evaluate(highRiskUsersBlocked, [both]).verdict, 'ineffective')
  assert.equal(evaluate(highRiskSignInsBlocked, [both]).verdict, 'ineffective')
  const user = { conditions: { userRiskLevels: ['high'] }, grant: BLOCK }
  assert.equal(evaluate(highRiskSignInsBlocked, [user]).verdict, 'ineffective')
})

const SIGN_INS_BLOCKED = { conditions: { signInRiskLevels: ['high', 'medium'] }, grant: BLOCK }
testPolicyOnEverybody(highRiskSignInsBlocked, SIGN_INS_BLOCKED)
testAllApplications(highRiskSignInsBlocked, SIGN_INS_BLOCKED)
testSecurityDefaults(highRiskSignInsBlocked, 'ineffective')
testRisk(highRiskSignInsBlocked, 'signInRiskLevels')
