import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as control from '../../src/engine/checks/application-control.ts'
import { applicationControlReview } from '../../src/engine/checks/application-control-review.ts'
import { driverBlocklist } from '../../src/engine/checks/driver-blocklist.ts'
import { MEMORY_INTEGRITY } from '../../src/engine/checks/settings/credential-protection.ts'
import { choice } from '../../src/engine/checks/settings/setting.ts'
import { APP_CONTROL_ENFORCED } from '../../src/engine/checks/settings/windows-hardening.ts'
import type { Check } from '../../src/engine/model/check.ts'
import * as build from './intune-builder.ts'
import { PARAMETERS, refused, skus, tenantOf, type Values } from './snapshot-builder.ts'

const CONFIG = 'device_vendor_msft_policy_config'
const judge = (check: Check, values: Values) => check.evaluate(tenantOf(build.intune(values)), PARAMETERS)
const catalogue = (...configurationPolicies: object[]): Values => ({ configurationPolicies })

const builtIn = (assignments: readonly unknown[] = [build.allDevices]) =>
  build.policy('Built-in', APP_CONTROL_ENFORCED, assignments)
const watching = build.policy(
  'Watching',
  [
    choice(
      `${CONFIG}_applicationcontrolv2_buildoptions`,
      'built_in_controls_selected',
      choice(`${CONFIG}_applicationcontrolv2_auditmode`, 'enabled'),
    ),
  ],
  [build.allDevices],
)

