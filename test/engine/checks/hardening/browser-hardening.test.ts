import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserHardening } from '../../../../src/engine/checks/hardening/browser-hardening.ts'
import { EDGE_HARDENING } from '../../../../src/engine/readers/settings/edge-hardening.ts'
import { choice, type Setting } from '../../../../src/engine/readers/settings/setting.ts'
import * as build from '../../intune-builder.ts'
import { evaluate, testDeviceSettings, turned } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(browserHardening)

test('the share of hardened settings decides, with the missing ones named', () => {
  const at = (good: number) =>
    evaluate(browserHardening, {
      configurationPolicies: [
        build.policy(
          'Edge',
          [...EDGE_HARDENING.slice(0, good), ...turned(EDGE_HARDENING.slice(good))],
          [build.allDevices],
        ),
      ],
    })
  assert.equal(at(10).verdict, 'partial')
  assert.deepEqual(at(10).coverage, { n: 100, of: 120 })
  assert.equal(at(10).affected?.total, 2)
  assert.equal(at(9).verdict, 'ineffective')
})

test('a setting and its nested option count as one, and blocking every download is stricter', () => {
  const id = 'device_vendor_msft_policy_config_microsoft_edge~policy~microsoft_edge_downloadrestrictions'
  const at = (...downloads: Setting[]) =>
    evaluate(browserHardening, {
      configurationPolicies: [
        build.policy(
          'Edge',
          [...EDGE_HARDENING.filter(({ definitionId }) => definitionId !== id), ...downloads],
          [build.allDevices],
        ),
      ],
    }).coverage
  const below = (option: string) => choice(id, '1', choice(`${id}_downloadrestrictions`, option))
  assert.deepEqual(at(below('2')), { n: 120, of: 120 })
  assert.deepEqual(at(below('3')), { n: 120, of: 120 })
  assert.deepEqual(at(below('1')), { n: 110, of: 120 })
  assert.deepEqual(at({ ...below('2'), value: `${id}_0` }), { n: 110, of: 120 })
})

testDeviceSettings(browserHardening, EDGE_HARDENING, turned(EDGE_HARDENING), { otherProducts: true })
