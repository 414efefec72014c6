import assert from 'node:assert/strict'
import { test } from 'node:test'
import { powershellLogging } from '../../../../src/engine/checks/logging/powershell-logging.ts'
import type { Setting } from '../../../../src/engine/readers/settings/setting.ts'
import { POWERSHELL_LOGGING } from '../../../../src/engine/readers/settings/windows-hardening.ts'
import * as build from '../../intune-builder.ts'
import { evaluate, testDeviceSettings, turned } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(powershellLogging)

test('script block logging without the other two is partial', () => {
  const [first, second] = POWERSHELL_LOGGING
  const verdict = (settings: (Setting | undefined)[]) =>
    evaluate(powershellLogging, {
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

testDeviceSettings(powershellLogging, POWERSHELL_LOGGING, turned(POWERSHELL_LOGGING))
