import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  enforcesScripts,
  powershellConstrainedLanguage,
} from '../../../../src/engine/checks/hardening/powershell-constrained-language.ts'
import { APP_CONTROL_ENFORCED } from '../../../../src/engine/readers/settings/windows-hardening.ts'
import * as build from '../../intune-builder.ts'
import { evaluate, testDeviceSettings, turned } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(powershellConstrainedLanguage)

test('an App Control policy in audit mode or without scripts does not constrain PowerShell', () => {
  const xml = (...options: string[]) =>
    `<SiPolicy><Rules>${options.map((o) => `<Option>${o}</Option>`)}</Rules></SiPolicy>`
  assert.equal(enforcesScripts(xml('Enabled:UMCI')), true)
  assert.equal(enforcesScripts(xml('Enabled:Audit Mode')), false)
  assert.equal(enforcesScripts(xml('Disabled:Script Enforcement')), false)
  assert.equal(enforcesScripts(''), false)
  const profile = (appLockerApplicationControl: string) =>
    evaluate(powershellConstrainedLanguage, {
      deviceConfigurations: [
        { id: 'p', displayName: 'P', assignments: [build.allDevices], appLockerApplicationControl },
      ],
    }).verdict
  assert.equal(profile('enforceComponentsAndStoreApps'), 'effective')
  assert.equal(profile('auditComponentsAndStoreApps'), 'ineffective')
})

testDeviceSettings(powershellConstrainedLanguage, APP_CONTROL_ENFORCED, turned(APP_CONTROL_ENFORCED))
