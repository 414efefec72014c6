import assert from 'node:assert/strict'
import { test } from 'node:test'
import { otherApplicationPatches } from '../../../../src/engine/checks/patching/other-application-patches.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { criticalOf, testApplicationPatches } from './application-fixture.ts'

reachesEveryVerdict(otherApplicationPatches)

test('other-application-patches: an exploited flaw is critical when open for longer than the deadline', () => {
  const other = (published: string) => criticalOf(otherApplicationPatches, published, { Listed: 'false' })
  assert.equal(other('2026-01-02T00:00:00Z'), 'exploited-vulnerability-over-14-days')
  assert.equal(other('2026-02-10T00:00:00Z'), undefined)
})

testApplicationPatches(
  otherApplicationPatches,
  { Listed: false, OldestOther: '2026-01-20T00:00:00Z' },
  { Listed: false, OldestOther: '2026-02-01T00:00:00Z' },
)
