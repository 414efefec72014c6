import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { FRAMEWORKS } from '../../../src/engine/frameworks/catalogue.ts'
import { ESSENTIAL_EIGHT } from '../../../src/engine/frameworks/essential-eight/essential-eight.ts'
import { NIST_CSF } from '../../../src/engine/frameworks/nist-csf/nist-csf.ts'
import type { Check, CheckResult } from '../../../src/engine/model/check.ts'
import type { Exception } from '../../../src/engine/model/exception.ts'
import type { Framework, Requirement, Scoring } from '../../../src/engine/model/framework.ts'
import type { Answer, Answers, LevelAnswer } from '../../../src/engine/model/questionnaire.ts'
import type { AssessmentResult } from '../../../src/engine/model/result.ts'
import type { Snapshot, SnapshotResponse } from '../../../src/engine/model/snapshot.ts'
import type { Verdict } from '../../../src/engine/model/verdict.ts'
import { contentsOf } from '../../../src/simulator/content/contents.ts'
import { recipeOf } from '../../../src/simulator/tenants/recipes.ts'
import { SAMPLE_TENANTS } from '../../../src/simulator/tenants/tenants.ts'
import { used } from '../../engine/evaluation/used-checks.ts'
import { snapshotOf, tenantOf } from '../../engine/snapshot-builder.ts'

const NOW = '2026-03-01T00:00:00Z'
const EMPTY = readTenant(snapshotOf({}))

function exception(more: Partial<Exception> = {}): Exception {
  return {
    id: 'exc_1',
    kind: 'compensating-control',
    requirement: 'R-1',
    reason: 'The proxy does this for every device.',
    approver: 'Ada Park, owner',
    approvedAt: '2026-01-01T00:00:00Z',
    expiresAt: '2026-12-31T00:00:00Z',
    ...more,
  }
}

const accept = (more: Partial<Exception> = {}): Exception => exception({ kind: 'accepted-risk', ...more })

function result(verdict: CheckResult['verdict'], more: Partial<CheckResult> = {}): CheckResult {
  return { verdict, observed: `Seen ${verdict}.`, expected: 'Wanted.', evidence: [], limitations: [], ...more }
}

/** A result that fails for exactly these objects, of ten. */
const failing = (...names: string[]): CheckResult =>
  result('ineffective', {
    affected: { items: names, total: names.length },
    allNamed: true,
    coverage: { n: 10 - names.length, of: 10 },
  })

interface Case {
  /** One check per result; without results no check reads the requirement. */
  tenant?: CheckResult[]
  answer?: Answer | LevelAnswer
  exceptions?: Exception[]
  scoring?: Scoring
  mode?: Requirement['mode']
  target?: number
  now?: string
}

/** A framework with one requirement, evaluated, and its row. */
function evaluate({ tenant = [], answer, exceptions = [], scoring = 'levels-reached', mode, target = 1, now }: Case) {
  const checks = tenant.map((outcome, index): Check => ({ id: `c${index}`, version: 1, evaluate: () => outcome }))
  const usedAs = mode ?? (tenant.length > 0 ? 'automatic' : 'questionnaire')
  const framework: Framework = {
    ...ESSENTIAL_EIGHT,
    scoring,
    levels: { min: 1, max: 5 },
    groups: [{ id: 'only', name: 'Only' }],
    requirements: [
      {
        id: 'R-1',
        group: 'only',
        statement: 'It holds.',
        levels: [1, 2, 3, 4, 5],
        mode: usedAs,
        checks: used(
          usedAs,
          checks.map(({ id }) => id),
        ),
        weight: 1,
        remedy: 'Fix it.',
      },
    ],
  }
  const answers: Answers = { format: 'plumbline-answers/1', answers: answer === undefined ? {} : { 'R-1': { answer } } }
  const assessment = evaluateFramework(framework, EMPTY, {
    target,
    answers,
    exceptions,
    parameters: { now: now ?? NOW },
    checks: new Map(checks.map((check) => [check.id, check])),
  })
  const [row] = assessment.requirements
  assert.ok(row)
  return { assessment, row }
}

