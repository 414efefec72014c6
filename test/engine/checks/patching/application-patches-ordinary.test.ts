import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationPatchesOrdinary } from '../../../../src/engine/checks/patching/application-patches-ordinary.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { criticalOf, testApplicationPatches } from './application-fixture.ts'

reachesEveryVerdict(applicationPatchesOrdinary)

test('application-patches-ordinary: an exploited flaw is another check’s matter', () => {
  assert.equal(criticalOf(applicationPatchesOrdinary, '2026-02-10T00:00:00Z'), undefined)
})

testApplicationPatches(
  applicationPatchesOrdinary,
  { OldestOther: '2026-02-14T00:00:00Z' },
  { OldestOther: null, OldestExploitable: '2025-01-01T00:00:00Z' },
)
