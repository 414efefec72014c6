import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GroupResult, RequirementResult } from '../../src/engine/model/result.ts'
import { explanation } from '../../src/features/reports/content/executive-summary.ts'
import { answeredText, foundTerm, foundText } from '../../src/features/reports/content/requirements.ts'
import { sampleResult } from './sample.ts'

const result = sampleResult('mixed')

function rowLike(changes: Partial<RequirementResult>): RequirementResult {
  const [row] = result.requirements
  assert.ok(row)
  return { ...row, ...changes }
}

const READ = [{ dataset: 'GET /v1.0/users', pointer: '', collectedAt: '2026-05-08T03:14:20.000Z' }]

test('a reading of one part is not given as the reason why the rest is unknown', () => {
  assert.equal(foundTerm(rowLike({ verdict: 'not_assessed', evidence: READ })), 'The tenant shows')
  assert.equal(foundTerm(rowLike({ verdict: 'not_assessed', evidence: [] })), 'Why unknown')
  assert.equal(foundTerm(rowLike({ verdict: 'no_visibility', evidence: READ })), 'Why unknown')
  assert.equal(foundTerm(rowLike({ verdict: 'partial', evidence: READ })), 'Found')
})

test('a reading that decides nothing begins with its reason', () => {
  const observed = 'This could not be evaluated. The list was refused.'
  assert.equal(foundText(rowLike({ observed })), 'The list was refused.')
})

test('a contradicted answer is named in its row, even if the sentence about it is elsewhere', () => {
  const row = rowLike({ answer: 'yes', contradiction: 'People answered “yes”, but the tenant shows otherwise.' })
  assert.equal(
    answeredText(row, (text) => text),
    'People answered “yes”, but the tenant shows otherwise.',
  )
  assert.equal(
    answeredText(row, () => ''),
    '“yes”.',
  )
  assert.equal(
    answeredText({ ...row, answer: 3 }, () => ''),
    'Level 3.',
  )
})

const group = (name: string, score: number, scoreCeiling: number): GroupResult => {
  const [first] = result.groups
  assert.ok(first)
  return { ...first, id: name, name, score, scoreCeiling, inScope: 5 }
}

test('only known shortfalls make a group weak', () => {
  const groups = [group('Backups', 0, 100), group('Macros', 0, 20), group('Sign-in', 5, 68), group('Logs', 4, 90)]
  const sentences = explanation({ ...result, groups }).join(' ')
  assert.match(sentences, /Largest known gap: Macros \(0, at best 20, of 100\)\. Strongest \w+: Sign-in/)
  assert.doesNotMatch(sentences, /Backups/)
  const unknown = explanation({ ...result, groups: groups.map(({ name }) => group(name, 0, 100)) }).join(' ')
  assert.doesNotMatch(unknown, /known gap|Strongest/)
})
