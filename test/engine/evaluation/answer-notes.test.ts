import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAnswer, splitAnswer, withoutInvitations } from '../../../src/engine/evaluation/answer-notes.ts'
import { ASR_RULES } from '../../../src/engine/readers/settings/attack-surface-reduction-rules.ts'
import { choice } from '../../../src/engine/readers/settings/setting.ts'
import { assess, everywhere, smallTenant } from '../tenant-builder.ts'

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

test('a row says separately what else may meet it, until people answer', () => {
  const rules = Object.values(ASR_RULES).map(({ settingId }) => choice(settingId, 'audit'))
  const reported = Object.fromEntries(Object.values(ASR_RULES).map(({ secureScore }) => [secureScore, 10]))
  const tenant = smallTenant({ policies: { Rules: rules }, reported })
  const rowOf = (answers = {}) => {
    const row = assess(tenant, answers).requirements.find(({ id }) => id === 'ISM-1667')
    assert.ok(row)
    return row
  }
  const open = rowOf()
  const [invitation] = open.invites ?? []
  assert.equal(invitation?.another, 'another antivirus product')
  assert.match(invitation?.text ?? '', /^If another antivirus product does this instead, people can say so /)
  const found = withoutInvitations(open.observed, open.invites)
  assert.equal(`${found} ${invitation?.text}`, open.observed)
  assert.equal(withoutInvitations(found, undefined), found)
  assert.equal(rowOf(everywhere('no')).invites, undefined)
})
