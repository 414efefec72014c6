import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as asr from '../../src/engine/checks/attack-surface-reduction.ts'
import * as browser from '../../src/engine/checks/browser-hardening.ts'
import { networkProtection } from '../../src/engine/checks/network-protection.ts'
import { officeHardening, officeSettingsLocked } from '../../src/engine/checks/office-hardening.ts'
import { pdfHardening } from '../../src/engine/checks/pdf-hardening.ts'
import { enforcesScripts, powershellConstrainedLanguage } from '../../src/engine/checks/powershell-language.ts'
import { commandLineLogging, powershellLogging } from '../../src/engine/checks/powershell-logging.ts'
import { ASR_RULES } from '../../src/engine/checks/settings/attack-surface-reduction-rules.ts'
import { EDGE_HARDENING, NETWORK_PROTECTION } from '../../src/engine/checks/settings/edge-hardening.ts'
import { OFFICE_HARDENING } from '../../src/engine/checks/settings/office-hardening.ts'
import { choice, flattenSettings, type Setting } from '../../src/engine/checks/settings/setting.ts'
import {
  APP_CONTROL_ENFORCED,
  COMMAND_LINE_LOGGING,
  INTERNET_EXPLORER_OFF,
  JAVA_OFF,
  POWERSHELL_LOGGING,
  WINDOWS_HELLO,
  WINDOWS_HELLO_GROUP,
} from '../../src/engine/checks/settings/windows-hardening.ts'
import { dotnet35Removed, officeOlePackages, powershell2Removed } from '../../src/engine/checks/windows-features.ts'
import { mfaPhishingResistantLogon, mfaWorkstationLogon } from '../../src/engine/checks/windows-hello.ts'
import type { Check } from '../../src/engine/model/check.ts'
import * as build from './intune-builder.ts'
import { PARAMETERS, refused, tenantOf, type Values } from './snapshot-builder.ts'

const WINDOWS_10 = '10.0.19045.5000'
const judge = (check: Check, values: Values, parameters = PARAMETERS) =>
  check.evaluate(tenantOf(build.intune({ managedDevices: build.devices(10, WINDOWS_10), ...values })), parameters)

/** The same settings with a value that is none of the hardened ones. */
const turned = (settings: readonly Setting[]): Setting[] =>
  flattenSettings(settings).map(({ definitionId }) => choice(definitionId, 'other'))
const rule = (settingId: string, option: string) => [choice(settingId, option)]

const CASES: readonly { check: Check; good: readonly Setting[]; bad: readonly Setting[] }[] = [
  ...(
    [
      [asr.officeChildProcesses, ASR_RULES.officeChildProcesses],
      [asr.officeExecutableContent, ASR_RULES.officeExecutableContent],
      [asr.officeCodeInjection, ASR_RULES.officeCodeInjection],
      [asr.pdfChildProcesses, ASR_RULES.adobeChildProcesses],
    ] as const
  ).map(([check, { settingId }]) => ({ check, good: rule(settingId, 'block'), bad: rule(settingId, 'audit') })),
  { check: officeHardening, good: OFFICE_HARDENING, bad: turned(OFFICE_HARDENING) },
  { check: officeSettingsLocked, good: turned(OFFICE_HARDENING), bad: [] },
  { check: browser.browserHardening, good: EDGE_HARDENING, bad: turned(EDGE_HARDENING) },
  { check: browser.browserSettingsLocked, good: turned(EDGE_HARDENING), bad: [] },
  { check: browser.browserAdvertisements, good: EDGE_HARDENING, bad: turned(EDGE_HARDENING) },
  { check: networkProtection, good: rule(NETWORK_PROTECTION, '1'), bad: rule(NETWORK_PROTECTION, '2') },
  { check: browser.internetExplorerDisabled, good: INTERNET_EXPLORER_OFF, bad: turned(INTERNET_EXPLORER_OFF) },
  { check: browser.browserJava, good: JAVA_OFF, bad: turned(JAVA_OFF) },
  { check: powershellLogging, good: POWERSHELL_LOGGING, bad: turned(POWERSHELL_LOGGING) },
  { check: commandLineLogging, good: COMMAND_LINE_LOGGING, bad: turned(COMMAND_LINE_LOGGING) },
  { check: powershellConstrainedLanguage, good: APP_CONTROL_ENFORCED, bad: turned(APP_CONTROL_ENFORCED) },
]

