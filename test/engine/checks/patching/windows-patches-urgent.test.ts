import assert from 'node:assert/strict'
import { test } from 'node:test'
import { windowsPatches } from '../../../../src/engine/checks/patching/windows-patches.ts'
import { windowsPatchesUrgent } from '../../../../src/engine/checks/patching/windows-patches-urgent.ts'
import * as build from '../../intune-builder.ts'
import { mixed, ring } from '../../patching-builder.ts'
import { refused } from '../../snapshot-builder.ts'
import { evaluate, FEBRUARY, JANUARY, NOVEMBER } from '../patched-devices-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { testWindowsPatches } from './windows-fixture.ts'

reachesEveryVerdict(windowsPatchesUrgent)

test('an update that is missing for more than two days is a failure only once it is a month old', () => {
  const at = (n: number, other: string) => {
    const { verdict, atBest, limitations } = evaluate(windowsPatchesUrgent, {
      managedDevices: mixed(n, FEBRUARY, other),
    })
    return { verdict, atBest: atBest?.verdict, limitations: limitations.join() }
  }
  const recent = at(5, JANUARY)
  assert.deepEqual([recent.verdict, recent.atBest], ['no_visibility', undefined])
  assert.match(recent.limitations, /It is not known which updates fix exploited or critical flaws/)
  assert.equal(at(5, NOVEMBER).verdict, 'ineffective')
})

test('devices that lack an update for a month limit what an answer about the others can reach', () => {
  const managedDevices = [
    ...mixed(10, FEBRUARY, '').slice(0, 7),
    ...mixed(10, JANUARY, '').slice(7, 9),
    ...mixed(10, NOVEMBER, '').slice(9),
  ]
  const { verdict, atBest } = evaluate(windowsPatchesUrgent, { managedDevices })
  assert.deepEqual([verdict, atBest], ['no_visibility', { verdict: 'partial', coverage: { n: 9, of: 10 } }])
})

test('an expedited update compensates for a slow ring only if two days are allowed', () => {
  const slow = { deviceConfigurations: [ring({ qualityUpdatesDeferralPeriodInDays: 7 })] }
  const pushed = (daysUntilForcedReboot: number) => ({
    ...slow,
    windowsQualityUpdateProfiles: [
      { id: 'q', expeditedUpdateSettings: { daysUntilForcedReboot }, assignments: [build.allDevices] },
    ],
  })
  assert.equal(evaluate(windowsPatchesUrgent, slow).verdict, 'no_visibility')
  assert.equal(evaluate(windowsPatchesUrgent, pushed(1)).verdict, 'effective')
  assert.equal(evaluate(windowsPatchesUrgent, pushed(7)).verdict, 'no_visibility')
  assert.equal(
    evaluate(windowsPatchesUrgent, { ...slow, windowsQualityUpdateProfiles: refused() }).verdict,
    'no_visibility',
  )
  assert.equal(evaluate(windowsPatches, slow).verdict, 'effective')
})

testWindowsPatches(windowsPatchesUrgent, FEBRUARY, NOVEMBER)