const outcomeOf = (given: Case): [verdict: Verdict, score: number, findings: number] => {
  const { assessment, row } = evaluate(given)
  return [row.verdict, assessment.score, assessment.findings]
}

// What the tenant shows, the answer, and the verdict with a compensating control for the whole requirement.
const COMPENSATED: readonly (readonly [CheckResult['verdict'] | undefined, Answer | undefined, Verdict, number])[] = [
  ['ineffective', undefined, 'alternate', 100],
  ['partial', undefined, 'alternate', 100],
  ['effective', undefined, 'effective', 100],
  ['not_applicable', undefined, 'not_applicable', 100],
  ['not_licensed', undefined, 'alternate', 100],
  ['no_visibility', undefined, 'no_visibility', 0],
  [undefined, undefined, 'alternate', 100],
  [undefined, 'no', 'alternate', 100],
  [undefined, 'partly', 'alternate', 100],
  [undefined, 'yes', 'effective', 100],
]

for (const [tenant, answer, verdict, score] of COMPENSATED) {
  const seen = tenant ?? `no check, the answer ${answer ?? 'missing'},`
  test(`a compensating control turns ${seen} into ${verdict}`, () => {
    const given = { ...(tenant && { tenant: [result(tenant)] }), ...(answer && { answer }), exceptions: [exception()] }
    assert.deepEqual(outcomeOf(given), [verdict, score, 0])
  })
}

test('a compensating control makes the level reached, and the row says so', () => {
  const { assessment, row } = evaluate({ tenant: [result('ineffective')], exceptions: [exception()] })
  assert.equal(assessment.maturityAchieved, 5)
  assert.equal(row.severity, undefined)
  assert.match(row.observed, /^Seen ineffective\. A recorded compensating control replaces it\.$/)
  assert.deepEqual(row.exceptions, [
    {
      kind: 'compensating-control',
      reason: 'The proxy does this for every device.',
      approver: 'Ada Park, owner',
      approvedAt: '2026-01-01T00:00:00Z',
      expiresAt: '2026-12-31T00:00:00Z',
    },
  ])
})

test('if a reading was refused, the row mentions the control and stays unknown', () => {
  const { assessment, row } = evaluate({ tenant: [result('no_visibility')], exceptions: [exception()] })
  assert.equal(assessment.coverage, 0)
  assert.match(row.limitations.join(), /compensating control is recorded.*cannot be read/)
})

for (const verdict of ['ineffective', 'partial'] as const) {
  test(`with an accepted risk ${verdict} keeps its verdict and points, and is not a finding`, () => {
    const tenant = [result(verdict, { coverage: { n: 8, of: 10 }, critical: 'legacy-authentication-open' })]
    const before = evaluate({ tenant })
    const after = evaluate({ tenant, exceptions: [accept()] })
    assert.equal(before.assessment.critical, 1)
    assert.deepEqual(
      [after.row.verdict, after.row.severity, after.row.accepted, after.assessment.findings, after.assessment.critical],
      [verdict, undefined, true, 0, 0],
    )
    assert.equal(after.assessment.score, before.assessment.score)
    assert.equal(after.assessment.maturityAchieved, before.assessment.maturityAchieved)
    assert.match(after.row.observed, /is an accepted risk: it earns no points and is not a finding/)
  })
}

test('an accepted risk does not resolve an unknown', () => {
  for (const verdict of ['no_visibility', 'not_licensed'] as const) {
    const { row } = evaluate({ tenant: [result(verdict)], exceptions: [accept()] })
    assert.deepEqual([row.verdict, row.accepted, row.exceptions?.length], [verdict, undefined, 1])
  }
})

