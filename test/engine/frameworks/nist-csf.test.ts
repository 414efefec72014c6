import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { findFramework } from '../../../src/engine/frameworks/catalogue.ts'
import { NIST_CSF } from '../../../src/engine/frameworks/nist-csf/nist-csf.ts'
import type { Check, CheckResult } from '../../../src/engine/model/check.ts'
import type { Framework, Mode, Requirement } from '../../../src/engine/model/framework.ts'
import type { Answers, LevelAnswer } from '../../../src/engine/model/questionnaire.ts'
import type { AssessmentResult } from '../../../src/engine/model/result.ts'
import type { Snapshot } from '../../../src/engine/model/snapshot.ts'
import type { Severity, Verdict } from '../../../src/engine/model/verdict.ts'
import { used } from '../evaluation/used-checks.ts'

const NOW = '2026-03-01T00:00:00Z'

// Subcategory and mode, by category. Ids: NIST's OSCAL catalog of CSF 2.0 without the withdrawn ones.
const ROWS: Readonly<Record<string, string>> = {
  'govern GV.OC': '01Q 02Q 03Q 04Q 05Q',
  'govern GV.RM': '01Q 02Q 03Q 04Q 05Q 06Q 07Q',
  'govern GV.RR': '01Q 02Q 03Q 04Q',
  'govern GV.PO': '01Q 02Q',
  'govern GV.OV': '01Q 02Q 03Q',
  'govern GV.SC': '01Q 02Q 03Q 04Q 05Q 06Q 07Q 08Q 09Q 10Q',
  'identify ID.AM': '01P 02P 03Q 04Q 05Q 07Q 08P',
  'identify ID.RA': '01P 02Q 03Q 04Q 05Q 06Q 07Q 08Q 09Q 10Q',
  'identify ID.IM': '01Q 02Q 03Q 04Q',
  'protect PR.AA': '01P 02Q 03P 04Q 05P 06Q',
  'protect PR.AT': '01Q 02Q',
  'protect PR.DS': '01P 02Q 10Q 11Q',
  'protect PR.PS': '01P 02P 03Q 04P 05P 06Q',
  'protect PR.IR': '01Q 02Q 03Q 04Q',
  'detect DE.CM': '01Q 02Q 03P 06Q 09Q',
  'detect DE.AE': '02P 03Q 04Q 06Q 07Q 08Q',
  'respond RS.MA': '01Q 02P 03P 04Q 05Q',
  'respond RS.AN': '03Q 06Q 07Q 08Q',
  'respond RS.CO': '02Q 03Q',
  'respond RS.MI': '01Q 02Q',
  'recover RC.RP': '01Q 02Q 03Q 04Q 05Q 06Q',
  'recover RC.CO': '03Q 04Q',
}

const { groups, requirements } = NIST_CSF

const categoryIdOf = ({ id }: Requirement): string => id.slice(0, id.indexOf('-'))

test('NIST CSF 2.0 has 6 functions, 22 categories and 106 subcategories', () => {
  assert.deepEqual(
    groups.map(({ id, name }) => [id, name]),
    [
      ['govern', 'Govern'],
      ['identify', 'Identify'],
      ['protect', 'Protect'],
      ['detect', 'Detect'],
      ['respond', 'Respond'],
      ['recover', 'Recover'],
    ],
  )
  assert.equal(new Set(requirements.map(categoryIdOf)).size, 22)
  assert.equal(requirements.length, 106)
  assert.equal(new Set(requirements.map(({ id }) => id)).size, 106)
})

test('each category has the subcategories of its source, with their modes', () => {
  const found = Object.fromEntries(
    [...Map.groupBy(requirements, (row) => `${row.group} ${categoryIdOf(row)}`)].map(([category, rows]) => [
      category,
      rows.map(({ id, mode }) => `${id.slice(id.indexOf('-') + 1)}${mode.charAt(0).toUpperCase()}`).join(' '),
    ]),
  )
  assert.deepEqual(found, ROWS)
})

