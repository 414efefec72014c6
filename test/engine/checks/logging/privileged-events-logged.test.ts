import assert from 'node:assert/strict'
import { test } from 'node:test'
import { privilegedEventsLogged } from '../../../../src/engine/checks/logging/privileged-events-logged.ts'
import { dated, testReadings, verdict } from '../administrators-fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'

reachesEveryVerdict(privilegedEventsLogged, {
  ineffective: 'Entra’s log cannot be switched off, so one without recent entries proves nothing',
  partial: 'Entra’s log cannot be switched off, so one without recent entries proves nothing',
})

test('a recent audit log is effective, and an old or empty one means no visibility', () => {
  const at = (...daysAgo: number[]) =>
    verdict(privilegedEventsLogged, { directoryAudits: daysAgo.map((days) => ({ activityDateTime: dated(days) })) })
  assert.equal(at(20, 7), 'effective')
  assert.equal(at(20, 9), 'no_visibility')
  assert.equal(at(), 'no_visibility')
  assert.equal(
    verdict(privilegedEventsLogged, { directoryAudits: [{ activityDateTime: '0001-01-01T00:00:00Z' }] }),
    'no_visibility',
  )
})

testReadings(privilegedEventsLogged)
