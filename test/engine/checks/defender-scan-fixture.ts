import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check } from '../../../src/engine/model/check.ts'
import * as build from '../intune-builder.ts'
import { onboarding } from '../patching-builder.ts'
import { refused, type Values } from '../snapshot-builder.ts'
import { evaluate } from './patched-devices-fixture.ts'

const scored = (scoreInPercentage: number): Values => ({
  secureScores: build.secureScores({ controlName: 'scid_20000', scoreInPercentage }),
})

/** Tests a check that counts the computers that Defender sees. */
export function testDefenderScan(check: Check): void {
  test(`${check.id}: the share of onboarded computers decides`, () => {
    assert.equal(evaluate(check, onboarding(10)).verdict, 'effective')
    assert.equal(evaluate(check, onboarding(9)).verdict, 'partial')
    const few = evaluate(check, onboarding(3))
    assert.equal(few.verdict, 'ineffective')
    assert.deepEqual(few.coverage, { n: 3, of: 10 })
    assert.equal(few.affected?.items[0], 'PC-3')
  })
  test(`${check.id}: without advanced hunting Secure Score decides, and without both there is no visibility`, () => {
    assert.equal(evaluate(check, scored(100)).verdict, 'effective')
    assert.equal(evaluate(check, { ...scored(85), deviceOnboarding: refused() }).verdict, 'partial')
    assert.equal(evaluate(check, {}).verdict, 'no_visibility')
    assert.equal(evaluate(check, { deviceOnboarding: refused(), secureScores: refused() }).verdict, 'no_visibility')
  })
  test(`${check.id}: the lower of two conflicting sources counts`, () => {
    assert.equal(evaluate(check, { ...onboarding(10), ...scored(50) }).verdict, 'ineffective')
    assert.equal(evaluate(check, { ...onboarding(3), ...scored(100) }).verdict, 'ineffective')
  })
}
