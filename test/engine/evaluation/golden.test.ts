import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { FOLDER, GOLDEN, testGolden } from './golden-cases.ts'
import { differences } from './golden-text.ts'

await testGolden({ slow: false })

test('every golden file belongs to an existing framework and tenant', async () => {
  const entries = await readdir(FOLDER, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  assert.deepEqual(files.sort(), [...new Set(GOLDEN.map(({ file }) => file))].sort())
})

test('differences are listed line by line, and long ones are cut', () => {
  assert.equal(differences('a\nb\nc', 'a\nb\nc'), undefined)
  assert.equal(differences('a\nb\nc', 'a\nB\nc'), '- b\n+ B')
  const long = Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n')
  assert.match(differences('', long) ?? '', /\nand 141 more$/)
})
