import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ESSENTIAL_EIGHT } from '../../../src/engine/frameworks/essential-eight/essential-eight.ts'

const { requirements, questionnaire } = ESSENTIAL_EIGHT
const { scope, sections } = questionnaire
const questions = sections.flatMap((section) => section.questions)

test('there is one question about each control, because any control can be met in ways that a tenant does not show', () => {
  assert.deepEqual(questions.map(({ id }) => id).sort(), [...new Set(requirements.map(({ id }) => id))].sort())
})

test('if a tenant can decide alone, the help says that other products count and asks for their names', () => {
  const automatic = new Set(requirements.filter(({ mode }) => mode === 'automatic').map(({ id }) => id))
  for (const { id, help } of questions.filter((question) => automatic.has(question.id)))
    assert.match(help.split('\n')[0] ?? '', /counts?\b.*\bnote\.$|say in the note what did\.$/, id)
})

test('all ids, including those of scope questions and sections, are unique, and so are all questions', () => {
  const asked = [...scope, ...questions]
  assert.equal(new Set(asked.map(({ id }) => id)).size, asked.length)
  assert.equal(new Set(asked.map(({ text }) => text)).size, asked.length)
  assert.equal(new Set(sections.map(({ id }) => id)).size, sections.length)
  assert.equal(new Set(sections.map(({ title }) => title)).size, sections.length)
})

test('every question is a single sentence that names no control', () => {
  for (const { id, text } of [...scope, ...questions]) {
    assert.match(text, /^[A-Z].*\?$/, id)
    assert.ok(text.length >= 25 && text.length <= 180, `${id}: ${text.length}`)
    assert.doesNotMatch(text, /ISM-|maturity/i, id)
  }
})

test('every help text says what counts as each answer, where to look and what would show it', () => {
  const helpOf = (labels: readonly string[], help: string, id: string): void => {
    const lines = help.split('\n')
    assert.deepEqual(
      lines.map((line) => line.slice(0, line.indexOf(':'))),
      labels,
      id,
    )
    for (const line of lines) assert.match(line.slice(line.indexOf(': ') + 2), /^\S.{10,}\.$/, `${id}: ${line}`)
  }
  for (const { id, help } of scope) helpOf(['Yes', 'No', 'Where to look'], help, id)
  for (const { id, help } of questions) {
    helpOf(['Yes', 'Partly', 'No', 'Where to look', 'Evidence'], help, id)
  }
})

test('a scope question covers existing controls, each once, that people are asked about', () => {
  const asked = new Set(questions.map(({ id }) => id))
  for (const { id, covers } of scope) {
    assert.match(id, /^scope-[a-z-]+$/)
    assert.ok(covers.length > 0, id)
    assert.equal(new Set(covers).size, covers.length, id)
    for (const covered of covers) assert.ok(asked.has(covered), `${id} covers ${covered}`)
  }
})

/** Words that a statement must contain to be about the subject of the scope question. */
const ABOUT: Readonly<Record<string, RegExp>> = {
  'scope-servers': /servers/i,
  'scope-internet-servers': /servers that face the internet/i,
  'scope-internet-facing': /servers and network devices that face the internet/i,
  'scope-cloud-services': /online services/i,
  'scope-customer-services': /customer/i,
  'scope-customer-accounts': /^Customers/,
  'scope-macros': /macro|publishers that Office trusts/i,
  'scope-pdf-software': /PDF software/,
}

test('every control that a scope question covers is entirely about its subject', () => {
  assert.deepEqual(scope.map(({ id }) => id).sort(), Object.keys(ABOUT).sort())
  for (const { id, covers } of scope)
    for (const row of requirements.filter((requirement) => covers.includes(requirement.id)))
      assert.match(row.statement, ABOUT[id] ?? /never/, `${id} covers ${row.id}`)
})