for (const { check, good, bad } of CASES) {
  const policies = (settings: readonly Setting[], assignments: readonly unknown[]) => ({
    configurationPolicies: [build.policy('Policy', settings, assignments)],
  })

  test(`${check.id}: hardened on every device is effective`, () => {
    assert.equal(judge(check, policies(good, [build.allDevices])).verdict, 'effective')
  })
  test(`${check.id}: hardened on nine devices of ten is partial`, () => {
    const result = judge(check, { ...policies(good, [build.allDevices, build.without(1)]), ...build.usersIn(1, 0, 1) })
    assert.equal(result.verdict, 'partial')
    assert.ok(result.coverage)
    assert.equal(result.coverage.n / result.coverage.of, 0.9)
  })
  test(`${check.id}: other values are ineffective`, () => {
    assert.equal(judge(check, policies(bad, [build.allDevices])).verdict, 'ineffective')
  })
  test(`${check.id}: an unassigned policy is ineffective`, () => {
    assert.equal(judge(check, policies(good, [])).verdict, 'ineffective')
  })
  test(`${check.id}: two policies with different values are partial at most`, () => {
    const locked = check === officeSettingsLocked || check === browser.browserSettingsLocked
    const result = judge(check, {
      configurationPolicies: [
        build.policy('One', good, [build.allDevices]),
        build.policy('Two', turned(good), [build.allDevices]),
      ],
    })
    // Whichever value applies, it is the policy's and not the user's.
    assert.equal(result.verdict, locked ? 'effective' : 'partial')
  })
  test(`${check.id}: what could not be read is neither a pass nor a failure`, () => {
    assert.equal(judge(check, { configurationPolicies: refused() }).verdict, 'no_visibility')
    assert.equal(judge(check, { managedDevices: refused() }).verdict, 'no_visibility')
  })
}

test('the lists hold as many settings as the hardening guidance they come from', () => {
  assert.equal(flattenSettings(OFFICE_HARDENING).length, 119)
  assert.equal(flattenSettings(EDGE_HARDENING).length, 17)
})

test('the share of hardened settings decides, with the missing ones named', () => {
  const most = flattenSettings(EDGE_HARDENING).slice(0, 14)
  const few = flattenSettings(EDGE_HARDENING).slice(0, 13)
  const result = judge(browser.browserHardening, {
    configurationPolicies: [build.policy('Edge', most, [build.allDevices])],
  })
  assert.equal(result.verdict, 'partial')
  assert.deepEqual(result.coverage, { n: 140, of: 170 })
  assert.equal(result.affected?.total, 3)
  const configurationPolicies = [build.policy('Edge', few, [build.allDevices])]
  assert.equal(judge(browser.browserHardening, { configurationPolicies }).verdict, 'ineffective')
})

test('recommended Edge policies, which users can change, are not locked settings', () => {
  const recommended = flattenSettings(EDGE_HARDENING).map(({ definitionId }) =>
    choice(definitionId.replace('policy~microsoft_edge', 'policy~microsoft_edge_recommended'), '1'),
  )
  const configurationPolicies = [build.policy('Edge', recommended, [build.allDevices])]
  assert.equal(judge(browser.browserSettingsLocked, { configurationPolicies }).verdict, 'ineffective')
})

test('Windows 11 has no Internet Explorer, and a device of unknown version is not judged', () => {
  const managedDevices = build.devices(10, '10.0.22631.4317')
  assert.equal(judge(browser.internetExplorerDisabled, { managedDevices }).verdict, 'effective')
  assert.equal(judge(browser.browserJava, { managedDevices }).verdict, 'effective')
  const unknown = judge(browser.internetExplorerDisabled, { managedDevices: build.devices(10, '') })
  assert.equal(unknown.verdict, 'no_visibility')
  assert.match(unknown.observed, /version of some devices is not known/)
})

