import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceCodeFlowBlocked } from '../../../../src/engine/checks/sign-in/device-code-flow-blocked.ts'
import {
  BLOCK,
  evaluate,
  testAllApplications,
  testPolicyOnEverybody,
  testSecurityDefaults,
} from '../everybody-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(deviceCodeFlowBlocked)

test('a policy for another flow does not block the device code flow', () => {
  for (const transferMethods of ['authenticationTransfer', 'none', '']) {
    const result = evaluate(deviceCodeFlowBlocked, [{ conditions: { authenticationFlows: { transferMethods } } }])
    assert.equal(result.verdict, 'ineffective', transferMethods)
  }
})

const FLOW_BLOCKED = {
  conditions: { authenticationFlows: { transferMethods: 'deviceCodeFlow,authenticationTransfer' } },
  grant: BLOCK,
}
testPolicyOnEverybody(deviceCodeFlowBlocked, FLOW_BLOCKED)
testAllApplications(deviceCodeFlowBlocked, FLOW_BLOCKED)
testSecurityDefaults(deviceCodeFlowBlocked, 'ineffective')
