import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patchDay, patchDayDue, patchState } from '../../../src/engine/readers/lifecycle/patch-days.ts'
import {
  TABLE_KNOWN_UNTIL,
  WINDOWS_RELEASES,
  windowsRelease,
} from '../../../src/engine/readers/lifecycle/windows-releases.ts'

test('security updates are released on the second Tuesday of a month', () => {
  assert.equal(patchDay(2026, 0), '2026-01-13')
  assert.equal(patchDay(2026, 8), '2026-09-08')
  assert.equal(patchDay(2026, -1), '2025-12-09')
  for (const { revisions } of WINDOWS_RELEASES) {
    for (const day of Object.keys(revisions)) {
      const [year = 0, month = 0] = day.split('-').map(Number)
      assert.equal(day, patchDay(year, month - 1))
      assert.ok(day <= TABLE_KNOWN_UNTIL)
    }
    const values = Object.values(revisions)
    assert.deepEqual(
      values,
      [...values].sort((a, b) => a - b),
    )
  }
})

test('an update is due the given number of days after its release and not an hour before', () => {
  assert.equal(patchDayDue(Date.parse('2026-02-12T17:59:00Z'), 2), '2026-01-13')
  assert.equal(patchDayDue(Date.parse('2026-02-12T18:00:00Z'), 2), '2026-02-10')
})

const state = (build: number, revision: number | undefined, day: string) => {
  const release = windowsRelease(build)
  assert.ok(release)
  return patchState(release, revision, day)
}

test('a revision below the due update is overdue, and any later one is current', () => {
  assert.equal(state(26100, 7623, '2026-01-13'), 'current')
  assert.equal(state(26100, 7622, '2026-01-13'), 'overdue')
  assert.equal(state(26100, undefined, '2026-01-13'), 'unknown')
})

test('in months with hotpatches, a revision between two updates is not overdue', () => {
  assert.equal(state(26200, 7800, '2026-02-10'), 'unknown')
  assert.equal(state(26200, 7623, '2026-02-10'), 'overdue')
  assert.equal(state(19045, 6900, '2026-02-10'), 'overdue')
})

test('in a month that the table lacks, only revisions clearly above or below are decided', () => {
  assert.equal(state(26100, 9712, '2027-01-12'), 'newer')
  assert.equal(state(26100, 9711, '2027-01-12'), 'unknown')
  assert.equal(state(26100, 9710, '2027-01-12'), 'overdue')
  assert.equal(state(26100, 1, '2025-01-14'), 'unknown')
})

test('a release whose support has ended gets no updates and is overdue', () => {
  assert.equal(state(18363, 99_999, '2026-01-13'), 'overdue')
  assert.equal(state(22631, 99_999, '2026-12-08'), 'overdue')
})
