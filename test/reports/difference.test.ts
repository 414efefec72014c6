import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AssessmentResult, RequirementResult } from '../../src/engine/model/result.ts'
import type { Verdict } from '../../src/engine/model/verdict.ts'
import { pointsMoved, wholePoints } from '../../src/engine/results/points-moved.ts'
import {
  changesByKind,
  changesSentence,
  changeWords,
  compareResults,
} from '../../src/features/reports/content/difference.ts'
import type { Difference, RunPoint } from '../../src/features/reports/content/input.ts'
import { levelState } from '../../src/features/reports/content/rules.ts'
import { levelOfRun, trendSentence } from '../../src/features/reports/content/trend.ts'
import { isLevelKnown } from '../../src/shared/portal/enough-known.ts'
import { sampleResult } from './sample.ts'
import { tenantReports } from './tenant-reports.ts'

const VERDICTS: readonly Verdict[] = [
  'effective',
  'alternate',
  'partial',
  'ineffective',
  'not_applicable',
  'not_licensed',
  'no_visibility',
  'not_assessed',
]

/** How a change from the verdict of the line to that of the column counts: better, worse, otherwise, or not at all. */
const STEPS = `
                effective alternate partial ineffective not_applicable not_licensed no_visibility not_assessed
effective       .         o         w       w           o              o            o             o
alternate       o         .         w       w           o              o            o             o
partial         b         b         .       w           o              o            o             o
ineffective     b         b         b       .           o              o            o             o
not_applicable  o         o         o       o           .              o            o             o
not_licensed    o         o         o       o           o              .            o             o
no_visibility   o         o         o       o           o              o            .             o
not_assessed    o         o         o       o           o              o            o             .`

type Given = Partial<RequirementResult>

/** A result with these rows at target 2. */
function resultOf(rows: readonly Given[], target = 2): AssessmentResult {
  const sample = sampleResult('strong')
  const [like] = sample.requirements
  assert.ok(like)
  const { severity: _, coverage: __, ...plain } = like
  return { ...sample, target, requirements: rows.map((row) => ({ ...plain, levels: [1, 2, 3], ...row })) }
}

/** Ids by kind of change. */
function compare(before: readonly Given[], after: readonly Given[], targets: [number, number] = [2, 2]) {
  const { better, worse, otherwise } = compareResults(resultOf(before, targets[0]), resultOf(after, targets[1]))
  const ids = (changes: readonly { id: string }[]): string => changes.map(({ id }) => id).join(' ')
  return { better: ids(better), worse: ids(worse), otherwise: ids(otherwise) }
}

const NOTHING = { better: '', worse: '', otherwise: '' }

test('every change of a verdict is classified as in the table', () => {
  const lines = STEPS.trim().split('\n').slice(1)
  assert.equal(lines.length, VERDICTS.length)
  const words = { b: 'better', w: 'worse', o: 'otherwise' } as const
  for (const line of lines) {
    const [before, ...steps] = line.trim().split(/\s+/)
    const from = VERDICTS.find((verdict) => verdict === before)
    for (const [index, to] of VERDICTS.entries()) {
      const found = compare([{ id: 'A', ...(from && { verdict: from }) }], [{ id: 'A', verdict: to }])
      const word = Object.entries(words).find(([letter]) => letter === steps[index])?.[1]
      assert.deepEqual(found, word ? { ...NOTHING, [word]: 'A' } : NOTHING, `${before} to ${to}`)
    }
  }
})

const LEVELS: [says: string, before: Given, after: Given, targets: [number, number], wanted: object][] = [
  [
    'a higher level is better, whatever the verdict',
    { verdict: 'effective', level: 3 },
    { verdict: 'effective', level: 4 },
    [3, 3],
    { better: 'A' },
  ],
  [
    'a lower level is worse',
    { verdict: 'partial', level: 3 },
    { verdict: 'partial', level: 2 },
    [4, 4],
    { worse: 'A' },
  ],
  [
    'at one level a reading that fails is worse',
    { verdict: 'effective', level: 3 },
    { verdict: 'partial', level: 3 },
    [3, 3],
    { worse: 'A' },
  ],
  [
    'a different target alone is not a change',
    { verdict: 'effective', level: 3 },
    { verdict: 'partial', level: 3 },
    [3, 4],
    {},
  ],
  [
    'a level is gained even if the target rose',
    { verdict: 'effective', level: 3 },
    { verdict: 'partial', level: 4 },
    [3, 5],
    { better: 'A' },
  ],
  [
    'a row that became unknown is neither better nor worse',
    { verdict: 'partial', level: 2 },
    { verdict: 'not_assessed', level: 1 },
    [3, 3],
    { otherwise: 'A' },
  ],
  [
    'a row that stays unknown has not changed',
    { verdict: 'not_assessed', level: 1 },
    { verdict: 'not_assessed', level: 2 },
    [3, 3],
    {},
  ],
]

