import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationControlEvents } from '../../../../src/engine/checks/logging/application-control-events.ts'
import { onboarding } from '../../patching-builder.ts'
import { OTHER_SCANNERS, testDefenderScan } from '../defender-scan-fixture.ts'
import { evaluate } from '../patched-devices-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(applicationControlEvents, OTHER_SCANNERS)

testDefenderScan(applicationControlEvents)

test('other scanners do not limit what reaches the log', () => {
  const { limitations } = evaluate(applicationControlEvents, onboarding(10))
  assert.deepEqual(limitations, [
    'Central logs other than Defender’s are not seen.',
    'Defender records what application control allows as started programs, without the rule that allowed them.',
  ])
})
