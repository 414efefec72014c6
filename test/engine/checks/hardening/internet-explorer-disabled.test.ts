import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserJava } from '../../../../src/engine/checks/hardening/browser-java.ts'
import { internetExplorerDisabled } from '../../../../src/engine/checks/hardening/internet-explorer-disabled.ts'
import { INTERNET_EXPLORER_OFF } from '../../../../src/engine/readers/settings/windows-hardening.ts'
import * as build from '../../intune-builder.ts'
import { evaluate, testDeviceSettings, turned } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(internetExplorerDisabled)

/** Windows 10 1809, long-term servicing. */
const BEFORE_EDGE = '10.0.17763.6293'

test('Windows 11 has no Internet Explorer, and a device with an unknown version means no visibility', () => {
  const managedDevices = build.devices(10, '10.0.22631.4317')
  assert.equal(evaluate(internetExplorerDisabled, { managedDevices }).verdict, 'effective')
  assert.equal(evaluate(browserJava, { managedDevices }).verdict, 'effective')
  const unknown = evaluate(internetExplorerDisabled, { managedDevices: build.devices(10, '') })
  assert.equal(unknown.verdict, 'no_visibility')
  assert.match(unknown.observed, /version of some devices is not known/)
})

test('an update of Edge disabled Internet Explorer on Windows 10, but not in the long-term servicing channel', () => {
  const at = (version: string, more: object = {}) => {
    const managedDevices = build.devices(10, version)
    const deviceEditions = managedDevices.map((device) => ({ ...Object(device), ...more }))
    return evaluate(internetExplorerDisabled, { managedDevices, deviceEditions }).verdict
  }
  assert.equal(at('10.0.19045.6456'), 'effective')
  assert.equal(at('10.0.19044.6456', { skuFamily: 'Enterprise', skuNumber: 4 }), 'effective')
  assert.equal(at('10.0.19044.6456', { skuFamily: 'Enterprise', skuNumber: 125 }), 'ineffective')
  assert.equal(at('10.0.19044.6456'), 'no_visibility')
  assert.equal(at(BEFORE_EDGE), 'ineffective')
  const off = [build.policy('IE off', INTERNET_EXPLORER_OFF, [build.allDevices])]
  const longTerm = { managedDevices: build.devices(10, BEFORE_EDGE), configurationPolicies: off }
  assert.equal(evaluate(internetExplorerDisabled, longTerm).verdict, 'effective')
})

testDeviceSettings(internetExplorerDisabled, INTERNET_EXPLORER_OFF, turned(INTERNET_EXPLORER_OFF), {
  version: BEFORE_EDGE,
})