test('each category has one unique name', () => {
  const named = new Set(requirements.map((row) => `${categoryIdOf(row)} ${row.category}`))
  assert.equal(named.size, 22)
  assert.equal(new Set(requirements.map(({ category }) => category)).size, 22)
})

test('every row has a unique statement and remedy, in one or two plain sentences', () => {
  for (const { id, statement, remedy } of requirements) {
    assert.ok(statement.length >= 30 && statement.length <= 200, `${id}: ${statement}`)
    assert.ok(remedy.length >= 40 && remedy.length <= 250, `${id}: ${remedy}`)
    for (const text of [statement, remedy]) assert.match(text, /^[A-Z].*\.$/, id)
  }
  assert.equal(new Set(requirements.flatMap(({ statement, remedy }) => [statement, remedy])).size, 212)
})

test('every row belongs to each of the five levels, which are all described', () => {
  for (const { id, levels, weight } of requirements) assert.deepEqual([levels, weight], [[1, 2, 3, 4, 5], 1], id)
  assert.equal(NIST_CSF.levelMeanings?.length, 5)
})

test('the framework is in the catalogue, at target 3 by default', () => {
  const framework = findFramework('nist-csf')
  assert.deepEqual([framework?.version, framework?.defaultTarget, framework?.category], ['2.0.10', 3, 'compliance'])
})

const EMPTY: Snapshot = {
  format: 'plumbline-snapshot/1',
  tenantId: '5f0c1c1e-7a55-4d6f-9b0e-2f3a4b5c6d7e',
  collectedAt: NOW,
  responses: {},
}

function result(verdict: CheckResult['verdict'], more: Partial<CheckResult> = {}): CheckResult {
  return { verdict, observed: `Seen ${verdict}.`, expected: 'Wanted.', evidence: [], limitations: [], ...more }
}

interface Row {
  id?: string
  group?: string
  mode: Mode
  seen?: CheckResult[]
  answer?: LevelAnswer
}

/** Evaluates invented rows, each with the results of its checks and its answer. */
function evaluate(rows: Row[], target = 3): AssessmentResult {
  const checks = new Map<string, Check>()
  const answers: Answers = { format: 'plumbline-answers/1', answers: {} }
  const made = rows.map(({ id, group = 'one', mode, seen = [], answer }, index): Requirement => {
    const name = id ?? `R-${index}`
    if (answer !== undefined) answers.answers[name] = { answer }
    const ids = seen.map((outcome, at) => {
      const check = { id: `${name}-${at}`, version: 1, evaluate: () => outcome }
      checks.set(check.id, check)
      return check.id
    })
    return {
      id: name,
      group,
      statement: 'It holds.',
      levels: [1, 2, 3, 4, 5],
      mode,
      checks: used(mode, ids),
      weight: 1,
      remedy: 'Fix it.',
    }
  })
  const framework: Framework = {
    ...NIST_CSF,
    groups: ['one', 'two', 'three'].map((id) => ({ id, name: id })),
    requirements: made,
  }
  return evaluateFramework(framework, readTenant(EMPTY), { target, checks, answers })
}

function evaluateOne(row: Row, target = 3) {
  const [validated] = evaluate([row], target).requirements
  assert.ok(validated)
  return validated
}

type Seen = CheckResult['verdict']