for (const [says, before, after, targets, wanted] of LEVELS) {
  test(`rows with their own level: ${says}`, () => {
    const all = { id: 'A', levels: [1, 2, 3, 4, 5] }
    const found = compare([{ ...all, ...before }], [{ ...all, ...after }], targets)
    assert.deepEqual(found, { ...NOTHING, ...wanted })
  })
}

test('the sentence counts a check that turned out to be not applicable as now known, like the chart', () => {
  const change = { id: 'A', group: 'G', statement: 'It is asked.', before: 'not_assessed' } as const
  const otherwise = [
    { ...change, after: 'effective' },
    { ...change, after: 'not_applicable' },
  ] as const
  const result = sampleResult('mixed')
  const { score, scoreCeiling, coverage, maturityAchieved } = result
  const since = {
    runId: 'run_1',
    completedAt: '2026-05-17T12:00:00.000Z',
    score,
    scoreCeiling,
    coverage,
    maturityAchieved,
    findings: result.findings,
  }
  const sentence = changesSentence(result, { since, better: [], worse: [], otherwise })
  assert.match(sentence, /: 2 checks are now known\.$/)
})

test('a change has both levels if the row had one in both runs', () => {
  const { better } = compareResults(
    resultOf([{ id: 'A', verdict: 'ineffective', level: 1 }]),
    resultOf([{ id: 'A', verdict: 'effective', level: 3 }]),
  )
  assert.deepEqual([better[0]?.levelBefore, better[0]?.levelAfter], [1, 3])
})

test('a row that a new version of the framework added or removed counts as not applicable in the other run', () => {
  const { better, worse, otherwise } = compareResults(
    resultOf([
      { id: 'GONE', verdict: 'effective', statement: 'It was asked once.' },
      { id: 'GONE-UNASKED', verdict: 'not_applicable' },
    ]),
    resultOf([
      { id: 'NEW', verdict: 'ineffective', statement: 'It is asked now.' },
      { id: 'NEW-UNASKED', verdict: 'not_applicable' },
    ]),
  )
  assert.deepEqual([better, worse], [[], []])
  const group = 'patch-applications'
  assert.deepEqual(otherwise, [
    { id: 'NEW', group, statement: 'It is asked now.', before: 'not_applicable', after: 'ineffective' },
    { id: 'GONE', group, statement: 'It was asked once.', before: 'effective', after: 'not_applicable' },
  ])
})

test('a requirement in two groups is compared in each of them', () => {
  const found = compareResults(
    resultOf([
      { id: 'A', group: 'one', verdict: 'partial' },
      { id: 'A', group: 'two', verdict: 'partial' },
    ]),
    resultOf([
      { id: 'A', group: 'one', verdict: 'effective' },
      { id: 'A', group: 'two', verdict: 'ineffective' },
    ]),
  )
  assert.deepEqual([found.better[0]?.group, found.worse[0]?.group], ['one', 'two'])
})

test('only requirements of the current target are compared, in the order of the result', () => {
  const rows = (verdict: Verdict): Given[] => [
    { id: 'C', verdict },
    { id: 'BEYOND', verdict, levels: [3] },
    { id: 'B', verdict },
  ]
  assert.deepEqual(compare(rows('partial'), rows('effective')), { ...NOTHING, better: 'C B' })
  assert.deepEqual(compare(rows('partial'), rows('effective'), [2, 3]), { ...NOTHING, better: 'C BEYOND B' })
})

test('a result compared with itself has not changed', () => {
  for (const posture of ['weak', 'mixed', 'strong'] as const) {
    const result = sampleResult(posture)
    const { points, ...rows } = compareResults(result, result)
    assert.deepEqual(rows, { better: [], worse: [], otherwise: [] })
    assert.deepEqual(points, { changed: 0, answered: 0, nowKnown: 0, nowUnknown: 0, applicability: 0 })
  }
})

