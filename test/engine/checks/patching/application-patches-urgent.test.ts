import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationPatchesUrgent } from '../../../../src/engine/checks/patching/application-patches-urgent.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { criticalOf, testApplicationPatches } from './application-fixture.ts'

reachesEveryVerdict(applicationPatchesUrgent)

test('application-patches-urgent: an exploited flaw is critical when open for more than two weeks, not before', () => {
  assert.equal(criticalOf(applicationPatchesUrgent, '2026-02-10T00:00:00Z'), 'exploited-vulnerability-over-14-days')
  assert.equal(criticalOf(applicationPatchesUrgent, '2026-02-20T00:00:00Z'), undefined)
})

testApplicationPatches(
  applicationPatchesUrgent,
  { OldestCritical: '2026-02-26T00:00:00Z' },
  { OldestCritical: '2026-02-27T12:00:00Z', OldestOther: '2025-01-01T00:00:00Z' },
)
