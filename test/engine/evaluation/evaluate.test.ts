import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { combineChecks } from '../../../src/engine/evaluation/combine.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { resolveLevel } from '../../../src/engine/evaluation/resolve-level.ts'
import { ESSENTIAL_EIGHT } from '../../../src/engine/frameworks/essential-eight/essential-eight.ts'
import type { Check, CheckResult, Parameters } from '../../../src/engine/model/check.ts'
import type { Basis, EvidenceQuality } from '../../../src/engine/model/evidence-kind.ts'
import type { Framework, Mode, Requirement } from '../../../src/engine/model/framework.ts'
import type { Answer, Answers } from '../../../src/engine/model/questionnaire.ts'
import type { Snapshot } from '../../../src/engine/model/snapshot.ts'
import type { Verdict } from '../../../src/engine/model/verdict.ts'
import { toNamed } from '../../../src/engine/readers/results/result.ts'
import { used } from './used-checks.ts'

const SNAPSHOT: Snapshot = {
  format: 'plumbline-snapshot/1',
  tenantId: '5f0c1c1e-7a55-4d6f-9b0e-2f3a4b5c6d7e',
  collectedAt: '2026-03-01T00:00:00Z',
  responses: {},
}

const EVIDENCE = { dataset: 'GET /v1.0/users', pointer: '/0', collectedAt: SNAPSHOT.collectedAt }

function result(verdict: CheckResult['verdict'], more: Partial<CheckResult> = {}): CheckResult {
  return { verdict, observed: `Seen ${verdict}.`, expected: 'Wanted.', evidence: [], limitations: [], ...more }
}

const check = (id: string, outcome: CheckResult): Check => ({ id, version: 1, evaluate: () => outcome })

const checksOf = (...checks: Check[]) => new Map(checks.map((item) => [item.id, item]))

function requirement(mode: Mode, checks: string[], more: Partial<Requirement> = {}): Requirement {
  return {
    id: 'R-1',
    group: 'only',
    statement: 'It holds.',
    levels: [1],
    mode,
    checks: used(mode, checks),
    weight: 1,
    remedy: 'Fix it.',
    ...more,
  }
}

function framework(...requirements: Requirement[]): Framework {
  return {
    questionnaire: { scope: [], sections: [] },
    id: 'sample',
    name: 'Sample',
    version: '1',
    category: 'compliance',
    estimatedDuration: 1,
    scoring: 'levels-reached',
    levels: { min: 1, max: 3 },
    defaultTarget: 1,
    groups: [{ id: 'only', name: 'Only' }],
    requirements,
  }
}

function answered(answer: Answer, answeredAt?: string, note?: string): Answers {
  const given = { answer, ...(answeredAt !== undefined && { answeredAt }), ...(note !== undefined && { note }) }
  return { format: 'plumbline-answers/1', answers: { 'R-1': given } }
}

/** The only row of a framework with one requirement, evaluated. */
function evaluate(mode: Mode, tenant: CheckResult | undefined, answers?: Answers) {
  const checks = checksOf(...(tenant ? [check('seen', tenant)] : []))
  const row = requirement(mode, tenant ? ['seen'] : [])
  const options = { target: 1, checks, ...(answers && { answers }) }
  const [validated] = evaluateFramework(framework(row), readTenant(SNAPSHOT), options).requirements
  assert.ok(validated)
  return validated
}

const COMBINATIONS: readonly (readonly [CheckResult['verdict'], CheckResult['verdict'], CheckResult['verdict']])[] = [
  ['effective', 'effective', 'effective'],
  ['effective', 'partial', 'partial'],
  ['effective', 'ineffective', 'ineffective'],
  ['partial', 'ineffective', 'ineffective'],
  ['effective', 'no_visibility', 'no_visibility'],
  ['effective', 'not_licensed', 'not_licensed'],
  ['not_licensed', 'no_visibility', 'no_visibility'],
  ['partial', 'no_visibility', 'no_visibility'],
  ['ineffective', 'no_visibility', 'ineffective'],
  ['ineffective', 'not_licensed', 'ineffective'],
  ['effective', 'not_applicable', 'effective'],
  ['ineffective', 'not_applicable', 'ineffective'],
  ['no_visibility', 'not_applicable', 'no_visibility'],
  ['not_applicable', 'not_applicable', 'not_applicable'],
]

for (const [one, other, expected] of COMBINATIONS) {
  test(`the checks ${one} and ${other} give ${expected} in either order`, () => {
    assert.equal(combineChecks([result(one), result(other)])?.verdict, expected)
    assert.equal(combineChecks([result(other), result(one)])?.verdict, expected)
  })
}