/** A run of target 2 with this span. */
const runOf = (score: number, scoreCeiling: number, month = 5): RunPoint => ({
  runId: 'run_1',
  completedAt: `2026-0${month}-17T12:00:00.000Z`,
  score,
  scoreCeiling,
  coverage: 0.5,
  maturityAchieved: 1,
  findings: 3,
  target: 2,
})

/** The sentence on ten rows of equal weight, of which one fix and seven answers changed the verdict. */
function sentenceOf(before: readonly Verdict[], after: readonly Verdict[], since: RunPoint, now: RunPoint): string {
  const rows = (verdicts: readonly Verdict[]): Given[] =>
    verdicts.map((verdict, index) => ({ id: `R-${index}`, verdict }))
  const current = { ...resultOf(rows(after)), score: now.score, scoreCeiling: now.scoreCeiling }
  const difference: Difference = { since, ...compareResults(resultOf(rows(before)), current) }
  return changesSentence(current, difference)
}

const times = <T>(count: number, each: T): T[] => Array.from({ length: count }, () => each)

test('what only became known is never called a rise, and what was fixed is counted apart from it', () => {
  const before: Verdict[] = [...times(3, 'ineffective' as const), ...times(7, 'not_assessed' as const)]
  const after: Verdict[] = [...times(1, 'ineffective' as const), ...times(9, 'effective' as const)]
  assert.equal(
    sentenceOf(before, after, runOf(0, 70), runOf(90, 90)),
    'The score was 0–70 and is 90: 2 checks became better and 7 checks are now known. What is now known adds 70 points and what was known before and changed adds 20 points.',
  )
  const answered: Verdict[] = [...times(3, 'ineffective' as const), ...times(7, 'effective' as const)]
  assert.equal(
    sentenceOf(before, answered, runOf(0, 70), runOf(70, 70)),
    'The score was 0–70 and is 70: 7 checks are now known. What is now known adds 70 points.',
  )
})

test('what only people’s answers changed is not called fixed', () => {
  const check = { id: 'c', kind: 'absent', proves: 'part' } as const
  const read: Given = { verdict: 'ineffective', basis: 'absent', checks: [{ ...check, verdict: 'ineffective' }] }
  const answered: Given = { ...read, verdict: 'effective', basis: 'reported' }
  const fixed: Given = { ...answered, checks: [{ ...check, verdict: 'effective', kind: 'seen' }] }
  const before = resultOf(times(10, read).map((row, index) => ({ ...row, id: `R-${index}` })))
  const rows = [...times(3, answered), fixed, ...times(6, read)].map((row, index) => ({ ...row, id: `R-${index}` }))
  const now = { ...resultOf(rows), score: 40, scoreCeiling: 40 }
  const difference = { since: runOf(0, 0), ...compareResults(before, now) }
  const kinds = changesByKind(difference)
  assert.deepEqual(
    [kinds.better.map(({ id }) => id), kinds.answered.map(({ id }) => id)],
    [['R-3'], ['R-0', 'R-1', 'R-2']],
  )
  assert.equal(
    changesSentence(now, difference),
    'The score went from 0 to 40: 1 check became better and 3 checks changed by an answer. What people have answered since adds 30 points and what was known before and changed adds 10 points.',
  )
})

test('what the tenant shows in part and counts once people answer is changed by an answer', () => {
  const check = { id: 'c', kind: 'seen', proves: 'part', verdict: 'partial' } as const
  const read: Given = { mode: 'partial', verdict: 'partial', basis: 'seen', checks: [check], level: 1, levelAtBest: 2 }
  const answered: Given = { ...read, level: 2, answer: 2 }
  delete answered.levelAtBest
  const difference = compareResults(resultOf([{ id: 'A', ...read }], 3), resultOf([{ id: 'A', ...answered }], 3))
  const { better, answered: byAnswer } = changesByKind({ ...difference })
  assert.deepEqual([better.length, byAnswer.length], [0, 1])
  const [change] = byAnswer
  assert.deepEqual(change && changeWords(change), [
    'Partly in place, counts as level 1 until people answer',
    'Partly in place, level 2',
  ])
  assert.deepEqual([difference.points?.changed, (difference.points?.answered ?? 0) > 0], [0, true])
})