// Mode, what the checks show, the answer; verdict, level and level at best at target 3.
const RESOLVED: readonly (readonly [Mode, Seen[], LevelAnswer | undefined, Verdict, number?, number?])[] = [
  ['questionnaire', [], undefined, 'not_assessed'],
  ['questionnaire', [], 1, 'ineffective', 1],
  ['questionnaire', [], 2, 'partial', 2],
  ['questionnaire', [], 3, 'effective', 3],
  ['questionnaire', [], 5, 'effective', 5],
  ['questionnaire', [], 'not_applicable', 'not_applicable'],
  ['automatic', [], undefined, 'not_assessed'],
  ['automatic', [], 4, 'effective', 4],
  ['automatic', ['effective'], undefined, 'effective', 3],
  ['automatic', ['partial'], undefined, 'partial', 2],
  ['automatic', ['ineffective'], undefined, 'ineffective', 1],
  ['automatic', ['ineffective'], 5, 'ineffective', 1],
  ['automatic', ['effective'], 1, 'effective', 3],
  ['automatic', ['not_applicable'], 1, 'not_applicable'],
  ['automatic', ['no_visibility'], undefined, 'no_visibility'],
  ['automatic', ['no_visibility'], 5, 'effective', 5],
  ['automatic', ['not_licensed'], 1, 'ineffective', 1],
  ['automatic', ['effective', 'ineffective'], undefined, 'partial', 2],
  ['automatic', ['effective', 'partial'], undefined, 'partial', 2],
  ['automatic', ['ineffective', 'ineffective'], undefined, 'ineffective', 1],
  ['automatic', ['ineffective', 'no_visibility'], undefined, 'ineffective', 1, 2],
  ['automatic', ['effective', 'no_visibility'], undefined, 'no_visibility', 2, 3],
  ['automatic', ['partial', 'no_visibility'], undefined, 'partial', 2],
  ['automatic', ['partial', 'not_licensed', 'effective'], undefined, 'partial', 2],
  ['partial', ['partial', 'no_visibility'], undefined, 'partial', 1, 2],
  ['partial', ['partial', 'no_visibility'], 4, 'partial', 2],
  ['partial', ['effective', 'no_visibility'], undefined, 'no_visibility', 1, 3],
  ['partial', [], 3, 'effective', 3],
  ['partial', ['effective'], undefined, 'not_assessed', 1, 3],
  ['partial', ['partial'], undefined, 'partial', 1, 2],
  ['partial', ['ineffective'], undefined, 'ineffective', 1],
  ['partial', ['effective'], 5, 'effective', 5],
  ['partial', ['effective', 'no_visibility'], 4, 'effective', 4],
  ['partial', ['effective', 'partial'], 4, 'partial', 2],
  ['partial', ['effective'], 2, 'partial', 2],
  ['partial', ['effective'], 1, 'ineffective', 1],
  ['partial', ['partial'], 4, 'partial', 2],
  ['partial', ['ineffective'], 4, 'ineffective', 1],
  ['partial', ['effective'], 'not_applicable', 'effective', 3],
  ['partial', ['not_applicable'], undefined, 'not_assessed'],
  ['partial', ['not_applicable'], 4, 'effective', 4],
  ['partial', ['not_applicable'], 'not_applicable', 'not_applicable'],
  ['partial', ['no_visibility'], undefined, 'no_visibility'],
  ['partial', ['no_visibility'], 4, 'effective', 4],
  ['partial', ['no_visibility'], 2, 'partial', 2],
  ['partial', ['no_visibility'], 'not_applicable', 'not_applicable'],
]

for (const [mode, seen, answer, verdict, level, levelAtBest] of RESOLVED) {
  test(`${mode}: checks [${seen.join()}], answer ${answer ?? 'missing'} gives ${verdict} at level ${level ?? 'none'}`, () => {
    const row = evaluateOne({ mode, seen: seen.map((each) => result(each)), ...(answer !== undefined && { answer }) })
    assert.deepEqual([row.verdict, row.level, row.levelAtBest], [verdict, level, levelAtBest])
  })
}

test('an answer of another kind does not count, and the result says so', () => {
  const assessment = evaluateFramework(NIST_CSF, readTenant(EMPTY), {
    target: 3,
    answers: { format: 'plumbline-answers/1', answers: { 'GV.OC-01': { answer: 'yes' } } },
  })
  const row = assessment.requirements.find(({ id }) => id === 'GV.OC-01')
  assert.equal(row?.verdict, 'not_assessed')
  assert.match(row?.limitations.join() ?? '', /not one of the possible answers/)
})

