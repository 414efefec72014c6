import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check } from '../../../../src/engine/model/check.ts'
import * as build from '../../intune-builder.ts'
import { mixed, software } from '../../patching-builder.ts'
import { PARAMETERS, refused, skus, tenantOf, type Values } from '../../snapshot-builder.ts'

export const evaluate = (check: Check, values: Values, now = PARAMETERS.now) =>
  check.evaluate(tenantOf(build.intune(values)), { ...PARAMETERS, now })

export const WINDOWS_11 = '10.0.26200.7840'
export const WINDOWS_10 = '10.0.19045.6456'

const READABLE: Values = { managedDevices: mixed(10, WINDOWS_11, '') }

/** Tests a check of software past its end of support, with the column that it reads and the one that it ignores. */
export function testSoftwareSupport(check: Check, column: string, otherColumn: string): void {
  const ended = (n: number, value: unknown = ['flash_player 32.0']) =>
    evaluate(check, {
      ...READABLE,
      ...software(
        (index) => ({ [column]: index < n ? value : [], [otherColumn]: ['something else 1.0'] }),
        () => undefined,
      ),
    })

  test(`${check.id}: devices with software past its end of support decide`, () => {
    assert.equal(ended(0).verdict, 'effective')
    const one = ended(1)
    assert.equal(one.verdict, 'partial')
    assert.deepEqual(one.affected, { items: ['pc-0 (Flash Player 32.0)'], total: 1 })
    assert.match(one.observed, /Found: Flash Player 32\.0/)
    assert.equal(ended(5).verdict, 'ineffective')
  })
  test(`${check.id}: a list that comes as text is read as well`, () => {
    assert.equal(ended(10, '["flash_player 32.0"]').verdict, 'ineffective')
    assert.equal(ended(10, '[]').verdict, 'effective')
  })
  test(`${check.id}: missing readings are neither a pass nor a failure`, () => {
    assert.equal(evaluate(check, READABLE).verdict, 'no_visibility')
    assert.equal(evaluate(check, { ...READABLE, softwareInventory: refused() }).verdict, 'no_visibility')
    assert.equal(evaluate(check, { ...READABLE, softwareInventory: [] }).verdict, 'no_visibility')
    const licences = { ...READABLE, softwareInventory: refused(), subscribedSkus: skus('INTUNE_A', 'MDE_SMB') }
    assert.equal(evaluate(check, licences).verdict, 'not_licensed')
  })
}
