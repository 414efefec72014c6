import assert from 'node:assert/strict'
import { test } from 'node:test'
import { officeMacrosV3Signatures } from '../../../../src/engine/checks/office/office-macros-v3-signatures.ts'
import { ONLY_V3_SIGNATURES } from '../../../../src/engine/readers/settings/macro-applications.ts'
import { choice } from '../../../../src/engine/readers/settings/setting.ts'
import * as build from '../../intune-builder.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { evaluate, testDisabledMacros, testMacroSettings, warnings } from './macros-fixture.ts'

reachesEveryVerdict(officeMacrosV3Signatures)

const onlyV3 = (option: string) => [
  choice(`user_vendor_msft_policy_config_office16v9~policy~l_x${ONLY_V3_SIGNATURES}`, option),
]
testMacroSettings(officeMacrosV3Signatures, onlyV3('1'), onlyV3('0'))
testDisabledMacros(officeMacrosV3Signatures)

test('signed macros that Intune allows do not contradict a demand for V3 signatures that group policy may set', () => {
  const managedDevices = build.devices(10, '10.0.26100.7840', build.HYBRID)
  const signed = [build.policy('Signed only', warnings('3'), [build.allDevices])]
  const { verdict, kind, observed } = evaluate(officeMacrosV3Signatures, {
    managedDevices,
    configurationPolicies: signed,
  })
  assert.deepEqual([verdict, kind], ['no_visibility', 'absent'])
  assert.match(observed, /Intune policies set none of them on any of 10 managed Windows devices/)
  const older = [build.policy('Older signatures', onlyV3('0'), [build.allDevices])]
  const allowed = evaluate(officeMacrosV3Signatures, { managedDevices, configurationPolicies: older })
  assert.deepEqual([allowed.verdict, allowed.kind], ['ineffective', 'contrary'])
  assert.match(allowed.observed, /none of them has the expected value on any of 10 .* Policies set other values/)
})