test('a reading gives a row level 3 at most, and says so if the target is higher', () => {
  const row = evaluateOne({ mode: 'automatic', seen: [result('effective')] }, 4)
  assert.deepEqual([row.verdict, row.level, row.severity], ['partial', 3, 'low'])
  assert.match(row.limitations.join(), /level 3 at most/)
})

test('a failed reading does not promise a level that readings never show', () => {
  const seen = [result('effective'), result('no_visibility')]
  for (const target of [1, 3, 5]) {
    const alone = evaluateOne({ mode: 'automatic', seen }, target)
    assert.deepEqual([alone.level, alone.levelAtBest], [2, 3], `target ${target}`)
    const shown = evaluateOne({ mode: 'partial', seen }, target)
    assert.deepEqual([shown.level, shown.levelAtBest], [1, 3], `target ${target}`)
  }
})

test('an observed shortfall is a finding with its numbers even if another check could not be read', () => {
  const short = result('partial', { coverage: { n: 9, of: 10 }, affected: { items: ['PC-1'], total: 1 } })
  const row = evaluateOne({ mode: 'automatic', seen: [result('no_visibility'), short] })
  assert.deepEqual([row.severity, row.coverage, row.affected?.items], ['low', { n: 9, of: 10 }, ['PC-1']])
  assert.match(row.observed, /Seen no_visibility.*Seen partial/)
})

test('a row that holds in part expects only what was read, and names what a missing licence kept from it', () => {
  const unlicensed = result('not_licensed', { expected: 'Each role ends.' })
  const row = evaluateOne({ mode: 'automatic', seen: [unlicensed, result('partial')] })
  assert.deepEqual(
    [row.expected, row.limitations],
    ['Wanted.', ['Not evaluated, because a licence is missing: “Each role ends”.']],
  )
  assert.equal(
    evaluateOne({ mode: 'automatic', seen: [unlicensed, result('effective')] }).expected,
    'Each role ends. Wanted.',
  )
})

test('an answer that the reading contradicts does not count, and the row shows both', () => {
  const failed = [result('ineffective')]
  for (const mode of ['automatic', 'partial'] as const) {
    const row = evaluateOne({ mode, seen: failed, answer: 4 })
    assert.deepEqual([row.verdict, row.level, row.levelAtBest, row.severity], ['ineffective', 1, undefined, 'medium'])
    const shown = [row.observed, ...row.limitations].join(' ')
    assert.match(shown, /Seen ineffective.*People put this at level 4/)
  }
})

test('a lower level from an answer is shown without the tenant’s count', () => {
  const seen = [result('effective', { coverage: { n: 99, of: 100 } })]
  assert.equal(evaluateOne({ mode: 'partial', seen, answer: 2 }).coverage, undefined)
  assert.deepEqual(evaluateOne({ mode: 'partial', seen, answer: 3 }).coverage, { n: 99, of: 100 })
})

test('an answer in addition to a reading is shown, whether it counts or not', () => {
  const failed = [result('ineffective')]
  assert.match(evaluateOne({ mode: 'automatic', seen: failed, answer: 5 }).limitations.join(), /level 5/)
  assert.deepEqual(evaluateOne({ mode: 'automatic', seen: failed, answer: 1 }).limitations, [])
  assert.match(evaluateOne({ mode: 'partial', seen: [result('effective')], answer: 2 }).observed, /Seen.*level 2/)
  const unread = evaluateOne({ mode: 'automatic', seen: [result('no_visibility')], answer: 5 })
  assert.match(unread.observed, /Seen no_visibility.*level 5/)
})

test('the quality of evidence is that of the deciding evidence, and unknown rows have none', () => {
  const at = (seen: CheckResult, answer?: LevelAnswer) => {
    const { basis, quality } = evaluateOne({ mode: 'partial', seen: [seen], ...(answer && { answer }) })
    return [basis, quality]
  }
  assert.deepEqual(at(result('not_applicable'), 3), ['reported', 'poor'])
  assert.deepEqual(at(result('not_applicable')), [undefined, undefined])
  assert.deepEqual(at(result('effective')), [undefined, undefined])
  assert.deepEqual(at(result('ineffective'), 3), ['contrary', 'good'])
})

