import assert from 'node:assert/strict'
import { test } from 'node:test'
import { officeMacrosUntrustedPublisher } from '../../../../src/engine/checks/office/office-macros-untrusted-publisher.ts'
import { MACRO_APPLICATIONS, NO_MESSAGE_BAR } from '../../../../src/engine/readers/settings/macro-applications.ts'
import { MACRO_SETTINGS } from '../../../../src/engine/readers/settings/macros-disabled.ts'
import { choice } from '../../../../src/engine/readers/settings/setting.ts'
import * as build from '../../intune-builder.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { evaluate, testDisabledMacros, testMacroSettings } from './macros-fixture.ts'

reachesEveryVerdict(officeMacrosUntrustedPublisher)

/** A policy that removes the "Enable Content" command from Backstage, a list below a choice. */
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

test('an untrusted publisher is blocked only if both the Message Bar and Backstage are closed', () => {
  const bar = build.policy('Bar', [choice(NO_MESSAGE_BAR, '1')], [build.allDevices])
  const verdict = (...configurationPolicies: unknown[]) =>
    evaluate(officeMacrosUntrustedPublisher, { configurationPolicies }).verdict
  assert.equal(verdict(bar, backstage('19092')), 'effective')
  assert.notEqual(verdict(bar), 'effective')
  assert.notEqual(verdict(bar, backstage('1')), 'effective')
  assert.equal(verdict(backstage('19092')), 'no_visibility')
})

testMacroSettings(officeMacrosUntrustedPublisher, MACRO_SETTINGS, [choice(NO_MESSAGE_BAR, '0')])
testDisabledMacros(officeMacrosUntrustedPublisher)
