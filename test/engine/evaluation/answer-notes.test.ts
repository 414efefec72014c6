import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAnswer, splitAnswer } from '../../../src/engine/evaluation/answer-notes.ts'

const FOUND = 'Intune lists 49 devices.'

test('every answer that ends a text is recognized, with its note', () => {
  const answers = [
    ['yes', '“yes”'],
    ['partly', '“partly”'],
    ['no', '“no”'],
    ['not_applicable', '“not applicable”'],
    [3, 'level 3'],
  ] as const
  for (const [answer, words] of answers) {
    for (const note of ['', 'Two lines.\nPeople know.']) {
      const sentence = formatAnswer({ answer, note, counts: true })
      const given = { answer: words, note }
      assert.deepEqual(splitAnswer(`${FOUND} ${sentence}`), { text: FOUND, given })
      assert.deepEqual(splitAnswer(sentence), { text: '', given })
    }
  }
})

test('a text that does not end with an answer stays whole', () => {
  assert.deepEqual(splitAnswer(FOUND), { text: FOUND, given: undefined })
})
