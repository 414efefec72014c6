import assert from 'node:assert/strict'
import { test } from 'node:test'
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

reachesEveryVerdict(highRiskUsersBlocked)

test('a policy for these sign-ins with exclusions is mentioned', () => {
  const narrow = { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } }
  const by = { name: 'Risk abroad', conditions: { userRiskLevels: ['high'], ...narrow }, grant: BLOCK }
  const legacy = { name: 'No legacy', conditions: { clientAppTypes: ['other'] }, grant: BLOCK }
  const { observed } = evaluate(highRiskUsersBlocked, [by, legacy])
  assert.match(observed, /‘Risk abroad’ counts only in part: it leaves out trusted or named locations/)
  assert.doesNotMatch(observed, /No legacy/)
})

const USERS_BLOCKED = { conditions: { userRiskLevels: ['high'] }, grant: BLOCK }
testPolicyOnEverybody(highRiskUsersBlocked, USERS_BLOCKED)
testAllApplications(highRiskUsersBlocked, USERS_BLOCKED)
testSecurityDefaults(highRiskUsersBlocked, 'ineffective')
testRisk(highRiskUsersBlocked, 'userRiskLevels')