test('several checks together give the lowest coverage, all limitations and all shortcomings', () => {
  const combined = combineChecks([
    result('partial', { coverage: { n: 9, of: 10 }, observed: 'Ninety.', limitations: ['a'] }),
    result('partial', { coverage: { n: 85, of: 100 }, observed: 'Eighty-five.', limitations: ['a', 'b'] }),
    result('effective', { coverage: { n: 1, of: 1 }, observed: 'All.', expected: 'More.' }),
  ])
  assert.deepEqual(combined?.coverage, { n: 85, of: 100 })
  assert.deepEqual(combined?.limitations, ['a', 'b'])
  assert.equal(combined?.observed, 'Ninety. Eighty-five.')
  assert.equal(combined?.expected, 'Wanted. More.')
})

test('an observed shortfall is reported even if another check could not be read', () => {
  const combined = combineChecks([result('partial', { observed: 'Nine of ten.' }), result('no_visibility')])
  assert.match(combined?.observed ?? '', /Nine of ten\./)
})

test('a known row expects only what was read, and names what a missing licence kept from it', () => {
  const unlicensed = result('not_licensed', { expected: 'Each role ends. Wanted.', limitations: ['No licence.'] })
  const failed = combineChecks([
    unlicensed,
    result('ineffective'),
    result('effective', { expected: 'Guests see little.' }),
  ])
  assert.equal(failed?.expected, 'Wanted. Guests see little.')
  assert.deepEqual(failed?.limitations, [
    'No licence.',
    'Not evaluated, because a licence is missing: “Each role ends”.',
  ])
  const open = combineChecks([unlicensed, result('effective')])
  assert.equal(open?.expected, 'Each role ends. Wanted.', 'what is unknown stays expected')
  assert.deepEqual(open?.limitations, ['No licence.'])
  const refused = combineChecks([result('no_visibility', { expected: 'It may be read.' }), result('ineffective')])
  assert.equal(refused?.expected, 'It may be read. Wanted.')
})

// Mode, tenant (nothing: no check reads it), answer (nothing: unanswered), verdict.
const RESOLVED: readonly (readonly [Mode, CheckResult['verdict'] | undefined, Answer | undefined, Verdict])[] = [
  ['automatic', undefined, undefined, 'not_assessed'],
  ['automatic', undefined, 'yes', 'effective'],
  ['automatic', 'effective', undefined, 'effective'],
  ['automatic', 'effective', 'no', 'effective'],
  ['automatic', 'partial', 'yes', 'partial'],
  ['automatic', 'partial', 'no', 'partial'],
  ['automatic', 'ineffective', 'yes', 'ineffective'],
  ['automatic', 'ineffective', 'partly', 'ineffective'],
  ['automatic', 'ineffective', 'not_applicable', 'ineffective'],
  ['automatic', 'not_applicable', 'no', 'not_applicable'],
  ['automatic', 'no_visibility', undefined, 'no_visibility'],
  ['automatic', 'no_visibility', 'yes', 'effective'],
  ['automatic', 'not_licensed', 'partly', 'partial'],
  ['automatic', 'not_licensed', 'no', 'ineffective'],
  ['automatic', 'no_visibility', 'not_applicable', 'not_applicable'],
  ['partial', undefined, undefined, 'not_assessed'],
  ['partial', undefined, 'partly', 'partial'],
  ['partial', 'effective', undefined, 'not_assessed'],
  ['partial', 'effective', 'yes', 'effective'],
  ['partial', 'effective', 'partly', 'partial'],
  ['partial', 'effective', 'no', 'ineffective'],
  ['partial', 'effective', 'not_applicable', 'effective'],
  ['partial', 'partial', undefined, 'partial'],
  ['partial', 'partial', 'yes', 'partial'],
  ['partial', 'partial', 'partly', 'partial'],
  ['partial', 'partial', 'no', 'ineffective'],
  ['partial', 'partial', 'not_applicable', 'partial'],
  ['partial', 'ineffective', undefined, 'ineffective'],
  ['partial', 'ineffective', 'yes', 'ineffective'],
  ['partial', 'ineffective', 'partly', 'ineffective'],
  ['partial', 'ineffective', 'no', 'ineffective'],
  ['partial', 'ineffective', 'not_applicable', 'ineffective'],
  ['partial', 'not_applicable', undefined, 'not_assessed'],
  ['partial', 'not_applicable', 'yes', 'effective'],
  ['partial', 'not_applicable', 'partly', 'partial'],
  ['partial', 'not_applicable', 'no', 'ineffective'],
  ['partial', 'not_applicable', 'not_applicable', 'not_applicable'],
  ['partial', 'not_licensed', undefined, 'not_licensed'],
  ['partial', 'no_visibility', 'no', 'ineffective'],
  ['partial', 'no_visibility', 'yes', 'effective'],
  ['partial', 'no_visibility', 'partly', 'partial'],
  ['partial', 'no_visibility', 'not_applicable', 'not_applicable'],
  ['partial', 'not_licensed', 'yes', 'effective'],
  ['questionnaire', undefined, undefined, 'not_assessed'],
  ['questionnaire', undefined, 'yes', 'effective'],
  ['questionnaire', undefined, 'partly', 'partial'],
  ['questionnaire', undefined, 'no', 'ineffective'],
  ['questionnaire', undefined, 'not_applicable', 'not_applicable'],
]

