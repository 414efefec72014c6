import assert from 'node:assert/strict'
import { test } from 'node:test'
import { globalAdministratorActivationAlert } from '../../../../src/engine/checks/privileged-access/global-administrator-activation-alert.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { evaluate, policies, testOwnRule, testRoleRules } from './highly-privileged-fixture.ts'

reachesEveryVerdict(globalAdministratorActivationAlert, { partial: 'one rule of one role, which is set or not' })

test('an alert that is turned down to nothing is none', () => {
  const [first] = policies(() => ({}))
  assert.ok(first)
  const silent = JSON.parse(JSON.stringify(first).replaceAll('"All"', '"None"'))
  assert.equal(evaluate(globalAdministratorActivationAlert, { rolePolicies: [silent] }).verdict, 'ineffective')
})

testRoleRules(globalAdministratorActivationAlert)
testOwnRule(globalAdministratorActivationAlert)
