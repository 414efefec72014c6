import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareThat } from '../../../src/engine/readers/results/sentences.ts'

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