for (const [mode, tenant, answer, verdict] of RESOLVED) {
  test(`${mode}: tenant ${tenant ?? 'not checked'}, answer ${answer ?? 'missing'} gives ${verdict}`, () => {
    const row = evaluate(mode, tenant && result(tenant), answer && answered(answer))
    assert.equal(row.verdict, verdict)
  })
}

const ABSENT = result('no_visibility', { kind: 'absent', observed: 'Nothing sets it.', evidence: [EVIDENCE] })
const CERTAINLY_ABSENT = result('ineffective', { kind: 'absent' })
const CAPPED = result('no_visibility', {
  kind: 'absent',
  atBest: { verdict: 'partial', coverage: { n: 9, of: 10 } },
  affected: { items: ['PC-1'], total: 1 },
})

// Mode, reading, answer; verdict, what it rests on, quality of the evidence.
const OPEN: readonly (readonly [string, Mode, CheckResult, Answer | undefined, Verdict, Basis, EvidenceQuality?])[] = [
  ['seen', 'automatic', result('effective'), undefined, 'effective', 'seen', 'good'],
  ['seen', 'partial', result('effective'), 'yes', 'effective', 'reported', 'poor'],
  ['seen in part', 'partial', result('partial'), 'yes', 'partial', 'seen', 'good'],
  ['contrary', 'automatic', result('ineffective'), 'yes', 'ineffective', 'contrary', 'good'],
  ['contrary', 'partial', result('ineffective'), 'yes', 'ineffective', 'contrary', 'good'],
  ['blind', 'automatic', result('not_licensed'), undefined, 'not_licensed', 'blind'],
  ['blind', 'automatic', result('not_licensed'), 'yes', 'effective', 'reported', 'poor'],
  ['absent', 'automatic', ABSENT, undefined, 'no_visibility', 'absent'],
  ['absent', 'automatic', ABSENT, 'yes', 'effective', 'reported', 'poor'],
  ['absent', 'partial', ABSENT, 'partly', 'partial', 'reported', 'poor'],
  ['certainly absent', 'automatic', CERTAINLY_ABSENT, undefined, 'ineffective', 'absent', 'good'],
  ['certainly absent', 'automatic', CERTAINLY_ABSENT, 'yes', 'effective', 'reported', 'poor'],
  ['certainly absent', 'partial', CERTAINLY_ABSENT, 'yes', 'effective', 'reported', 'poor'],
  ['certainly absent', 'automatic', CERTAINLY_ABSENT, 'no', 'ineffective', 'reported', 'good'],
  ['certainly absent', 'automatic', CERTAINLY_ABSENT, 'partly', 'partial', 'reported', 'poor'],
  ['absent, partly contrary', 'automatic', CAPPED, undefined, 'no_visibility', 'absent'],
  ['absent, partly contrary', 'automatic', CAPPED, 'yes', 'partial', 'reported', 'poor'],
  ['absent, partly contrary', 'automatic', CAPPED, 'no', 'ineffective', 'reported', 'poor'],
]

for (const [what, mode, tenant, answer, verdict, basis, quality] of OPEN) {
  test(`${mode}: ${what}, answer ${answer ?? 'missing'} gives ${verdict} that rests on ${basis}`, () => {
    const row = evaluate(mode, tenant, answer && answered(answer))
    assert.deepEqual([row.verdict, row.basis, row.quality], [verdict, basis, quality])
  })
}