test('points that a share earns once people have answered for the rest come from the answer', () => {
  const check = { id: 'c', kind: 'seen', proves: 'part', verdict: 'partial' } as const
  const coverage = { n: 1, of: 2 }
  const read: Given = { mode: 'partial', verdict: 'partial', basis: 'seen', checks: [check], coverage }
  const before = resultOf([{ ...read, awaitsAnswer: true }])
  const moved = pointsMoved(before, resultOf([{ ...read, answer: 'yes' }]))
  assert.deepEqual([moved.changed, moved.answered > 0], [0, true])
  const fixed = resultOf([
    { ...read, verdict: 'effective', checks: [{ ...check, verdict: 'effective' }], answer: 'yes' },
  ])
  assert.ok(pointsMoved(before, fixed).changed > 0, 'the tenant shows more than before')
})

test('what became unknown is not called a fall', () => {
  const known = times(10, 'effective' as const)
  const after: Verdict[] = [...times(6, 'effective' as const), ...times(4, 'no_visibility' as const)]
  assert.equal(
    sentenceOf(known, after, runOf(100, 100), runOf(60, 100)),
    'The score was 100 and is 60–100: 4 checks are now unknown. What is now unknown takes away 40 points.',
  )
})

test('between two scores of which everything is known, the sentence has no causes', () => {
  const before: Verdict[] = [...times(3, 'ineffective' as const), ...times(7, 'effective' as const)]
  assert.equal(
    sentenceOf(before, times(10, 'effective' as const), runOf(70, 70), runOf(100, 100)),
    'The score went from 70 to 100: 3 checks became better.',
  )
})

test('the causes add up to the difference of the scores, also where rows cease to apply', () => {
  const [before, now] = [sampleResult('weak'), sampleResult('mixed')]
  const requirements = now.requirements.map((row, index) =>
    index % 7 === 0 ? { ...row, verdict: 'not_applicable' as const } : row,
  )
  const moved = pointsMoved(before, { ...now, requirements })
  const whole = wholePoints(moved, Math.round(Object.values(moved).reduce((sum, points) => sum + points, 0)))
  const sum = Object.values(whole).reduce((total, points) => total + points, 0)
  assert.equal(sum, Math.round(Object.values(moved).reduce((total, points) => total + points, 0)))
  for (const [kind, points] of Object.entries(whole)) {
    assert.ok(Math.abs(points - moved[kind as keyof typeof moved]) <= 1, kind)
  }
})

const TRENDS: [from: [number, number], to: [number, number], says: string][] = [
  [[0, 73], [92, 92], 'the score was 0–73 and is 92, at least 19 points higher.'],
  [[0, 73], [70, 70], 'the score was 0–73 and is 70.'],
  [[80, 80], [20, 79], 'the score was 80 and is 20–79, at least 1 point lower.'],
  [[40, 80], [40, 80], 'the score is 40–80, the same as at the start.'],
  [[60, 60], [92, 92], 'the score rose from 60 to 92, by 32 points.'],
  [[60, 60], [60, 60], 'the score is 60, the same as at the start.'],
]

for (const [[score, ceiling], [lastScore, lastCeiling], says] of TRENDS) {
  test(`from ${score}–${ceiling} to ${lastScore}–${lastCeiling}: ${says}`, () => {
    const points = [runOf(score, ceiling), runOf(lastScore, lastCeiling, 6)]
    assert.equal(trendSentence(points, { locale: 'en-GB' }), `2 assessments since 17 May 2026: ${says}`)
  })
}

test('a run that has points although nothing is known says why', () => {
  const points = [{ ...runOf(5, 100), coverage: 0 }, runOf(100, 100, 6)]
  assert.match(trendSentence(points, { locale: 'en-GB' }), /the score was 5–100 and is 100.*shows in part earns points/)
  assert.doesNotMatch(trendSentence([runOf(5, 100), runOf(100, 100, 6)], { locale: 'en-GB' }), /in part/)
})

test('the level of a run is not known if nothing was known, or if nothing was found below the lowest level', () => {
  const run = { ...runOf(5, 100), maturityAchieved: 1 }
  assert.equal(levelOfRun({ ...run, coverage: 0 }), '–')
  assert.equal(levelOfRun(run), '1')
  assert.equal(levelOfRun({ ...run, maturityAchieved: 0, findings: 0 }), '–')
  assert.equal(levelOfRun({ ...run, maturityAchieved: 0 }), '0')
})

test('what is stored of a run says as much of its level as its rows', async () => {
  for (const { report, tenant, framework } of await tenantReports()) {
    const { result } = report
    assert.equal(isLevelKnown(result), levelState(result) !== 'unknown', `${framework} ${tenant}`)
  }
})