test('an exception counts exactly from its approval until its expiry', () => {
  const at = (now: string): Verdict => evaluate({ tenant: [failing('a')], exceptions: [exception()], now }).row.verdict
  assert.equal(at('2025-12-31T23:59:59.999Z'), 'ineffective')
  assert.equal(at('2026-01-01T00:00:00Z'), 'alternate')
  assert.equal(at('2026-12-30T23:59:59.999Z'), 'alternate')
  assert.equal(at('2026-12-31T00:00:00Z'), 'ineffective')
})

test('an expired exception reopens its finding, and the row says when it expired', () => {
  for (const kind of ['accepted-risk', 'compensating-control'] as const) {
    const expired = exception({ kind, expiresAt: '2026-02-01T00:00:00Z' })
    const { assessment, row } = evaluate({ tenant: [failing('a')], exceptions: [expired] })
    assert.deepEqual([row.verdict, assessment.findings, row.exceptions?.[0]?.expired], ['ineffective', 1, true])
    assert.match(row.limitations.join(), /expired on 2026-02-01 and no longer counts/)
  }
})

test('a row that holds by itself does not mention an expired exception', () => {
  const expired = exception({ expiresAt: '2026-02-01T00:00:00Z' })
  assert.deepEqual(evaluate({ tenant: [result('effective')], exceptions: [expired] }).row.limitations, [])
})

const [A, B] = [{ object: 'ADA@fabrikam.example' }, { object: 'bo@fabrikam.example' }]
const BOTH = failing('ada@fabrikam.example', 'bo@fabrikam.example')

// The results of the checks, the exceptions, and the effect.
const OBJECTS: readonly (readonly [string, Case, Verdict, 'finding' | 'accepted' | 'fine'])[] = [
  ['a control for each', { tenant: [BOTH], exceptions: [exception(A), exception(B)] }, 'alternate', 'fine'],
  [
    'names with their shortcoming, and controls for one with it and for one by name only',
    {
      tenant: [failing('PC-1 (Windows 10)', 'PC-2 (Windows 7)')],
      exceptions: ['pc-1 (windows 10)', 'PC-2'].map((object) => exception({ object })),
    },
    'alternate',
    'fine',
  ],
  [
    'names with their shortcoming, and a control for an earlier shortcoming',
    { tenant: [failing('PC-1 (Windows 10)')], exceptions: [exception({ object: 'PC-1 (Windows 7)' })] },
    'ineffective',
    'finding',
  ],
  ['a control for one of them', { tenant: [BOTH], exceptions: [exception(A)] }, 'ineffective', 'finding'],
  [
    'a control for one, the other accepted',
    { tenant: [BOTH], exceptions: [exception(A), accept(B)] },
    'ineffective',
    'accepted',
  ],
  ['both accepted', { tenant: [BOTH], exceptions: [accept(A), accept(B)] }, 'ineffective', 'accepted'],
  [
    'a control for one, and one that expired',
    { tenant: [BOTH], exceptions: [exception(A), exception({ ...B, expiresAt: '2026-02-01T00:00:00Z' })] },
    'ineffective',
    'finding',
  ],
  [
    'more affected than are named',
    { tenant: [{ ...BOTH, affected: { items: ['ada@fabrikam.example'], total: 101 } }], exceptions: [exception(A)] },
    'ineffective',
    'finding',
  ],
  [
    'a check that also fails for something without a name',
    { tenant: [{ ...BOTH, allNamed: false }], exceptions: [exception(A), exception(B)] },
    'ineffective',
    'finding',
  ],
  [
    'a second check that fails for somebody else',
    { tenant: [BOTH, failing('cy@fabrikam.example')], exceptions: [exception(A), exception(B)] },
    'ineffective',
    'finding',
  ],
  [
    'a second check that could not be read',
    { tenant: [BOTH, result('no_visibility')], exceptions: [exception(A), exception(B)] },
    'no_visibility',
    'fine',
  ],
  [
    'an unanswered half',
    { tenant: [BOTH], mode: 'partial', exceptions: [exception(A), exception(B)] },
    'not_assessed',
    'fine',
  ],
  [
    'an unanswered half, and one of the two accepted',
    { tenant: [BOTH], mode: 'partial', exceptions: [exception(A), accept(B)] },
    'ineffective',
    'accepted',
  ],
  [
    'a half that is answered as done',
    { tenant: [BOTH], mode: 'partial', answer: 'yes', exceptions: [exception(A), exception(B)] },
    'alternate',
    'fine',
  ],
  [
    'a half that is answered as missing',
    { tenant: [BOTH], mode: 'partial', answer: 'no', exceptions: [exception(A), exception(B)] },
    'ineffective',
    'finding',
  ],
  [
    'all accepted as a whole, a control for each',
    { tenant: [BOTH], exceptions: [accept(), exception(A), exception(B)] },
    'alternate',
    'fine',
  ],
]

