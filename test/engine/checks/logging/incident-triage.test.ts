import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incidentTriage } from '../../../../src/engine/checks/logging/incident-triage.ts'
import { refused } from '../../snapshot-builder.ts'
import { evaluate } from '../fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { incident, waiting } from './incidents-fixture.ts'

reachesEveryVerdict(incidentTriage)

test('incidents that were picked up are effective, with the time to close them', () => {
  const result = evaluate(incidentTriage, {
    incidents: [incident(), incident({ status: 'active', assignedTo: 'adam' })],
  })
  assert.equal(result.verdict, 'effective')
  assert.deepEqual(result.coverage, { n: 2, of: 2 })
  assert.match(result.observed, /closed within 5 hours/)
})

test('the share of incidents that nobody picked up decides, and they are named', () => {
  const result = evaluate(incidentTriage, { incidents: [incident(), waiting] })
  assert.deepEqual([result.verdict, result.kind], ['ineffective', 'absent'])
  assert.match(result.invites ?? '', /If people handle them in another product, say so in the questionnaire/)
  assert.deepEqual(result.affected?.items, ['Left lying'])
  const nine = Array.from({ length: 9 }, () => incident())
  assert.equal(evaluate(incidentTriage, { incidents: [...nine, waiting] }).verdict, 'partial')
})

test('an unknown state proves nothing, and redirected or recent incidents are not counted', () => {
  const strange = incident({ status: 'unknownFutureValue' })
  const merged = incident({ status: 'redirected' })
  const fresh = incident({ status: 'active', createdDateTime: '2026-02-28T00:00:00Z' })
  const result = evaluate(incidentTriage, { incidents: [strange, merged, fresh] })
  assert.deepEqual(result.coverage, { n: 0, of: 1 })
})

test('without incidents it does not apply, and unread incidents mean no visibility', () => {
  assert.equal(evaluate(incidentTriage, { incidents: [] }).verdict, 'not_applicable')
  assert.equal(evaluate(incidentTriage, { incidents: refused() }).verdict, 'no_visibility')
})