/** A policy with XML of its own. */
const uploaded = (xml: string, assignments: readonly unknown[] = [build.allDevices], more: object = {}) => ({
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
const appControl = (options: readonly string[], rules = '') =>
  `<SiPolicy><Rules>${options.map((option) => `<Rule><Option>${option}</Option></Rule>`).join('')}</Rules><FileRules>${rules}</FileRules></SiPolicy>`
const USER_MODE = 'Enabled:UMCI'
const allow = (path: string) => `<Allow ID="A" FilePath="${path}" />`

const locker = (omaSettings: readonly object[], assignments: readonly unknown[] = [build.allDevices]): Values => ({
  deviceConfigurationsBeta: [{ id: 'c', displayName: 'AppLocker', assignments, omaSettings }],
})
const ruleSet = (kind: string, xml: string, more: object = {}) => ({
  omaUri: `./Vendor/MSFT/AppLocker/ApplicationLaunchRestrictions/apps/${kind}/Policy`,
  value: Buffer.from(xml).toString('base64'),
  ...more,
})
const collection = (mode: string, path: string, sid = 'S-1-1-0') =>
  `<RuleCollection Type="Exe" EnforcementMode="${mode}"><FilePathRule UserOrGroupSid="${sid}" Action="Allow"><Conditions><FilePathCondition Path="${path}" /></Conditions></FilePathRule></RuleCollection>`
const PROGRAMS = collection('Enabled', '%PROGRAMFILES%\\*')

const ASPECTS = [
  control.applicationControl,
  control.applicationControlUserFolders,
  control.applicationControlAllFolders,
  control.applicationControlFileTypes,
  control.applicationControlDrivers,
]

for (const check of ASPECTS) {
  test(`${check.id}: the built-in policy enforced on every device is effective`, () => {
    assert.equal(judge(check, catalogue(builtIn())).verdict, 'effective')
  })
  test(`${check.id}: on nine devices of ten it is partial`, () => {
    const values = { ...catalogue(builtIn([build.allDevices, build.without(1)])), ...build.usersIn(1, 0, 1) }
    assert.equal(judge(check, values).verdict, 'partial')
  })
  test(`${check.id}: audit mode, no assignment and no policy at all are ineffective`, () => {
    for (const values of [catalogue(watching), catalogue(builtIn([])), {}]) {
      assert.equal(judge(check, values).verdict, 'ineffective')
    }
  })
  test(`${check.id}: own rules that are enforced are effective, in audit mode or allowing everything they are not`, () => {
    assert.equal(judge(check, catalogue(uploaded(appControl([USER_MODE])))).verdict, 'effective')
    const audit = appControl([USER_MODE, 'Enabled:Audit Mode'])
    const everything = appControl([USER_MODE], '<Allow ID="ID_ALLOW_A_1" FileName="*" />')
    for (const xml of [audit, everything, 'no policy']) {
      assert.equal(judge(check, catalogue(uploaded(xml))).verdict, 'ineffective')
    }
  })
  test(`${check.id}: what could not be read is neither a pass nor a failure`, () => {
    assert.equal(judge(check, { configurationPolicies: refused() }).verdict, 'no_visibility')
    assert.equal(judge(check, { managedDevices: refused() }).verdict, 'no_visibility')
    const unlicensed = { managedDevices: refused(400), subscribedSkus: skus('EXCHANGE_S_STANDARD') }
    assert.equal(judge(check, unlicensed).verdict, 'not_licensed')
  })
  test(`${check.id}: a policy whose content is compiled leaves the verdict open, unless nobody is assigned`, () => {
    const compiled = (assignments: unknown[]) =>
      locker(
        [{ omaUri: './Vendor/MSFT/ApplicationControl/Policies/0D6B3A/Policy', value: 'AAAA', isEncrypted: true }],
        assignments,
      )
    const result = judge(check, compiled([build.allDevices]))
    assert.equal(result.verdict, 'no_visibility')
    assert.equal(result.coverage, undefined)
    assert.match(result.observed, /“AppLocker”/)
    assert.equal(judge(check, compiled([])).verdict, 'ineffective')
  })
}

test('AppLocker rules for programs count where they are enforced, and not where they are masked or audit', () => {
  const verdict = (xml: string, more: object = {}) =>
    judge(control.applicationControl, locker([ruleSet('EXE', xml, more)])).verdict
  assert.equal(verdict(PROGRAMS), 'effective')
  assert.equal(verdict(collection('AuditOnly', '%PROGRAMFILES%\\*')), 'ineffective')
  assert.equal(verdict(PROGRAMS, { isEncrypted: true, value: '****' }), 'no_visibility')
  assert.equal(judge(control.applicationControlDrivers, locker([ruleSet('EXE', PROGRAMS)])).verdict, 'ineffective')
})

test('AppLocker that lets everybody run everything is no control, while administrators may', () => {
  const verdict = (xml: string) => judge(control.applicationControlAllFolders, locker([ruleSet('EXE', xml)])).verdict
  assert.equal(verdict(collection('Enabled', '*')), 'ineffective')
  assert.equal(verdict(collection('Enabled', '%OSDRIVE%\\*')), 'ineffective')
  assert.equal(verdict(collection('Enabled', '*', 'S-1-5-32-544')), 'effective')
})

test('a path rule for user folders is a hole in AppLocker, and in App Control where its protection is off', () => {
  const check = control.applicationControlUserFolders
  const rule = 'C:\\Users\\*\\AppData\\Local\\Tool\\*'
  assert.equal(judge(check, locker([ruleSet('EXE', collection('Enabled', rule))])).verdict, 'ineffective')
  assert.equal(judge(check, locker([ruleSet('EXE', PROGRAMS)])).verdict, 'effective')
  const open = appControl([USER_MODE, 'Disabled:Runtime FilePath Rule Protection'], allow(rule))
  assert.equal(judge(check, catalogue(uploaded(open))).verdict, 'ineffective')
  assert.equal(judge(check, catalogue(uploaded(appControl([USER_MODE], allow(rule))))).verdict, 'effective')
})

test('a path rule for the whole disk is a hole in App Control', () => {
  const verdict = (path: string) =>
    judge(control.applicationControlAllFolders, catalogue(uploaded(appControl([USER_MODE], allow(path))))).verdict
  assert.equal(verdict('C:\\*'), 'ineffective')
  assert.equal(verdict('%OSDRIVE%\\Tools\\*'), 'effective')
})

test('scripts left out of App Control, or of AppLocker, show in the kinds of files that are covered', () => {
  const check = control.applicationControlFileTypes
  const noScripts = appControl([USER_MODE, 'Disabled:Script Enforcement'])
  assert.equal(judge(check, catalogue(uploaded(noScripts))).verdict, 'ineffective')
  const kinds = (...names: string[]) => judge(check, locker(names.map((name) => ruleSet(name, PROGRAMS))))
  assert.equal(kinds('EXE', 'DLL', 'Script', 'MSI').verdict, 'effective')
  const some = kinds('EXE', 'MSI')
  assert.equal(some.verdict, 'ineffective')
  assert.deepEqual(some.coverage, { n: 20, of: 40 })
})

test('App Control for drivers alone does not control programs', () => {
  const kernelOnly = catalogue(uploaded(appControl([])))
  assert.equal(judge(control.applicationControl, kernelOnly).verdict, 'ineffective')
  assert.equal(judge(control.applicationControlDrivers, kernelOnly).verdict, 'effective')
})

const BLOCKED = ['bginfo', 'cdb', 'csi', 'dnx', 'msbuild', 'mshta', 'rcsi', 'wmic']
const denials = (names: readonly string[]) => names.map((name) => `<Deny ID="D" FileName="${name}.exe" />`).join('')

test('the recommended block rules are recognised whole, enforced, and whatever else the policy allows', () => {
  const check = control.applicationBlocklist
  const rules = `<Allow ID="ID_ALLOW_A_1" FileName="*" />${denials(BLOCKED)}`
  const verdict = (xml: string) => judge(check, catalogue(uploaded(xml))).verdict
  assert.equal(verdict(appControl([USER_MODE], rules)), 'effective')
  assert.equal(verdict(appControl([USER_MODE, 'Enabled:Audit Mode'], rules)), 'ineffective')
  assert.equal(verdict(appControl([USER_MODE], denials(BLOCKED.slice(1)))), 'ineffective')
  const nine = uploaded(appControl([USER_MODE], rules), [build.allDevices, build.without(1)])
  assert.equal(judge(check, { ...catalogue(nine), ...build.usersIn(1, 0, 1) }).verdict, 'partial')
})

test('the built-in policy does not show what it blocks, so the block rules stay open with it', () => {
  const check = control.applicationBlocklist
  assert.equal(judge(check, catalogue(builtIn())).verdict, 'no_visibility')
  assert.equal(judge(check, catalogue(watching)).verdict, 'ineffective')
  assert.equal(judge(check, {}).verdict, 'ineffective')
  assert.equal(judge(check, { configurationPolicies: refused() }).verdict, 'no_visibility')
})

test('a policy changed within a year shows a review, an older one leaves it to people', () => {
  const changed = (lastModifiedDateTime: string) =>
    judge(applicationControlReview, catalogue({ ...builtIn(), lastModifiedDateTime })).verdict
  assert.equal(changed('2025-06-01T00:00:00Z'), 'effective')
  assert.equal(changed('2024-06-01T00:00:00Z'), 'not_applicable')
  assert.equal(changed('0001-01-01T00:00:00Z'), 'not_applicable')
})

test('where no application control policy is assigned there is nothing to review', () => {
  assert.equal(judge(applicationControlReview, {}).verdict, 'ineffective')
  assert.equal(judge(applicationControlReview, catalogue(builtIn([]))).verdict, 'ineffective')
  assert.equal(
    judge(applicationControlReview, { deviceConfigurationsBeta: refused(), deviceConfigurations: refused() }).verdict,
    'no_visibility',
  )
  assert.equal(judge(applicationControlReview, { managedDevices: refused() }).verdict, 'no_visibility')
})

const integrity = (option: string) =>
  catalogue(build.policy('HVCI', [choice(MEMORY_INTEGRITY.settingId, option)], [build.allDevices]))
const measured = (scoreInPercentage: number): Values => ({
  secureScores: build.secureScores({ controlName: 'scid_115', scoreInPercentage }),
})
const OLD = { managedDevices: build.devices(10, '10.0.19045.6456') }

test('memory integrity brings the driver blocklist, with a lock in the firmware or without', () => {
  for (const option of ['1', '2'])
    assert.equal(judge(driverBlocklist, { ...OLD, ...integrity(option) }).verdict, 'effective')
  assert.equal(judge(driverBlocklist, { ...OLD, ...integrity('0') }).verdict, 'ineffective')
  assert.equal(judge(driverBlocklist, OLD).verdict, 'ineffective')
})

test('newer Windows has the blocklist by default, which only the devices’ own report confirms', () => {
  assert.equal(judge(driverBlocklist, {}).verdict, 'no_visibility')
  assert.equal(judge(driverBlocklist, measured(100)).verdict, 'effective')
  assert.equal(judge(driverBlocklist, measured(90)).verdict, 'partial')
  assert.equal(judge(driverBlocklist, measured(10)).verdict, 'ineffective')
  assert.equal(judge(driverBlocklist, { secureScores: refused() }).verdict, 'no_visibility')
})

test('of policy and the devices’ own report on vulnerable drivers the lower counts', () => {
  assert.equal(judge(driverBlocklist, { ...OLD, ...integrity('1'), ...measured(50) }).verdict, 'ineffective')
  assert.equal(
    judge(driverBlocklist, { configurationPolicies: refused(), secureScores: refused() }).verdict,
    'no_visibility',
  )
})

test('the attack surface reduction rule for vulnerable drivers is not the list of them', () => {
  const rule =
    'device_vendor_msft_policy_config_defender_attacksurfacereductionrules_blockabuseofexploitedvulnerablesigneddrivers'
  const values = catalogue(build.groupedPolicy('ASR', [choice(rule, 'block')], [build.allDevices]))
  assert.equal(judge(driverBlocklist, { ...OLD, ...values }).verdict, 'ineffective')
})
