import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check } from '../../../../src/engine/model/check.ts'
import { MACRO_APPLICATIONS } from '../../../../src/engine/readers/settings/macro-applications.ts'
import { MACRO_SETTINGS } from '../../../../src/engine/readers/settings/macros-disabled.ts'
import { choice, type Setting } from '../../../../src/engine/readers/settings/setting.ts'
import * as build from '../../intune-builder.ts'
import { PARAMETERS, skus, tenantOf, type Values } from '../../snapshot-builder.ts'
import { LICENCES } from '../../tenant-builder.ts'
import { testDeviceSettings } from '../device-settings-fixture.ts'

export const evaluate = (check: Check, values: Values) =>
  check.evaluate(tenantOf({ ...build.intune(values), subscribedSkus: skus(...LICENCES.e5) }), PARAMETERS)
export const warnings = (option: string): Setting[] => MACRO_APPLICATIONS.map((app) => choice(app.warnings, option))
export const each = (id: 'blockInternet' | 'networkLocations', option: string): Setting[] =>
  MACRO_APPLICATIONS.flatMap((app) => (app[id] ? [choice(app[id], option)] : []))

/** Tests a check of macro settings, with settings that satisfy it and others that do not. */
export const testMacroSettings = (
  check: Check,
  good: readonly Setting[],
  bad: readonly Setting[],
  whateverValue = false,
): void => testDeviceSettings(check, good, bad, { whateverValue, otherProducts: true })

export const disabled = (assignments: readonly unknown[]) => build.policy('Disabled', MACRO_SETTINGS, assignments)

export function testDisabledMacros(check: Check): void {
  test(`${check.id}: disabled macros are effective`, () => {
    const result = evaluate(check, { configurationPolicies: [disabled([build.allDevices])] })
    assert.equal(result.verdict, 'effective', check.id)
  })
}
