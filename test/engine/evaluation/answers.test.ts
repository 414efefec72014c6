import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../../src/engine/evaluation/evaluate.ts'
import { FRAMEWORKS } from '../../../src/engine/frameworks/catalogue.ts'
import { ESSENTIAL_EIGHT } from '../../../src/engine/frameworks/essential-eight/essential-eight.ts'
import { NIST_CSF } from '../../../src/engine/frameworks/nist-csf/nist-csf.ts'
import type { Check, CheckResult } from '../../../src/engine/model/check.ts'
import type { Framework, Mode } from '../../../src/engine/model/framework.ts'
import type { Answers } from '../../../src/engine/model/questionnaire.ts'
import type { RequirementResult } from '../../../src/engine/model/result.ts'
import type { Snapshot } from '../../../src/engine/model/snapshot.ts'
import { used } from './used-checks.ts'

const EMPTY: Snapshot = {
  format: 'plumbline-snapshot/1',
  tenantId: '5f0c1c1e-7a55-4d6f-9b0e-2f3a4b5c6d7e',
  collectedAt: '2026-03-01T00:00:00Z',
  responses: {},
}

type Seen = CheckResult['verdict']
type Answered = Answers['answers'][string]

const SCOPE_TEXT = 'Do you have servers of your own?'

/** A framework with this scoring and two requirements; one is about servers and covered by a scope question. */
function frameworkOf(scoring: Framework['scoring'], mode: Mode, seen: Seen | undefined): Framework {
  const base = scoring === 'maturity' ? NIST_CSF : ESSENTIAL_EIGHT
  const requirement = (id: string) => ({
    id,
    group: 'only',
    statement: 'It holds.',
    levels: [1, 2, 3, 4, 5],
    mode,
    checks: used('partial', seen ? ['seen'] : []),
    weight: 1,
    remedy: 'Fix it.',
  })
  return {
    ...base,
    groups: [{ id: 'only', name: 'Only' }],
    requirements: [requirement('SERVERS'), requirement('OTHER')],
    questionnaire: {
      scope: [
        { id: 'scope-servers', text: SCOPE_TEXT, help: 'Yes: one is enough.', covers: ['SERVERS'] },
        { id: 'scope-machines', text: 'Do you have any machines?', help: 'Yes: any.', covers: ['SERVERS'] },
      ],
      sections: [],
    },
  }
}

interface Case {
  scoring?: Framework['scoring']
  mode?: Mode
  seen?: Seen
  given: Readonly<Record<string, Answered>>
  target?: number
}

function evaluate({ scoring = 'levels-reached', mode = 'questionnaire', seen, given, target = 3 }: Case) {
  const outcome = seen && { verdict: seen, observed: 'Seen.', expected: 'Wanted.', evidence: [], limitations: [] }
  const checks = new Map<string, Check>()
  if (outcome) checks.set('seen', { id: 'seen', version: 1, evaluate: () => outcome })
  const answers: Answers = { format: 'plumbline-answers/1', answers: { ...given } }
  const { requirements } = evaluateFramework(frameworkOf(scoring, mode, seen), readTenant(EMPTY), {
    target,
    checks,
    answers,
  })
  const rowOf = (id: string): RequirementResult => {
    const row = requirements.find((candidate) => candidate.id === id)
    assert.ok(row)
    return row
  }
  return { servers: rowOf('SERVERS'), other: rowOf('OTHER') }
}

const NO_SERVERS = { 'scope-servers': { answer: 'no' as const } }

for (const scoring of ['levels-reached', 'maturity'] as const) {
  test(`${scoring}: after a scope answer “no” the requirement does not apply, and the row says why`, () => {
    const { servers, other } = evaluate({ scoring, given: NO_SERVERS })
    assert.equal(servers.verdict, 'not_applicable')
    assert.equal(servers.observed, `People answered “no” to “${SCOPE_TEXT}”.`)
    assert.equal(other.verdict, 'not_assessed')
  })

  test(`${scoring}: a scope answer other than “no” changes nothing`, () => {
    const unanswered = evaluate({ scoring, given: {} })
    assert.deepEqual(evaluate({ scoring, given: { 'scope-servers': { answer: 'yes' } } }), unanswered)
    const other = evaluate({ scoring, given: { 'scope-servers': { answer: 'partly' } } }).servers
    assert.equal(other.verdict, 'not_assessed')
    assert.match(other.limitations.join(), /not one of the possible answers/)
  })

  test(`${scoring}: a scope answer counts for 12 months, and is quoted with its note`, () => {
    const answeredOn = (answeredAt: string) =>
      evaluate({ scoring, given: { 'scope-servers': { answer: 'no', note: 'Sold in May.', answeredAt } } }).servers
    assert.match(answeredOn('2025-03-01T00:00:00Z').observed, /Their note: Sold in May\.$/)
    const late = answeredOn('2025-02-28T23:59:59Z')
    assert.equal(late.verdict, 'not_assessed')
    assert.match(late.limitations.join(), /older than 12 months/)
  })

  test(`${scoring}: one of several scope questions is enough`, () => {
    const given = { 'scope-servers': { answer: 'yes' as const }, 'scope-machines': { answer: 'no' as const } }
    const { servers } = evaluate({ scoring, given })
    assert.equal(servers.verdict, 'not_applicable')
    assert.match(servers.observed, /any machines/)
  })

  test(`${scoring}: a reading that contradicts a scope answer wins, and the contradiction is reported`, () => {
    const { servers, other } = evaluate({ scoring, mode: 'partial', seen: 'ineffective', given: NO_SERVERS })
    assert.equal(servers.verdict, 'ineffective')
    assert.ok(servers.severity)
    assert.match(servers.contradiction ?? '', /^People answered “no” to “Do you have servers.*”, but the tenant shows /)
    assert.equal(other.contradiction, undefined)
  })

  test(`${scoring}: if a reading failed, a scope answer decides, as reported`, () => {
    const { servers } = evaluate({ scoring, mode: 'partial', seen: 'no_visibility', given: NO_SERVERS })
    assert.deepEqual([servers.verdict, servers.basis], ['not_applicable', 'reported'])
    assert.equal(servers.contradiction, undefined)
  })
}