test('script block logging without the other two is partial', () => {
  const [first, second] = POWERSHELL_LOGGING
  const verdict = (settings: (Setting | undefined)[]) =>
    judge(powershellLogging, {
      configurationPolicies: [
        build.policy(
          'Log',
          settings.flatMap((setting) => setting ?? []),
          [build.allDevices],
        ),
      ],
    }).verdict
  assert.equal(verdict([first]), 'partial')
  assert.equal(verdict([second]), 'ineffective')
})

test('an App Control policy in audit mode, or one that leaves scripts out, does not constrain PowerShell', () => {
  const xml = (...options: string[]) =>
    `<SiPolicy><Rules>${options.map((o) => `<Option>${o}</Option>`)}</Rules></SiPolicy>`
  assert.equal(enforcesScripts(xml('Enabled:UMCI')), true)
  assert.equal(enforcesScripts(xml('Enabled:Audit Mode')), false)
  assert.equal(enforcesScripts(xml('Disabled:Script Enforcement')), false)
  assert.equal(enforcesScripts(''), false)
  const profile = (appLockerApplicationControl: string) =>
    judge(powershellConstrainedLanguage, {
      deviceConfigurationsBeta: [
        { id: 'p', displayName: 'P', assignments: [build.allDevices], appLockerApplicationControl },
      ],
    }).verdict
  assert.equal(profile('enforceComponentsAndStoreApps'), 'effective')
  assert.equal(profile('auditComponentsAndStoreApps'), 'ineffective')
})

const base64 = (content: string) => Buffer.from(content).toString('base64')
const SCRIPTS: readonly [Check, string][] = [
  [officeOlePackages, 'Set-ItemProperty -Path $key -Name PackagerPrompt -Value 2'],
  [dotnet35Removed, 'Disable-WindowsOptionalFeature -Online -FeatureName NetFx3'],
  [powershell2Removed, 'Disable-WindowsOptionalFeature -Online -FeatureName MicrosoftWindowsPowerShellV2Root'],
]

for (const [check, content] of SCRIPTS) {
  const id = build.groupId(9)
  const script = (assignments: readonly unknown[], displayName = 'Script') => ({
    deviceHealthScripts: [{ id, displayName, assignments }],
  })
  const full = { [`deviceHealthScript/${id}`]: { id, remediationScriptContent: base64(content) } }
  const run = { ...build.allDevices, runRemediationScript: true }

  test(`${check.id}: a remediation script on every device is effective`, () => {
    assert.equal(judge(check, { ...script([run]), ...full }).verdict, 'effective')
  })
  test(`${check.id}: a script written in UTF-16 is read as well`, () => {
    const remediationScriptContent = Buffer.from(content, 'utf16le').toString('base64')
    const result = judge(check, { ...script([run]), [`deviceHealthScript/${id}`]: { remediationScriptContent } })
    assert.equal(result.verdict, 'effective')
  })
  test(`${check.id}: too few devices, or none, prove nothing and are left to people`, () => {
    const some = judge(check, {
      ...script([run, build.without(1)]),
      ...full,
      ...build.usersIn(1, 0, 5),
    })
    assert.equal(some.verdict, 'not_applicable')
    assert.match(some.observed, /5 of 10/)
    assert.equal(judge(check, {}).verdict, 'not_applicable')
    assert.equal(judge(check, { deviceHealthScripts: refused() }).verdict, 'no_visibility')
    assert.equal(judge(check, { managedDevices: refused() }).verdict, 'no_visibility')
  })
  test(`${check.id}: a script that only detects, is unassigned, or only has the right name is not counted`, () => {
    const detecting = script([{ ...run, runRemediationScript: false }])
    for (const values of [{ ...detecting, ...full }, { ...script([]), ...full }, script([run], content)]) {
      assert.equal(judge(check, values).verdict, 'not_applicable')
    }
  })
}