const GAPS: readonly (readonly [LevelAnswer, number, Severity | undefined])[] = [
  [1, 5, 'high'],
  [1, 4, 'high'],
  [2, 5, 'high'],
  [1, 3, 'medium'],
  [3, 5, 'medium'],
  [1, 2, 'low'],
  [4, 5, 'low'],
  [3, 3, undefined],
  [1, 1, undefined],
]

for (const [answer, target, severity] of GAPS) {
  test(`a row at level ${answer} of a target of ${target} is ${severity ?? 'no finding'}`, () => {
    assert.equal(evaluateOne({ mode: 'questionnaire', answer }, target).severity, severity)
  })
}

test('a failed reading never counts as in place, however low the target', () => {
  const row = evaluateOne({ mode: 'automatic', seen: [result('ineffective')] }, 1)
  assert.deepEqual([row.verdict, row.severity], ['ineffective', 'low'])
})

// What is counted, n of N; the level of the row.
const BY_SHARE: readonly (readonly [CheckResult['coverage'], level: number])[] = [
  [{ n: 3, of: 5, counts: 'incident' }, 2],
  [{ n: 1, of: 2, counts: 'device' }, 2],
  [{ n: 50, of: 100, percent: true }, 2],
  [{ n: 700, of: 1000, counts: 'setting on a device' }, 2],
  [{ n: 49, of: 100, counts: 'device' }, 1],
  [{ n: 49, of: 100, percent: true }, 1],
  [{ n: 38, of: 39, counts: 'user' }, 1],
  [{ n: 6, of: 7, counts: 'privileged account' }, 1],
  [{ n: 6, of: 7, counts: 'highly privileged account' }, 1],
  [{ n: 6, of: 7, counts: 'highly privileged role or group' }, 1],
  [{ n: 6, of: 7, counts: 'role' }, 1],
  [{ n: 6, of: 7 }, 1],
  [undefined, 1],
]

for (const [coverage, level] of BY_SHARE) {
  const { n, of, counts = 'unknown objects' } = coverage ?? {}
  test(`a shortfall that holds for ${n ?? 'no'} of ${of ?? 'no'} ${counts} is level ${level}: people are not counted by share`, () => {
    const seen = [result('ineffective', coverage && { coverage })]
    const row = evaluateOne({ mode: 'automatic', seen })
    assert.deepEqual([row.level, row.verdict], [level, level === 2 ? 'partial' : 'ineffective'])
    assert.equal(row.checks?.[0]?.severity, level === 2 ? 'low' : 'medium')
  })
}

test('a reason from the published list is critical at every target, even if the level is sufficient', () => {
  const seen = [result('partial', { critical: 'privileged-user-without-mfa' })]
  for (const target of [1, 2, 3, 5]) {
    const row = evaluateOne({ mode: 'automatic', seen }, target)
    assert.deepEqual([row.verdict, row.severity], ['partial', 'critical'], `target ${target}`)
  }
})

test('score, ceiling, coverage and levels equal values computed by hand', () => {
  const assessment = evaluate([
    { group: 'one', mode: 'questionnaire', answer: 5 },
    { group: 'one', mode: 'questionnaire', answer: 1 },
    { group: 'one', mode: 'questionnaire' },
    { group: 'one', mode: 'questionnaire', answer: 'not_applicable' },
    { group: 'two', mode: 'automatic', seen: [result('partial')] },
    { group: 'two', mode: 'partial', seen: [result('effective')] },
    { group: 'three', mode: 'questionnaire', answer: 'not_applicable' },
  ])
  // One: (3 + 1 + 0) / 9 = 44.44, at best (3 + 1 + 3) / 9 = 77.78; levels (5 + 1 + 1) / 3 = 2.33.
  // Two: (2 + 1) / 6 = 50, at best (2 + 3) / 6 = 83.33; levels (2 + 1) / 2 = 1.5. Three does not count.
  assert.deepEqual([assessment.score, assessment.scoreCeiling, assessment.maturityAchieved], [47, 81, 1.9])
  // The unanswered row and the one that the tenant shows only in part are unknown.
  assert.equal(assessment.coverage, 5 / 7)
  assert.deepEqual(
    assessment.groups.map(({ score, maturityAchieved, settled, inScope }) => [
      Math.round(score * 100) / 100,
      maturityAchieved,
      settled,
      inScope,
    ]),
    [
      [44.44, 2.3, 3, 4],
      [50, 1.5, 1, 2],
      [100, 5, 1, 1],
    ],
  )
  assert.deepEqual([assessment.findings, assessment.medium, assessment.low], [2, 1, 1])
})

