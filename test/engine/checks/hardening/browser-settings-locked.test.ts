import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserSettingsLocked } from '../../../../src/engine/checks/hardening/browser-settings-locked.ts'
import { EDGE_HARDENING } from '../../../../src/engine/readers/settings/edge-hardening.ts'
import { choice, flattenSettings } from '../../../../src/engine/readers/settings/setting.ts'
import * as build from '../../intune-builder.ts'
import { evaluate, LOCKED_ELSEWHERE, testDeviceSettings, turned } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(browserSettingsLocked, LOCKED_ELSEWHERE)

test('recommended Edge policies are not locked, because users can change them', () => {
  const recommended = flattenSettings(EDGE_HARDENING).map(({ definitionId }) =>
    choice(definitionId.replace('policy~microsoft_edge', 'policy~microsoft_edge_recommended'), '1'),
  )
  const configurationPolicies = [build.policy('Edge', recommended, [build.allDevices])]
  assert.equal(evaluate(browserSettingsLocked, { configurationPolicies }).verdict, 'no_visibility')
})

testDeviceSettings(browserSettingsLocked, turned(EDGE_HARDENING), [], { whateverValue: true, otherProducts: true })
