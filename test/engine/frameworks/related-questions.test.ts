import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FRAMEWORKS } from '../../../src/engine/frameworks/catalogue.ts'
import { RELATED_QUESTIONS } from '../../../src/engine/frameworks/related-questions.ts'
import { questionsOf } from '../../../src/features/questionnaires/answers/rules.ts'

const asked = FRAMEWORKS.flatMap((framework) =>
  [...questionsOf(framework).values()].map(({ id, kind }) => ({ id, kind, product: framework.id })),
)

const findAsked = (id: string) => {
  const found = asked.find((question) => question.id === id)
  assert.ok(found, `${id} is not a question of any framework`)
  return found
}

test('no two frameworks share the id of a question, because a page may show several questionnaires', () => {
  const shared = [...Map.groupBy(asked, ({ id }) => id)].filter(([, some]) => some.length > 1)
  assert.deepEqual(shared, [])
})

test('each relation is unique and joins existing questions of different frameworks', () => {
  const pairs = RELATED_QUESTIONS.map(({ questions: [one, other] }) => {
    assert.notEqual(findAsked(one).product, findAsked(other).product, `${one} and ${other}`)
    return [one, other].toSorted().join(' ')
  })
  assert.deepEqual(pairs, [...new Set(pairs)])
})

test('only questions about a degree or a level can equal another question', () => {
  for (const { questions, meaning } of RELATED_QUESTIONS)
    if (meaning === 'same') for (const id of questions) assert.notEqual(findAsked(id).kind, 'scope', id)
})

test('related answers do not crowd out any question', () => {
  const counts = Map.groupBy(
    RELATED_QUESTIONS.flatMap(({ questions }) => questions),
    (id) => id,
  )
  for (const [id, { length }] of counts) assert.ok(length <= 3, id)
})
