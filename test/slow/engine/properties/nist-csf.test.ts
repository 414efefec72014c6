import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataset } from '../../../../src/engine/datasets/catalogue.ts'
import { snapshotKey } from '../../../../src/engine/datasets/dataset.ts'
import { readTenant } from '../../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../../src/engine/evaluation/evaluate.ts'
import { NIST_CSF } from '../../../../src/engine/frameworks/nist-csf/nist-csf.ts'
import type { Answers } from '../../../../src/engine/model/questionnaire.ts'
import type { AssessmentResult } from '../../../../src/engine/model/result.ts'
import type { Snapshot } from '../../../../src/engine/model/snapshot.ts'
import type { Verdict } from '../../../../src/engine/model/verdict.ts'
import { fields, list } from '../../../../src/shared/json.ts'
import { sampleRecipe, snapshotOfRecipe } from '../../../engine/sample-snapshot.ts'

const NOW = '2026-03-01T00:00:00Z'

function assessTenant(snapshot: Snapshot, answers?: Answers): AssessmentResult {
  return evaluateFramework(NIST_CSF, readTenant(snapshot), {
    target: 3,
    ...(answers && { answers }),
    onFault: (id, error) => assert.fail(`${id}: ${error}`),
  })
}

const RANK: Readonly<Partial<Record<Verdict, number>>> = { ineffective: 0, partial: 1, effective: 2, not_applicable: 2 }
const GENEROUS: Answers = {
  format: 'plumbline-answers/1',
  answers: Object.fromEntries(NIST_CSF.requirements.map(({ id }) => [id, { answer: 5 }])),
}

for (const posture of ['strong', 'typical', 'weak', 'unlicensed'] as const) {
  for (const answers of [undefined, GENEROUS]) {
    const people = answers ? 'all answers at level 5' : 'no answers'
    test(`refusing any single reading of the ${posture} tenant, with ${people}, improves nothing unless people reported it`, () => {
      const snapshot = snapshotOfRecipe(sampleRecipe(posture), NOW)
      const before = assessTenant(snapshot, answers)
      for (const key of Object.keys(snapshot.responses)) {
        const refusal = { status: 403, collectedAt: NOW, error: { code: 'Forbidden', message: 'refused' } }
        const after = assessTenant({ ...snapshot, responses: { ...snapshot.responses, [key]: refusal } }, answers)
        assert.ok((after.evidenceQuality?.good ?? 0) <= (before.evidenceQuality?.good ?? 0), key)
        if (!answers) {
          assert.ok(after.score <= before.score, key)
          assert.ok(after.coverage <= before.coverage, key)
          assert.ok(after.maturityAchieved <= before.maturityAchieved, key)
        }
        for (const [index, row] of after.requirements.entries()) {
          const was = RANK[before.requirements[index]?.verdict ?? 'not_assessed']
          const rank = RANK[row.verdict]
          if (rank === undefined || was === undefined || rank <= was) continue
          assert.ok(answers && row.basis === 'reported', `${row.id} without ${key}`)
        }
      }
    })
  }
}

test('excluding anybody from a conditional access policy of the strong tenant does not raise the score', () => {
  const snapshot = snapshotOfRecipe(sampleRecipe('strong'), NOW)
  const before = assessTenant(snapshot)
  const key = snapshotKey(dataset('conditionalAccessPolicies'))
  const policies = list(snapshot.responses[key]?.value)
  const users = list(snapshot.responses[snapshotKey(dataset('users'))]?.value).slice(0, 6)
  assert.ok(policies.length > 0 && users.length > 0)
  for (const [place] of policies.entries()) {
    for (const user of users) {
      const value = policies.map((policy, index) => {
        if (index !== place) return policy
        const conditions = fields(fields(policy).conditions)
        const people = fields(conditions.users)
        const excludeUsers = [...list(people.excludeUsers), fields(user).id]
        return { ...fields(policy), conditions: { ...conditions, users: { ...people, excludeUsers } } }
      })
      const responses = { ...snapshot.responses, [key]: { status: 200, collectedAt: NOW, value } }
      assert.ok(assessTenant({ ...snapshot, responses }).score <= before.score)
    }
  }
})
