import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationControlReview } from '../../../../src/engine/checks/application-control/application-control-review.ts'
import { refused } from '../../snapshot-builder.ts'
import { reachesEveryVerdict } from '../verdicts.ts'
import { builtIn, catalogue, evaluate } from './fixture.ts'

reachesEveryVerdict(applicationControlReview, {
  ineffective: 'another product may control applications, so people must answer',
  partial: 'a review without changes leaves no trace, so people must answer',
})

test('a policy changed within a year shows a review, an older one leaves it to people', () => {
  const changed = (lastModifiedDateTime: string) =>
    evaluate(applicationControlReview, catalogue({ ...builtIn(), lastModifiedDateTime })).verdict
  assert.equal(changed('2025-06-01T00:00:00Z'), 'effective')
  assert.equal(changed('2024-06-01T00:00:00Z'), 'no_visibility')
  assert.equal(changed('0001-01-01T00:00:00Z'), 'no_visibility')
})

test('without an assigned application control policy, people must answer, because another product may have rules', () => {
  assert.equal(evaluate(applicationControlReview, {}).kind, 'absent')
  assert.equal(evaluate(applicationControlReview, catalogue(builtIn([]))).kind, 'absent')
  assert.equal(evaluate(applicationControlReview, { deviceConfigurations: refused() }).verdict, 'no_visibility')
  assert.equal(evaluate(applicationControlReview, { managedDevices: refused() }).verdict, 'no_visibility')
})
