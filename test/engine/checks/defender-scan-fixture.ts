import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOf } from '../../../src/engine/evaluation/evidence.ts'
import type { Check } from '../../../src/engine/model/check.ts'
import * as build from '../intune-builder.ts'
import { onboarding } from '../patching-builder.ts'
import { refused, type Values } from '../snapshot-builder.ts'
import { evaluate } from './patched-devices-fixture.ts'

const scored = (scoreInPercentage: number): Values => ({
  secureScores: build.secureScores({ controlName: 'scid_20000', scoreInPercentage }),
})

/** The verdicts that a check of what Defender sees never returns. */
export const OTHER_SCANNERS = {
  ineffective: 'another product may scan what Defender does not see',
  partial: 'another product may scan what Defender does not see',
}

/** Tests a check that counts the computers that Defender sees. */
export function testDefenderScan(check: Check): void {
  test(`${check.id}: enough onboarded computers are effective, and others may be seen by another product`, () => {
    const all = evaluate(check, onboarding(10))
    assert.deepEqual([all.verdict, all.coverage], ['effective', { n: 10, of: 10 }])
    for (const n of [3, 9]) {
      const some = evaluate(check, onboarding(n))
      assert.deepEqual([some.verdict, some.kind, some.coverage], ['no_visibility', 'absent', { n, of: 10 }])
      assert.match(some.observed, new RegExp(`Another product .*: PC-${n}`))
    }
    assert.equal(evaluate(check, onboarding(0)).coverage, undefined)
  })
  test(`${check.id}: a Mac is found by its name, and one that is not found is unknown`, () => {
    const macs = (names: readonly string[]) =>
      names.map((deviceName, n) => ({ id: `mac-${n}`, deviceName, operatingSystem: 'macOS', osVersion: '15.5' }))
    const rows = (names: readonly string[], OSPlatform = 'macOS') =>
      names.map((DeviceName, n) => ({
        DeviceId: `mac-${n}`,
        DeviceName,
        AadDeviceId: '',
        OSPlatform,
        OnboardingStatus: 'Onboarded',
        LastSeen: '2026-02-27T00:00:00Z',
      }))
    const seen = (managedDevices: unknown[], deviceOnboarding: unknown[]) =>
      evaluate(check, { managedDevices, deviceOnboarding })
    const found = seen(macs(['Anna', 'Ben']), rows(['anna.example.com', 'ben']))
    assert.deepEqual([found.verdict, found.coverage], ['effective', { n: 2, of: 2 }])
    const some = seen(macs(['Anna', 'Ben']), rows(['Anna']))
    assert.deepEqual([some.verdict, some.kind, some.coverage], ['no_visibility', 'absent', { n: 1, of: 2 }])
    assert.match(
      some.observed,
      /could not be found in Defender’s device list, which does not identify every Mac: Ben\./,
    )
    assert.doesNotMatch(some.observed, /Another product/)
    // Neither two Macs of one name nor a Windows computer of the same name is a match.
    assert.equal(seen(macs(['MacBook', 'MacBook']), rows(['MacBook'])).coverage, undefined)
    assert.equal(seen(macs(['Anna']), rows(['Anna'], 'Windows11')).coverage, undefined)
  })
  test(`${check.id}: without advanced hunting there is no visibility, and the share of Secure Score is mentioned`, () => {
    const report = evaluate(check, { ...scored(100), deviceOnboarding: refused() })
    assert.deepEqual([report.verdict, kindOf(report)], ['no_visibility', 'blind'])
    assert.match(report.observed, /100% of the measured devices are onboarded/)
    assert.equal(evaluate(check, { deviceOnboarding: refused(), secureScores: refused() }).verdict, 'no_visibility')
    assert.equal(evaluate(check, {}).verdict, 'no_visibility')
  })
  test(`${check.id}: a lower share in Secure Score does not change what each device shows`, () => {
    assert.equal(evaluate(check, { ...onboarding(10), ...scored(50) }).verdict, 'effective')
  })
}
