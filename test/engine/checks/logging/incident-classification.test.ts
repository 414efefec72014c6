import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incidentClassification } from '../../../../src/engine/checks/logging/incident-classification.ts'
import { refused } from '../../snapshot-builder.ts'
import { judge } from '../fixture.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { incident, waiting } from './incidents-fixture.ts'

reachesEveryVerdict(incidentClassification)

test('resolved incidents that say what they were are effective, partial or ineffective by their share, and named', () => {
  const said = incident({ classification: 'truePositive', severity: 'low' })
  const unsaid = incident({ classification: 'unknown', severity: 'low', displayName: 'Clicked away' })
  const nine = Array.from({ length: 9 }, () => said)
  const verdict = (incidents: unknown) => judge(incidentClassification, { incidents }).verdict
  assert.equal(verdict([said]), 'effective')
  assert.equal(verdict([...nine, unsaid]), 'partial')
  assert.equal(verdict([said, incident({ classification: 'truePositive', severity: 'unknown' })]), 'ineffective')
  assert.deepEqual(judge(incidentClassification, { incidents: [said, unsaid] }).affected?.items, ['Clicked away'])
  assert.equal(verdict([said, incident({ status: 'redirected' }), waiting]), 'effective')
  assert.equal(verdict([waiting]), 'not_applicable')
  assert.equal(verdict(refused()), 'no_visibility')
})