for (const [what, given, verdict, comes] of OBJECTS) {
  test(`objects fail, with ${what}: ${verdict}, ${comes}`, () => {
    const { assessment, row } = evaluate(given)
    assert.deepEqual(
      [row.verdict, assessment.findings, row.accepted],
      [verdict, comes === 'finding' ? 1 : 0, comes === 'accepted' ? true : undefined],
    )
  })
}

test('if rows have levels, a compensating control counts exactly as the target', () => {
  for (const [target, achieved] of [
    [1, 1],
    [3, 3],
    [5, 5],
  ]) {
    const given: Case = { answer: 1, scoring: 'maturity', exceptions: [exception()], ...(target && { target }) }
    const { assessment, row } = evaluate(given)
    // At a target of 1 the answer 1 is enough by itself.
    assert.equal(row.verdict, target === 1 ? 'effective' : 'alternate')
    assert.deepEqual([row.level, assessment.score, assessment.maturityAchieved], [target, 100, achieved])
  }
})

test('if rows have levels, an accepted risk keeps the level and its share of the score', () => {
  const given: Case = { answer: 2, scoring: 'maturity', target: 4 }
  const before = evaluate(given)
  const after = evaluate({ ...given, exceptions: [accept()] })
  assert.deepEqual([before.assessment.findings, after.assessment.findings], [1, 0])
  assert.deepEqual([after.row.level, after.assessment.score], [2, before.assessment.score])
})

const VERDICTS = ['effective', 'partial', 'ineffective', 'not_applicable', 'not_licensed', 'no_visibility'] as const
const NAMES = ['ada@fabrikam.example', 'bo@fabrikam.example']

const anyAssessment = fc.constantFrom(...FRAMEWORKS).chain((framework) => {
  const ids = [...new Set(framework.requirements.flatMap(({ checks }) => checks.map(({ check }) => check)))]
  const requirement = fc.constantFrom(...framework.requirements.map(({ id }) => id))
  const anyException = fc
    .record({
      kind: fc.constantFrom('accepted-risk' as const, 'compensating-control' as const),
      requirement,
      object: fc.option(fc.constantFrom(...NAMES), { nil: undefined }),
      expiresAt: fc.constantFrom('2026-02-01T00:00:00Z', '2026-12-31T00:00:00Z'),
    })
    .map(({ object, ...more }) => exception({ ...more, ...(object !== undefined && { object }) }))
  const possibleAnswers = framework.scoring === 'maturity' ? [1, 2, 3, 4, 5] : ['yes', 'partly', 'no']
  return fc.record({
    framework: fc.constant(framework),
    target: fc.integer({ min: 1, max: 5 }),
    results: fc
      .array(fc.constantFrom(...VERDICTS), { minLength: ids.length, maxLength: ids.length })
      .map((verdicts) => new Map(ids.map((id, index) => [id, verdicts[index] ?? 'effective']))),
    answers: fc.dictionary(requirement, fc.constantFrom<unknown>(...possibleAnswers)),
    exceptions: fc.array(anyException, { maxLength: 12 }),
    another: anyException,
  })
})
type Given = typeof anyAssessment extends fc.Arbitrary<infer T> ? T : never