test('devices that were seen to fail limit what an answer can claim, with their numbers', () => {
  const row = evaluate('automatic', CAPPED, answered('yes'))
  assert.deepEqual([row.coverage, row.affected?.items], [{ n: 9, of: 10 }, ['PC-1']])
  assert.equal(row.contradiction, 'People answered “yes”, but the tenant shows that it is only partly in place.')
})

test('an answer with an attachment is fair evidence', () => {
  const answers: Answers = { ...answered('yes'), answers: { 'R-1': { answer: 'yes', attachments: 2 } } }
  assert.equal(evaluate('questionnaire', undefined, answers).quality, 'fair')
  assert.equal(evaluate('automatic', result('no_visibility'), answers).quality, 'fair')
})

test('a row says who gave the answer that counts, and when', () => {
  const given = { answer: 'yes', answeredAt: SNAPSHOT.collectedAt, answeredBy: 'Ann Park' } as const
  const row = evaluate('questionnaire', undefined, { format: 'plumbline-answers/1', answers: { 'R-1': given } })
  assert.deepEqual([row.answer, row.answeredAt, row.answeredBy], ['yes', SNAPSHOT.collectedAt, 'Ann Park'])
})

test('readings that found nothing are listed beside the question', () => {
  assert.deepEqual(evaluate('automatic', ABSENT).shown, {
    verdict: 'no_visibility',
    observed: 'Nothing sets it.',
    collectedAt: SNAPSHOT.collectedAt,
  })
})

test('a hint decides nothing, appears beside the question, and contradicts an answer that claims more', () => {
  const hint = result('ineffective', { evidence: [EVIDENCE], observed: 'Nobody looked.' })
  assert.equal(evaluate('questionnaire', hint).verdict, 'not_assessed')
  assert.deepEqual(evaluate('questionnaire', hint).shown, {
    verdict: 'ineffective',
    observed: 'Nobody looked.',
    collectedAt: SNAPSHOT.collectedAt,
  })
  const row = evaluate('questionnaire', hint, answered('yes'))
  assert.deepEqual([row.verdict, row.basis], ['effective', 'reported'])
  assert.equal(row.contradiction, 'People answered “yes”. What the tenant shows may suggest otherwise: Nobody looked.')
  assert.equal(evaluate('questionnaire', hint, answered('no')).contradiction, undefined)
  assert.equal(evaluate('questionnaire', result('partial'), answered('yes')).contradiction, undefined)
})

test('what people can add is shown where the reading decides and nobody has answered, never with a hint', () => {
  const found = result('ineffective', { evidence: [EVIDENCE], observed: 'On 1 of 9 devices.' })
  const named = toNamed(found, 'another product')
  const both =
    'On 1 of 9 devices. If another product does this instead, people can say so and name it in their answer, which then counts.'
  const open = evaluate('questionnaire', named)
  assert.deepEqual([open.hint, open.shown?.observed], ['On 1 of 9 devices.', 'On 1 of 9 devices.'])
  const contrary = evaluate('questionnaire', { ...named, kind: 'contrary' }, answered('yes')).contradiction
  assert.match(contrary ?? '', /may suggest otherwise: On 1 of 9 devices\.$/)
  for (const mode of ['automatic', 'partial'] as const) {
    assert.equal(evaluate(mode, named).observed, both)
    assert.doesNotMatch(evaluate(mode, named, answered('yes')).observed, /people can say so/)
    assert.doesNotMatch(evaluate(mode, named, answered('no')).observed, /people can say so/)
  }
})

test('of two checks about the same, the second adds only what is new, and a reason is given once', () => {
  const first = result('partial', { observed: '3 of 4 users are covered. 2 of 4 users are blocked. Not covered: Ann.' })
  const second = result('partial', { observed: '2 of 4 users are blocked. Not covered: Ann. Guests are not.' })
  const row = combineChecks([first, second])
  assert.equal(row?.observed, `${first.observed} Guests are not.`)
  const other = result('partial', { observed: '1 of 4 users is asked. Not covered: Ann.' })
  assert.equal(
    combineChecks([first, other])?.observed,
    '3 of 4 users are covered. 2 of 4 users are blocked. 1 of 4 users is asked. Not covered: Ann.',
    'what both end with stands at the end',
  )
  const alike = result('partial', { observed: '1 of 4 users is asked.' })
  assert.equal(combineChecks([alike, alike])?.observed, alike.observed)
  const unread = (observed: string) => result('no_visibility', { observed: `This could not be evaluated. ${observed}` })
  const both = combineChecks([
    unread('Reading A failed. Reading B failed.'),
    unread('Reading B failed. Reading C failed.'),
  ])
  assert.equal(both?.observed, 'This could not be evaluated. Reading A failed. Reading B failed. Reading C failed.')
})

