import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownShare, shareThat, unlessNamed } from '../../../src/engine/readers/results/sentences.ts'

const SENTENCES: readonly (readonly [n: number, of: number, predicate: string, sentence: string])[] = [
  [3, 4, 'hold no permanent role', '3 of 4 accounts hold no permanent role'],
  [0, 4, 'were used', '0 of 4 accounts were used'],
  [1, 4, 'hold no permanent role', '1 of 4 accounts holds no permanent role'],
  [0, 1, 'have no mailbox', '0 of 1 account has no mailbox'],
  [1, 1, 'must use a second factor', '1 of 1 account must use a second factor'],
]

for (const [n, of, predicate, sentence] of SENTENCES) {
  test(`the verb agrees with ${n} of ${of}: ${sentence}`, () => {
    assert.equal(shareThat({ n, of }, 'account', predicate), sentence)
  })
}

const UNDETERMINED: readonly (readonly [n: number, unknown: number, of: number, sentence: string])[] = [
  [3, 0, 4, '3 of 4 accounts have no mailbox'],
  [3, 1, 4, '3 of 4 accounts have no mailbox; for the other one, it could not be determined'],
  [1, 3, 4, '1 of 4 accounts has no mailbox; for the other 3, it could not be determined'],
  [1, 2, 4, '1 of 4 accounts has no mailbox; for 2 accounts, it could not be determined'],
  [0, 3, 4, '0 of 4 accounts have no mailbox; for 3 accounts, it could not be determined'],
  [0, 4, 4, 'It could not be determined how many of 4 accounts have no mailbox'],
  [0, 1, 1, 'It could not be determined whether the only account has no mailbox'],
]

for (const [n, unknown, of, sentence] of UNDETERMINED) {
  test(`a sentence has no number if nothing could be determined: ${n} of ${of}, ${unknown} unknown`, () => {
    assert.equal(knownShare({ n, of }, unknown, 'account', 'have no mailbox'), sentence)
  })
}

test('names stand in a text once, unless the earlier list was cut before one that would be given', () => {
  const names = ['Ann', 'Bob', 'Cy', 'Di']
  assert.equal(unlessNamed(['Bob'], names), '')
  assert.equal(unlessNamed(['Di'], names), 'Di')
  assert.equal(unlessNamed(['Bob', 'Di'], names), 'Bob, Di')
  assert.equal(unlessNamed(names, names), '')
})