function assess({ framework, target, results, answers }: Given, exceptions: Exception[]): AssessmentResult {
  const checks = [...results].map(([id, verdict]): readonly [string, Check] => {
    const named =
      verdict === 'ineffective' || verdict === 'partial' ? { ...failing(...NAMES), verdict } : result(verdict)
    return [id, { id, version: 1, evaluate: () => named }]
  })
  const given = Object.entries(answers).map(([id, answer]) => [id, { answer }])
  const file: Answers = JSON.parse(
    JSON.stringify({ format: 'plumbline-answers/1', answers: Object.fromEntries(given) }),
  )
  const options = { target, answers: file, exceptions, parameters: { now: NOW }, checks: new Map(checks) }
  return evaluateFramework(framework, EMPTY, options)
}

const figures = ({ score, scoreCeiling, coverage, maturityAchieved, groups }: AssessmentResult) => [
  score,
  scoreCeiling,
  coverage,
  maturityAchieved,
  groups,
]

test('adding an accepted risk changes no score, ceiling, level or coverage, and adds no finding', () => {
  fc.assert(
    fc.property(anyAssessment, (given) => {
      const before = assess(given, given.exceptions)
      const after = assess(given, [...given.exceptions, { ...given.another, kind: 'accepted-risk' }])
      assert.deepEqual(figures(after), figures(before))
      assert.ok(after.findings <= before.findings)
    }),
    { numRuns: 150 },
  )
})

test('adding a compensating control never lowers score or level, and adds no finding', () => {
  fc.assert(
    fc.property(anyAssessment, (given) => {
      const before = assess(given, given.exceptions)
      const after = assess(given, [...given.exceptions, { ...given.another, kind: 'compensating-control' }])
      assert.ok(after.score >= before.score && after.maturityAchieved >= before.maturityAchieved)
      assert.ok(after.findings <= before.findings && after.score <= after.scoreCeiling)
    }),
    { numRuns: 150 },
  )
})

test('adding an exception changes only the rows of its own requirement', () => {
  fc.assert(
    fc.property(anyAssessment, (given) => {
      const others = (assessment: AssessmentResult) =>
        assessment.requirements.filter(({ id }) => id !== given.another.requirement)
      const before = assess(given, given.exceptions)
      assert.deepEqual(others(assess(given, [...given.exceptions, given.another])), others(before))
    }),
    { numRuns: 100 },
  )
})

test('an expired exception has no effect except for a note', () => {
  const bare = (assessment: AssessmentResult) => ({
    ...assessment,
    requirements: assessment.requirements.map(({ limitations, exceptions, ...row }) => ({
      ...row,
      limitations: limitations.filter((text) => !/expired on 2026-02-01/.test(text)),
      exceptions: exceptions?.filter(({ expired }) => !expired) ?? [],
    })),
  })
  fc.assert(
    fc.property(anyAssessment, (given) => {
      const expired = { ...given.another, expiresAt: '2026-02-01T00:00:00Z' }
      assert.deepEqual(bare(assess(given, [...given.exceptions, expired])), bare(assess(given, given.exceptions)))
    }),
    { numRuns: 100 },
  )
})

/** All responses of the typical sample tenant. */
function typicalSnapshot(): Snapshot {
  const { tenantId } = SAMPLE_TENANTS.find(({ posture }) => posture === 'typical') ?? {}
  const recipe = recipeOf(tenantId ?? '')
  assert.ok(recipe && tenantId)
  const responses: Record<string, SnapshotResponse> = {}
  for (const [path, value] of contentsOf(recipe, Date.parse(NOW)).responses) {
    responses[`${path.includes('/runHuntingQuery#') ? 'POST' : 'GET'} ${path}`] = {
      status: 200,
      collectedAt: NOW,
      value,
    }
  }
  return { ...snapshotOf({}, tenantId), responses }
}

