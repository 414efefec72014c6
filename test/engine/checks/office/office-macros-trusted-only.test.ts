import assert from 'node:assert/strict'
import { test } from 'node:test'
import { officeMacrosTrustedOnly } from '../../../../src/engine/checks/office/office-macros-trusted-only.ts'
import { MIXED_LOCATIONS } from '../../../../src/engine/readers/settings/macro-applications.ts'
import { choice } from '../../../../src/engine/readers/settings/setting.ts'
import * as build from '../../intune-builder.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { each, evaluate, testDisabledMacros, testMacroSettings, warnings } from './macros-fixture.ts'

reachesEveryVerdict(officeMacrosTrustedOnly)

test('signed macros with trusted locations that users may add are not effective', () => {
  const result = evaluate(officeMacrosTrustedOnly, {
    configurationPolicies: [build.policy('Signed', warnings('3'), [build.allDevices])],
  })
  assert.notEqual(result.verdict, 'effective')
})

testMacroSettings(
  officeMacrosTrustedOnly,
  [...warnings('3'), ...each('networkLocations', '0'), choice(MIXED_LOCATIONS, '0')],
  warnings('2'),
)
testDisabledMacros(officeMacrosTrustedOnly)
