import assert from 'node:assert/strict'
import { test } from 'node:test'
import { windowsPatches } from '../../../../src/engine/checks/patching/windows-patches.ts'
import * as build from '../../intune-builder.ts'
import { computers, ring } from '../../patching-builder.ts'
import { refused } from '../../snapshot-builder.ts'
import { evaluate, JANUARY, NOVEMBER } from '../patched-devices-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { testWindowsPatches } from './windows-fixture.ts'

reachesEveryVerdict(windowsPatches)

test('deferral and deadline of a ring are added, and a ring without a deadline is named', () => {
  const within = (qualityUpdatesDeferralPeriodInDays: number, deadlineForQualityUpdatesInDays: number | null) => {
    const deviceConfigurations = [ring({ qualityUpdatesDeferralPeriodInDays, deadlineForQualityUpdatesInDays })]
    return evaluate(windowsPatches, { deviceConfigurations })
  }
  assert.equal(within(23, 7).verdict, 'effective')
  assert.equal(within(24, 7).verdict, 'ineffective')
  const open = within(7, null)
  assert.equal(open.verdict, 'effective')
  assert.ok(open.limitations.some((limitation) => /no deadline/.test(limitation)))
})

test('a grace period longer than the deadline takes its place, and one that is not set is two days', () => {
  const within = (deadlineForQualityUpdatesInDays: number, deadlineGracePeriodInDays: number | null) => {
    const more = { qualityUpdatesDeferralPeriodInDays: 25, deadlineForQualityUpdatesInDays, deadlineGracePeriodInDays }
    return evaluate(windowsPatches, { deviceConfigurations: [ring(more)] })
  }
  assert.equal(within(1, 5).verdict, 'effective')
  assert.equal(within(1, 6).verdict, 'ineffective')
  assert.equal(within(5, 5).verdict, 'effective')
  assert.equal(within(5, null).verdict, 'effective')
  assert.ok(within(5, 2).limitations.some((limitation) => /grace period of up to 2 days/.test(limitation)))
  assert.ok(!within(5, 0).limitations.some((limitation) => /grace period/.test(limitation)))
  const unset = { qualityUpdatesDeferralPeriodInDays: 29, deadlineGracePeriodInDays: null }
  assert.equal(evaluate(windowsPatches, { deviceConfigurations: [ring(unset)] }).verdict, 'ineffective')
})

test('a slow ring affects only the devices that it reaches', () => {
  const deviceConfigurations = [ring({ qualityUpdatesDeferralPeriodInDays: 30 }, [build.group(1)], 'Slow')]
  const result = evaluate(windowsPatches, { deviceConfigurations, ...build.usersIn(1, 0, 1) })
  assert.equal(result.verdict, 'partial')
  assert.match(result.observed, /1 patched device in slow or paused rings: “Slow” \(31 days\)/)
  const dark = { deviceConfigurations, [`groupMembers/${build.groupId(1)}`]: refused() }
  assert.equal(evaluate(windowsPatches, dark).verdict, 'no_visibility')
})

test('a slow ring does not matter where Configuration Manager decides on updates', () => {
  const deviceConfigurations = [ring({ qualityUpdatesDeferralPeriodInDays: 30 })]
  const at = (windowsUpdateForBusiness: boolean) =>
    evaluate(windowsPatches, {
      deviceConfigurations,
      managedDevices: computers([JANUARY], {
        ...build.CO_MANAGED,
        configurationManagerClientEnabledFeatures: { windowsUpdateForBusiness },
      }),
    }).verdict
  assert.equal(at(false), 'effective')
  assert.equal(at(true), 'ineffective')
})

testWindowsPatches(windowsPatches, JANUARY, NOVEMBER)
