import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationPatches } from '../../../../src/engine/checks/patching/application-patches.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { criticalOf, testApplicationPatches } from './application-fixture.ts'

reachesEveryVerdict(applicationPatches)

test('application-patches: an exploited flaw open for more than two weeks is critical', () => {
  assert.equal(criticalOf(applicationPatches, '2026-02-10T00:00:00Z'), 'exploited-vulnerability-over-14-days')
})

testApplicationPatches(
  applicationPatches,
  { OldestOther: '2026-02-14T00:00:00Z' },
  { OldestOther: '2026-02-16T00:00:00Z' },
)
