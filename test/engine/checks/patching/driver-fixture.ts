import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check } from '../../../../src/engine/model/check.ts'
import * as build from '../../intune-builder.ts'
import { ring } from '../../patching-builder.ts'
import { refused } from '../../snapshot-builder.ts'
import { evaluate } from '../patched-devices-fixture.ts'

const DRIVERS = (
  approvalType: string,
  deploymentDeferralInDays: number,
  assignments: unknown[] = [build.allDevices],
) => ({
  windowsDriverUpdateProfiles: [
    { id: 'd', displayName: 'Drivers', approvalType, deploymentDeferralInDays, assignments },
  ],
})

/** Tests a check of driver updates that are due within so many days. */
export function testDriverUpdates(check: Check, days: number): void {
  test(`${check.id}: a profile that approves by itself in time is effective, one by hand or too late is not`, () => {
    assert.equal(evaluate(check, DRIVERS('automatic', days)).verdict, 'effective')
    assert.equal(evaluate(check, DRIVERS('automatic', days + 1)).verdict, 'ineffective')
    assert.equal(evaluate(check, DRIVERS('manual', 0)).verdict, 'ineffective')
  })
  test(`${check.id}: an update ring that lets drivers through does as well, one that leaves them out does not`, () => {
    assert.equal(evaluate(check, { deviceConfigurations: [ring({})] }).verdict, 'effective')
    assert.equal(evaluate(check, { deviceConfigurations: [ring({ driversExcluded: true })] }).verdict, 'ineffective')
    const both = { deviceConfigurations: [ring({})], ...DRIVERS('manual', 0) }
    assert.equal(evaluate(check, both).verdict, 'ineffective')
  })
  test(`${check.id}: a profile for nine devices of ten is partial where a ring holds drivers back from the tenth`, () => {
    const result = evaluate(check, {
      ...DRIVERS('automatic', 0, [build.allDevices, build.without(1)]),
      deviceConfigurations: [ring({ driversExcluded: true })],
      ...build.usersIn(1, 0, 1),
    })
    assert.equal(result.verdict, 'partial')
    assert.deepEqual(result.affected?.items, ['PC-0'])
  })
  test(`${check.id}: where no profile and no ring reaches a device, it is left to people`, () => {
    assert.equal(evaluate(check, {}).verdict, 'not_applicable')
    assert.equal(evaluate(check, DRIVERS('automatic', 0, [])).verdict, 'not_applicable')
  })
  test(`${check.id}: what reaches some devices, or could not be read, is neither a pass nor a failure for the rest`, () => {
    const some = { ...DRIVERS('automatic', 0, [build.allDevices, build.without(1)]), ...build.usersIn(1, 0, 5) }
    assert.equal(evaluate(check, some).verdict, 'no_visibility')
    const unread = DRIVERS('automatic', 0, [build.allDevices, build.without(2)])
    assert.equal(evaluate(check, unread).verdict, 'no_visibility')
    assert.equal(evaluate(check, { windowsDriverUpdateProfiles: refused() }).verdict, 'no_visibility')
    assert.equal(evaluate(check, { deviceConfigurations: refused() }).verdict, 'no_visibility')
    assert.equal(evaluate(check, { managedDevices: refused() }).verdict, 'no_visibility')
  })
}
