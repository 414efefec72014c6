import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RequirementResult } from '../../../src/engine/model/result.ts'
import { withUnits } from '../../../src/engine/results/units.ts'
import { missingNote } from '../../../src/features/reports/content/figures/charts.ts'
import { whyUnknown } from '../../../src/features/reports/content/requirements.ts'
import { countedText } from '../../../src/features/reports/content/rows/counted.ts'
import { unknownKinds } from '../../../src/features/reports/content/unknowns.ts'
import { sampleResult } from '../../reports/sample.ts'
import { tenantReports } from '../../reports/tenant-reports.ts'

const reports = await tenantReports()

test('every number that a row shows says what it counts', () => {
  for (const { tenant, framework, report } of reports)
    for (const row of report.result.requirements) {
      const text = countedText(row)
      if (text !== '')
        assert.doesNotMatch(text, /^[\d,]+ of [\d,]+( \(|$)/, `${framework}, ${tenant}, ${row.id}: ${text}`)
    }
})

test('a report in which missing checks have points says why, and no other does', () => {
  const noteOf = (framework: string, tenant: string): string => {
    const found = reports.find((one) => one.framework === framework && one.tenant === tenant)
    return found ? missingNote(found.report.result) : 'no such report'
  }
  assert.equal(
    noteOf('nist-csf', 'weak-answered'),
    'A missing check still earns points for the level that it has reached.',
  )
  assert.equal(noteOf('nist-csf', 'strong-answered'), '')
  for (const framework of ['essential-eight', 'scuba-entra']) assert.equal(noteOf(framework, 'weak-answered'), '')
})

test('of several checks, the one that gave the numbers says what they count; earlier results say it if all count the same', () => {
  const both = ['privileged-inactivity', 'office-hardening', 'local-administrator-passwords']
  const text = (ids: readonly string[], coverage: RequirementResult['coverage']): string =>
    readCounted({ ...rowOf(...ids), ...(coverage && { coverage }) })
  assert.equal(text(both, { n: 5, of: 7, counts: 'privileged account' }), '5 of 7 privileged accounts (71%)')
  assert.equal(text(both, { n: 451, of: 1804, counts: 'setting on a device' }), '25% of settings on devices')
  assert.equal(text(both.slice(2), { n: 0, of: 22 }), '0 of 22 devices (0%)')
  assert.equal(text(both, { n: 5, of: 7 }), '5 of 7 (71%)')
  assert.equal(text(['retired-check'], { n: 5, of: 7 }), '5 of 7 (71%)')
})

test('a percentage of devices and a single thing are named as such', () => {
  const percent = { n: 75, of: 100, percent: true } as const
  assert.equal(readCounted({ ...rowOf('lsa-protection'), coverage: percent }), '75% of measured devices')
  assert.equal(readCounted({ ...rowOf('password-expiry-off'), coverage: { n: 1, of: 1 } }), '1 of 1 domain (100%)')
})

test('what could not be read is the reason why a row is unknown, not the part that was read', () => {
  for (const { report } of reports)
    for (const row of report.result.requirements) {
      const lacks = row.checks?.flatMap(({ proves, lacks: its }) => (proves === 'hint' ? [] : (its?.permissions ?? [])))
      if (row.verdict !== 'no_visibility' || row.basis !== 'blind' || !lacks?.length) continue
      assert.match(whyUnknown(row), /was refused: grant \w/, row.id)
      assert.doesNotMatch(whyUnknown(row), /\d of \d/, row.id)
    }
})

test('a reading that failed shows no count as if it had been measured', () => {
  const blind = { ...rowOf('mfa-all-users'), verdict: 'no_visibility', basis: 'blind' } as const
  assert.equal(readCounted({ ...blind, coverage: { n: 0, of: 41 } }), '')
  assert.equal(readCounted({ ...blind, basis: 'absent', coverage: { n: 32, of: 41 } }), '32 of 41 users (78%)')
  for (const { report } of reports)
    for (const row of report.result.requirements)
      if (row.verdict === 'no_visibility' && row.basis === 'blind') assert.equal(countedText(row), '', row.id)
})

test('what was read without deciding anything is not listed as unreadable', () => {
  for (const { report } of reports)
    for (const { title, reasons } of unknownKinds(report.result))
      for (const row of reasons.flatMap(([, rows]) => rows))
        assert.equal(row.verdict === 'no_visibility' && row.basis === 'absent', /^Not shown by the tenant/.test(title))
})

function rowOf(...ids: string[]): RequirementResult {
  const [first] = sampleResult('mixed').requirements
  assert.ok(first)
  const checks = ids.map((id) => ({ id, verdict: 'partial', kind: 'seen', proves: 'part' }) as const)
  return { ...first, checks }
}

/** What a row shows after its result was read, of any version. */
function readCounted(row: RequirementResult): string {
  const [read] = withUnits({ ...sampleResult('mixed'), requirements: [row] }).requirements
  assert.ok(read)
  return countedText(read)
}
