import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserHardening } from '../../../../src/engine/checks/hardening/browser-hardening.ts'
import { EDGE_HARDENING } from '../../../../src/engine/readers/settings/edge-hardening.ts'
import { flattenSettings } from '../../../../src/engine/readers/settings/setting.ts'
import * as build from '../../intune-builder.ts'
import { evaluate, testDeviceSettings, turned } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(browserHardening)

test('the share of hardened settings decides, with the missing ones named', () => {
  const max = flattenSettings(EDGE_HARDENING).slice(0, 14)
  const few = flattenSettings(EDGE_HARDENING).slice(0, 13)
  const result = evaluate(browserHardening, {
    configurationPolicies: [build.policy('Edge', max, [build.allDevices])],
  })
  assert.equal(result.verdict, 'partial')
  assert.deepEqual(result.coverage, { n: 140, of: 170 })
  assert.equal(result.affected?.total, 3)
  const configurationPolicies = [build.policy('Edge', few, [build.allDevices])]
  assert.equal(evaluate(browserHardening, { configurationPolicies }).verdict, 'ineffective')
})

testDeviceSettings(browserHardening, EDGE_HARDENING, turned(EDGE_HARDENING))
