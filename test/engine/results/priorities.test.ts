import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AssessmentResult, GroupResult, RequirementResult } from '../../../src/engine/model/result.ts'
import type { Severity, Verdict } from '../../../src/engine/model/verdict.ts'
import { priorities } from '../../../src/engine/results/priorities.ts'

interface Row {
  id: string
  group?: string
  verdict?: Verdict
  severity?: Severity
  levels?: number[]
  coverage?: { n: number; of: number }
}

function row({
  id,
  group = 'a',
  verdict = 'ineffective',
  severity,
  levels = [1, 2],
  coverage,
}: Row): RequirementResult {
  return {
    id,
    group,
    statement: `Statement of ${id}`,
    levels,
    mode: 'automatic',
    verdict,
    ...(severity && { severity }),
    observed: `Observed for ${id}`,
    expected: `Expected for ${id}`,
    remedy: `Remedy for ${id}`,
    ...(coverage && { coverage }),
    limitations: [],
    evidence: [],
  }
}

function group(id: string, maturityAchieved: number): GroupResult {
  return { id, name: id.toUpperCase(), score: 0, scoreCeiling: 0, maturityAchieved, settled: 0, inScope: 0 }
}

function result(groups: GroupResult[], requirements: RequirementResult[]): AssessmentResult {
  return {
    product: 'essential-eight',
    framework: { id: 'essential-eight', version: '1' },
    target: 2,
    score: 0,
    scoreCeiling: 0,
    coverage: 1,
    maturityAchieved: 0,
    findings: 0,
    critical: 0,
    high: 0,
    medium: 0,
    low: 0,
    groups,
    requirements,
  }
}

const ids = (found: { id: string }[]): string[] => found.map(({ id }) => id)

test('findings are ordered by severity first', () => {
  const given = result(
    [group('a', 0), group('b', 0)],
    [
      row({ id: 'low', group: 'b', severity: 'low' }),
      row({ id: 'medium', severity: 'medium' }),
      row({ id: 'high', severity: 'high' }),
      row({ id: 'critical', severity: 'critical', coverage: { n: 97, of: 100 } }),
    ],
  )
  assert.deepEqual(ids(priorities(given, 10)), ['critical', 'high', 'medium', 'low'])
})

test('among equal findings the group with the fewest requirements left before its next level comes first', () => {
  const given = result(
    [group('a', 0), group('b', 1)],
    [
      row({ id: 'a1', severity: 'high' }),
      row({ id: 'a2', severity: 'high' }),
      row({ id: 'a3', verdict: 'no_visibility' }),
      row({ id: 'b1', group: 'b', severity: 'high' }),
      row({ id: 'b2', group: 'b', verdict: 'effective' }),
    ],
  )
  const found = priorities(given, 10)
  assert.deepEqual(ids(found), ['b1', 'a1', 'a2'])
  assert.deepEqual(found[0]?.nextLevel, { group: 'b', level: 2, left: 1 })
  assert.deepEqual(
    found[1]?.nextLevel,
    { group: 'a', level: 1, left: 3 },
    'an unknown keeps the level from being reached as well',
  )
})

test('findings that block the next level come before those that do not', () => {
  const given = result(
    [group('a', 0)],
    [row({ id: 'later', severity: 'high', levels: [2, 3] }), row({ id: 'next', severity: 'high', levels: [1, 2] })],
  )
  const found = priorities(given, 10)
  assert.deepEqual(ids(found), ['next', 'later'])
  assert.equal(found[1]?.nextLevel, undefined)
})

test('among equal findings the larger gap comes first, then the order of the result', () => {
  const given = result(
    [group('a', 0)],
    [
      row({ id: 'small', severity: 'high', verdict: 'partial', coverage: { n: 90, of: 100 } }),
      row({ id: 'uncounted-partial', severity: 'high', verdict: 'partial' }),
      row({ id: 'large', severity: 'high', coverage: { n: 10, of: 100 } }),
      row({ id: 'uncounted', severity: 'high' }),
      row({ id: 'nothing-to-count', severity: 'high', coverage: { n: 0, of: 0 } }),
    ],
  )
  assert.deepEqual(ids(priorities(given, 10)), ['uncounted', 'nothing-to-count', 'large', 'uncounted-partial', 'small'])
})

test('a requirement in several groups is listed once, with the nearest level and the worst severity', () => {
  const given = result(
    [group('a', 0), group('b', 0)],
    [
      row({ id: 'shared', severity: 'medium' }),
      row({ id: 'other', severity: 'medium' }),
      row({ id: 'shared', group: 'b', severity: 'high' }),
    ],
  )
  const found = priorities(given, 10)
  assert.deepEqual(ids(found), ['shared', 'other'])
  assert.deepEqual(found[0]?.groups, ['a', 'b'])
  assert.equal(found[0]?.severity, 'high')
  assert.deepEqual(found[0]?.nextLevel, { group: 'b', level: 1, left: 1 })
})

test('unknown and met requirements are never listed as something to fix', () => {
  const verdicts: Verdict[] = [
    'effective',
    'alternate',
    'not_applicable',
    'not_licensed',
    'no_visibility',
    'not_assessed',
  ]
  const given = result(
    [group('a', 0)],
    verdicts.map((verdict) => row({ id: verdict, verdict })),
  )
  assert.deepEqual(priorities(given, 10), [])
})

test('the list is limited to the requested length, and the result is not changed', () => {
  const given = result(
    [group('a', 0)],
    [row({ id: 'one', severity: 'low' }), row({ id: 'two', severity: 'high' }), row({ id: 'three', severity: 'high' })],
  )
  const before = structuredClone(given)
  assert.deepEqual(ids(priorities(given, 2)), ['two', 'three'])
  assert.deepEqual(given, before)
})
