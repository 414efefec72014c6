import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { splitAnswer } from '../../../src/engine/evaluation/answer-notes.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { hasFailed } from '../../../src/engine/evaluation/outcome.ts'
import { isUnknown } from '../../../src/engine/evaluation/unknowns.ts'
import { FRAMEWORKS } from '../../../src/engine/frameworks/catalogue.ts'
import type { Framework } from '../../../src/engine/model/framework.ts'
import type { Answer, Answers, LevelAnswer } from '../../../src/engine/model/questionnaire.ts'
import type { RequirementResult } from '../../../src/engine/model/result.ts'
import { sentencesOf } from '../../../src/shared/text/sentences.ts'
import { sampleSnapshot } from '../sample-snapshot.ts'

const NOW = '2026-03-01T09:00:00Z'

/** The same answer to every question. */
const answerAll = ({ requirements }: Framework, answer: Answer | LevelAnswer, note?: string): Answers => ({
  format: 'plumbline-answers/1',
  answers: Object.fromEntries(
    requirements.map(({ id }) => [id, { answer, answeredAt: NOW, ...(note !== undefined && { note }) }]),
  ),
})

for (const framework of FRAMEWORKS) {
  test(`${framework.id}: people who say that nothing is in place hide nothing that the tenant shows`, () => {
    for (const posture of ['weak', 'typical', 'partial'] as const) {
      const tenant = readTenant(sampleSnapshot(posture, NOW))
      const target = framework.levels.max
      const before = evaluateFramework(framework, tenant, { target })
      const no = framework.scoring === 'maturity' ? 1 : 'no'
      const after = evaluateFramework(framework, tenant, { target, answers: answerAll(framework, no) })
      for (const [index, row] of before.requirements.entries()) {
        const answered = after.requirements[index]
        if (row.severity === 'critical') assert.equal(answered?.severity, 'critical', `${row.id} of ${posture}`)
        // In NIST CSF, an answer may stand for the reading of a part.
        if (row.verdict === 'ineffective' && framework.scoring !== 'maturity')
          assert.deepEqual(
            [answered?.coverage, answered?.affected],
            [row.coverage, row.affected],
            `${row.id} of ${posture}`,
          )
      }
    }
  })

  test(`${framework.id}: a row that is not in place shows what is missing, not only what is met`, () => {
    for (const posture of ['weak', 'typical', 'strong', 'partial'] as const) {
      const tenant = readTenant(sampleSnapshot(posture, NOW))
      const { max: target } = framework.levels
      for (const answer of framework.scoring === 'maturity' ? ([1, 2, 3] as const) : (['no', 'partly'] as const)) {
        const { requirements } = evaluateFramework(framework, tenant, { target, answers: answerAll(framework, answer) })
        for (const row of requirements.filter(({ verdict }) => hasFailed(verdict)))
          assert.ok(showsLack(row), `${row.id} of ${posture}, ${answer}: ${row.observed}`)
      }
    }
  })
}

test('a row has the note of its answer once, whatever decides', () => {
  const note = 'A tool of the help desk does it.'
  for (const framework of FRAMEWORKS)
    for (const posture of ['weak', 'typical', 'strong', 'partial'] as const)
      for (const answer of framework.scoring === 'maturity'
        ? ([1, 2, 3, 4, 'not_applicable'] as const)
        : (['yes', 'partly', 'no', 'not_applicable'] as const)) {
        const answers = answerAll(framework, answer, note)
        const target = framework.defaultTarget
        const { requirements } = evaluateFramework(framework, readTenant(sampleSnapshot(posture, NOW)), {
          target,
          answers,
        })
        for (const row of requirements) {
          const noted = [row.observed, ...row.limitations, row.contradiction ?? ''].flatMap((text) =>
            text.split(note).slice(1),
          )
          assert.equal(noted.length, 1, `${row.id} of ${posture}, ${answer}: ${row.observed} | ${row.limitations}`)
        }
      }
})

/** Whether a row says what one of its checks lacks or, if they lack nothing, what people answered. */
function showsLack({ checks = [], observed, limitations }: RequirementResult): boolean {
  const decisive = checks.filter(({ proves }) => proves !== 'hint')
  const lacking = decisive.filter(({ verdict }) => hasFailed(verdict) || isUnknown(verdict))
  if (lacking.length === 0) return [observed, ...limitations].some((text) => splitAnswer(text).given !== undefined)
  if (decisive.length === 1) return splitAnswer(observed).text !== ''
  const found = lacking.flatMap((check) => sentencesOf(check.found?.observed ?? ''))
  return found.some((sentence) => observed.includes(sentence))
}
