import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { ESSENTIAL_EIGHT } from '../../../src/engine/frameworks/essential-eight/essential-eight.ts'
import { NIST_CSF } from '../../../src/engine/frameworks/nist-csf/nist-csf.ts'
import type { Framework } from '../../../src/engine/model/framework.ts'
import type { Answer, Answers, LevelAnswer } from '../../../src/engine/model/questionnaire.ts'
import { snapshotOf } from '../snapshot-builder.ts'
import { BUSINESS_PREMIUM, NO_SECURITY_PRODUCT } from '../tenant-builder.ts'

const TENANTS = {
  'with Business Premium alone': BUSINESS_PREMIUM,
  'without a security product of Microsoft': NO_SECURITY_PRODUCT,
}

const SNAPSHOTS = Object.entries(TENANTS).map(([name, values]) => ({ name, snapshot: snapshotOf(values) }))

/** Every question answered alike, apart from these; scope questions with yes. */
function answering(
  { questionnaire }: Framework,
  answer: Answer | LevelAnswer,
  others: Readonly<Record<string, Answer | LevelAnswer>> = {},
): Answers {
  const asked = questionnaire.sections.flatMap(({ questions }) => questions)
  return {
    format: 'plumbline-answers/1',
    answers: Object.fromEntries([
      ...questionnaire.scope.map(({ id }) => [id, { answer: 'yes' as const }]),
      ...asked.map(({ id }) => [id, { answer: others[id] ?? answer }]),
    ]),
  }
}

function evaluate(
  framework: Framework,
  { snapshot }: (typeof SNAPSHOTS)[number],
  { target, answers }: { target: number; answers?: Answers },
) {
  return evaluateFramework(framework, readTenant(snapshot), {
    target,
    ...(answers && { answers }),
    onFault: (id, error) => assert.fail(`${id}: ${error}`),
  })
}

for (const tenant of SNAPSHOTS) {
  test(`a tenant ${tenant.name} reaches every level of the Essential Eight through answers, if nothing contrary is seen`, () => {
    const answers = answering(ESSENTIAL_EIGHT, 'yes')
    for (const target of [1, 2, 3]) {
      const { maturityAchieved, score, findings, requirements } = evaluate(ESSENTIAL_EIGHT, tenant, { target, answers })
      assert.deepEqual(
        requirements.flatMap((row) => (row.verdict === 'effective' ? [] : [`${row.id} ${row.verdict} ${row.basis}`])),
        [],
      )
      assert.deepEqual({ maturityAchieved, score, findings }, { maturityAchieved: 3, score: 100, findings: 0 })
      for (const { id, basis } of requirements) assert.ok(basis === 'reported' || basis === 'seen', `${id}: ${basis}`)
    }
  })

  test(`a tenant ${tenant.name} reaches no level without answers`, () => {
    assert.equal(evaluate(ESSENTIAL_EIGHT, tenant, { target: 1 }).maturityAchieved, 0)
  })

  for (const { id, levels } of [
    { id: 'ISM-0843', levels: [1, 2, 3] },
    { id: 'ISM-1691', levels: [1, 2] },
    { id: 'ISM-1673', levels: [2, 3] },
    { id: 'ISM-1387', levels: [2, 3] },
    { id: 'ISM-1896', levels: [3] },
  ]) {
    test(`a tenant ${tenant.name} does not reach level ${levels.join(', ')} with “no” to ${id}`, () => {
      const answers = answering(ESSENTIAL_EIGHT, 'yes', { [id]: 'no' })
      const { maturityAchieved, requirements } = evaluate(ESSENTIAL_EIGHT, tenant, { target: 3, answers })
      assert.equal(maturityAchieved, levels.includes(3) ? Math.min(...levels) - 1 : 0)
      const row = requirements.find((each) => each.id === id)
      assert.deepEqual([row?.verdict, row?.basis], ['ineffective', 'reported'])
    })
  }

  test(`answers about NIST CSF count for a tenant ${tenant.name}, if nothing contrary is seen`, () => {
    for (const level of [3, 4] as const) {
      const answers = answering(NIST_CSF, level)
      const { maturityAchieved, requirements } = evaluate(NIST_CSF, tenant, { target: level, answers })
      assert.deepEqual(
        requirements.flatMap((row) => (row.level === level ? [] : [`${row.id} ${row.level} ${row.basis}`])),
        [],
      )
      assert.equal(maturityAchieved, level)
    }
  })
}
