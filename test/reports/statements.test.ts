import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statementsOfRows } from '../../src/features/reports/content/rows/statements.ts'

/** Where rows refer to others for what they have in common. */

const statement = (about: string): string =>
  `${about} ${'is shown by each of the devices and accounts '.repeat(4)}here.`
const [logs, shells, incidents] = [statement('The log'), statement('PowerShell'), statement('Each incident')]

test('a row refers to another that says the same, for all of it or for a part', () => {
  const statements = statementsOfRows()
  assert.deepEqual(statements.take(logs, 'A'), { text: logs, elsewhere: [] })
  assert.deepEqual(statements.take(logs, 'B'), { text: '', elsewhere: ['A'] })
  assert.deepEqual(statements.take(`${logs} ${shells}`, 'C'), { text: shells, elsewhere: ['A'] })
})

test('a row never refers to one that says something else as well', () => {
  const statements = statementsOfRows()
  statements.take(`${logs} ${shells}`, 'A')
  assert.deepEqual(statements.take(`${logs} ${incidents}`, 'B'), { text: `${logs} ${incidents}`, elsewhere: [] })
  statements.take(incidents, 'C')
  statements.take(shells, 'C')
  assert.deepEqual(statements.take(incidents, 'D'), { text: incidents, elsewhere: [] }, 'in another of its texts')
})

test('a row refers to where a sentence stands, not to a row that refers further', () => {
  const statements = statementsOfRows()
  statements.take(logs, 'A')
  statements.take(`${logs} ${shells}`, 'B')
  assert.deepEqual(statements.take(shells, 'C'), { text: shells, elsewhere: [] }, 'B refers to A for what C lacks')
  assert.deepEqual(statements.take(`${logs} ${shells}`, 'D'), { text: '', elsewhere: ['B', 'A'] })
})

test('what is shorter than a reference is worth is said again', () => {
  const statements = statementsOfRows()
  const short = 'The audit log is being written.'
  statements.take(short, 'A')
  assert.deepEqual(statements.take(short, 'B'), { text: short, elsewhere: [] })
})

test('what follows a sentence and depends on it makes it another statement', () => {
  const statements = statementsOfRows()
  const [first, second] = ['ann', 'bob'].map((name) => `${logs} Not covered: ${name}@contoso.com.`)
  assert.ok(first && second)
  statements.take(first, 'A')
  assert.deepEqual(statements.take(second, 'B'), { text: second, elsewhere: [] })
  assert.deepEqual(statements.take(first, 'C'), { text: '', elsewhere: ['A'] })
})

test('a text never begins with what depends on a sentence of another row', () => {
  const statements = statementsOfRows()
  const part = 'This is not the case for ann@contoso.com.'
  statements.take(`${part} ${logs}`, 'A')
  assert.deepEqual(statements.take(`${part} ${logs}`, 'B'), { text: part, elsewhere: ['A'] })
})

test('a text that may wait is left to a later row, which then says it', () => {
  const statements = statementsOfRows()
  statements.reserve([logs], 'Z')
  assert.deepEqual(statements.take(logs, 'A'), { text: logs, elsewhere: [] }, 'this one may not wait')
  statements.reserve([incidents, shells], 'Y')
  assert.deepEqual(statements.take(`${incidents} ${shells}`, 'B', true), { text: '', elsewhere: ['Y'] })
  assert.deepEqual(statements.take(incidents, 'C', true), { text: incidents, elsewhere: [] }, 'Y says more')
  assert.deepEqual(statements.take(incidents, 'Y'), { text: incidents, elsewhere: [] }, 'as B expects')
  assert.deepEqual(statements.take(shells, 'Y'), { text: shells, elsewhere: [] })
})

test('a place says nothing twice', () => {
  const statements = statementsOfRows()
  statements.take(logs, 'A')
  assert.deepEqual(statements.take(`${logs} ${shells}`, 'A'), { text: shells, elsewhere: [] })
})
