import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incidentTriage } from '../../../../src/engine/checks/logging/incident-triage.ts'
import { refused } from '../../snapshot-builder.ts'
import { evaluate } from '../fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { incident, waiting } from './incidents-fixture.ts'

reachesEveryVerdict(incidentTriage)

test('incidents that were taken up are effective, with the time to close them', () => {
  const result = evaluate(incidentTriage, {
    incidents: [incident(), incident({ status: 'active', assignedTo: 'adam' })],
  })
  assert.equal(result.verdict, 'effective')
  assert.deepEqual(result.coverage, { n: 2, of: 2 })
  assert.match(result.observed, /closed within 5 hours/)
})

test('incidents left lying are ineffective or partial by their share, and named', () => {
  const result = evaluate(incidentTriage, { incidents: [incident(), waiting] })
  assert.equal(result.verdict, 'ineffective')
  assert.deepEqual(result.affected?.items, ['Left lying'])
  const nine = Array.from({ length: 9 }, () => incident())
  assert.equal(evaluate(incidentTriage, { incidents: [...nine, waiting] }).verdict, 'partial')
})

test('a state that we do not know proves nothing, and a redirected or fresh incident is not counted', () => {
  const strange = incident({ status: 'unknownFutureValue' })
  const merged = incident({ status: 'redirected' })
  const fresh = incident({ status: 'active', createdDateTime: '2026-02-28T00:00:00Z' })
  const result = evaluate(incidentTriage, { incidents: [strange, merged, fresh] })
  assert.deepEqual(result.coverage, { n: 0, of: 1 })
})

test('no incidents leave triage to people, incidents that cannot be read leave it open', () => {
  assert.equal(evaluate(incidentTriage, { incidents: [] }).verdict, 'not_applicable')
  assert.equal(evaluate(incidentTriage, { incidents: refused() }).verdict, 'no_visibility')
})
