import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { parseAnswers } from '../../../src/cli/assess/answers-file.ts'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { FRAMEWORKS } from '../../../src/engine/frameworks/catalogue.ts'
import { ESSENTIAL_EIGHT } from '../../../src/engine/frameworks/essential-eight/essential-eight.ts'
import type { Answers } from '../../../src/engine/model/questionnaire.ts'
import type { SnapshotResponse } from '../../../src/engine/model/snapshot.ts'
import { DAY_MS } from '../../../src/shared/dates/time-units.ts'
import type { Posture } from '../../../src/simulator/tenants/tenants.ts'
import { sampleSnapshot } from '../sample-snapshot.ts'

const ANSWERS = parseAnswers(await readFile('docs/examples/strong-answers.json', 'utf8'))

function evaluate(posture: Posture, target: number, now: string, answers?: Answers) {
  return evaluateFramework(ESSENTIAL_EIGHT, readTenant(sampleSnapshot(posture, now)), {
    target,
    ...(answers && { answers }),
    onFault: (id, error) => assert.fail(`${id}: ${error}`),
  })
}

const daysFrom = (day: string, count: number, apart: number): string[] =>
  Array.from({ length: count }, (_, index) => new Date(Date.parse(day) + index * apart * DAY_MS).toISOString())

/** Each day of a month with a patch day, and one day of every month for years. */
const MOMENTS = [...daysFrom('2026-06-01T13:20:00Z', 31, 1), ...daysFrom('2026-01-01T00:00:00Z', 30, 31)]

test('with its answers the strong tenant reaches maturity 3 on any day', () => {
  for (const now of MOMENTS) {
    const { score, maturityAchieved, coverage, findings, requirements } = evaluate('strong', 3, now, ANSWERS)
    assert.deepEqual(
      { score, maturityAchieved, coverage, findings },
      { score: 100, maturityAchieved: 3, coverage: 1, findings: 0 },
      now,
    )
    assert.deepEqual(
      requirements.filter(({ contradiction }) => contradiction),
      [],
    )
  }
})

test('without answers the strong tenant reaches no level, and has no findings', () => {
  const { score, scoreCeiling, maturityAchieved, findings } = evaluate('strong', 3, '2026-06-15T00:00:00Z')
  assert.ok(score < 50)
  assert.deepEqual([scoreCeiling, maturityAchieved, findings], [100, 0, 0])
})

test('the answers of the strong tenant cover exactly the questions in its scope that no reading decides', () => {
  const { scope, sections } = ESSENTIAL_EIGHT.questionnaire
  const none = scope.filter(({ id }) => ANSWERS.answers[id]?.answer === 'no')
  const decided = ESSENTIAL_EIGHT.requirements.filter(({ mode }) => mode === 'automatic').map(({ id }) => id)
  const covered = new Set([...none.flatMap(({ covers }) => covers), ...decided])
  const asked = [...scope, ...sections.flatMap(({ questions }) => questions)].map(({ id }) => id)
  // The file may have answers for other frameworks as well.
  const elsewhere = new Set(
    FRAMEWORKS.filter((framework) => framework !== ESSENTIAL_EIGHT).flatMap(({ requirements, questionnaire }) =>
      [...requirements, ...questionnaire.scope].map(({ id }) => id),
    ),
  )
  const answered = Object.keys(ANSWERS.answers).filter((id) => asked.includes(id) || !elsewhere.has(id))
  assert.deepEqual(answered.sort(), asked.filter((id) => !covered.has(id)).sort())
  assert.ok(none.length > 0 && decided.length > 0 && covered.size > decided.length)
})

test('answering yes to everything does not help a weak tenant, and the rows show the contradictions', () => {
  const { scope, sections } = ESSENTIAL_EIGHT.questionnaire
  const asked = [...scope, ...sections.flatMap(({ questions }) => questions)]
  const answers: Answers = {
    format: 'plumbline-answers/1',
    answers: Object.fromEntries(asked.map(({ id }) => [id, { answer: 'yes' as const }])),
  }
  const { maturityAchieved, requirements } = evaluate('weak', 3, '2026-06-15T00:00:00Z', answers)
  assert.equal(maturityAchieved, 0)
  const failed = requirements.filter(({ mode, verdict }) => mode === 'partial' && verdict === 'ineffective')
  assert.ok(failed.length > 20, String(failed.length))
  for (const { id, contradiction } of failed) assert.match(contradiction ?? '', /“yes”.*(not in place|falls short)/, id)
})

test('the weak tenant scores 0 on any day', () => {
  for (const now of MOMENTS) {
    const { score, maturityAchieved } = evaluate('weak', 2, now)
    assert.deepEqual([score, maturityAchieved], [0, 0], now)
  }
})

test('people see the names of what could not be read; paths appear only as evidence', () => {
  const { responses, ...typical } = sampleSnapshot('typical', '2026-06-15T00:00:00Z')
  const failures = [403, 429, 0, 500].map((status) =>
    Object.fromEntries(
      Object.entries(responses).map(([key, { collectedAt }]) => [
        key,
        { status, collectedAt } satisfies SnapshotResponse,
      ]),
    ),
  )
  for (const unread of [{}, ...failures]) {
    for (const framework of FRAMEWORKS) {
      const tenant = readTenant({ ...typical, responses: unread })
      const { requirements } = evaluateFramework(framework, tenant, { target: 3 })
      const texts = requirements.map(({ evidence: _, ...row }) => JSON.stringify(row))
      assert.ok(
        texts.some((text) => text.includes('the list of users')),
        framework.id,
      )
      for (const text of texts) assert.doesNotMatch(text, /(GET|POST) \/|\/(v1\.0|beta)\b/)
    }
  }
})
