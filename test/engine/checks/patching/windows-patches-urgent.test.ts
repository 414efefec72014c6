import assert from 'node:assert/strict'
import { test } from 'node:test'
import { windowsPatches } from '../../../../src/engine/checks/patching/windows-patches.ts'
import { windowsPatchesUrgent } from '../../../../src/engine/checks/patching/windows-patches-urgent.ts'
import * as build from '../../intune-builder.ts'
import { ring } from '../../patching-builder.ts'
import { refused } from '../../snapshot-builder.ts'
import { evaluate, FEBRUARY, JANUARY } from '../patched-devices-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { testWindowsPatches } from './windows-fixture.ts'

reachesEveryVerdict(windowsPatchesUrgent)

test('an expedited update compensates for a slow ring only if two days are allowed', () => {
  const slow = { deviceConfigurations: [ring({ qualityUpdatesDeferralPeriodInDays: 7 })] }
  const pushed = (daysUntilForcedReboot: number) => ({
    ...slow,
    windowsQualityUpdateProfiles: [
      { id: 'q', expeditedUpdateSettings: { daysUntilForcedReboot }, assignments: [build.allDevices] },
    ],
  })
  assert.equal(evaluate(windowsPatchesUrgent, slow).verdict, 'ineffective')
  assert.equal(evaluate(windowsPatchesUrgent, pushed(1)).verdict, 'effective')
  assert.equal(evaluate(windowsPatchesUrgent, pushed(7)).verdict, 'ineffective')
  assert.equal(
    evaluate(windowsPatchesUrgent, { ...slow, windowsQualityUpdateProfiles: refused() }).verdict,
    'no_visibility',
  )
  assert.equal(evaluate(windowsPatches, slow).verdict, 'effective')
})

testWindowsPatches(windowsPatchesUrgent, FEBRUARY, JANUARY)
