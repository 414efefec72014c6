import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Outcome } from '../../../src/engine/evaluation/outcome.ts'
import { type EvaluatedRow, scoreRows } from '../../../src/engine/evaluation/score.ts'
import { severityOf } from '../../../src/engine/evaluation/severity.ts'
import { ESSENTIAL_EIGHT } from '../../../src/engine/frameworks/essential-eight/essential-eight.ts'
import type { Framework, Requirement } from '../../../src/engine/model/framework.ts'
import type { Severity, Verdict } from '../../../src/engine/model/verdict.ts'

function requirement(more: Partial<Requirement> = {}): Requirement {
  return {
    id: 'R',
    group: 'one',
    statement: 'It holds.',
    levels: [1],
    mode: 'automatic',
    checks: [],
    weight: 1,
    remedy: 'Fix it.',
    ...more,
  }
}

interface Given {
  verdict: Verdict
  group?: string
  levels?: number[]
  weight?: number
  /** Hundredths. */
  covered?: number
}

function row({ verdict, covered, ...more }: Given): EvaluatedRow {
  const coverage = covered === undefined ? {} : { coverage: { n: covered, of: 100 } }
  return { requirement: requirement(more), outcome: { verdict, ...coverage } }
}

const FRAMEWORK: Framework = {
  questionnaire: { scope: [], sections: [] },
  id: 'sample',
  name: 'Sample',
  version: '1',
  category: 'compliance',
  estimatedDuration: 1,
  scoring: 'levels-reached',
  levels: { min: 1, max: 3 },
  defaultTarget: 1,
  groups: [
    { id: 'one', name: 'One' },
    { id: 'two', name: 'Two' },
  ],
  requirements: [],
}

const score = (rows: Given[], target = 1) => scoreRows(FRAMEWORK, rows.map(row), target)

const CREDITS: readonly (readonly [Given, number, number])[] = [
  [{ verdict: 'effective' }, 100, 100],
  [{ verdict: 'effective', covered: 98 }, 100, 100],
  [{ verdict: 'alternate' }, 100, 100],
  [{ verdict: 'partial', covered: 85 }, 85, 85],
  [{ verdict: 'partial', covered: 97 }, 90, 90],
  [{ verdict: 'partial' }, 50, 50],
  [{ verdict: 'ineffective', covered: 79 }, 0, 0],
  [{ verdict: 'not_licensed' }, 0, 100],
  [{ verdict: 'no_visibility' }, 0, 100],
  [{ verdict: 'not_assessed', covered: 100 }, 0, 100],
]

for (const [given, points, ceiling] of CREDITS) {
  const covered = given.covered === undefined ? '' : ` at ${given.covered} %`
  test(`a row that is ${given.verdict}${covered} earns ${points} of 100, at most ${ceiling}`, () => {
    const scores = score([given])
    assert.deepEqual([scores.score, scores.scoreCeiling], [points, ceiling])
  })
}

test('every group has the same weight, whatever its number of rows', () => {
  // One: (1 + 0 + 0.85 + 0) / 4 = 46.25 %, two: 100 %; mean 73.125 %. Ceiling of one: 2.85 / 4 = 71.25 %; mean 85.625 %.
  const scores = score([
    { verdict: 'effective' },
    { verdict: 'ineffective' },
    { verdict: 'partial', covered: 85 },
    { verdict: 'no_visibility' },
    { verdict: 'effective', group: 'two' },
  ])
  assert.equal(scores.score, 73)
  assert.equal(scores.scoreCeiling, 86)
  assert.equal(scores.coverage, 0.8)
  assert.deepEqual(
    scores.groups.map((group) => [group.score, group.scoreCeiling, group.settled, group.inScope]),
    [
      [46.25, 71.25, 3, 4],
      [100, 100, 1, 1],
    ],
  )
})

test('a row counts according to its weight', () => {
  // (3 × 1 + 1 × 0) / 4
  assert.equal(score([{ verdict: 'effective', weight: 3 }, { verdict: 'ineffective' }]).score, 75)
})

test('a row that is not applicable counts as known and is left out of the score', () => {
  const scores = score([{ verdict: 'effective' }, { verdict: 'ineffective' }, { verdict: 'not_applicable' }])
  assert.equal(scores.score, 50)
  assert.equal(scores.coverage, 1)
  assert.equal(scores.groups[0]?.inScope, 3)
})

test('a group in which nothing applies does not raise the mean', () => {
  const scores = score([{ verdict: 'ineffective' }, { verdict: 'not_applicable', group: 'two' }])
  assert.equal(scores.score, 0)
})

