import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check } from '../../../../src/engine/model/check.ts'
import { TABLE_KNOWN_UNTIL } from '../../../../src/engine/readers/lifecycle/windows-releases.ts'
import { mixed, ring } from '../../patching-builder.ts'
import { PARAMETERS, refused, skus } from '../../snapshot-builder.ts'
import { evaluate } from '../patched-devices-fixture.ts'

const at = (now: string) => ({ ...PARAMETERS, now })

/** Tests a check of Windows updates, with a version that has the due update and one that does not. */
export function testWindowsPatches(check: Check, good: string, bad: string): void {
  test(`${check.id}: the share of devices with the due update decides`, () => {
    assert.equal(evaluate(check, { managedDevices: mixed(10, good, bad) }).verdict, 'effective')
    const some = evaluate(check, { managedDevices: mixed(9, good, bad) })
    assert.equal(some.verdict, 'partial')
    assert.deepEqual(some.coverage, { n: 9, of: 10 })
    assert.deepEqual(some.affected, { items: ['PC-9'], total: 1 })
    assert.equal(evaluate(check, { managedDevices: mixed(5, good, bad) }).verdict, 'ineffective')
  })
  test(`${check.id}: missing readings are neither a pass nor a failure`, () => {
    assert.equal(evaluate(check, { managedDevices: refused() }).verdict, 'no_visibility')
    assert.equal(evaluate(check, { managedDevices: [] }).verdict, 'no_visibility')
    assert.equal(evaluate(check, { managedDevices: mixed(10, '', '') }).verdict, 'no_visibility')
    assert.equal(evaluate(check, { deviceConfigurations: refused() }).verdict, 'no_visibility')
    const unlicensed = { managedDevices: refused(400), subscribedSkus: skus('EXCHANGE_S_STANDARD') }
    assert.equal(evaluate(check, unlicensed).verdict, 'not_licensed')
  })
  test(`${check.id}: overdue devices are a failure even if update rings cannot be read`, () => {
    const values = { managedDevices: mixed(5, good, bad), deviceConfigurations: refused() }
    assert.equal(evaluate(check, values).verdict, 'ineffective')
  })
  test(`${check.id}: devices in a paused ring fail, whatever their current version`, () => {
    const paused = (more: object) =>
      evaluate(check, { deviceConfigurations: [ring({ qualityUpdatesPaused: true, ...more })] }).verdict
    assert.equal(paused({ qualityUpdatesPauseExpiryDateTime: '0001-01-01T00:00:00Z' }), 'ineffective')
    assert.equal(paused({ qualityUpdatesPauseExpiryDateTime: '2026-03-20T00:00:00Z' }), 'ineffective')
    assert.equal(paused({ qualityUpdatesPauseExpiryDateTime: '2026-02-20T00:00:00Z' }), 'effective')
  })
  test(`${check.id}: a build newer than the table counts as patched, and the result mentions it`, () => {
    const newer = evaluate(check, { managedDevices: mixed(10, '10.0.29000.1', '') })
    assert.equal(newer.verdict, 'effective')
    assert.ok(newer.limitations.some((limitation) => limitation.includes(TABLE_KNOWN_UNTIL)))
    const later = at('2027-03-01T00:00:00Z')
    assert.equal(evaluate(check, { managedDevices: mixed(10, '10.0.26200.9990', '') }, later).verdict, 'effective')
    assert.equal(evaluate(check, { managedDevices: mixed(10, '10.0.26200.9711', '') }, later).verdict, 'no_visibility')
    assert.equal(evaluate(check, { managedDevices: mixed(10, '10.0.26200.9445', '') }, later).verdict, 'ineffective')
  })
}
