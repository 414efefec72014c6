import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareOf } from '../../../src/engine/evaluation/outcome.ts'
import type { Unit } from '../../../src/engine/model/check.ts'
import type { RequirementResult } from '../../../src/engine/model/result.ts'
import { withUnits } from '../../../src/engine/results/units.ts'
import { levelFact, whyUnknown } from '../../../src/features/reports/content/requirements.ts'
import { countedText } from '../../../src/features/reports/content/rows/counted.ts'
import { isShown, qualityLines, shownInPart } from '../../../src/features/reports/content/rows/evidence-quality.ts'
import { countKnown } from '../../../src/features/reports/content/rules.ts'
import { pointsNote } from '../../../src/features/reports/content/score-explanation.ts'
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

test('a report in which missing or unknown checks alone have points says why, and no other does', () => {
  const noteOf = (framework: string, tenant: string): string => {
    const found = reports.find((one) => one.framework === framework && one.tenant === tenant)
    return found ? pointsNote(found.report.result) : 'no such report'
  }
  assert.equal(
    noteOf('nist-csf', 'weak-answered'),
    '33 is the lowest score once everything is known: with target level 3, level 1 earns a third of the points, and what is unknown earns none.',
  )
  assert.equal(
    noteOf('nist-csf', 'weak'),
    'A missing check still earns a third of its points: it counts as level 1, and the target is level 3.',
  )
  assert.equal(
    noteOf('nist-csf', 'partial'),
    '3 checks that are partly in place count as level 1 until people answer; with target level 3, that earns a third of their points.',
  )
  assert.match(
    noteOf('nist-csf', 'strong'),
    /^Microsoft 365 shows part of \d+ checks; they earn points even before people answer\.$/,
  )
  assert.equal(noteOf('nist-csf', 'strong-answered'), '')
  for (const framework of ['essential-eight', 'scuba-entra']) assert.equal(noteOf(framework, 'weak-answered'), '')
})

test('of several checks, the one that gave the numbers says what they count; earlier results say it if all count the same', async () => {
  const all = ['privileged-inactivity', 'office-hardening', 'local-administrator-passwords']
  const text = (ids: readonly string[], coverage: RequirementResult['coverage']): Promise<string> =>
    readCounted({ ...rowOf(...ids), ...(coverage && { coverage }) })
  const lowest = 'the lowest of 3 readings'
  assert.equal(
    await text(all, { n: 5, of: 7, counts: 'privileged account' }),
    `5 of 7 privileged accounts (71%), ${lowest}`,
  )
  assert.equal(
    await text(all, { n: 451, of: 1804, counts: 'setting on a device' }),
    `25% of settings on devices, ${lowest}`,
  )
  assert.equal(await text(all.slice(2), { n: 0, of: 22 }), '0 of 22 devices (0%)')
  assert.equal(await text(all, { n: 7, of: 7 }), '7 of 7 (100%)')
  assert.equal(await text(all, { n: 5, of: 7 }), `5 of 7 (71%), ${lowest}`)
  assert.equal(await text(['retired-check'], { n: 5, of: 7 }), '5 of 7 (71%)')
})

test('a share that suggests another verdict says what decides', () => {
  const text = (changes: Partial<RequirementResult>): string => countedText({ ...rowOf('x'), ...changes })
  const failed = { verdict: 'ineffective', basis: 'contrary' } as const
  const of = (counts: Unit) => ({ ...failed, coverage: { n: 6, of: 7, counts } })
  assert.equal(
    text(of('privileged account')),
    '6 of 7 privileged accounts (86%), one account left out is enough to fail',
  )
  assert.equal(text(of('user')), '6 of 7 users (86%), an administrator is left out')
  assert.equal(text({ ...failed, coverage: { n: 5, of: 7, counts: 'device' } }), '5 of 7 devices (71%), too few')
  assert.equal(text({ ...failed, coverage: { n: 1, of: 7, counts: 'device' } }), '1 of 7 devices (14%)')
  assert.equal(
    text({ ...of('incident'), basis: 'reported', level: 1, answer: 1 }),
    '6 of 7 incidents (86%), people answered level 1',
  )
  assert.equal(
    text({ ...of('device'), verdict: 'partial', awaitsAnswer: true }),
    '6 of 7 devices (86%), earns nothing until people answer for the rest',
  )
  assert.equal(
    text({ verdict: 'not_assessed', coverage: { n: 7, of: 7, counts: 'device' } }),
    '7 of 7 devices (100%), what the tenant does not show is not answered yet',
  )
  for (const { tenant, framework, report } of reports)
    for (const row of report.result.requirements) {
      const share = row.coverage && shareOf(row.coverage)
      const isOdd =
        row.verdict === 'ineffective' ? (share ?? 0) >= 0.5 : row.verdict === 'partial' && (share ?? 1) < 0.5
      if (isOdd) assert.match(countedText(row), /, [a-z]/, `${framework}, ${tenant}, ${row.id}`)
    }
})

