import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incidentClassification } from '../../../../src/engine/checks/logging/incident-classification.ts'
import { refused } from '../../snapshot-builder.ts'
import { evaluate } from '../fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { incident, waiting } from './incidents-fixture.ts'

reachesEveryVerdict(incidentClassification)

test('resolved incidents that say what they were are effective, partial or ineffective by their share, and named', () => {
  const said = incident({ classification: 'truePositive', severity: 'low' })
  const unclassified = incident({ classification: 'unknown', severity: 'low', displayName: 'Clicked away' })
  const nine = Array.from({ length: 9 }, () => said)
  const verdict = (incidents: unknown) => evaluate(incidentClassification, { incidents }).verdict
  assert.equal(verdict([said]), 'effective')
  assert.equal(verdict([...nine, unclassified]), 'partial')
  assert.equal(verdict([said, incident({ classification: 'truePositive', severity: 'unknown' })]), 'ineffective')
  assert.deepEqual(evaluate(incidentClassification, { incidents: [said, unclassified] }).affected?.items, [
    'Clicked away',
  ])
  assert.equal(verdict([said, incident({ status: 'redirected' }), waiting]), 'effective')
  assert.equal(verdict([waiting]), 'not_applicable')
  assert.equal(verdict(refused()), 'no_visibility')
})
