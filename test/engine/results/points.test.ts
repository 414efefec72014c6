import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { FRAMEWORKS } from '../../../src/engine/frameworks/catalogue.ts'
import type { Framework } from '../../../src/engine/model/framework.ts'
import type { Answer, Answers, LevelAnswer } from '../../../src/engine/model/questionnaire.ts'
import { gainsOf, pointsOf } from '../../../src/engine/results/points.ts'

const EMPTY = readTenant({
  format: 'plumbline-snapshot/1',
  tenantId: '6f0e2a7c-3f1d-4b52-9a60-1c7a2b9e4d11',
  collectedAt: '2026-05-08T03:11:02Z',
  responses: {},
})

/** Answers of every kind, in turn; `shift` selects the set. */
function answersTo(framework: Framework, shift: number): Answers {
  const words: readonly Answer[] = ['yes', 'partly', 'no', 'not_applicable']
  const levels: readonly LevelAnswer[] = [1, 2, 3, 4, 5, 'not_applicable']
  const kinds = framework.scoring === 'maturity' ? levels : words
  const given = framework.requirements.map(({ id }, index) => [id, kinds[(index * 7 + shift) % kinds.length]] as const)
  return {
    format: 'plumbline-answers/1',
    answers: Object.fromEntries(given.flatMap(([id, answer]) => (answer === undefined ? [] : [[id, { answer }]]))),
  }
}

for (const framework of FRAMEWORKS) {
  test(`${framework.id}: the points of all rows add up to the score, and those of a group to its share`, () => {
    for (let target = framework.levels.min; target <= framework.levels.max; target++) {
      for (let shift = 0; shift < 6; shift++) {
        const result = evaluateFramework(framework, EMPTY, { target, answers: answersTo(framework, shift) })
        const lines = pointsOf(result)
        const sum = lines.reduce((total, { points }) => total + points, 0)
        assert.equal(Math.round(sum), result.score, `target ${target}, answers ${shift}`)
        const counted = new Set(lines.map(({ row }) => row.group)).size
        for (const [group, its] of Map.groupBy(lines, ({ row }) => row.group)) {
          const { score = 0 } = result.groups.find(({ id }) => id === group) ?? {}
          const points = its.reduce((total, line) => total + line.points, 0)
          assert.ok(Math.abs(points - score / counted) < 1e-9, `${group} at ${target}, answers ${shift}`)
        }
      }
    }
  })
}

test('fixing a requirement gains what it lacks in all of its groups', () => {
  const [framework] = FRAMEWORKS
  assert.ok(framework)
  const result = evaluateFramework(framework, EMPTY, { target: 2, answers: answersTo(framework, 0) })
  const gains = gainsOf(result)
  const total = [...gains.values()].reduce((sum, gain) => sum + gain, 0)
  assert.ok(Math.abs(total - (100 - pointsOf(result).reduce((sum, { points }) => sum + points, 0))) < 1e-9)
  const holding = result.requirements.filter((row) => row.verdict === 'effective' && row.levels.includes(2))
  assert.ok(holding.length > 0)
  for (const { id } of holding) assert.equal(gains.get(id), 0, id)
})
