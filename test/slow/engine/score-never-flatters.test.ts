import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataset } from '../../../src/engine/datasets/catalogue.ts'
import { snapshotKey } from '../../../src/engine/datasets/dataset.ts'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { ESSENTIAL_EIGHT } from '../../../src/engine/frameworks/essential-eight/essential-eight.ts'
import { SCUBA_ENTRA } from '../../../src/engine/frameworks/scuba-entra/scuba-entra.ts'
import type { Framework } from '../../../src/engine/model/framework.ts'
import type { Answers } from '../../../src/engine/model/questionnaire.ts'
import type { AssessmentResult } from '../../../src/engine/model/result.ts'
import type { Snapshot } from '../../../src/engine/model/snapshot.ts'
import type { Verdict } from '../../../src/engine/model/verdict.ts'
import { fields, list } from '../../../src/shared/json.ts'
import { sampleSnapshot } from '../../engine/sample-snapshot.ts'

const NOW = '2026-03-01T00:00:00Z'
const FRAMEWORKS = [ESSENTIAL_EIGHT, SCUBA_ENTRA]
const SCOPE = FRAMEWORKS.flatMap(({ questionnaire }) => questionnaire.scope)
const POSTURES = ['strong', 'typical', 'weak', 'unlicensed'] as const

/** Answers yes to everything: a lost reading then leaves it to people, and the row says so. */
const YES: Answers = {
  format: 'plumbline-answers/1',
  answers: Object.fromEntries(
    FRAMEWORKS.flatMap(({ requirements }) => requirements.map(({ id }) => [id, { answer: 'yes' as const }])),
  ),
}

/** Answers no to all scope questions, and yes to the rest. */
const NONE: Answers = {
  format: 'plumbline-answers/1',
  answers: Object.fromEntries([
    ...Object.entries(YES.answers).filter(([id]) => !SCOPE.some(({ covers }) => covers.includes(id))),
    ...SCOPE.map(({ id }) => [id, { answer: 'no' as const }] as const),
  ]),
}

const ANSWERED = { 'without answers': undefined, 'with everything answered yes': YES, 'with nothing in scope': NONE }

function evaluate(framework: Framework, snapshot: Snapshot, answers?: Answers) {
  return evaluateFramework(framework, readTenant(snapshot), {
    target: framework.levels.max,
    ...(answers && { answers }),
    onFault: (id, error) => assert.fail(`${id}: ${error}`),
  })
}

function assertNoneBetter(after: AssessmentResult, before: AssessmentResult, key: string): void {
  assert.ok(after.score <= before.score, key)
  assert.ok(after.coverage <= before.coverage, key)
  assert.ok(after.maturityAchieved <= before.maturityAchieved, key)
}

const RANK: Readonly<Partial<Record<Verdict, number>>> = { ineffective: 0, partial: 1, effective: 2, not_applicable: 2 }

const KNOWN_CONDITIONS = FRAMEWORKS.flatMap((framework) => POSTURES.map((posture) => ({ framework, posture })))

for (const { framework, posture } of KNOWN_CONDITIONS)
  for (const [answered, answers] of Object.entries(ANSWERED)) {
    test(`${framework.id}: refusing any single reading of the ${posture} tenant, ${answered}, raises no score and reverses no verdict unless people reported it`, () => {
      const snapshot = sampleSnapshot(posture, NOW)
      const before = evaluate(framework, snapshot, answers)
      for (const key of Object.keys(snapshot.responses)) {
        const refusal = { status: 403, collectedAt: NOW, error: { code: 'Forbidden', message: 'refused' } }
        const after = evaluate(
          framework,
          { ...snapshot, responses: { ...snapshot.responses, [key]: refusal } },
          answers,
        )
        if (!answers) assertNoneBetter(after, before, key)
        assert.ok((after.evidenceQuality?.good ?? 0) <= (before.evidenceQuality?.good ?? 0), key)
        for (const [index, row] of after.requirements.entries()) {
          const rank = RANK[row.verdict]
          const was = RANK[before.requirements[index]?.verdict ?? 'not_assessed']
          if (rank === undefined || was === undefined || rank === was) continue
          assert.ok(answers && row.basis === 'reported', `${row.id} without ${key}`)
        }
      }
    })
  }

/** The policies with another person excluded from the one at `place`. */
function excluding(policies: readonly unknown[], place: number, userId: unknown): unknown[] {
  return policies.map((policy, index) => {
    if (index !== place) return policy
    const conditions = fields(fields(policy).conditions)
    const users = fields(conditions.users)
    const excludeUsers = [...list(users.excludeUsers), userId]
    return { ...fields(policy), conditions: { ...conditions, users: { ...users, excludeUsers } } }
  })
}

for (const { framework, posture } of KNOWN_CONDITIONS.filter(
  (sample) => sample.posture === 'strong' || sample.posture === 'typical',
)) {
  test(`${framework.id}: excluding anybody from a conditional access policy of the ${posture} tenant does not raise the score`, () => {
    const snapshot = sampleSnapshot(posture, NOW)
    const before = evaluate(framework, snapshot)
    const key = snapshotKey(dataset('conditionalAccessPolicies'))
    const policies = list(snapshot.responses[key]?.value)
    const users = list(snapshot.responses[snapshotKey(dataset('users'))]?.value).slice(0, 6)
    assert.ok(policies.length > 0 && users.length > 0)
    for (const [place] of policies.entries()) {
      for (const user of users) {
        const value = excluding(policies, place, fields(user).id)
        const after = evaluate(framework, {
          ...snapshot,
          responses: { ...snapshot.responses, [key]: { status: 200, collectedAt: NOW, value } },
        })
        assert.ok(after.score <= before.score)
        for (const [index, { score }] of after.groups.entries()) assert.ok(score <= (before.groups[index]?.score ?? 0))
      }
    }
  })
}
