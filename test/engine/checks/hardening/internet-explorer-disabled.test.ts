import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserJava } from '../../../../src/engine/checks/hardening/browser-java.ts'
import { internetExplorerDisabled } from '../../../../src/engine/checks/hardening/internet-explorer-disabled.ts'
import { INTERNET_EXPLORER_OFF } from '../../../../src/engine/readers/settings/windows-hardening.ts'
import * as build from '../../intune-builder.ts'
import { evaluate, testDeviceSettings, turned } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(internetExplorerDisabled)

test('Windows 11 has no Internet Explorer, and a device with an unknown version means no visibility', () => {
  const managedDevices = build.devices(10, '10.0.22631.4317')
  assert.equal(evaluate(internetExplorerDisabled, { managedDevices }).verdict, 'effective')
  assert.equal(evaluate(browserJava, { managedDevices }).verdict, 'effective')
  const unknown = evaluate(internetExplorerDisabled, { managedDevices: build.devices(10, '') })
  assert.equal(unknown.verdict, 'no_visibility')
  assert.match(unknown.observed, /version of some devices is not known/)
})

testDeviceSettings(internetExplorerDisabled, INTERNET_EXPLORER_OFF, turned(INTERNET_EXPLORER_OFF))