test('a level above the target does not compensate for others, and a mean just below a level is not rounded up to it', () => {
  const rows = (low: LevelAnswer) =>
    Array.from({ length: 30 }, (_, index): Row => ({ mode: 'questionnaire', answer: index === 0 ? low : 3 }))
  assert.deepEqual([evaluate(rows(2)).score, evaluate(rows(2)).maturityAchieved], [99, 2.9])
  const strong = evaluate([
    { mode: 'questionnaire', answer: 5 },
    { mode: 'questionnaire', answer: 1 },
  ])
  assert.deepEqual([strong.score, strong.maturityAchieved], [67, 3])
})

function answering(pick: (id: string, index: number) => LevelAnswer | undefined): Answers {
  const given = requirements.flatMap(({ id }, index) => {
    const answer = pick(id, index)
    return answer === undefined ? [] : [[id, { answer }] as const]
  })
  return { format: 'plumbline-answers/1', answers: Object.fromEntries(given) }
}

test('without readings and answers nothing is known, nothing fails, and the ceiling is 100', () => {
  const assessment = evaluateFramework(NIST_CSF, readTenant(EMPTY), {
    target: 3,
    onFault: (id, error) => assert.fail(`${id}: ${error}`),
  })
  const { score, scoreCeiling, coverage, maturityAchieved, findings } = assessment
  assert.deepEqual([score, scoreCeiling, coverage, maturityAchieved, findings], [0, 100, 0, 1, 0])
})

test('level 3 throughout, read and answered, scores 100 and reaches level 3', () => {
  const named = requirements.flatMap((row) => row.checks.map(({ check }) => check))
  const checks = new Map(named.map((id) => [id, { id, version: 1, evaluate: () => result('effective') }]))
  const answers = answering(() => 3)
  const assessment = evaluateFramework(NIST_CSF, readTenant(EMPTY), { target: 3, checks, answers })
  const { score, scoreCeiling, coverage, maturityAchieved, findings } = assessment
  assert.deepEqual([score, scoreCeiling, coverage, maturityAchieved, findings], [100, 100, 1, 3, 0])
})

const READ = ['effective', 'partial', 'ineffective', 'not_applicable'] as const
const UNREAD = ['no_visibility', 'not_licensed'] as const
const NAMED = [...new Set(requirements.flatMap((row) => row.checks.map(({ check }) => check)))]

const ofEach = <T>(arbitrary: fc.Arbitrary<T>, count: number) =>
  fc.array(arbitrary, { minLength: count, maxLength: count })
const anyAnswers = ofEach(
  fc.option(fc.constantFrom<LevelAnswer>(1, 2, 3, 4, 5, 'not_applicable'), { nil: undefined }),
  requirements.length,
)
const anySeen = ofEach(fc.constantFrom<Seen>(...READ, ...UNREAD), NAMED.length)
const anyTarget = fc.integer({ min: 1, max: 5 })

function assess(seen: readonly Seen[], answers: readonly (LevelAnswer | undefined)[], target: number) {
  const checks = new Map(
    NAMED.map((id, index): [string, Check] => {
      return [id, { id, version: 1, evaluate: () => result(seen[index] ?? 'effective') }]
    }),
  )
  return evaluateFramework(NIST_CSF, readTenant(EMPTY), { target, checks, answers: answering((_, at) => answers[at]) })
}

