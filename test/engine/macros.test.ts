import assert from 'node:assert/strict'
import { test } from 'node:test'
import { officeMacrosWin32Api } from '../../src/engine/checks/attack-surface-reduction.ts'
import {
  officeMacroAntivirus,
  officeMacroSettingsLocked,
  officeMacrosDisabled,
  officeMacrosInternetBlocked,
  officeMacrosTrustedOnly,
  officeMacrosUntrustedPublisher,
  officeMacrosV3Signatures,
} from '../../src/engine/checks/office-macros.ts'
import { ASR_RULES } from '../../src/engine/checks/settings/attack-surface-reduction-rules.ts'
import {
  MACRO_APPLICATIONS,
  MACRO_SCAN_SCOPE,
  MIXED_LOCATIONS,
  NO_MESSAGE_BAR,
  ONLY_V3_SIGNATURES,
} from '../../src/engine/checks/settings/macro-applications.ts'
import { MACRO_SETTINGS } from '../../src/engine/checks/settings/macros-disabled.ts'
import { choice, type Setting } from '../../src/engine/checks/settings/setting.ts'
import type { Check } from '../../src/engine/model/check.ts'
import * as build from './intune-builder.ts'
import { PARAMETERS, refused, tenantOf, type Values } from './snapshot-builder.ts'

const judge = (check: Check, values: Values) => check.evaluate(tenantOf(build.intune(values)), PARAMETERS)

const warnings = (option: string): Setting[] => MACRO_APPLICATIONS.map((app) => choice(app.warnings, option))
const each = (id: 'blockInternet' | 'networkLocations', option: string): Setting[] =>
  MACRO_APPLICATIONS.flatMap((app) => (app[id] ? [choice(app[id], option)] : []))

/** A policy that takes the "Enable Content" command out of Backstage, a list below a choice. */
const backstage = (command: string) => ({
  id: 'Backstage',
  name: 'Backstage',
  assignments: [build.allDevices],
  settings: MACRO_APPLICATIONS.flatMap(({ disabledCommands: settingDefinitionId }) => {
    if (!settingDefinitionId) return []
    const child = { settingDefinitionId, simpleSettingCollectionValue: [{ value: command }] }
    const parent = settingDefinitionId.replace('_l_enteracommandbaridtodisable', '')
    return [
      {
        settingInstance: {
          settingDefinitionId: parent,
          choiceSettingValue: { value: `${parent}_1`, children: [child] },
        },
      },
    ]
  }),
})

const CASES: readonly { check: Check; good: readonly Setting[]; bad: readonly Setting[] }[] = [
  { check: officeMacrosDisabled, good: MACRO_SETTINGS, bad: warnings('2') },
  {
    check: officeMacrosTrustedOnly,
    good: [...warnings('3'), ...each('networkLocations', '0'), choice(MIXED_LOCATIONS, '0')],
    bad: warnings('2'),
  },
  { check: officeMacrosUntrustedPublisher, good: MACRO_SETTINGS, bad: warnings('3') },
  {
    check: officeMacrosV3Signatures,
    good: [choice(`user_vendor_msft_policy_config_office16v9~policy~l_x${ONLY_V3_SIGNATURES}`, '1')],
    bad: [choice(`user_vendor_msft_policy_config_office16v9~policy~l_x${ONLY_V3_SIGNATURES}`, '0')],
  },
  { check: officeMacrosInternetBlocked, good: each('blockInternet', '1'), bad: each('blockInternet', '0') },
  { check: officeMacroAntivirus, good: [choice(MACRO_SCAN_SCOPE, '2')], bad: [choice(MACRO_SCAN_SCOPE, '1')] },
  {
    check: officeMacrosWin32Api,
    good: [choice(ASR_RULES.officeMacroWin32.settingId, 'block')],
    bad: [choice(ASR_RULES.officeMacroWin32.settingId, 'audit')],
  },
  { check: officeMacroSettingsLocked, good: warnings('2'), bad: each('blockInternet', '1') },
]

for (const { check, good, bad } of CASES) {
  const policies = (settings: readonly Setting[], assignments: readonly unknown[]) => ({
    configurationPolicies: [build.policy('Policy', settings, assignments)],
  })

  test(`${check.id}: hardened on every device is effective`, () => {
    assert.equal(judge(check, policies(good, [build.allDevices])).verdict, 'effective')
  })
  test(`${check.id}: hardened on nine devices of ten is partial`, () => {
    const result = judge(check, {
      ...policies(good, [build.allDevices, build.without(1)]),
      ...build.usersIn(1, 0, 1),
    })
    assert.equal(result.verdict, 'partial')
    assert.ok(result.coverage)
    assert.equal(result.coverage.n / result.coverage.of, 0.9)
    assert.ok(result.affected && result.affected.total > 0)
  })
  test(`${check.id}: another value is ineffective`, () => {
    assert.equal(judge(check, policies(bad, [build.allDevices])).verdict, 'ineffective')
  })
  test(`${check.id}: no policy at all is ineffective`, () => {
    assert.equal(judge(check, {}).verdict, 'ineffective')
  })
  test(`${check.id}: an unassigned policy is ineffective`, () => {
    assert.equal(judge(check, policies(good, [])).verdict, 'ineffective')
  })
  test(`${check.id}: what could not be read is neither a pass nor a failure`, () => {
    for (const values of [{ configurationPolicies: refused() }, { managedDevices: refused(429) }]) {
      const result = judge(check, values)
      assert.equal(result.verdict, 'no_visibility')
      assert.equal(result.coverage, undefined)
    }
  })
}

