import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AssessmentResult, RequirementResult } from '../../src/engine/model/result.ts'
import type { Verdict } from '../../src/engine/model/verdict.ts'
import { changesSentence, compareResults } from '../../src/features/reports/content/difference.ts'
import { sampleResult } from './sample.ts'

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
    assert.deepEqual(compareResults(result, result), { better: [], worse: [], otherwise: [] })
  }
})
