import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Once } from '../../src/features/reports/content/once.ts'

const UNSEEN = 'No policy sets it on any of them; another tool may have set it, but we do not see that.'

test('a sentence appears once in a document, and later texts refer to it', () => {
  const once = new Once()
  assert.deepEqual(once.take('Nobody is covered by any policy.', 'A'), {
    text: 'Nobody is covered by any policy.',
    elsewhere: [],
  })
  assert.deepEqual(once.take('Nobody is covered by any policy. Two guests are.', 'B'), {
    text: 'Two guests are.',
    elsewhere: ['A'],
  })
})

test('limitations are stated wherever they apply', () => {
  const once = new Once()
  once.take(`Configured on none of these devices. ${UNSEEN}`, 'A')
  assert.deepEqual(once.take(`Another setting of these devices. ${UNSEEN}`, 'B'), {
    text: `Another setting of these devices. ${UNSEEN}`,
    elsewhere: [],
  })
})

test('the note of an answer appears once, without references to it', () => {
  const once = new Once()
  const answer = 'People answered “yes”. Their note: Group policy on all computers. Checked in May.'
  assert.equal(once.take(`Nothing was found on any device. ${answer}`, 'A').text.endsWith(answer), true)
  assert.deepEqual(once.take(answer, 'B'), { text: 'People answered “yes”.', elsewhere: [] })
})
