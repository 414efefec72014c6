import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { ESSENTIAL_EIGHT } from '../../../src/engine/frameworks/essential-eight/essential-eight.ts'
import { NIST_CSF } from '../../../src/engine/frameworks/nist-csf/nist-csf.ts'
import type { Check, CheckResult } from '../../../src/engine/model/check.ts'
import type { Framework, Mode, Scoring } from '../../../src/engine/model/framework.ts'
import type { Answer, Answers, LevelAnswer } from '../../../src/engine/model/questionnaire.ts'
import { type Suggestion, suggestAnswers } from '../../../src/engine/results/prefill.ts'
import { used } from '../evaluation/used-checks.ts'

const MORNING = '2026-03-01T06:00:00.000Z'
const NOON = '2026-03-01T12:00:00.000Z'

type Seen = CheckResult['verdict']

const evidenceOf = (collectedAt: string) => ({ dataset: 'GET /v1.0/users', pointer: '', collectedAt })

function seen(verdict: Seen, more: Partial<CheckResult> = {}): CheckResult {
  const evidence = [evidenceOf(NOON)]
  return { verdict, observed: `Seen ${verdict}.`, expected: 'Wanted.', evidence, limitations: [], ...more }
}

interface Given {
  mode?: Mode
  answer?: Answer | LevelAnswer
  target?: number
}

/** The suggestion for a requirement with these results of its checks, evaluated with and without an answer. */
function suggestFor(scoring: Scoring, results: readonly CheckResult[], given: Given = {}): Suggestion | undefined {
  const { mode = 'partial', answer, target = 3 } = given
  const base = scoring === 'maturity' ? NIST_CSF : ESSENTIAL_EIGHT
  const found = results.map((outcome, at): Check => ({ id: `check-${at}`, version: 1, evaluate: () => outcome }))
  const framework: Framework = {
    ...base,
    groups: [{ id: 'only', name: 'Only' }],
    requirements: [
      {
        id: 'R-1',
        group: 'only',
        statement: 'It holds.',
        levels: [1, 2, 3, 4, 5],
        mode,
        checks: used(
          mode,
          found.map(({ id }) => id),
        ),
        weight: 1,
        remedy: 'Fix it.',
      },
    ],
  }
  const answers: Answers = {
    format: 'plumbline-answers/1',
    answers: answer === undefined ? {} : { 'R-1': { answer, note: 'We think so.' } },
  }
  const tenant = readTenant({ format: 'plumbline-snapshot/1', tenantId: 't', collectedAt: NOON, responses: {} })
  const checks = new Map(found.map((check) => [check.id, check]))
  return suggestAnswers(evaluateFramework(framework, tenant, { target, checks, answers })).get('R-1')
}

const LEVELS: readonly (readonly [Seen[], LevelAnswer | undefined])[] = [
  [['effective'], 3],
  [['partial'], 2],
  [['ineffective'], 1],
  [['effective', 'ineffective'], 2],
  [['effective', 'not_applicable'], 3],
  [['partial', 'no_visibility'], 2],
  [['ineffective', 'no_visibility'], 1],
  [['not_applicable'], undefined],
]

for (const [verdicts, level] of LEVELS) {
  test(`with levels, readings [${verdicts.join()}] suggest ${level ?? 'no level'}, at every target`, () => {
    for (const target of [1, 2, 3, 4, 5]) {
      const suggestion = suggestFor(
        'maturity',
        verdicts.map((verdict) => seen(verdict)),
        { target },
      )
      assert.ok(suggestion, `target ${target}`)
      assert.equal(suggestion.answer, level, `target ${target}`)
    }
  })
}

const DEGREES: readonly (readonly [Seen, Answer | undefined])[] = [
  ['effective', 'yes'],
  ['partial', 'partly'],
  ['ineffective', 'no'],
  ['not_applicable', undefined],
]

for (const [verdict, answer] of DEGREES) {
  test(`for Essential Eight, a reading that is ${verdict} suggests ${answer ?? 'no answer'}`, () => {
    assert.deepEqual(suggestFor('levels-reached', [seen(verdict)]), {
      id: 'R-1',
      ...(answer && { answer }),
      because: `Seen ${verdict}.`,
      collectedAt: NOON,
    })
  })
}

test('a failed reading suggests nothing', () => {
  for (const scoring of ['maturity', 'levels-reached'] as const) {
    for (const verdicts of [['no_visibility'], ['not_licensed'], ['effective', 'no_visibility']] as const) {
      const results = verdicts.map((verdict) => seen(verdict))
      assert.equal(suggestFor(scoring, results), undefined, `${scoring} ${verdicts.join()}`)
    }
  }
})

test('without evidence nothing is suggested, whatever the verdict of a check', () => {
  assert.equal(suggestFor('maturity', [seen('effective', { evidence: [] })]), undefined)
  assert.equal(suggestFor('maturity', []), undefined)
})

test('answers do not influence a suggestion', () => {
  const asked = [
    ['maturity', [1, 2, 4, 5, 'not_applicable']],
    ['levels-reached', ['yes', 'partly', 'no', 'not_applicable']],
  ] as const
  for (const [scoring, answers] of asked) {
    for (const verdict of ['effective', 'partial', 'ineffective', 'not_applicable', 'no_visibility'] as const) {
      const without = suggestFor(scoring, [seen(verdict)])
      for (const answer of answers)
        assert.deepEqual(suggestFor(scoring, [seen(verdict)], { answer }), without, `${scoring} ${verdict} ${answer}`)
    }
  }
})

test('an answer to a question without readings suggests nothing', () => {
  assert.equal(suggestFor('maturity', [], { mode: 'questionnaire', answer: 4 }), undefined)
  assert.equal(suggestFor('maturity', [], { mode: 'partial', answer: 4 }), undefined)
})

test('a hint is shown beside the question and suggests no answer', () => {
  const hint = suggestFor('levels-reached', [seen('effective')], { mode: 'questionnaire' })
  assert.deepEqual([hint?.answer, hint?.because], [undefined, 'Seen effective.'])
})

test('a requirement that checks decide alone is not asked and has no suggestion', () => {
  assert.equal(suggestFor('maturity', [seen('effective')], { mode: 'automatic' }), undefined)
})

test('a suggestion is as old as the oldest of its readings', () => {
  const results = [seen('effective'), seen('partial', { evidence: [evidenceOf(NOON), evidenceOf(MORNING)] })]
  assert.equal(suggestFor('maturity', results)?.collectedAt, MORNING)
})

test('exactly the requirements that need answers and for which something was read have suggestions', () => {
  for (const framework of [NIST_CSF, ESSENTIAL_EIGHT]) {
    const named = framework.requirements.flatMap(({ checks }) => checks.map(({ check }) => check))
    const checks = new Map(named.map((id) => [id, { id, version: 1, evaluate: () => seen('effective') }]))
    const tenant = readTenant({ format: 'plumbline-snapshot/1', tenantId: 't', collectedAt: NOON, responses: {} })
    const suggestions = suggestAnswers(evaluateFramework(framework, tenant, { target: 3, checks }))
    const asked = framework.requirements.filter(({ mode, checks }) => mode !== 'automatic' && checks.length > 0)
    assert.deepEqual([...suggestions.keys()], [...new Set(asked.map(({ id }) => id))], framework.id)
    assert.ok(suggestions.size > 0)
  }
})
