import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationControl } from '../../../../src/engine/checks/application-control/application-control.ts'
import { applicationControlDrivers } from '../../../../src/engine/checks/application-control/application-control-drivers.ts'
import * as build from '../../intune-builder.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { collection, evaluate, locker, OTHER_VENDORS, PROGRAMS, ruleSet, testAspect } from './fixture.ts'

reachesEveryVerdict(applicationControl, OTHER_VENDORS)

test('AppLocker rules for programs count if they are enforced, not if they are overridden or in audit mode', () => {
  const verdict = (xml: string, more: object = {}) =>
    evaluate(applicationControl, locker([ruleSet('EXE', xml, more)])).verdict
  assert.equal(verdict(PROGRAMS), 'effective')
  assert.equal(verdict(collection('AuditOnly', '%PROGRAMFILES%\\*')), 'no_visibility')
  assert.equal(
    evaluate(applicationControl, locker([ruleSet('EXE', PROGRAMS, { isEncrypted: true, value: '****' })])).kind,
    'blind',
  )
  assert.equal(evaluate(applicationControlDrivers, locker([ruleSet('EXE', PROGRAMS)])).kind, 'absent')
})

test('Macs are workstations too, and Windows policies do not reach them', () => {
  const mac = { id: 'mac-1', deviceName: 'Mac-1', operatingSystem: 'macOS', osVersion: '15.5' }
  const values = locker([ruleSet('EXE', PROGRAMS)])
  const { verdict, kind, observed } = evaluate(applicationControl, {
    ...values,
    managedDevices: [...build.devices(10), mac],
  })
  assert.deepEqual([verdict, kind], ['no_visibility', 'absent'])
  assert.match(observed, /Intune also lists 1 Mac; application control on Macs is not read\./)
})

testAspect(applicationControl)
