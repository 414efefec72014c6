import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GroupResult, RequirementResult } from '../../src/engine/model/result.ts'
import { explanation } from '../../src/features/reports/content/executive-summary.ts'
import { Once } from '../../src/features/reports/content/once.ts'
import { answeredText, foundTerm, foundText, whyUnknown } from '../../src/features/reports/content/requirements.ts'
import { knownFrom } from '../../src/features/reports/content/rows/evidence-quality.ts'
import { givenAnswer, notesOf } from '../../src/features/reports/content/rows/given-answer.ts'
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
  assert.equal(whyUnknown(rowLike({ observed, verdict: 'no_visibility' })), 'The list was refused.')
})

test('a contradicted answer is named in its row, even if the sentence about it is elsewhere', () => {
  const once = new Once()
  const row = rowLike({ answer: 'yes', contradiction: 'People answered “yes”, but the tenant shows otherwise.' })
  assert.equal(answeredText(row, once, 'A'), 'People answered “yes”, but the tenant shows otherwise.')
  assert.equal(answeredText(row, once, 'B'), '“yes”.')
  assert.equal(answeredText({ ...row, answer: 3 }, once, 'C'), 'Level 3.')
})

test('an answer is a fact of its row: the source of the verdict, or a line of its own if the tenant decided', () => {
  const observed = 'Nothing was found on any device. People put this at level 2. Their note: Since May. On servers too.'
  const [reported, seen] = (['reported', 'contrary'] as const).map((basis) => rowLike({ observed, basis }))
  assert.ok(reported && seen)
  assert.equal(foundText(reported), 'Nothing was found on any device.')
  assert.match(knownFrom(reported), /an answer of level 2/)
  assert.equal(answeredText(reported, new Once(), 'A'), 'Their note: Since May. On servers too.')
  assert.equal(answeredText(seen, new Once(), 'A'), 'Level 2. Their note: Since May. On servers too.')
})

test('a note of a row that only names the answer is not repeated', () => {
  const limitations = ['Servers are not seen.', 'People answered “yes”.', 'For the rest: People answered “partly”.']
  const row = rowLike({ observed: 'It is on everywhere.', limitations, basis: 'reported' })
  assert.deepEqual(notesOf(row), [limitations[0], limitations[2]])
  assert.match(knownFrom(row), /an answer of “yes”/)
})

test('the answer to another question stays in the text', () => {
  const observed = 'People answered “no” to “Does anybody use macros?”.'
  assert.equal(foundText(rowLike({ observed })), observed)
  assert.equal(givenAnswer(rowLike({ observed, limitations: [] })), undefined)
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
