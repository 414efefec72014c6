import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataset, snapshotKey } from '../../src/engine/datasets.ts'
import { evaluateFramework } from '../../src/engine/evaluate.ts'
import { ESSENTIAL_EIGHT } from '../../src/engine/frameworks/essential-eight/essential-eight.ts'
import { fields, list } from '../../src/engine/json.ts'
import type { Answers, Snapshot, Verdict } from '../../src/engine/model.ts'
import { readTenant } from '../../src/engine/reading.ts'
import { sampleSnapshot } from './sample-snapshot.ts'

const NOW = '2026-03-01T00:00:00Z'
const SCOPE = ESSENTIAL_EIGHT.questionnaire.scope
const POSTURES = ['strong', 'typical', 'weak', 'unlicensed'] as const

/** People who say yes to everything: what they say must not help where a reading was lost. */
const YES: Answers = {
  format: 'plumbline-answers/1',
  answers: Object.fromEntries(ESSENTIAL_EIGHT.requirements.map(({ id }) => [id, { answer: 'yes' as const }])),
}

/** People who have none of what the scope questions ask for, and say yes to the rest. */
const NONE: Answers = {
  format: 'plumbline-answers/1',
  answers: Object.fromEntries([
    ...Object.entries(YES.answers).filter(([id]) => !SCOPE.some(({ covers }) => covers.includes(id))),
    ...SCOPE.map(({ id }) => [id, { answer: 'no' as const }] as const),
  ]),
}

const ANSWERED = { 'without answers': undefined, 'with everything answered yes': YES, 'with nothing in scope': NONE }

function judge(snapshot: Snapshot, answers?: Answers) {
  return evaluateFramework(ESSENTIAL_EIGHT, readTenant(snapshot), {
    target: 3,
    ...(answers && { answers }),
    onFault: (id, error) => assert.fail(`${id}: ${error}`),
  })
}

const RANK: Readonly<Partial<Record<Verdict, number>>> = { ineffective: 0, partial: 1, effective: 2, not_applicable: 2 }

for (const posture of POSTURES)
  for (const [told, answers] of Object.entries(ANSWERED)) {
    test(`whatever single reading of the ${posture} tenant is refused, ${told}, no score rises and no verdict turns`, () => {
      const snapshot = sampleSnapshot(posture, NOW)
      const before = judge(snapshot, answers)
      for (const key of Object.keys(snapshot.responses)) {
        const refusal = { status: 403, collectedAt: NOW, error: { code: 'Forbidden', message: 'refused' } }
        const after = judge({ ...snapshot, responses: { ...snapshot.responses, [key]: refusal } }, answers)
        assert.ok(after.score <= before.score, key)
        assert.ok(after.coverage <= before.coverage, key)
        assert.ok(after.maturityAchieved <= before.maturityAchieved, key)
        for (const [index, row] of after.requirements.entries()) {
          const rank = RANK[row.verdict]
          const was = RANK[before.requirements[index]?.verdict ?? 'not_assessed']
          if (rank !== undefined && was !== undefined) assert.equal(rank, was, `${row.id} without ${key}`)
        }
      }
    })
  }

/** The policies with one more person excluded from the one at `place`. */
function excluding(policies: readonly unknown[], place: number, userId: unknown): unknown[] {
  return policies.map((policy, index) => {
    if (index !== place) return policy
    const conditions = fields(fields(policy).conditions)
    const users = fields(conditions.users)
    const excludeUsers = [...list(users.excludeUsers), userId]
    return { ...fields(policy), conditions: { ...conditions, users: { ...users, excludeUsers } } }
  })
}

for (const posture of ['strong', 'typical'] as const) {
  test(`whoever is excluded from a conditional access policy of the ${posture} tenant, the score does not rise`, () => {
    const snapshot = sampleSnapshot(posture, NOW)
    const before = judge(snapshot)
    const key = snapshotKey(dataset('conditionalAccessPolicies'))
    const policies = list(snapshot.responses[key]?.value)
    const users = list(snapshot.responses[snapshotKey(dataset('users'))]?.value).slice(0, 6)
    assert.ok(policies.length > 0 && users.length > 0)
    for (const [place] of policies.entries()) {
      for (const user of users) {
        const value = excluding(policies, place, fields(user).id)
        const after = judge({
          ...snapshot,
          responses: { ...snapshot.responses, [key]: { status: 200, collectedAt: NOW, value } },
        })
        assert.ok(after.score <= before.score)
        for (const [index, { score }] of after.groups.entries()) assert.ok(score <= (before.groups[index]?.score ?? 0))
      }
    }
  })
}