test('a hint that holds for some contradicts “yes” and not “partly”', () => {
  const hint = result('ineffective', { evidence: [EVIDENCE], coverage: { n: 5, of: 7 } })
  assert.match(evaluate('questionnaire', hint, answered('yes')).contradiction ?? '', /may suggest otherwise/)
  assert.equal(evaluate('questionnaire', hint, answered('partly')).contradiction, undefined)
  const requirement = { id: 'R', group: 'g', statement: 'S.', levels: [1], mode: 'questionnaire' as const }
  const level = (answer: 2 | 3, coverage: { n: number; of: number }) =>
    resolveLevel(
      { ...requirement, checks: [], weight: 1, remedy: 'Fix it.' },
      { decisive: [], hints: [{ ...hint, coverage, proves: 'hint' }] },
      { counts: true, answer },
      3,
    ).contradiction
  assert.deepEqual([level(2, { n: 5, of: 7 }), typeof level(3, { n: 5, of: 7 })], [undefined, 'string'])
  assert.equal(typeof level(2, { n: 0, of: 7 }), 'string')
})

test('a failure that holds for some falls short, and one that holds for none is not in place', () => {
  const shown = (n: number) =>
    evaluate('automatic', result('ineffective', { coverage: { n, of: 7 } }), answered('partly')).contradiction
  assert.equal(shown(6), 'People answered “partly”, but the tenant shows that it falls short.')
  assert.equal(shown(0), 'People answered “partly”, but the tenant shows that it is not in place.')
})

test('checks together list what fails in each of them, once, with all details', () => {
  const failing = (items: string[], total = items.length, observed = 'Seen.') =>
    result('ineffective', { affected: { items, total }, observed })
  const affectedBy = (...results: CheckResult[]) => combineChecks(results)?.affected
  assert.deepEqual(affectedBy(failing(['PC-1 (old)', 'PC-2']), failing(['PC-1 (open flaws)', 'PC-3'])), {
    items: ['PC-1 (old; open flaws)', 'PC-2', 'PC-3'],
    total: 3,
  })
  // The rest of a list that is cut may have the same names.
  assert.equal(affectedBy(failing(['PC-1'], 500), failing(['PC-2'], 300))?.total, 500)
  assert.equal(affectedBy(failing(['PC-1']), result('partial', { affected: { items: ['PC-9'], total: 1 } }))?.total, 1)
  const two = [
    failing([], 0, 'One is open. 6 of 39 users are left.'),
    failing([], 0, '6 of 39 users are left. Two are open.'),
  ]
  assert.equal(combineChecks(two)?.observed, 'One is open. 6 of 39 users are left. Two are open.')
  const unread = ['users', 'devices'].map((what) =>
    result('no_visibility', { observed: `This could not be evaluated. The list of ${what} was refused.` }),
  )
  assert.equal(
    combineChecks(unread)?.observed,
    'This could not be evaluated. The list of users was refused. The list of devices was refused.',
  )
  const read = [EVIDENCE, { ...EVIDENCE, pointer: '/7' }]
  const both = [result('partial', { evidence: read }), result('partial', { evidence: [EVIDENCE] })]
  assert.deepEqual(combineChecks(both)?.evidence, read)
})

test('where people decide, a row does not say that it could not be evaluated', () => {
  const lost = result('no_visibility', { observed: 'This could not be evaluated. The list of users was refused.' })
  assert.equal(
    evaluate('partial', lost, answered('yes')).observed,
    'The tenant does not show this. The list of users was refused. People answered “yes”.',
  )
  assert.equal(evaluate('partial', lost).observed, lost.observed)
})

test('a row has a hint beside an answer or while it waits for one, and only if something was read', () => {
  const hint = result('partial', { evidence: [EVIDENCE], observed: 'Some looked.' })
  const open = evaluate('questionnaire', hint)
  assert.deepEqual(
    [open.hint, open.observed, open.coverage],
    ['Some looked.', 'Nobody has answered this yet.', undefined],
  )
  assert.equal(evaluate('questionnaire', hint, answered('yes')).hint, 'Some looked.')
  assert.equal(evaluate('automatic', hint).hint, undefined)
  assert.equal(evaluate('questionnaire', result('no_visibility', { evidence: [EVIDENCE] })).hint, undefined)
  assert.equal(evaluate('questionnaire', result('partial')).hint, undefined)
})

