import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check } from '../../../../src/engine/model/check.ts'
import { choice } from '../../../../src/engine/readers/settings/setting.ts'
import { APP_CONTROL_ENFORCED } from '../../../../src/engine/readers/settings/windows-hardening.ts'
import * as build from '../../intune-builder.ts'
import { PARAMETERS, refused, skus, tenantOf, type Values } from '../../snapshot-builder.ts'

const CONFIG = 'device_vendor_msft_policy_config'
export const evaluate = (check: Check, values: Values) => check.evaluate(tenantOf(build.intune(values)), PARAMETERS)
export const catalogue = (...configurationPolicies: object[]): Values => ({ configurationPolicies })

export const builtIn = (assignments: readonly unknown[] = [build.allDevices]) =>
  build.policy('Built-in', APP_CONTROL_ENFORCED, assignments)
export const watching = (assignments: readonly unknown[] = [build.allDevices]) =>
  build.policy(
    'Watching',
    [
      choice(
        `${CONFIG}_applicationcontrolv2_buildoptions`,
        'built_in_controls_selected',
        choice(`${CONFIG}_applicationcontrolv2_auditmode`, 'enabled'),
      ),
    ],
    assignments,
  )

/** A policy with custom XML. */
export const uploaded = (xml: string, assignments: readonly unknown[] = [build.allDevices], more: object = {}) => ({
  id: 'xml',
  name: 'Own rules',
  assignments,
  settings: [
    {
      settingInstance: {
        settingDefinitionId: `${CONFIG}_applicationcontrolv2_xmlupload`,
        simpleSettingValue: { value: xml },
      },
    },
  ],
  ...more,
})
export const appControl = (options: readonly string[], rules = '') =>
  `<SiPolicy><Rules>${options.map((option) => `<Rule><Option>${option}</Option></Rule>`).join('')}</Rules><FileRules>${rules}</FileRules></SiPolicy>`
export const supplemental = (rules = '', options: readonly string[] = []) =>
  appControl(options, rules).replace('<SiPolicy>', '<SiPolicy PolicyType="Supplemental Policy">')
export const USER_MODE = 'Enabled:UMCI'
export const allow = (path: string) => `<Allow ID="A" FilePath="${path}" />`

export const locker = (
  omaSettings: readonly object[],
  assignments: readonly unknown[] = [build.allDevices],
): Values => ({
  deviceConfigurations: [{ id: 'c', displayName: 'AppLocker', assignments, omaSettings }],
})
export const ruleSet = (kind: string, xml: string, more: object = {}) => ({
  omaUri: `./Vendor/MSFT/AppLocker/ApplicationLaunchRestrictions/apps/${kind}/Policy`,
  value: Buffer.from(xml).toString('base64'),
  ...more,
})
export const collection = (mode: string, path: string, sid = 'S-1-1-0') =>
  `<RuleCollection Type="Exe" EnforcementMode="${mode}"><FilePathRule UserOrGroupSid="${sid}" Action="Allow"><Conditions><FilePathCondition Path="${path}" /></Conditions></FilePathRule></RuleCollection>`
export const PROGRAMS = collection('Enabled', '%PROGRAMFILES%\\*')

/** For `reachesEveryVerdict`: verdicts that a check of application control never returns. */
export const OTHER_VENDORS = {
  ineffective: 'another vendor’s product may control applications where Windows does not',
}