test('checks that lose their readings never raise score, level or coverage as long as nobody has answered', () => {
  const losses = ofEach(fc.option(fc.constantFrom<Seen>(...UNREAD)), NAMED.length)
  fc.assert(
    fc.property(anySeen, losses, anyTarget, (seen, lost, target) => {
      const before = assess(seen, [], target)
      const after = assess(
        seen.map((verdict, index) => lost[index] ?? verdict),
        [],
        target,
      )
      assert.ok(after.score <= before.score)
      assert.ok(after.scoreCeiling >= before.scoreCeiling)
      assert.ok(after.maturityAchieved <= before.maturityAchieved)
      assert.ok(after.coverage <= before.coverage)
    }),
    { numRuns: 150 },
  )
})

test('the score is between 0 and the ceiling, the ceiling at most 100, and levels between 1 and 5', () => {
  fc.assert(
    fc.property(anySeen, anyAnswers, anyTarget, (seen, answers, target) => {
      const { score, scoreCeiling, maturityAchieved, groups: validated } = assess(seen, answers, target)
      assert.ok(0 <= score && score <= scoreCeiling && scoreCeiling <= 100)
      for (const group of validated) assert.ok(group.score <= group.scoreCeiling + 1e-9)
      for (const level of [maturityAchieved, ...validated.map((group) => group.maturityAchieved)]) {
        assert.ok(level >= 1 && level <= 5 && Math.abs(level * 10 - Math.round(level * 10)) < 1e-9)
      }
    }),
    { numRuns: 100 },
  )
})

test('the score depends only on the levels of the rows', () => {
  fc.assert(
    fc.property(anySeen, anyAnswers, anyTarget, (seen, answers, target) => {
      const assessment = assess(seen, answers, target)
      const asked = assessment.requirements.filter((row) => row.verdict !== 'not_applicable')
      const means = [...Map.groupBy(asked, (row) => row.group).values()].map((rows) => {
        return rows.reduce((sum, { level = 0 }) => sum + Math.min(level, target) / target, 0) / rows.length
      })
      const mean = means.reduce((sum, share) => sum + share, 0) / means.length
      assert.ok(means.length === 0 || Math.abs(assessment.score - 100 * mean) <= 0.5 + 1e-9)
    }),
    { numRuns: 100 },
  )
})

test('worse readings never raise score, ceiling or level, whatever people answered', () => {
  const WORSE: readonly Seen[] = ['effective', 'partial', 'ineffective']
  const drops = ofEach(fc.integer({ min: 0, max: 2 }), NAMED.length)
  fc.assert(
    fc.property(anySeen, drops, anyAnswers, anyTarget, (seen, drop, answers, target) => {
      const before = assess(seen, answers, target)
      const worse = seen.map((verdict, index) => {
        const place = WORSE.indexOf(verdict)
        return place < 0 ? verdict : (WORSE[Math.min(place + (drop[index] ?? 0), 2)] ?? verdict)
      })
      const after = assess(worse, answers, target)
      assert.ok(after.score <= before.score)
      assert.ok(after.scoreCeiling <= before.scoreCeiling)
      assert.ok(after.maturityAchieved <= before.maturityAchieved)
    }),
    { numRuns: 100 },
  )
})

test('an answer never changes a row that checks decide alone and could read', () => {
  fc.assert(
    fc.property(anySeen, anyAnswers, anyTarget, (seen, answers, target) => {
      const without = assess(seen, [], target).requirements
      for (const [index, row] of assess(seen, answers, target).requirements.entries()) {
        if (row.mode !== 'automatic' || row.basis === 'reported' || !requirements[index]?.checks.length) continue
        assert.deepEqual([row.verdict, row.level], [without[index]?.verdict, without[index]?.level], row.id)
      }
    }),
    { numRuns: 100 },
  )
})