// Requirements of the typical tenant, and the effect of a control for every object that each names.
const NAMED: readonly (readonly [string, string, Verdict])[] = [
  ['ISM-1672', 'devices, and nothing else', 'alternate'],
  ['ISM-1704', 'devices, but others may fail as well', 'partial'],
  ['ISM-1649', 'accounts, and people must still answer the rest', 'not_assessed'],
  ['ISM-1504', 'users, and people must still answer for other services', 'not_assessed'],
]

for (const [id, what, verdict] of NAMED) {
  test(`compensating controls for every object that ${id} names, ${what}, give ${verdict}`, () => {
    const tenant = readTenant(typicalSnapshot())
    const evaluateWith = (exceptions: Exception[]) =>
      evaluateFramework(ESSENTIAL_EIGHT, tenant, { target: 2, exceptions }).requirements.find((row) => row.id === id)
    const items = evaluateWith([])?.affected?.items ?? []
    assert.ok(items.length > 1)
    const controls = items.map((object) => exception({ requirement: id, object }))
    assert.equal(evaluateWith(controls)?.verdict, verdict)
    assert.notEqual(evaluateWith(controls.slice(1))?.verdict, 'alternate')
  })
}

test('a compensating control for a shortfall that awaits an answer earns all of its points', () => {
  const short = failing('ada@fabrikam.example')
  const tenant = [{ ...short, verdict: 'partial' as const, coverage: { n: 9, of: 10 } }]
  const open = evaluate({ tenant, mode: 'partial' })
  assert.deepEqual([open.row.awaitsAnswer, open.assessment.score], [true, 0])
  const { row, assessment } = evaluate({ tenant, mode: 'partial', exceptions: [exception({})] })
  assert.deepEqual([row.verdict, row.awaitsAnswer, assessment.score], ['alternate', undefined, 100])
})

test('refusing any single reading, with a control recorded for everything, raises no score', () => {
  const whole = typicalSnapshot()
  for (const framework of [ESSENTIAL_EIGHT, NIST_CSF]) {
    const exceptions = framework.requirements.map(({ id }) => exception({ requirement: id }))
    const scoreOf = (snapshot: Snapshot): number =>
      evaluateFramework(framework, readTenant(snapshot), { target: 3, exceptions }).score
    const before = scoreOf(whole)
    assert.ok(before > 90)
    for (const key of Object.keys(whole.responses)) {
      const refusal = { status: 403, collectedAt: NOW, error: { code: 'Forbidden', message: 'refused' } }
      assert.ok(scoreOf({ ...whole, responses: { ...whole.responses, [key]: refusal } }) <= before, key)
    }
  }
})

test('declared emergency accounts are named, and so is a declaration without a matching account', () => {
  const users = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'].map((id, index) => ({
    id,
    userPrincipalName: `glass${index}@fabrikam.example`,
    accountEnabled: true,
  }))
  const accountsOf = (values: Parameters<typeof tenantOf>[0], breakGlass: string[]) =>
    evaluateFramework(ESSENTIAL_EIGHT, tenantOf(values), { target: 2, parameters: { breakGlass } }).emergencyAccounts
  const declared = ['GLASS0@fabrikam.example', '22222222-2222-4222-8222-222222222222', 'gone@fabrikam.example']
  assert.deepEqual(accountsOf({ users }, declared), {
    setAside: ['glass0@fabrikam.example', 'glass1@fabrikam.example'],
    notFound: ['gone@fabrikam.example'],
  })
  assert.deepEqual(accountsOf({}, declared), { setAside: [], notFound: [] })
  assert.equal(accountsOf({ users }, []), undefined)
})