test('the qualities of evidence are counted over the rows of the target', () => {
  const rows = [
    requirement('automatic', ['good'], { id: 'R-1', levels: [1] }),
    requirement('automatic', ['good'], { id: 'R-2', levels: [2] }),
    requirement('automatic', ['lost'], { id: 'R-3', levels: [1] }),
  ]
  const checks = checksOf(check('good', result('ineffective')), check('lost', result('no_visibility')))
  const { evidenceQuality } = evaluateFramework(framework(...rows), readTenant(SNAPSHOT), { target: 1, checks })
  assert.deepEqual(evidenceQuality, { good: 1, fair: 0, poor: 0 })
})

test('a requirement that no check reads says so', () => {
  assert.equal(evaluate('automatic', undefined).observed, 'No check reads this yet.')
  assert.equal(evaluate('partial', undefined).observed, 'No check reads this yet.')
})

test('a shortfall in the part that the tenant shows is a finding, and earns nothing until people answer', () => {
  const tenant = result('partial', { coverage: { n: 9, of: 10 }, affected: { items: ['PC-1'], total: 1 } })
  const options = { target: 1, checks: checksOf(check('seen', tenant)) }
  const rows = framework(requirement('partial', ['seen']))
  const open = evaluateFramework(rows, readTenant(SNAPSHOT), options)
  const [row] = open.requirements
  assert.deepEqual([row?.verdict, row?.awaitsAnswer, row?.severity], ['partial', true, 'high'])
  assert.deepEqual([open.score, open.scoreCeiling, open.findings], [0, 90, 1])
  const reported = evaluateFramework(rows, readTenant(SNAPSHOT), { ...options, answers: answered('yes') })
  assert.deepEqual([reported.score, reported.scoreCeiling, reported.requirements[0]?.awaitsAnswer], [90, 90, undefined])
})

test('the part that the tenant shows counts while the answer is missing, and a shortfall is reported', () => {
  const evidence = [{ dataset: 'GET /v1.0/users', pointer: '/0', collectedAt: SNAPSHOT.collectedAt }]
  const row = evaluate('partial', result('effective', { evidence, coverage: { n: 99, of: 100 } }))
  assert.equal(row.observed, 'Seen effective.')
  assert.deepEqual(row.evidence, evidence)
  assert.match(row.limitations.join(), /people must still answer/)
})

test('an answer that the tenant contradicts changes nothing and is reported', () => {
  const row = evaluate('automatic', result('ineffective'), answered('yes', undefined, 'we checked'))
  assert.equal(row.verdict, 'ineffective')
  assert.match(row.limitations.join(), /What the tenant shows counts\..*“yes”.*we checked/)
})

test('an answer that agrees with the tenant adds no limitation', () => {
  assert.deepEqual(evaluate('automatic', result('ineffective'), answered('no')).limitations, [])
})

test('if a reading failed, an answer decides, as reported, and the row still says what is missing', () => {
  const row = evaluate('automatic', result('no_visibility', { limitations: ['Grant it.'] }), answered('yes'))
  assert.deepEqual([row.verdict, row.basis, row.quality], ['effective', 'reported', 'poor'])
  assert.match(row.observed, /“yes”/)
  assert.deepEqual(row.limitations, ['Grant it.'])
})

for (const answer of ['no', 'partly'] as const) {
  test(`beside an answer of “${answer}”, a row shows what the tenant lacks, not what it has`, () => {
    const lack = result('ineffective', {
      kind: 'absent',
      observed: 'Nothing sets it.',
      critical: 'legacy-authentication-open',
    })
    const checks = checksOf(check('has', result('effective')), check('lacks', lack))
    const rows = framework(requirement('partial', ['has', 'lacks']))
    const options = { target: 1, checks, answers: answered(answer) }
    const [row] = evaluateFramework(rows, readTenant(SNAPSHOT), options).requirements
    assert.equal(row?.observed, `Nothing sets it. People answered “${answer}”.`)
    assert.deepEqual([row.basis, row.severity], ['reported', 'high'], 'the answer alone decides how severe it is')
  })
}

test('“partly” does not use the coverage that the tenant showed', () => {
  const row = evaluate('partial', result('effective', { coverage: { n: 99, of: 100 } }), answered('partly'))
  assert.equal(row.coverage, undefined)
  assert.equal(row.severity, 'high')
})

