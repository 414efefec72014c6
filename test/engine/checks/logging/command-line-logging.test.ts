import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandLineLogging } from '../../../../src/engine/checks/logging/command-line-logging.ts'
import { COMMAND_LINE_LOGGING } from '../../../../src/engine/readers/settings/windows-hardening.ts'
import { onboarding } from '../../patching-builder.ts'
import { evaluate, testDeviceSettings, turned } from '../device-settings-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(commandLineLogging)

test('computers recorded by Defender need no policy; if some are missing, people must answer', () => {
  const all = evaluate(commandLineLogging, onboarding(10))
  assert.deepEqual([all.verdict, all.coverage], ['effective', { n: 10, of: 10 }])
  assert.match(all.observed, /send process starts and their command lines to Defender/)
  const some = evaluate(commandLineLogging, onboarding(3))
  assert.deepEqual([some.verdict, some.kind], ['no_visibility', 'absent'])
  assert.match(
    some.observed,
    /cover none of them on any of .* \(not seen: Defender for Endpoint or a similar product\)/,
  )
})

testDeviceSettings(commandLineLogging, COMMAND_LINE_LOGGING, turned(COMMAND_LINE_LOGGING), { otherProducts: true })