test('only rows whose levels include the target count', () => {
  const rows: Given[] = [
    { verdict: 'ineffective', levels: [1, 2] },
    { verdict: 'effective', levels: [3] },
    { verdict: 'effective', levels: [2, 3] },
  ]
  assert.deepEqual(
    [1, 2, 3].map((target) => score(rows, target).score),
    [0, 50, 100],
  )
})

test('a level is reached if each of its rows is effective, replaced or not applicable', () => {
  const verdicts: Verdict[] = ['effective', 'alternate', 'not_applicable']
  const rows = verdicts.map((verdict): Given => ({ verdict, levels: [1, 2] }))
  const [first] = score([...rows, { verdict: 'partial', covered: 97, levels: [3] }]).groups
  assert.equal(first?.maturityAchieved, 2)
})

for (const verdict of ['partial', 'ineffective', 'not_licensed', 'no_visibility', 'not_assessed'] as const) {
  test(`a level with a row that is ${verdict} is not reached`, () => {
    const [first] = score([
      { verdict: 'effective', levels: [1, 2, 3] },
      { verdict, levels: [2] },
    ]).groups
    assert.equal(first?.maturityAchieved, 1)
  })
}

test('a level is not reached while a row of a lower level fails', () => {
  const [first] = score([
    { verdict: 'ineffective', levels: [1, 2] },
    { verdict: 'effective', levels: [3] },
  ]).groups
  assert.equal(first?.maturityAchieved, 0)
})

test('the overall level is the lowest of the groups, whatever the target', () => {
  const rows: Given[] = [
    { verdict: 'effective', levels: [1, 2, 3] },
    { verdict: 'effective', levels: [1], group: 'two' },
    { verdict: 'ineffective', levels: [2, 3], group: 'two' },
  ]
  assert.deepEqual(
    [1, 2, 3].map((target) => score(rows, target).maturityAchieved),
    [1, 1, 1],
  )
})

test('a tenant that does everything scores 100 at level 3', () => {
  const rows = ESSENTIAL_EIGHT.requirements.map((item): EvaluatedRow => {
    return { requirement: item, outcome: { verdict: 'effective' } }
  })
  const scores = scoreRows(ESSENTIAL_EIGHT, rows, 3)
  assert.deepEqual([scores.score, scores.scoreCeiling, scores.coverage, scores.maturityAchieved], [100, 100, 1, 3])
})

test('at level 1, passing only the macros strategy scores one eighth', () => {
  const rows = ESSENTIAL_EIGHT.requirements.map((item): EvaluatedRow => {
    const verdict = item.group === 'restrict-office-macros' ? 'effective' : 'ineffective'
    return { requirement: item, outcome: { verdict } }
  })
  const scores = scoreRows(ESSENTIAL_EIGHT, rows, 1)
  // 12.5 rounds to 13.
  assert.deepEqual([scores.score, scores.scoreCeiling, scores.maturityAchieved], [13, 13, 0])
})

const SEVERITIES: readonly (readonly [number[], Requirement['raisedBy'], number | undefined, Severity])[] = [
  [[1, 2, 3], undefined, undefined, 'high'],
  [[1, 2], undefined, undefined, 'high'],
  [[2, 3], undefined, undefined, 'medium'],
  [[2], undefined, undefined, 'medium'],
  [[3], undefined, undefined, 'low'],
  [[1, 2, 3], 'privileged-accounts', undefined, 'high'],
  [[2, 3], 'privileged-accounts', undefined, 'high'],
  [[2, 3], 'internet-exposure', undefined, 'high'],
  [[3], 'exploited-vulnerabilities', undefined, 'medium'],
  [[1, 2, 3], undefined, 95, 'medium'],
  [[1, 2, 3], undefined, 94, 'high'],
  [[2, 3], undefined, 97, 'low'],
  [[3], undefined, 97, 'low'],
  [[1, 2, 3], 'privileged-accounts', 96, 'medium'],
  [[2, 3], 'privileged-accounts', 96, 'medium'],
  [[3], 'exploited-vulnerabilities', 96, 'low'],
]

function outcome(verdict: Verdict, more: Partial<Outcome> = {}): Outcome {
  return { verdict, observed: '', expected: '', evidence: [], limitations: [], ...more }
}

for (const [levels, raisedBy, covered, severity] of SEVERITIES) {
  const raised = raisedBy ? `, about ${raisedBy},` : ''
  const how = covered === undefined ? 'fails' : `holds for ${covered} %`
  test(`a requirement of levels ${levels.join()}${raised} that ${how} has severity ${severity}`, () => {
    const item = requirement({ levels, ...(raisedBy && { raisedBy }) })
    const failed =
      covered === undefined ? outcome('ineffective') : outcome('partial', { coverage: { n: covered, of: 100 } })
    assert.equal(severityOf(item, failed), severity)
  })
}

