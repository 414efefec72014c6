import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check } from '../../../../src/engine/model/check.ts'
import type { PolicyParts } from '../../tenant-parts.ts'
import { evaluate } from '../everybody-fixture.ts'

export const MANAGED = { builtInControls: ['compliantDevice', 'domainJoinedDevice'] }
export const REGISTRATION = { includeApplications: [], includeUserActions: ['urn:user:registersecurityinfo'] }

export function testManagedDevice(check: Check, by: PolicyParts = {}): void {
  test(`${check.id}: a second factor instead of a managed device is not a managed device`, () => {
    const either = { builtInControls: ['compliantDevice', 'mfa'], operator: 'OR' }
    const both = { builtInControls: ['compliantDevice', 'mfa'], operator: 'AND' }
    assert.equal(evaluate(check, [{ ...by, grant: either }]).verdict, 'ineffective')
    assert.equal(evaluate(check, [{ ...by, grant: both }]).verdict, 'effective')
  })
}
