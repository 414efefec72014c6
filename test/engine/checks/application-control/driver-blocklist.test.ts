import assert from 'node:assert/strict'
import { test } from 'node:test'
import { driverBlocklist } from '../../../../src/engine/checks/application-control/driver-blocklist.ts'
import { MEMORY_INTEGRITY } from '../../../../src/engine/readers/settings/credential-protection.ts'
import { choice } from '../../../../src/engine/readers/settings/setting.ts'
import * as build from '../../intune-builder.ts'
import { refused, type Values } from '../../snapshot-builder.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { catalogue, evaluate } from './fixture.ts'

reachesEveryVerdict(driverBlocklist)

const integrity = (option: string) =>
  catalogue(build.policy('HVCI', [choice(MEMORY_INTEGRITY.settingId, option)], [build.allDevices]))
const measured = (scoreInPercentage: number): Values => ({
  secureScores: build.secureScores({ controlName: 'scid_115', scoreInPercentage }),
})
const OLD = { managedDevices: build.devices(10, '10.0.19045.6456') }

test('memory integrity includes the driver blocklist, with or without a firmware lock', () => {
  for (const option of ['1', '2'])
    assert.equal(evaluate(driverBlocklist, { ...OLD, ...integrity(option) }).verdict, 'effective')
  assert.equal(evaluate(driverBlocklist, { ...OLD, ...integrity('0') }).verdict, 'ineffective')
  assert.equal(evaluate(driverBlocklist, OLD).verdict, 'ineffective')
})

test('newer Windows has the blocklist by default, which only the devices’ own report confirms', () => {
  assert.equal(evaluate(driverBlocklist, {}).verdict, 'no_visibility')
  assert.equal(evaluate(driverBlocklist, measured(100)).verdict, 'effective')
  assert.equal(evaluate(driverBlocklist, measured(90)).verdict, 'partial')
  assert.equal(evaluate(driverBlocklist, measured(10)).verdict, 'ineffective')
  assert.equal(evaluate(driverBlocklist, { secureScores: refused() }).verdict, 'no_visibility')
})

test('the lower of policy and the devices’ own report on vulnerable drivers counts', () => {
  assert.equal(evaluate(driverBlocklist, { ...OLD, ...integrity('1'), ...measured(50) }).verdict, 'ineffective')
  assert.equal(
    evaluate(driverBlocklist, { configurationPolicies: refused(), secureScores: refused() }).verdict,
    'no_visibility',
  )
})

test('the attack surface reduction rule for vulnerable drivers is not the list of them', () => {
  const rule =
    'device_vendor_msft_policy_config_defender_attacksurfacereductionrules_blockabuseofexploitedvulnerablesigneddrivers'
  const values = catalogue(build.groupedPolicy('ASR', [choice(rule, 'block')], [build.allDevices]))
  assert.equal(evaluate(driverBlocklist, { ...OLD, ...values }).verdict, 'ineffective')
})
