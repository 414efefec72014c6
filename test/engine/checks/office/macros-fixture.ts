import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check } from '../../../../src/engine/model/check.ts'
import { MACRO_APPLICATIONS } from '../../../../src/engine/readers/settings/macro-applications.ts'
import { MACRO_SETTINGS } from '../../../../src/engine/readers/settings/macros-disabled.ts'
import { choice, type Setting } from '../../../../src/engine/readers/settings/setting.ts'
import * as build from '../../intune-builder.ts'
import { PARAMETERS, refused, tenantOf, type Values } from '../../snapshot-builder.ts'

export const evaluate = (check: Check, values: Values) => check.evaluate(tenantOf(build.intune(values)), PARAMETERS)
export const warnings = (option: string): Setting[] => MACRO_APPLICATIONS.map((app) => choice(app.warnings, option))
export const each = (id: 'blockInternet' | 'networkLocations', option: string): Setting[] =>
  MACRO_APPLICATIONS.flatMap((app) => (app[id] ? [choice(app[id], option)] : []))

/** Tests a check of macro settings, with settings that satisfy it and others that do not. */
export function testMacroSettings(check: Check, good: readonly Setting[], bad: readonly Setting[]): void {
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
    assert.ok(result.affected && result.affected.total > 0)
  })
  test(`${check.id}: another value is ineffective`, () => {
    assert.equal(evaluate(check, policies(bad, [build.allDevices])).verdict, 'ineffective')
  })
  test(`${check.id}: no policy at all is ineffective`, () => {
    assert.equal(evaluate(check, {}).verdict, 'ineffective')
  })
  test(`${check.id}: an unassigned policy is ineffective`, () => {
    assert.equal(evaluate(check, policies(good, [])).verdict, 'ineffective')
  })
  test(`${check.id}: what could not be read is neither a pass nor a failure`, () => {
    for (const values of [{ configurationPolicies: refused() }, { managedDevices: refused(429) }]) {
      const result = evaluate(check, values)
      assert.equal(result.verdict, 'no_visibility')
      assert.equal(result.coverage, undefined)
    }
  })
}

export const disabled = (assignments: readonly unknown[]) => build.policy('Disabled', MACRO_SETTINGS, assignments)

export function testDisabledMacros(check: Check): void {
  test(`${check.id}: disabled macros are effective`, () => {
    const result = evaluate(check, { configurationPolicies: [disabled([build.allDevices])] })
    assert.equal(result.verdict, 'effective', check.id)
  })
}
