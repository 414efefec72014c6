import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LETTERS_TO_ACCOUNTS, lettersToCustomers } from './sample-letters.ts'

const UNBROKEN = /<span style="white-space:nowrap;">\d+–\d+<\/span>/

test('a score that is a span stays on one line of an email', () => {
  const letters = { ...lettersToCustomers({ name: 'Northwind IT', hasLogo: false }), ...LETTERS_TO_ACCOUNTS }
  for (const name of ['report', 'reports', 'finished']) assert.match(letters[name]?.html ?? '', UNBROKEN, name)
  for (const [name, { html, text }] of Object.entries(letters)) {
    assert.doesNotMatch(html.replaceAll(new RegExp(UNBROKEN, 'g'), ''), /\d–\d/, name)
    assert.doesNotMatch(text, /white-space/, name)
  }
})
