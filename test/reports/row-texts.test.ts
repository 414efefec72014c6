import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GroupResult, RequirementResult } from '../../src/engine/model/result.ts'
import { explanation, headline } from '../../src/features/reports/content/executive-summary.ts'
import { Once } from '../../src/features/reports/content/once.ts'
import { answeredText, foundTerm, foundText, whyUnknown } from '../../src/features/reports/content/requirements.ts'
import { alsoShown, alsoShownTerm } from '../../src/features/reports/content/rows/also-shown.ts'
import { knownFrom } from '../../src/features/reports/content/rows/evidence-quality.ts'
import { givenAnswer, notesOf } from '../../src/features/reports/content/rows/given-answer.ts'
import { lessText } from '../../src/features/reports/content/rows/reviews.ts'
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
  for (const place of ['A', 'B']) assert.equal(answeredText(row, once, place), '“yes”, but the tenant shows otherwise.')
  const lower = 'People put this at level 3, but the tenant shows level 2. Name it in the note then.'
  assert.equal(
    answeredText({ ...row, contradiction: lower }, once, 'A'),
    'Level 3, but the tenant shows level 2. Name it in the note then.',
  )
  assert.equal(answeredText({ ...row, contradiction: lower }, once, 'B'), 'Level 3, but the tenant shows level 2.')
})

test('what the tenant shows stays beside an answer, whatever decides', () => {
  const [hint, observed] = ['3 of 7 administrators have no mailbox.', 'People answered “yes”.']
  const answered = rowLike({ verdict: 'effective', basis: 'reported', answer: 'yes', observed, hint })
  assert.deepEqual([alsoShownTerm(answered), alsoShown(answered)], ['The tenant shows', hint])
  assert.equal(alsoShown(rowLike({ ...answered, verdict: 'not_assessed' })), '', 'there it is a hint')
  assert.equal(
    answeredText(
      { ...answered, contradiction: `${observed} What the tenant shows may suggest otherwise: ${hint}` },
      new Once(),
      'A',
    ),
    '“yes”. What the tenant shows may suggest otherwise.',
  )
  const short = { id: 'consent', verdict: 'partial', kind: 'seen', proves: 'part' } as const
  const checks = [{ ...short, found: { observed: 'Half of them ask. This is not the case for Ann.' } }]
  const read = rowLike({
    verdict: 'ineffective',
    basis: 'seen',
    observed: 'Nobody asks. This is not the case for Ann.',
    checks,
  })
  assert.deepEqual([alsoShownTerm(read), alsoShown(read)], ['Also found', checks[0]?.found.observed])
  assert.equal(alsoShown({ ...read, observed: `Nobody asks. ${checks[0]?.found.observed}` }), '')
})

test('an answer is in doubt if the tenant shows less, unless it names what does it instead', () => {
  const checks = [{ id: 'mailbox', verdict: 'no_visibility', kind: 'absent', proves: 'hint' } as const]
  const shown = { verdict: 'no_visibility', observed: '3 of 7 administrators have no mailbox.' } as const
  const row = rowLike({ verdict: 'effective', basis: 'reported', quality: 'poor', limitations: [], checks, shown })
  assert.match(lessText({ ...row, observed: 'People answered “yes”.' }), /shows less; the answer of “yes” counts/)
  assert.equal(lessText({ ...row, observed: 'People answered “yes”. Their note: By hand.' }), '')
  assert.equal(lessText({ ...row, observed: 'People answered “yes”.', quality: 'fair' }), '')
})

test('an answer is a fact of its row: the source of the verdict, or a line of its own if the tenant decided', () => {
  const observed = 'Nothing was found on any device. People put this at level 2. Their note: Since May. On servers too.'
  const [reported, seen] = (['reported', 'contrary'] as const).map((basis) => rowLike({ observed, basis }))
  assert.ok(reported && seen)
  assert.equal(foundText(reported), 'Nothing was found on any device.')
  assert.match(knownFrom(reported), /an answer of level 2/)
  assert.equal(answeredText(reported, new Once(), 'A'), 'Level 2. Their note: Since May. On servers too.')
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
  assert.match(sentences, /Largest known gap: Macros \(0 of 100, at best 20\)\./)
  assert.doesNotMatch(sentences, /Strongest/, '5 of 100 is not strong')
  assert.doesNotMatch(sentences, /Backups/)
  const unknown = explanation({ ...result, groups: groups.map(({ name }) => group(name, 0, 100)) }).join(' ')
  assert.doesNotMatch(unknown, /known gap|Strongest/)
})

test('groups that tie are not named as the weakest or the strongest', () => {
  const sentencesOf = (...groups: GroupResult[]): string => explanation({ ...result, groups }).join(' ')
  const [a, b, c, d] = [group('A', 80, 80), group('B', 60, 60), group('C', 20, 20), group('D', 10, 10)]
  assert.match(
    sentencesOf(a, b, c, d),
    /Largest known gaps: D \(10 of 100\) and C \(20 of 100\)\. Strongest \w+: A \(80/,
  )
  const tied = sentencesOf(a, group('B', 80, 80), group('C', 10, 10), d, group('E', 10, 10))
  assert.doesNotMatch(tied, /Largest|Strongest/)
  assert.match(sentencesOf(a, b, group('C', 60, 60), d), /Largest known gap: D \(10 of 100\)\./)
})

test('the notes of a row leave out what it says of the answer elsewhere', () => {
  const [row] = result.requirements
  assert.ok(row)
  const limitations = [
    'What the tenant shows counts. People answered “yes”. Their note: Done.',
    'The reading counts, not the answer. People put this at level 4.',
    'Servers are not in this list.',
    'This covers only what the tenant shows. People answered “not applicable”.',
  ]
  assert.deepEqual(notesOf({ ...row, limitations }), limitations.slice(2))
  assert.equal(givenAnswer({ ...row, limitations })?.note, 'Done.')
})

test('where nothing is in place, the conclusion says so', () => {
  const bare = { ...result, score: 0, scoreCeiling: 0, coverage: 1, critical: 0, findings: 9, maturityAchieved: 0 }
  assert.match(headline(bare, 'Fabrikam'), /nothing that maturity level \d requires is in place/)
})
