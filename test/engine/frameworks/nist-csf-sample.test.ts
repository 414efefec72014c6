import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseAnswers } from '../../../src/cli/assess/answers-file.ts'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { NIST_CSF } from '../../../src/engine/frameworks/nist-csf/nist-csf.ts'
import type { Answers } from '../../../src/engine/model/questionnaire.ts'
import { sampleRecipe, snapshotOfRecipe } from '../sample-snapshot.ts'

const NOW = '2026-03-01T00:00:00Z'
const STRONG = snapshotOfRecipe(sampleRecipe('strong'), NOW)
const ANSWERS = join(import.meta.dirname, '../../../docs/examples/strong-answers-nist-csf.json')

const readAnswers = async (): Promise<Answers> => parseAnswers(await readFile(ANSWERS, 'utf8'))

function evaluate(answers: Answers, target: number) {
  return evaluateFramework(NIST_CSF, readTenant(STRONG), {
    target,
    answers,
    onFault: (id, error) => assert.fail(`${id}: ${error}`),
  })
}

const below = (target: number, { requirements }: ReturnType<typeof evaluate>): string[] =>
  requirements.filter(({ level = 0 }) => level < target).map(({ id }) => id)

test('the sample answers cover every question, at level 3 or 4', async () => {
  const { answers } = await readAnswers()
  const { scope, sections } = NIST_CSF.questionnaire
  const questions = sections.flatMap((section) => section.questions)
  assert.deepEqual(
    Object.keys(answers),
    [...scope, ...questions].map(({ id }) => id),
  )
  for (const { id } of scope) assert.equal(answers[id]?.answer, 'yes', id)
  const given = new Set(questions.map(({ id }) => answers[id]?.answer))
  assert.deepEqual(given, new Set([3, 4]))
})

test('with its answers the strong tenant scores at least 90 at target 3, everything is known, and no row falls short', async () => {
  const result = evaluate(await readAnswers(), 3)
  assert.ok(result.score >= 90, String(result.score))
  assert.deepEqual([result.coverage, result.findings, below(3, result)], [1, 0, []])
  assert.ok(result.maturityAchieved >= 3 && result.maturityAchieved < 4, String(result.maturityAchieved))
})

test('without its answers, only missing answers keep the strong tenant from the target, and no reading fails', () => {
  const result = evaluate({ format: 'plumbline-answers/1', answers: {} }, 3)
  const asked = NIST_CSF.questionnaire.sections.flatMap(({ questions }) => questions.map(({ id }) => id))
  assert.deepEqual(below(3, result), asked)
  assert.deepEqual([result.findings, result.scoreCeiling], [0, 100])
})

test('above target 3 answers decide where readings pass, because no reading shows more than level 3', async () => {
  const { answers } = await readAnswers()
  const raised = Object.keys(answers).map((id) => [id, { answer: 5 as const }])
  const result = evaluate({ format: 'plumbline-answers/1', answers: Object.fromEntries(raised) }, 4)
  const shown = NIST_CSF.requirements.filter(({ mode }) => mode === 'automatic').map(({ id }) => id)
  assert.deepEqual(below(4, result), shown)
})
