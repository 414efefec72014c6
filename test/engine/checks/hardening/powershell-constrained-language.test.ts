import assert from 'node:assert/strict'
import { test } from 'node:test'
import { powershellConstrainedLanguage } from '../../../../src/engine/checks/hardening/powershell-constrained-language.ts'
import * as build from '../../intune-builder.ts'
import {
  appControl,
  catalogue,
  collection,
  evaluate,
  locker,
  ruleSet,
  testAspect,
  testHole,
  USER_MODE,
  uploaded,
} from '../application-control/fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(powershellConstrainedLanguage)

test('App Control in audit mode, without user mode or without scripts does not constrain PowerShell', () => {
  const verdict = (...options: string[]) =>
    evaluate(powershellConstrainedLanguage, catalogue(uploaded(appControl(options)))).verdict
  assert.equal(verdict(USER_MODE), 'effective')
  for (const options of [[], [USER_MODE, 'Enabled:Audit Mode']])
    assert.equal(verdict(...options), 'no_visibility', options.join())
})

test('AppLocker constrains PowerShell where its rules for scripts are enforced, and not those for programs', () => {
  const verdict = (kind: string, mode: string) =>
    evaluate(powershellConstrainedLanguage, locker([ruleSet(kind, collection(mode, '%PROGRAMFILES%\\*'))])).verdict
  assert.equal(verdict('Script', 'Enabled'), 'effective')
  assert.equal(verdict('Script', 'AuditOnly'), 'no_visibility')
  assert.equal(verdict('EXE', 'Enabled'), 'no_visibility')
})

test('a profile that enforces AppLocker counts; one that only audits does not', () => {
  const profile = (appLockerApplicationControl: string) =>
    evaluate(powershellConstrainedLanguage, {
      deviceConfigurations: [
        { id: 'p', displayName: 'P', assignments: [build.allDevices], appLockerApplicationControl },
      ],
    }).verdict
  assert.equal(profile('enforceComponentsAndStoreApps'), 'effective')
  assert.equal(profile('auditComponentsAndStoreApps'), 'no_visibility')
})

testAspect(powershellConstrainedLanguage)
testHole(powershellConstrainedLanguage, appControl([USER_MODE, 'Disabled:Script Enforcement']))
