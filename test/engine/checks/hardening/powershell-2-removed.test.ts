import assert from 'node:assert/strict'
import { test } from 'node:test'
import { powershell2Removed } from '../../../../src/engine/checks/hardening/powershell-2-removed.ts'
import * as build from '../../intune-builder.ts'
import { evaluate, WINDOWS_10 } from '../device-settings-fixture.ts'
import { SCRIPTS_ALONE, testRemediationScript } from '../remediation-script-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(powershell2Removed, SCRIPTS_ALONE)

test('Windows 11 24H2 has no PowerShell 2.0 since August 2025; earlier versions may have it', () => {
  const at = (version: string) => evaluate(powershell2Removed, { managedDevices: build.devices(10, version) }).verdict
  assert.equal(at('10.0.26100.4946'), 'effective')
  assert.equal(at('10.0.26200.6584'), 'effective')
  assert.equal(at('10.0.26100.4652'), 'no_visibility')
  assert.equal(at(WINDOWS_10), 'no_visibility')
})

testRemediationScript(
  powershell2Removed,
  'Disable-WindowsOptionalFeature -Online -FeatureName MicrosoftWindowsPowerShellV2Root',
)
