import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dispositionOf } from '../../src/features/reports/formats/rules.ts'

const about = { customerName: 'Bellbird', productName: 'NIST CSF', completedAt: '2026-05-08T03:11:00.000Z' }

test('a file is named after the edition that it has: OSCAL and OCSF are always the full one', () => {
  const nameOf = (...[given, format]: Parameters<typeof dispositionOf>): string | undefined =>
    /filename="([^"]+)"/.exec(dispositionOf(given, format))?.[1]
  const owner = { ...about, edition: 'owner' } as const
  assert.equal(nameOf(owner, 'json'), 'Bellbird-NIST-CSF-2026-05-08-owner.json')
  for (const format of ['oscal', 'ocsf'] as const) {
    assert.match(nameOf(owner, format) ?? '', /^Bellbird-NIST-CSF-2026-05-08-full\./)
    assert.doesNotMatch(nameOf(about, format) ?? '', /full/)
  }
})