test('the level of a row agrees with its verdict: partly in place is level 2 or above by what is known', () => {
  for (const { tenant, framework, report } of reports)
    for (const row of report.result.requirements) {
      if (row.level === undefined) continue
      const [, level = ''] = levelFact(row, report.result) ?? []
      const about = `${framework}, ${tenant}, ${row.id}: ${level}`
      if (row.verdict === 'partial') assert.match(level, /^[2-5]/, about)
      if (row.verdict === 'ineffective') assert.match(level, /^1/, about)
    }
})

test('what the tenant showed before people answered still counts as read after that, unless their answer replaces it', () => {
  for (const { tenant, framework, report } of reports) {
    const before = reports.find((one) => one.framework === framework && `${one.tenant}-answered` === tenant)
    if (!before) continue
    const after = new Map(report.result.requirements.map((row) => [`${row.group} ${row.id}`, row]))
    for (const row of before.report.result.requirements) {
      const same = after.get(`${row.group} ${row.id}`)
      if (row.basis !== 'seen' && row.basis !== 'contrary') continue
      assert.ok(same && isShown(same), `${framework}, ${tenant}, ${row.id}`)
    }
    const { inScope, fromTenant, fromPeople, unknown } = countKnown(report.result)
    assert.equal(fromTenant + fromPeople + unknown, inScope)
  }
})

test('the quality of evidence has lines only for what occurs, and one sentence if all of it is of one kind', () => {
  for (const { report } of reports)
    for (const { counted } of qualityLines(report.result)) assert.doesNotMatch(counted, /\b0 /)
  const [only, ...more] = qualityLines({
    ...sampleResult('mixed'),
    evidenceQuality: { good: 28, fair: 0, poor: 0 },
  })
  assert.deepEqual([only?.counted, more], ['All 28 known checks rest on good evidence', []])
})

test('good evidence and what is shown only in part add up to the checks answered by reading', () => {
  for (const { tenant, framework, report } of reports) {
    const { good = 0, fair = 0, poor = 0 } = report.result.evidenceQuality ?? {}
    const { fromTenant, fromPeople } = countKnown(report.result)
    assert.equal(good + fair + poor, fromTenant + fromPeople, `${framework}, ${tenant}`)
    const [stated = ''] = shownInPart(report.result)
    const count = stated.startsWith('The tenant shows only a part') ? fromTenant : Number.parseInt(stated, 10) || 0
    assert.equal(good + count, fromTenant, `${framework}, ${tenant}: ${stated}`)
    if (stated !== '') assert.match(stated, new RegExp(`the ${fromTenant} checks answered by reading`))
  }
})

test('a percentage of devices and a single thing are named as such', async () => {
  const percent = { n: 75, of: 100, percent: true } as const
  assert.equal(await readCounted({ ...rowOf('lsa-protection'), coverage: percent }), '75% of measured devices')
  assert.equal(
    await readCounted({ ...rowOf('password-expiry-off'), coverage: { n: 1, of: 1 } }),
    '1 of 1 domain (100%)',
  )
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

test('a reading that failed shows no count as if it had been measured', async () => {
  const blind = { ...rowOf('mfa-all-users'), verdict: 'no_visibility', basis: 'blind' } as const
  assert.equal(await readCounted({ ...blind, coverage: { n: 0, of: 41 } }), '')
  assert.equal(await readCounted({ ...blind, basis: 'absent', coverage: { n: 32, of: 41 } }), '32 of 41 users (78%)')
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
async function readCounted(row: RequirementResult): Promise<string> {
  const { requirements } = await withUnits({ ...sampleResult('mixed'), requirements: [row] })
  const [read] = requirements
  assert.ok(read)
  return countedText(read)
}