/** Tests a check of one aspect of application control. */
export function testAspect(check: Check): void {
  test(`${check.id}: the built-in policy enforced on every device is effective`, () => {
    assert.equal(evaluate(check, catalogue(builtIn())).verdict, 'effective')
  })
  test(`${check.id}: audit mode counts like no policy, on every device or on one of ten`, () => {
    const nine = catalogue(builtIn([build.allDevices, build.without(1)]), watching([build.group(1)]))
    for (const values of [nine, catalogue(watching())]) {
      const audit = evaluate(check, { ...build.usersIn(1, 0, 1), ...values })
      assert.deepEqual([audit.verdict, audit.kind, audit.atBest], ['no_visibility', 'absent', undefined])
    }
  })
  test(`${check.id}: without a policy, or with one in audit mode, another product may do it`, () => {
    for (const values of [catalogue(builtIn([])), {}]) {
      const result = evaluate(check, values)
      assert.deepEqual([result.verdict, result.kind, result.atBest], ['no_visibility', 'absent', undefined])
      assert.match(result.observed, /another vendor’s application control/)
    }
  })
  test(`${check.id}: custom rules are effective if enforced, but not in audit mode or if they allow everything`, () => {
    assert.equal(evaluate(check, catalogue(uploaded(appControl([USER_MODE])))).verdict, 'effective')
    const audit = appControl([USER_MODE, 'Enabled:Audit Mode'])
    const everything = appControl([USER_MODE], '<Allow ID="ID_ALLOW_A_1" FileName="*" />')
    for (const xml of [audit, everything, 'no policy']) {
      const { verdict, kind, observed } = evaluate(check, catalogue(uploaded(xml)))
      assert.deepEqual([verdict, kind], ['no_visibility', 'absent'])
      assert.match(observed, /\(not seen: another vendor’s application control\)/)
    }
  })
  test(`${check.id}: another base policy on the same device changes nothing, nor does one that adds some programs`, () => {
    const own = uploaded(appControl([USER_MODE]))
    const everything = '<Allow ID="ID_ALLOW_A_1" FileName="*" />'
    for (const more of [appControl([USER_MODE], everything), supplemental(allow('C:\\Tools\\a.exe'))]) {
      assert.equal(evaluate(check, catalogue(own, uploaded(more, undefined, { id: 'more' }))).verdict, 'effective')
    }
    for (const opening of [supplemental(everything), 'no policy']) {
      assert.equal(evaluate(check, catalogue(own, uploaded(opening, undefined, { id: 'more' }))).verdict, 'partial')
    }
    assert.notEqual(evaluate(check, catalogue(uploaded(supplemental('', [USER_MODE])))).verdict, 'effective')
  })
  test(`${check.id}: missing readings are neither a pass nor a failure`, () => {
    assert.equal(evaluate(check, { configurationPolicies: refused() }).verdict, 'no_visibility')
    assert.equal(evaluate(check, { managedDevices: refused() }).verdict, 'no_visibility')
    const unlicensed = { managedDevices: refused(400), subscribedSkus: skus('EXCHANGE_S_STANDARD') }
    assert.equal(evaluate(check, unlicensed).verdict, 'not_licensed')
  })
  test(`${check.id}: a compiled policy means no visibility unless it is unassigned`, () => {
    const compiled = (assignments: unknown[]) =>
      locker(
        [{ omaUri: './Vendor/MSFT/ApplicationControl/Policies/0D6B3A/Policy', value: 'AAAA', isEncrypted: true }],
        assignments,
      )
    const result = evaluate(check, compiled([build.allDevices]))
    assert.equal(result.verdict, 'no_visibility')
    assert.equal(result.coverage, undefined)
    assert.match(result.observed, /“AppLocker”/)
    assert.equal(evaluate(check, compiled([])).kind, 'absent')
  })
}

/** Tests that a gap in enforced App Control rules is found; people may still name another product. */
export function testHole(check: Check, xml: string): void {
  test(`${check.id}: enforced rules that omit this fail, on every device or on one of ten`, () => {
    const all = evaluate(check, catalogue(uploaded(xml)))
    assert.deepEqual([all.verdict, all.kind], ['ineffective', 'absent'])
    assert.match(all.invites ?? '', /say so in the questionnaire/)
    const one = catalogue(builtIn([build.allDevices, build.without(1)]), uploaded(xml, [build.group(1)]))
    const nine = evaluate(check, { ...build.usersIn(1, 0, 1), ...one })
    assert.deepEqual([nine.verdict, nine.kind], ['partial', 'absent'])
  })
}