test('an answer counts for exactly 12 months', () => {
  assert.equal(evaluate('questionnaire', undefined, answered('yes', '2025-03-01T00:00:00Z')).verdict, 'effective')
  const late = evaluate('questionnaire', undefined, answered('yes', '2025-02-28T23:59:59Z'))
  assert.equal(late.verdict, 'not_assessed')
  assert.match(late.limitations.join(), /2025-02-28 is older than 12 months/)
})

test('an answer with an invalid date does not count', () => {
  assert.equal(evaluate('questionnaire', undefined, answered('yes', 'yesterday')).verdict, 'not_assessed')
})

test('the time of evaluation is by default that of the snapshot', () => {
  const instants: string[] = []
  const watch: Check = {
    id: 'watch',
    version: 1,
    evaluate: (_, parameters: Parameters) => {
      instants.push(parameters.now)
      return result('effective')
    },
  }
  const sample = framework(requirement('automatic', ['watch']))
  const options = { target: 1, checks: checksOf(watch) }
  evaluateFramework(sample, readTenant(SNAPSHOT), options)
  evaluateFramework(sample, readTenant(SNAPSHOT), { ...options, parameters: { now: '2027-01-01T00:00:00Z' } })
  assert.deepEqual(instants, [SNAPSHOT.collectedAt, '2027-01-01T00:00:00Z'])
})

// Mode partial, tenant at 85%: the lower half counts, and an open half earns nothing yet.
const SHORTFALLS: readonly (readonly [Answer | undefined, Verdict, number, number])[] = [
  [undefined, 'partial', 0, 85],
  ['yes', 'partial', 85, 85],
  ['partly', 'partial', 50, 50],
  ['no', 'ineffective', 0, 0],
  ['not_applicable', 'partial', 85, 85],
]

for (const [answer, verdict, score, ceiling] of SHORTFALLS) {
  test(`a part at 85% with the answer ${answer ?? 'missing'} earns ${score}, at most ${ceiling}`, () => {
    const seen = check('seen', result('partial', { coverage: { n: 85, of: 100 } }))
    const assessment = evaluateFramework(framework(requirement('partial', ['seen'])), readTenant(SNAPSHOT), {
      target: 1,
      checks: checksOf(seen),
      ...(answer && { answers: answered(answer) }),
    })
    assert.deepEqual([assessment.score, assessment.scoreCeiling], [score, ceiling])
    assert.equal(assessment.requirements[0]?.verdict, verdict)
  })
}

test('a worse reading never earns more or reaches a higher level, whatever the mode and the answer', () => {
  const READINGS = ['effective', 'partial', 'ineffective'] as const
  for (const mode of ['automatic', 'partial'] as const) {
    for (const answer of ['yes', 'partly', 'no', 'not_applicable', undefined] as const) {
      const assessments = READINGS.map((verdict) => {
        const seen = check('seen', result(verdict, { coverage: { n: 9, of: 10 } }))
        return evaluateFramework(framework(requirement(mode, ['seen'])), readTenant(SNAPSHOT), {
          target: 1,
          checks: checksOf(seen),
          ...(answer && { answers: answered(answer) }),
        })
      })
      for (const figure of ['score', 'maturityAchieved'] as const) {
        const values = assessments.map((assessment) => assessment[figure])
        assert.deepEqual(
          values,
          values.toSorted((a, b) => b - a),
          `${mode}, ${answer}: ${figure}`,
        )
      }
    }
  }
})

test('a check runs once, however many rows use it', () => {
  let runs = 0
  const counting: Check = {
    id: 'counting',
    version: 1,
    evaluate: () => {
      runs++
      return result('effective')
    },
  }
  const rows = [1, 2, 3].map((n) => requirement('automatic', ['counting'], { id: `R-${n}` }))
  evaluateFramework(framework(...rows), readTenant(SNAPSHOT), { target: 1, checks: checksOf(counting) })
  assert.equal(runs, 1)
})

test('a check that throws makes only its own rows unknown, and is reported once', () => {
  const fault = new Error('boom')
  const broken: Check = {
    id: 'broken',
    version: 1,
    evaluate: () => {
      throw fault
    },
  }
  const faults: unknown[] = []
  const rows = [
    requirement('automatic', ['broken'], { id: 'R-1' }),
    requirement('automatic', ['broken'], { id: 'R-2' }),
    requirement('automatic', ['fine'], { id: 'R-3' }),
  ]
  const { requirements, findings } = evaluateFramework(framework(...rows), readTenant(SNAPSHOT), {
    target: 1,
    checks: checksOf(broken, check('fine', result('effective'))),
    onFault: (id, error) => faults.push([id, error]),
  })
  assert.deepEqual(
    requirements.map((row) => row.verdict),
    ['no_visibility', 'no_visibility', 'effective'],
  )
  assert.deepEqual(faults, [['broken', fault]])
  assert.equal(findings, 0)
})

