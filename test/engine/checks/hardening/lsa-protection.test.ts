import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lsaProtection } from '../../../../src/engine/checks/hardening/lsa-protection.ts'
import { LSA_PROTECTION } from '../../../../src/engine/readers/settings/credential-protection.ts'
import * as build from '../../intune-builder.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { evaluate, testDeviceReport, testProtection } from './protection-fixture.ts'

reachesEveryVerdict(lsaProtection)

test('reports for old and new versions of Windows count together', () => {
  const report = (controlName: string, count: number, total: number) => ({
    controlName,
    scoreInPercentage: (100 * count) / total,
    count,
    total,
  })
  const at = (...controls: object[]) => evaluate(lsaProtection, { secureScores: build.secureScores(...controls) })
  const both = at(report('scid_25', 0, 2), report('scid_102', 8, 8))
  assert.deepEqual([both.verdict, both.coverage], ['partial', { n: 8, of: 10 }])
  assert.match(both.observed, /8 of 10 measured devices report/)
  assert.equal(at(report('scid_102', 10, 10)).verdict, 'effective')
})

test('old versions of Windows never turn it on by themselves', () => {
  const managedDevices = build.devices(10, '10.0.19045.6456')
  assert.equal(evaluate(lsaProtection, { managedDevices }).verdict, 'ineffective')
})

testProtection(lsaProtection, LSA_PROTECTION, true)
testDeviceReport(lsaProtection, LSA_PROTECTION, 'scid_25')
