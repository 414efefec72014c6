import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type StoredAnswer, toEngineAnswers } from '../../src/features/questionnaires/answers/rules.ts'

const AT = new Date('2026-03-10T08:00:00.000Z')

const stored = (id: string, author: StoredAnswer['author']) =>
  [id, { id, answer: 'yes', author, answeredAt: AT }] as const

test('the engine reads who answered: people by name or email address, and no ids of accounts', () => {
  const answers = new Map<string, StoredAnswer>([
    stored('ISM-1810', { kind: 'recipient', id: 'ann@contoso.com' }),
    stored('ISM-1811', { kind: 'person', id: 'usr_1' }),
    stored('ISM-1812', { kind: 'person', id: 'usr_gone' }),
    stored('ISM-1813', { kind: 'partner', id: 'ptr_1' }),
  ])
  const read = toEngineAnswers(answers, new Map(), new Map([['usr_1', 'Ben Park']])).answers
  assert.deepEqual(
    Object.values(read).map(({ answeredBy }) => answeredBy),
    ['ann@contoso.com', 'Ben Park', undefined, undefined],
  )
  for (const { answeredAt } of Object.values(read)) assert.equal(answeredAt, AT.toISOString())
})