test('an answer to the requirement itself takes precedence over the scope answer while it is active', () => {
  const answered = (answeredAt: string) =>
    evaluate({ given: { ...NO_SERVERS, SERVERS: { answer: 'partly', answeredAt } } }).servers.verdict
  assert.equal(answered('2026-01-01T00:00:00Z'), 'partial')
  assert.equal(answered('2024-01-01T00:00:00Z'), 'not_applicable')
  const level = evaluate({ scoring: 'maturity', given: { ...NO_SERVERS, SERVERS: { answer: 4 } } }).servers
  assert.deepEqual([level.verdict, level.level], ['effective', 4])
})

// Mode, what the tenant shows, the answer; what the row says.
const CONTRADICTIONS: readonly (readonly [Mode, Seen, Answered['answer'], RegExp | undefined])[] = [
  ['partial', 'ineffective', 'yes', /^People answered “yes”, but the tenant shows that it is not in place\.$/],
  ['partial', 'ineffective', 'partly', /“partly”, but the tenant shows that it is not in place/],
  ['partial', 'ineffective', 'not_applicable', /“not applicable”, but the tenant shows that it is not in place/],
  ['partial', 'ineffective', 'no', undefined],
  ['partial', 'partial', 'yes', /“yes”, but the tenant shows that it is only partly in place/],
  ['partial', 'partial', 'partly', undefined],
  ['partial', 'effective', 'yes', undefined],
  ['partial', 'effective', 'no', undefined],
  ['partial', 'not_applicable', 'yes', undefined],
  ['partial', 'no_visibility', 'yes', undefined],
  ['automatic', 'ineffective', 'yes', /“yes”, but the tenant shows that it is not in place/],
  ['automatic', 'effective', 'no', /“no”, but the tenant shows that it is in place/],
  ['automatic', 'effective', 'yes', undefined],
  ['automatic', 'not_licensed', 'yes', undefined],
]

for (const [mode, seen, answer, message] of CONTRADICTIONS) {
  test(`${mode}: ${answer} with a reading that is ${seen} ${message ? 'is overruled, and the row says so' : 'stands'}`, () => {
    const { contradiction } = evaluate({ mode, seen, given: { OTHER: { answer } } }).other
    if (message) assert.match(contradiction ?? '', message)
    else assert.equal(contradiction, undefined)
  })
}

const LEVELS: readonly (readonly [Mode, Seen, Answered['answer'], RegExp | undefined])[] = [
  ['partial', 'ineffective', 4, /^People put this at level 4, but the tenant shows level 1\.$/],
  ['partial', 'partial', 3, /level 3, but the tenant shows level 2/],
  ['partial', 'partial', 'not_applicable', /“not applicable”, but the tenant shows level 2/],
  ['partial', 'effective', 5, undefined],
  ['partial', 'effective', 1, undefined],
  ['partial', 'effective', 'not_applicable', undefined],
  ['partial', 'no_visibility', 4, undefined],
  ['automatic', 'effective', 1, /level 1, but the tenant shows level 3/],
  ['automatic', 'effective', 4, undefined],
]

for (const [mode, seen, answer, message] of LEVELS) {
  test(`${mode}: level ${answer} with a reading that is ${seen} ${message ? 'is overruled, and the row says so' : 'stands'}`, () => {
    const { contradiction } = evaluate({ scoring: 'maturity', mode, seen, given: { OTHER: { answer } } }).other
    if (message) assert.match(contradiction ?? '', message)
    else assert.equal(contradiction, undefined)
  })
}

test('a scope question in two frameworks is the same question, and its id differs from all requirements', () => {
  const requirements = new Set(FRAMEWORKS.flatMap((framework) => framework.requirements.map(({ id }) => id)))
  const scope = FRAMEWORKS.flatMap(({ questionnaire }) => questionnaire.scope)
  for (const [id, asked] of Map.groupBy(scope, (demand) => demand.id)) {
    assert.ok(!requirements.has(id), id)
    assert.equal(new Set(asked.map(({ text }) => text)).size, 1, id)
  }
})