const disabled = (assignments: readonly unknown[]) => build.policy('Disabled', MACRO_SETTINGS, assignments)
const signed = (assignments: readonly unknown[]) => build.policy('Signed only', warnings('3'), assignments)

test('macros disabled in seven of eight applications is partial and names the eighth', () => {
  const settings = warnings('4').filter((_, index) => MACRO_APPLICATIONS[index]?.name !== 'Publisher')
  const result = judge(officeMacrosDisabled, {
    configurationPolicies: [build.policy('Policy', settings, [build.allDevices])],
  })
  assert.equal(result.verdict, 'partial')
  assert.deepEqual(result.affected?.items, ['Publisher: macros disabled (0 of 10 devices)'])
})

test('devices of a group that may run signed macros are set aside, visibly', () => {
  const result = judge(officeMacrosDisabled, {
    configurationPolicies: [disabled([build.allDevices, build.without(1)]), signed([build.group(1)])],
    ...build.usersIn(1, 0, 2),
  })
  assert.equal(result.verdict, 'effective')
  assert.equal(result.coverage?.of, 8 * MACRO_APPLICATIONS.length)
  assert.ok(result.limitations.some((limitation) => /^2 devices of 10 are set aside/.test(limitation)))
})

test('so many exempt devices that the rule becomes the exception are at most partial', () => {
  const result = judge(officeMacrosDisabled, {
    configurationPolicies: [disabled([build.allDevices, build.without(1)]), signed([build.group(1)])],
    ...build.usersIn(1, 0, 5),
  })
  assert.equal(result.verdict, 'partial')
})

test('a group excluded from the disabling policy without a policy of its own is not exempt', () => {
  const result = judge(officeMacrosDisabled, {
    configurationPolicies: [disabled([build.allDevices, build.without(1)])],
    ...build.usersIn(1, 0, 5),
  })
  assert.equal(result.verdict, 'ineffective')
})

test('signed macros in some applications only are no exemption', () => {
  const some = build.policy('Some', warnings('3').slice(0, 7), [build.group(1)])
  const result = judge(officeMacrosDisabled, {
    configurationPolicies: [disabled([build.allDevices, build.without(1)]), some],
    ...build.usersIn(1, 0, 2),
  })
  assert.deepEqual(result.coverage, { n: 64, of: 80 })
  assert.ok(!result.limitations.some((limitation) => /set aside/.test(limitation)))
})

test('signed macros for everyone are no exemption', () => {
  for (const assignments of [[build.allDevices], [build.group(1)]]) {
    const result = judge(officeMacrosDisabled, {
      configurationPolicies: [signed(assignments)],
      ...build.usersIn(1, 0, 10),
    })
    assert.equal(result.verdict, 'ineffective')
  }
})

test('an exempt group that receives both policies is a conflict and not an exemption', () => {
  const result = judge(officeMacrosDisabled, {
    configurationPolicies: [build.policy('Off', warnings('4'), [build.allDevices]), signed([build.group(1)])],
    ...build.usersIn(1, 0, 5),
  })
  assert.equal(result.verdict, 'partial')
  assert.ok(result.limitations.some((limitation) => /Off, Signed only/.test(limitation)))
})

test('disabled macros meet the requirements on publishers, trusted locations and signatures', () => {
  for (const check of [officeMacrosTrustedOnly, officeMacrosUntrustedPublisher, officeMacrosV3Signatures]) {
    const result = judge(check, { configurationPolicies: [disabled([build.allDevices])] })
    assert.equal(result.verdict, 'effective', check.id)
  }
})

test('an untrusted publisher is shut out only where both the Message Bar and Backstage are closed', () => {
  const bar = build.policy('Bar', [choice(NO_MESSAGE_BAR, '1')], [build.allDevices])
  const verdict = (...configurationPolicies: unknown[]) =>
    judge(officeMacrosUntrustedPublisher, { configurationPolicies }).verdict
  assert.equal(verdict(bar, backstage('19092')), 'effective')
  assert.notEqual(verdict(bar), 'effective')
  assert.notEqual(verdict(bar, backstage('1')), 'effective')
  assert.equal(verdict(backstage('19092')), 'ineffective')
})

test('signed macros with trusted locations that users may add are not effective', () => {
  const result = judge(officeMacrosTrustedOnly, {
    configurationPolicies: [build.policy('Signed', warnings('3'), [build.allDevices])],
  })
  assert.notEqual(result.verdict, 'effective')
})
