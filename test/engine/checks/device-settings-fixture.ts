import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check } from '../../../src/engine/model/check.ts'
import { choice, flattenSettings, type Setting } from '../../../src/engine/readers/settings/setting.ts'
import * as build from '../intune-builder.ts'
import { PARAMETERS, refused, tenantOf, type Values } from '../snapshot-builder.ts'

export const WINDOWS_10 = '10.0.19045.5000'
export const evaluate = (check: Check, values: Values, parameters = PARAMETERS) =>
  check.evaluate(tenantOf(build.intune({ managedDevices: build.devices(10, WINDOWS_10), ...values })), parameters)

/** The same settings with a value that is not hardened. */
export const turned = (settings: readonly Setting[]): Setting[] =>
  flattenSettings(settings).map(({ definitionId }) => choice(definitionId, 'other'))

/**
 * Tests a check of device settings, with settings that satisfy it and others that do not. With `whateverValue` a setting
 * counts with any value, because the policy then sets it instead of the user.
 */
export function testDeviceSettings(
  check: Check,
  good: readonly Setting[],
  bad: readonly Setting[],
  whateverValue = false,
): void {
  const policies = (settings: readonly Setting[], assignments: readonly unknown[]) => ({
    configurationPolicies: [build.policy('Policy', settings, assignments)],
  })

  test(`${check.id}: hardened on every device is effective`, () => {
    assert.equal(evaluate(check, policies(good, [build.allDevices])).verdict, 'effective')
  })
  test(`${check.id}: hardened on nine devices of ten is partial`, () => {
    const result = evaluate(check, {
      ...policies(good, [build.allDevices, build.without(1)]),
      ...build.usersIn(1, 0, 1),
    })
    assert.equal(result.verdict, 'partial')
    assert.ok(result.coverage)
    assert.equal(result.coverage.n / result.coverage.of, 0.9)
  })
  test(`${check.id}: other values are ineffective`, () => {
    assert.equal(evaluate(check, policies(bad, [build.allDevices])).verdict, 'ineffective')
  })
  test(`${check.id}: an unassigned policy is ineffective`, () => {
    assert.equal(evaluate(check, policies(good, [])).verdict, 'ineffective')
  })
  test(`${check.id}: two policies with different values are partial at most`, () => {
    const result = evaluate(check, {
      configurationPolicies: [
        build.policy('One', good, [build.allDevices]),
        build.policy('Two', turned(good), [build.allDevices]),
      ],
    })
    assert.equal(result.verdict, whateverValue ? 'effective' : 'partial')
  })
  test(`${check.id}: missing readings are neither a pass nor a failure`, () => {
    assert.equal(evaluate(check, { configurationPolicies: refused() }).verdict, 'no_visibility')
    assert.equal(evaluate(check, { managedDevices: refused() }).verdict, 'no_visibility')
  })
}

/** Tests a check of one attack surface reduction rule. */
export const testRule = (check: Check, settingId: string): void =>
  testDeviceSettings(check, [choice(settingId, 'block')], [choice(settingId, 'audit')])