test('Windows 11 24H2 since August 2025 has no PowerShell 2.0, an earlier one may', () => {
  const at = (version: string) => judge(powershell2Removed, { managedDevices: build.devices(10, version) }).verdict
  assert.equal(at('10.0.26100.4946'), 'effective')
  assert.equal(at('10.0.26200.6584'), 'effective')
  assert.equal(at('10.0.26100.4652'), 'not_applicable')
  assert.equal(at(WINDOWS_10), 'not_applicable')
})

test('PDF hardening follows the worst of the controls that devices report on', () => {
  const at = (...shares: number[]) =>
    judge(pdfHardening, {
      secureScores: build.secureScores(
        ...shares.map((scoreInPercentage, index) => ({ controlName: `scid_${97 + index}`, scoreInPercentage })),
      ),
    }).verdict
  assert.equal(at(100, 100), 'effective')
  assert.equal(at(100, 85), 'partial')
  assert.equal(at(100, 85, 20), 'ineffective')
  assert.equal(at(), 'not_applicable')
  assert.equal(judge(pdfHardening, { secureScores: refused() }).verdict, 'no_visibility')
})

const registered = (n: number, listed = 10) =>
  Array.from({ length: listed }, (_, index) => ({
    id: build.userId(index),
    userPrincipalName: `user${index}@example.com`,
    methodsRegistered: index < n ? ['windowsHelloForBusiness'] : ['microsoftAuthenticatorPush', 'mobilePhone'],
  }))
const hello = (option: string, assignments: readonly unknown[]) =>
  build.groupedPolicy(
    'Hello',
    WINDOWS_HELLO.map(({ definitionId }) => choice(definitionId, option)),
    assignments,
    WINDOWS_HELLO_GROUP,
  )

for (const check of [mfaWorkstationLogon, mfaPhishingResistantLogon]) {
  const at = (registrationDetails: unknown, more: Values = {}) => judge(check, { registrationDetails, ...more })

  test(`${check.id}: the share of users with a registered method decides`, () => {
    assert.equal(at(registered(10)).verdict, 'effective')
    assert.equal(at(registered(9)).verdict, 'partial')
    const weak = at(registered(3))
    assert.equal(weak.verdict, 'ineffective')
    assert.deepEqual(weak.coverage, { n: 3, of: 10 })
    assert.equal(weak.affected?.items[0], 'user3@example.com')
  })
  test(`${check.id}: what could not be read is neither a pass nor a failure`, () => {
    assert.equal(at(refused()).verdict, 'no_visibility')
    assert.equal(at(registered(10), { managedDevices: refused() }).verdict, 'no_visibility')
    assert.equal(at(registered(8, 8)).verdict, 'no_visibility')
    const shared = [{ id: 'x', operatingSystem: 'Windows', userId: '' }]
    assert.equal(at(registered(10), { managedDevices: shared }).verdict, 'no_visibility')
  })
  test(`${check.id}: a policy alone, without anyone registered, is no pass`, () => {
    const configurationPolicies = [hello('true', [build.allDevices])]
    assert.equal(at(registered(0), { configurationPolicies }).verdict, 'ineffective')
    assert.equal(at(refused(), { configurationPolicies }).verdict, 'no_visibility')
  })
  test(`${check.id}: a policy that switches Windows Hello off lowers the verdict, unless it is not assigned`, () => {
    const off = (assignments: readonly unknown[]) =>
      at(registered(10), {
        configurationPolicies: [hello('false', assignments)],
        ...build.usersIn(1, 0, 1),
      }).verdict
    assert.equal(off([build.allDevices]), 'ineffective')
    assert.equal(off([build.group(1)]), 'partial')
    assert.equal(off([]), 'effective')
  })
  test(`${check.id}: disabled and emergency accounts are not counted`, () => {
    const users = [{ id: build.userId(9), accountEnabled: false }]
    assert.deepEqual(at(registered(9), { users }).coverage, { n: 9, of: 9 })
    const parameters = { ...PARAMETERS, breakGlass: ['User9@example.com'] }
    const result = judge(check, { registrationDetails: registered(9) }, parameters)
    assert.equal(result.verdict, 'effective')
    assert.ok(result.limitations.some((limitation) => /1 emergency account set aside/.test(limitation)))
  })
}