test('a check that does not exist makes its rows unknown and is reported', () => {
  const faults: string[] = []
  const result = evaluateFramework(framework(requirement('automatic', ['absent'])), readTenant(SNAPSHOT), {
    target: 1,
    checks: new Map(),
    onFault: (id) => faults.push(id),
  })
  assert.equal(result.requirements[0]?.verdict, 'no_visibility')
  assert.deepEqual(faults, ['absent'])
})

test('a target above the top level is evaluated at the top level, and the result says so', () => {
  const at = (target: number) => evaluateFramework(ESSENTIAL_EIGHT, readTenant(SNAPSHOT), { target })
  assert.equal(at(5).target, 3)
  assert.deepEqual(at(5), at(3))
})

test('every row is evaluated, but only rows of the target are findings', () => {
  const rows = [
    requirement('automatic', ['bad'], { id: 'R-1', levels: [1, 2] }),
    requirement('automatic', ['bad'], { id: 'R-2', levels: [2] }),
  ]
  const { requirements, findings } = evaluateFramework(framework(...rows), readTenant(SNAPSHOT), {
    target: 1,
    checks: checksOf(check('bad', result('ineffective'))),
  })
  assert.deepEqual(
    requirements.map((row) => [row.verdict, row.severity]),
    [
      ['ineffective', 'high'],
      ['ineffective', undefined],
    ],
  )
  assert.equal(findings, 1)
})

test('a control that fails in four strategies is one finding', () => {
  const assessment = evaluateFramework(ESSENTIAL_EIGHT, readTenant(SNAPSHOT), {
    target: 2,
    checks: checksOf(),
    answers: { format: 'plumbline-answers/1', answers: { 'ISM-1815': { answer: 'no' } } },
  })
  assert.equal(assessment.requirements.filter((row) => row.severity === 'medium').length, 4)
  assert.deepEqual(
    [assessment.findings, assessment.critical, assessment.high, assessment.medium, assessment.low],
    [1, 0, 0, 1, 0],
  )
})

test('with an empty snapshot nothing is known, nothing fails, the score is 0 and the ceiling is 100', () => {
  const assessment = evaluateFramework(ESSENTIAL_EIGHT, readTenant(SNAPSHOT), {
    target: 2,
    onFault: (id, error) => assert.fail(`${id}: ${error}`),
  })
  assert.equal(assessment.requirements.length, 152)
  assert.deepEqual(
    [assessment.score, assessment.scoreCeiling, assessment.coverage, assessment.maturityAchieved, assessment.findings],
    [0, 100, 0, 0, 0],
  )
})

const READ_VERDICTS = ['effective', 'partial', 'ineffective', 'not_applicable'] as const
const UNREAD_VERDICTS = ['no_visibility', 'not_licensed'] as const
const NAMED = [...new Set(ESSENTIAL_EIGHT.requirements.flatMap((row) => row.checks.map(({ check }) => check)))]

/** The Essential Eight, with the given verdict for each check. */
function assess(verdicts: readonly CheckResult['verdict'][], target: number) {
  const given = NAMED.map((id, index) => {
    return check(id, result(verdicts[index] ?? 'effective', { coverage: { n: 85, of: 100 } }))
  })
  return evaluateFramework(ESSENTIAL_EIGHT, readTenant(SNAPSHOT), { target, checks: checksOf(...given) })
}

test('checks that lose their readings never raise the score or lower the ceiling', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...READ_VERDICTS), { minLength: NAMED.length, maxLength: NAMED.length }),
      fc.array(fc.option(fc.constantFrom(...UNREAD_VERDICTS)), { minLength: NAMED.length, maxLength: NAMED.length }),
      fc.integer({ min: 1, max: 3 }),
      (verdicts, losses, target) => {
        const before = assess(verdicts, target)
        const after = assess(
          verdicts.map((verdict, index) => losses[index] ?? verdict),
          target,
        )
        assert.ok(after.score <= before.score)
        assert.ok(after.scoreCeiling >= before.scoreCeiling)
        assert.ok(after.maturityAchieved <= before.maturityAchieved)
        assert.ok(after.coverage <= before.coverage)
        assert.ok(after.score <= after.scoreCeiling)
        assert.equal(after.findings, after.critical + after.high + after.medium + after.low)
      },
    ),
    { numRuns: 60 },
  )
})
