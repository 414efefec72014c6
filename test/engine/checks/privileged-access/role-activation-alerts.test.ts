import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roleActivationAlerts } from '../../../../src/engine/checks/privileged-access/role-activation-alerts.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { evaluate, OWN_RULES_OFF, testAlerts, testRoleRules } from './highly-privileged-fixture.ts'

reachesEveryVerdict(roleActivationAlerts)

test('the alert for Global Administrator is ignored', () => {
  assert.equal(evaluate(roleActivationAlerts, { rolePolicies: OWN_RULES_OFF }).verdict, 'effective')
})

testRoleRules(roleActivationAlerts)
testAlerts(roleActivationAlerts, { activated: [] }, 7)
