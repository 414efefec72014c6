import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incidentClassification } from '../../../../src/engine/checks/logging/incident-classification.ts'
import { refused } from '../../snapshot-builder.ts'
import { evaluate } from '../fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { incident, waiting } from './incidents-fixture.ts'

reachesEveryVerdict(incidentClassification)

test('the share of resolved incidents with a classification decides, and the others are named', () => {
  const classified = incident({ classification: 'truePositive', severity: 'low' })
  const unclassified = incident({ classification: 'unknown', severity: 'low', displayName: 'Clicked away' })
  const nine = Array.from({ length: 9 }, () => classified)
  const verdict = (incidents: unknown) => evaluate(incidentClassification, { incidents }).verdict
  assert.equal(verdict([classified]), 'effective')
  assert.equal(verdict([...nine, unclassified]), 'partial')
  assert.equal(verdict([classified, incident({ classification: 'truePositive', severity: 'unknown' })]), 'ineffective')
  const half = evaluate(incidentClassification, { incidents: [classified, unclassified] })
  assert.deepEqual([half.kind, half.affected?.items], ['absent', ['Clicked away']])
  assert.match(half.invites ?? '', /If people handle them in another product, say so in the questionnaire/)
  assert.equal(verdict([classified, incident({ status: 'redirected' }), waiting]), 'effective')
  assert.equal(verdict([waiting]), 'not_applicable')
  assert.equal(verdict(refused()), 'no_visibility')
})
