import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check, CheckResult } from '../../../../src/engine/model/check.ts'
import type { ProtectionSetting } from '../../../../src/engine/readers/settings/credential-protection.ts'
import { choice } from '../../../../src/engine/readers/settings/setting.ts'
import * as build from '../../intune-builder.ts'
import { PARAMETERS, refused, skus, tenantOf, type Values } from '../../snapshot-builder.ts'

const LAPS_ON = { deviceRegistrationPolicy: { localAdminPassword: { isEnabled: true } } }

export const evaluate = (check: Check, values: Values): CheckResult =>
  check.evaluate(tenantOf(build.intune({ ...LAPS_ON, ...values })), PARAMETERS)

const policyWith =
  (setting: ProtectionSetting) =>
  (option: string, assignments: readonly unknown[] = [build.allDevices]) => ({
    configurationPolicies: [build.policy('Policy', [choice(setting.settingId, option)], assignments)],
  })

/** Tests a check of one protection by its policy setting. */
export function testProtection(check: Check, setting: ProtectionSetting): void {
  const policies = policyWith(setting)
  const verdict = (values: Values): CheckResult['verdict'] => evaluate(check, values).verdict

  test(`${check.id}: every option that counts, on every device, is effective`, () => {
    for (const option of setting.options) assert.equal(verdict(policies(option)), 'effective', option)
  })

  test(`${check.id}: nine devices of ten are partial, and the unprotected one is named`, () => {
    const result = evaluate(check, {
      ...policies('1', [build.allDevices, build.without(1)]),
      ...build.usersIn(1, 0, 1),
    })
    assert.equal(result.verdict, 'partial')
    assert.deepEqual(result.coverage, { n: 9, of: 10 })
    assert.deepEqual(result.affected?.items, ['PC-0'])
  })

  test(`${check.id}: switched off, unassigned, or missing is ineffective`, () => {
    assert.equal(verdict(policies('0')), 'ineffective')
    assert.equal(verdict(policies('1', [])), 'ineffective')
    assert.equal(verdict({}), 'ineffective')
  })

  test(`${check.id}: the result has the name and value of the setting`, () => {
    const name = setting.settingId.split('_').at(-1)
    assert.match(evaluate(check, policies('0')).observed, new RegExp(`“Policy” sets ${name} to “0”`))
  })

  test(`${check.id}: two policies that disagree are partial at most`, () => {
    const configurationPolicies = ['1', '0'].map((option) =>
      build.policy(`Policy ${option}`, [choice(setting.settingId, option)], [build.allDevices]),
    )
    assert.equal(verdict({ configurationPolicies }), 'partial')
  })

  test(`${check.id}: a custom profile counts as well`, () => {
    const omaUri = `./Device${setting.customPath.startsWith('/vendor') ? '' : '/Vendor/MSFT'}${setting.customPath}`
    const profile = (value: unknown) => ({
      deviceConfigurations: [
        { id: 'p', displayName: 'Custom', assignments: [build.allDevices], omaSettings: [{ omaUri, value }] },
      ],
    })
    assert.equal(verdict(profile(1)), 'effective')
    assert.equal(verdict(profile(0)), 'ineffective')
    assert.equal(verdict(profile('<disabled/>')), 'ineffective')
  })

  test(`${check.id}: missing readings are neither a pass nor a failure`, () => {
    assert.equal(verdict({ configurationPolicies: refused() }), 'no_visibility')
    assert.equal(verdict({ managedDevices: refused() }), 'no_visibility')
    const unlicensed = { managedDevices: refused(), subscribedSkus: skus('EXCHANGE_S_STANDARD') }
    assert.equal(verdict(unlicensed), 'not_licensed')
    assert.equal(check.evaluate(tenantOf({}), PARAMETERS).verdict, 'no_visibility')
  })
}

/** Tests a check of one protection that devices report with this control of Secure Score. */
export function testDeviceReport(check: Check, setting: ProtectionSetting, control: string): void {
  const policies = policyWith(setting)
  const verdict = (values: Values): CheckResult['verdict'] => evaluate(check, values).verdict
  const report = (scoreInPercentage: number) => ({
    secureScores: build.secureScores({ controlName: control, scoreInPercentage }),
  })

  test(`${check.id}: a device report lowers the verdict and never raises it`, () => {
    assert.equal(verdict({ ...policies('1'), ...report(100) }), 'effective')
    assert.equal(verdict({ ...policies('1'), ...report(85) }), 'partial')
    assert.equal(verdict({ ...policies('1'), ...report(10) }), 'ineffective')
    assert.equal(verdict(report(100)), 'ineffective')
  })

  test(`${check.id}: a refused device report means no visibility, because it might have lowered the verdict`, () => {
    const result = evaluate(check, { ...policies('1'), secureScores: refused() })
    assert.equal(result.verdict, 'no_visibility')
    assert.match(result.limitations.join(' '), /SecurityEvents\.Read\.All/)
    assert.equal(verdict({ secureScores: refused() }), 'ineffective')
  })
}
