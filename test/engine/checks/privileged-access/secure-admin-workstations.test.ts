import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secureAdminWorkstations } from '../../../../src/engine/checks/privileged-access/secure-admin-workstations.ts'
import { policy } from '../../tenant-parts.ts'
import { dedicatedFilter, evaluate, LEFT_OPEN, tenant, testAccounts, verdict } from '../administrators-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { compliant, devices, testDevices } from './administrator-devices-fixture.ts'

reachesEveryVerdict(secureAdminWorkstations, LEFT_OPEN)

test('a managed device is only half of a secure workstation', () => {
  const result = evaluate(secureAdminWorkstations, tenant(devices(policy(compliant))))
  assert.deepEqual([result.verdict, result.kind], ['no_visibility', 'absent'])
  assert.match(result.observed, /No filter selects devices for administration/)
})

test('a filter that exempts marked devices identifies workstations; one that exempts managed devices does not', () => {
  const filtered = (mode: string, rule: string) =>
    verdict(
      secureAdminWorkstations,
      devices(policy({ ...dedicatedFilter, conditions: { devices: { deviceFilter: { mode, rule } } } })),
    )
  assert.equal(filtered('include', 'device.extensionAttribute1 -ne "PAW"'), 'effective')
  assert.equal(filtered('exclude', 'device.isCompliant -eq True'), 'no_visibility')
  assert.equal(filtered('exclude', 'device.extensionAttribute1 -ne "Kiosk"'), 'no_visibility')
})

testAccounts(secureAdminWorkstations)
testDevices(secureAdminWorkstations)
