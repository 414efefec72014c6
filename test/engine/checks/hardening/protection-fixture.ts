import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localAdministratorPasswords } from '../../../../src/engine/checks/hardening/local-administrator-passwords.ts'
import type { Check, CheckResult } from '../../../../src/engine/model/check.ts'
import type { ProtectionSetting } from '../../../../src/engine/readers/settings/credential-protection.ts'
import { choice } from '../../../../src/engine/readers/settings/setting.ts'
import { nameOption, nameSetting } from '../../../../src/engine/readers/settings/titles.ts'
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

/**
 * Tests a check of one protection by its policy setting. With `otherMeans` something besides Intune may turn it on even
 * where Intune alone manages the devices.
 */
export function testProtection(check: Check, setting: ProtectionSetting, otherMeans = false): void {
  const policies = policyWith(setting)
  const verdict = (values: Values): CheckResult['verdict'] => evaluate(check, values).verdict
  const kindOf = (values: Values) => {
    const result = evaluate(check, values)
    return [result.verdict, result.kind]
  }

  test(`${check.id}: every option that counts, on every device, is effective`, () => {
    for (const option of setting.options) assert.equal(verdict(policies(option)), 'effective', option)
  })

  test(`${check.id}: switched off on one device of ten is partial, and that device is named`, () => {
    const [on] = policies('1', [build.allDevices, build.without(1)]).configurationPolicies
    const [off] = policies('0', [build.group(1)]).configurationPolicies
    const result = evaluate(check, { configurationPolicies: [on, off], ...build.usersIn(1, 0, 1) })
    assert.equal(result.verdict, 'partial')
    assert.deepEqual(result.coverage, { n: 9, of: 10 })
    assert.deepEqual(result.affected?.items, ['PC-0'])
  })

  test(`${check.id}: switched off is contrary; without a policy it fails only where nothing else can set it`, () => {
    const contrary = check === localAdministratorPasswords ? 'absent' : 'contrary'
    assert.deepEqual(kindOf(policies('0')), ['ineffective', contrary])
    const alone = otherMeans ? ['no_visibility', 'absent'] : ['ineffective', 'absent']
    assert.deepEqual(kindOf(policies('1', [])), alone)
    assert.deepEqual(kindOf({}), alone)
    const hybrid = { managedDevices: build.devices(10, undefined, build.HYBRID) }
    assert.deepEqual(kindOf(hybrid), ['no_visibility', 'absent'])
    assert.deepEqual(kindOf({ ...hybrid, ...policies('0') }), ['ineffective', contrary])
  })

  test(`${check.id}: the result has the title and value of the setting`, () => {
    const { title } = nameSetting(setting.settingId)
    assert.ok(title)
    const { observed } = evaluate(check, policies('0'))
    assert.match(observed, new RegExp(`“Policy” sets “${title}” to “${nameOption(setting.settingId, '0')}”`))
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
    assert.deepEqual(kindOf({ configurationPolicies: refused() }), ['no_visibility', 'blind'])
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

  test(`${check.id}: device reports decide, whatever the policy says`, () => {
    for (const policy of [policies('1'), policies('0'), {}]) {
      const reported = (share: number) => {
        const result = evaluate(check, { ...policy, ...report(share) })
        return [result.verdict, result.kind, result.ifNamed ?? false]
      }
      const isNamed = check === localAdministratorPasswords
      assert.deepEqual(reported(100), ['effective', 'seen', false])
      assert.deepEqual(reported(85), ['partial', 'seen', false])
      assert.deepEqual(reported(10), ['ineffective', isNamed ? 'absent' : 'contrary', isNamed])
    }
  })

  test(`${check.id}: a refused device report means no visibility, because it might have lowered the verdict`, () => {
    const result = evaluate(check, { ...policies('1'), secureScores: refused() })
    assert.deepEqual([result.verdict, result.kind], ['no_visibility', 'blind'])
    assert.match(result.limitations.join(' '), /SecurityEvents\.Read\.All/)
    assert.equal(verdict({ ...policies('0'), secureScores: refused() }), 'ineffective')
  })
}
