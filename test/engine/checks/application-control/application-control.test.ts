import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationControl } from '../../../../src/engine/checks/application-control/application-control.ts'
import { applicationControlDrivers } from '../../../../src/engine/checks/application-control/application-control-drivers.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { collection, evaluate, locker, PROGRAMS, ruleSet, testAspect } from './fixture.ts'

reachesEveryVerdict(applicationControl)

test('AppLocker rules for programs count if they are enforced, not if they are overridden or in audit mode', () => {
  const verdict = (xml: string, more: object = {}) =>
    evaluate(applicationControl, locker([ruleSet('EXE', xml, more)])).verdict
  assert.equal(verdict(PROGRAMS), 'effective')
  assert.equal(verdict(collection('AuditOnly', '%PROGRAMFILES%\\*')), 'ineffective')
  assert.equal(verdict(PROGRAMS, { isEncrypted: true, value: '****' }), 'no_visibility')
  assert.equal(evaluate(applicationControlDrivers, locker([ruleSet('EXE', PROGRAMS)])).kind, 'absent')
})

testAspect(applicationControl)
