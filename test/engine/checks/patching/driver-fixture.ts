import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check } from '../../../../src/engine/model/check.ts'
import * as build from '../../intune-builder.ts'
import { ring } from '../../patching-builder.ts'
import { refused } from '../../snapshot-builder.ts'
import { evaluate } from '../patched-devices-fixture.ts'

export const DRIVERS = (
  approvalType: string,
  deploymentDeferralInDays: number,
  assignments: unknown[] = [build.allDevices],
) => ({
  windowsDriverUpdateProfiles: [
    { id: 'd', displayName: 'Drivers', approvalType, deploymentDeferralInDays, assignments },
  ],
})

/** Tests a check of driver updates that are due within this many days; all of them after a month. */
export function testDriverUpdates(check: Check, days: number): void {
  test(`${check.id}: a profile with automatic approval in time is effective, and one that takes over a month is not`, () => {
    assert.equal(evaluate(check, DRIVERS('automatic', days)).verdict, 'effective')
    assert.equal(evaluate(check, DRIVERS('automatic', 31)).verdict, 'ineffective')
  })
  test(`${check.id}: an update ring that includes drivers is effective, and a paused one is not`, () => {
    assert.equal(evaluate(check, { deviceConfigurations: [ring({})] }).verdict, 'effective')
    assert.equal(
      evaluate(check, { deviceConfigurations: [ring({ qualityUpdatesPaused: true })] }).verdict,
      'ineffective',
    )
  })
  test(`${check.id}: an update ring that blocks drivers stops what a profile approves, and people must answer`, () => {
    const blocking = (assignments: unknown[]) =>
      evaluate(check, {
        ...DRIVERS('automatic', 0),
        deviceConfigurations: [ring({ driversExcluded: true }, assignments)],
        ...build.usersIn(1, 0, 1),
      })
    const all = blocking([build.allDevices])
    assert.deepEqual([all.verdict, all.kind], ['no_visibility', 'absent'])
    assert.match(all.observed, /ring blocks drivers/)
    assert.deepEqual(blocking([build.group(1)]).verdict, 'no_visibility')
    assert.deepEqual(blocking([build.group(1), build.without(1)]).verdict, 'effective')
  })
  test(`${check.id}: the deadline of a ring, or its grace period if that is longer, comes after the deferral of a profile`, () => {
    const ringWith = (more: object) => ({ ...DRIVERS('automatic', days - 2), deviceConfigurations: [ring(more)] })
    const deadline = (deadlineForQualityUpdatesInDays: number, deadlineGracePeriodInDays: number) =>
      evaluate(check, ringWith({ deadlineForQualityUpdatesInDays, deadlineGracePeriodInDays }))
    assert.equal(deadline(2, 2).verdict, 'effective')
    assert.equal(deadline(3, 0).kind, 'absent')
    assert.equal(deadline(0, 3).kind, 'absent')
    // The deferral of quality updates is not that of drivers.
    assert.equal(evaluate(check, ringWith({ qualityUpdatesDeferralPeriodInDays: 30 })).verdict, 'effective')
  })
  test(`${check.id}: if people approve, or drivers are excluded, another way may be in time, and people must answer`, () => {
    const excluded = { deviceConfigurations: [ring({ driversExcluded: true })] }
    const manual = { deviceConfigurations: [ring({})], ...DRIVERS('manual', 0) }
    const byConfigurationManager = {
      ...DRIVERS('automatic', 0),
      managedDevices: build.devices(10, undefined, build.CO_MANAGED),
    }
    for (const values of [excluded, manual, byConfigurationManager]) {
      const { verdict, kind } = evaluate(check, values)
      assert.deepEqual([verdict, kind], ['no_visibility', 'absent'])
    }
  })
  test(`${check.id}: a profile for nine devices of ten is partial if a paused ring reaches the tenth`, () => {
    const result = evaluate(check, {
      ...DRIVERS('automatic', 0, [build.allDevices, build.without(1)]),
      deviceConfigurations: [ring({ qualityUpdatesPaused: true })],
      ...build.usersIn(1, 0, 1),
    })
    assert.equal(result.verdict, 'partial')
    assert.deepEqual(result.affected?.items, ['PC-0'])
  })
  test(`${check.id}: people must answer if no profile and no ring reaches a device`, () => {
    for (const values of [{}, DRIVERS('automatic', 0, [])]) assert.equal(evaluate(check, values).kind, 'absent')
  })
  test(`${check.id}: devices that are not reached, or whose profiles are unread, neither pass nor fail`, () => {
    const some = { ...DRIVERS('automatic', 0, [build.allDevices, build.without(1)]), ...build.usersIn(1, 0, 5) }
    assert.equal(evaluate(check, some).verdict, 'no_visibility')
    const unread = DRIVERS('automatic', 0, [build.allDevices, build.without(2)])
    assert.equal(evaluate(check, unread).verdict, 'no_visibility')
    assert.equal(evaluate(check, { windowsDriverUpdateProfiles: refused() }).verdict, 'no_visibility')
    assert.equal(evaluate(check, { deviceConfigurations: refused() }).verdict, 'no_visibility')
    assert.equal(evaluate(check, { managedDevices: refused() }).verdict, 'no_visibility')
  })
}
