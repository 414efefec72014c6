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
  test(`${check.id}: without advanced hunting there is no visibility, and the share of Secure Score is mentioned`, () => {
    const report = evaluate(check, { ...scored(100), deviceOnboarding: refused() })
    assert.deepEqual([report.verdict, kindOf(report)], ['no_visibility', 'blind'])
    assert.match(report.observed, /100 % of the measured devices are onboarded/)
    assert.equal(evaluate(check, { deviceOnboarding: refused(), secureScores: refused() }).verdict, 'no_visibility')
    assert.equal(evaluate(check, {}).verdict, 'no_visibility')
  })
  test(`${check.id}: a lower share in Secure Score does not change what each device shows`, () => {
    assert.equal(evaluate(check, { ...onboarding(10), ...scored(50) }).verdict, 'effective')
  })
}