test('only a reason from the published list makes a finding critical, at any level and coverage', () => {
  const coverage = { n: 99, of: 100 }
  const critical = 'privileged-user-without-mfa'
  assert.equal(severityOf(requirement({ levels: [3] }), outcome('partial', { coverage, critical })), 'critical')
})

for (const verdict of [
  'effective',
  'alternate',
  'not_applicable',
  'not_licensed',
  'no_visibility',
  'not_assessed',
] as const) {
  test(`a row that is ${verdict} is never a finding`, () => {
    assert.equal(severityOf(requirement(), outcome(verdict, { critical: 'legacy-authentication-open' })), undefined)
  })
}

const UNKNOWN = ['not_licensed', 'no_visibility', 'not_assessed'] as const
const KNOWN = ['effective', 'alternate', 'partial', 'ineffective', 'not_applicable'] as const
const ROWS = ESSENTIAL_EIGHT.requirements

const anyOutcome = (verdicts: readonly Verdict[]) =>
  fc.record({
    verdict: fc.constantFrom(...verdicts),
    coverage: fc.record({ n: fc.integer({ min: 0, max: 100 }), of: fc.constant(100) }),
  })
const assignment = fc.array(anyOutcome([...KNOWN, ...UNKNOWN]), { minLength: ROWS.length, maxLength: ROWS.length })
const target = fc.integer({ min: 1, max: 3 })

function scoreAssigned(outcomes: readonly EvaluatedRow['outcome'][], at: number) {
  const rows = ROWS.flatMap((item, index): EvaluatedRow[] => {
    const given = outcomes[index]
    return given ? [{ requirement: item, outcome: given }] : []
  })
  return scoreRows(ESSENTIAL_EIGHT, rows, at)
}

test('the score is between 0 and the ceiling, and the ceiling is at most 100', () => {
  fc.assert(
    fc.property(assignment, target, (outcomes, at) => {
      const scores = scoreAssigned(outcomes, at)
      assert.ok(0 <= scores.score && scores.score <= scores.scoreCeiling && scores.scoreCeiling <= 100)
      for (const group of scores.groups) assert.ok(group.score <= group.scoreCeiling)
    }),
    { numRuns: 100 },
  )
})

test('losing visibility of rows never raises score, level or coverage, and never lowers the ceiling', () => {
  const losses = fc.array(fc.option(fc.constantFrom(...UNKNOWN), { freq: 3 }), {
    minLength: ROWS.length,
    maxLength: ROWS.length,
  })
  fc.assert(
    fc.property(assignment, losses, target, (outcomes, lost, at) => {
      const before = scoreAssigned(outcomes, at)
      const after = scoreAssigned(
        outcomes.map((given, index) => ({ ...given, verdict: lost[index] ?? given.verdict })),
        at,
      )
      assert.ok(after.score <= before.score)
      assert.ok(after.scoreCeiling >= before.scoreCeiling)
      assert.ok(after.maturityAchieved <= before.maturityAchieved)
      assert.ok(after.coverage <= before.coverage)
    }),
    { numRuns: 100 },
  )
})

test('covering fewer people, as after an exclusion, never raises score, ceiling or level', () => {
  const WORSE: readonly Verdict[] = ['effective', 'partial', 'ineffective']
  const drops = fc.array(fc.record({ steps: fc.integer({ min: 0, max: 2 }), fewer: fc.integer({ min: 0, max: 40 }) }), {
    minLength: ROWS.length,
    maxLength: ROWS.length,
  })
  fc.assert(
    fc.property(assignment, drops, target, (outcomes, drop, at) => {
      const before = scoreAssigned(outcomes, at)
      const worse = outcomes.map((given, index) => {
        const { steps = 0, fewer = 0 } = drop[index] ?? {}
        const place = WORSE.indexOf(given.verdict)
        const verdict = place < 0 ? given.verdict : (WORSE[Math.min(place + steps, 2)] ?? given.verdict)
        return { verdict, coverage: { n: Math.max(given.coverage.n - fewer, 0), of: 100 } }
      })
      const after = scoreAssigned(worse, at)
      assert.ok(after.score <= before.score)
      assert.ok(after.scoreCeiling <= before.scoreCeiling)
      assert.ok(after.maturityAchieved <= before.maturityAchieved)
    }),
    { numRuns: 100 },
  )
})

test('scoring all rows takes less than two milliseconds of CPU', () => {
  const rows = ROWS.map((item): EvaluatedRow => ({ requirement: item, outcome: { verdict: 'effective' } }))
  const rounds = 200
  const start = process.cpuUsage()
  for (let round = 0; round < rounds; round++) scoreRows(ESSENTIAL_EIGHT, rows, 3)
  const { user, system } = process.cpuUsage(start)
  assert.ok((user + system) / rounds < 2_000)
})
