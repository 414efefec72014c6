import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NIST_CSF } from '../../../src/engine/frameworks/nist-csf/nist-csf.ts'

const { questionnaire, requirements } = NIST_CSF
const { scope, sections } = questionnaire
const questions = sections.flatMap((section) => section.questions)
const requirementIds = requirements.map(({ id }) => id)

const categoryIdOf = (id: string): string => id.slice(0, id.indexOf('-'))

test('each subcategory is asked about once, in the order of the framework', () => {
  assert.deepEqual(
    questions.map(({ id }) => id),
    requirementIds,
  )
})

test('there is a section for each of the 22 categories, with its own title and the questions of that category', () => {
  assert.deepEqual(
    sections.map(({ id }) => id),
    [...new Set(requirementIds.map(categoryIdOf))],
  )
  assert.equal(sections.length, 22)
  assert.equal(new Set(sections.map(({ title }) => title)).size, 22)
  for (const section of sections) {
    assert.ok(section.questions.length > 0, section.id)
    for (const { id } of section.questions) assert.equal(categoryIdOf(id), section.id, id)
  }
})

test('every question asks in one unique sentence how far something is done', () => {
  for (const { id, text } of questions) {
    assert.match(text, /^(How|If) .*\?$/, id)
    assert.ok(text.length >= 40 && text.length <= 140, `${id}: ${text}`)
  }
  const texts = [...questions, ...scope].map(({ text }) => text)
  assert.equal(new Set(texts).size, texts.length)
})

test('the help of every question describes levels 1, 3 and 5 and what would show them, in unique words', () => {
  const parts = questions.flatMap(({ id, help }) => {
    const [, ...described] =
      /^Level 1: (.+\.)\nLevel 3: (.+\.)\nLevel 5: (.+\.)\nWhat would show it: (.+\.)$/.exec(help) ?? []
    assert.equal(described.length, 4, `${id}: ${help}`)
    for (const part of described) {
      assert.match(part, /^[A-Z]/, id)
      assert.ok(part.length >= 15 && part.length <= 160, `${id}: ${part}`)
    }
    return described
  })
  const seen = new Set<string>()
  for (const part of parts) {
    assert.ok(!seen.has(part), `twice: ${part}`)
    seen.add(part)
  }
})

test('no question repeats its requirement', () => {
  const statements = new Set(requirements.flatMap(({ statement, remedy }) => [statement, remedy]))
  for (const { text, help } of questions) assert.ok(!statements.has(text) && !statements.has(help))
})

test('scope questions have their own ids, are answered with yes or no, and cover existing questions', () => {
  const ids = scope.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(ids.length > 0)
  for (const { id, text, help, covers } of scope) {
    assert.match(id, /^scope-[a-z]+(-[a-z]+)*$/)
    assert.match(text, /^(Does|Do|Is|Are|Has|Have) .*\?$/, id)
    assert.match(help, /\.$/, id)
    assert.ok(covers.length > 0, id)
  }
  const covered = scope.flatMap(({ covers }) => covers)
  assert.equal(new Set(covered).size, covered.length)
  for (const id of covered) assert.ok(requirementIds.includes(id), id)
})
