import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check } from '../../../../src/engine/model/check.ts'
import { computers, software } from '../../patching-builder.ts'
import { refused, skus } from '../../snapshot-builder.ts'
import { evaluate, FEBRUARY } from '../patched-devices-fixture.ts'

const CLEAN = () => ({})
const NONE = () => undefined
/** Flaws on the first `n` of ten devices. */
const flaws = (n: number, more: object) => software(CLEAN, (index) => (index < n ? more : undefined))

/** Tests a deadline for applications, with a flaw that is overdue and one that is not. */
export function testApplicationPatches(check: Check, late: object, inTime: object): void {
  test(`${check.id}: the share of devices with flaws open beyond the deadline decides`, () => {
    assert.equal(evaluate(check, software(CLEAN, NONE)).verdict, 'effective')
    assert.equal(evaluate(check, flaws(10, inTime)).verdict, 'effective')
    const one = evaluate(check, flaws(1, late))
    assert.equal(one.verdict, 'partial')
    assert.deepEqual(one.affected, { items: ['pc-0 (open flaws in Chrome)'], total: 1 })
    const many = evaluate(check, flaws(5, late))
    assert.equal(many.verdict, 'ineffective')
    assert.deepEqual(many.coverage, { n: 5, of: 10 })
    assert.equal(many.critical, undefined)
  })
  test(`${check.id}: missing readings are neither a pass nor a failure`, () => {
    assert.equal(evaluate(check, {}).verdict, 'no_visibility')
    assert.equal(evaluate(check, { ...software(CLEAN, NONE), softwareInventory: refused() }).verdict, 'no_visibility')
    assert.equal(evaluate(check, { ...flaws(5, late), softwareVulnerabilities: refused() }).verdict, 'no_visibility')
    assert.equal(evaluate(check, { softwareInventory: [], softwareVulnerabilities: [] }).verdict, 'no_visibility')
    assert.equal(evaluate(check, { ...software(CLEAN, NONE), managedDevices: refused() }).verdict, 'no_visibility')
    const licences = { softwareInventory: refused(), subscribedSkus: skus('INTUNE_A', 'MDE_SMB') }
    assert.equal(evaluate(check, licences).verdict, 'not_licensed')
  })
  test(`${check.id}: managed devices that report no software mean no visibility unless the rest decides the verdict`, () => {
    const managedDevices = computers(Array.from({ length: 20 }, () => FEBRUARY))
    assert.equal(evaluate(check, { ...software(CLEAN, NONE), managedDevices }).verdict, 'no_visibility')
    assert.equal(evaluate(check, { ...flaws(10, late), managedDevices }).verdict, 'ineffective')
  })
}

/** Why the flaws of one device, which have been exploited since that day, are critical. */
export const criticalOf = (check: Check, published: string, more: object = {}) =>
  evaluate(check, flaws(1, { OldestExploitable: published, ...more })).critical
