import assert from 'node:assert/strict'
import { test } from 'node:test'
import { driverUpdatesUrgent } from '../../../../src/engine/checks/patching/driver-updates-urgent.ts'
import { evaluate } from '../patched-devices-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { DRIVERS, testDriverUpdates } from './driver-fixture.ts'

reachesEveryVerdict(driverUpdatesUrgent)

testDriverUpdates(driverUpdatesUrgent, 2)

test('a later automatic approval leaves open whether people approve what is urgent sooner', () => {
  for (const days of [3, 30]) {
    const { verdict, kind, observed } = evaluate(driverUpdatesUrgent, DRIVERS('automatic', days))
    assert.deepEqual([verdict, kind], ['no_visibility', 'absent'])
    assert.match(observed, /Which driver updates are urgent is not known/)
  }
})
