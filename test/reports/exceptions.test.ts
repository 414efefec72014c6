import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatResult } from '../../src/cli/assess/result-table.ts'
import type { RecordedException } from '../../src/engine/model/exception.ts'
import type { AssessmentResult, RequirementResult } from '../../src/engine/model/result.ts'
import type { Edition } from '../../src/features/reports/content/edition.ts'
import { headline } from '../../src/features/reports/content/executive-summary.ts'
import { PAGE_SCRIPT } from '../../src/features/reports/html/frame/script/script.ts'
import { renderReport } from '../../src/features/reports/html/page.ts'
import { sampleResult } from './sample.ts'
import { sampleReport } from './sample-report.ts'

const EVIL = `<script>alert(1)</script>" onload='x' &`

const reportOf = (result: AssessmentResult): string => renderReport(sampleReport(result))

const decision = (more: Partial<RecordedException> = {}): RecordedException => ({
  kind: 'compensating-control',
  reason: 'The proxy does this for every device.',
  approver: 'Ada Park, managing director',
  approvedAt: '2026-01-05T09:00:00Z',
  expiresAt: '2026-12-31T00:00:00Z',
  ...more,
})

/** The result with the row of this id replaced. */
function withRow(result: AssessmentResult, id: string, more: Partial<RequirementResult>): AssessmentResult {
  return { ...result, requirements: result.requirements.map((row) => (row.id === id ? { ...row, ...more } : row)) }
}

/** The row as an accepted risk. */
function accepting(result: AssessmentResult, id: string): AssessmentResult {
  const requirements = result.requirements.map((row) => {
    if (row.id !== id) return row
    const { severity: _, ...rest } = row
    return { ...rest, accepted: true as const, exceptions: [decision({ kind: 'accepted-risk' })] }
  })
  return { ...result, requirements }
}

function section(page: string, id: string): string {
  const from = page.indexOf(`id="${id}"`)
  assert.notEqual(from, -1, `there is a section ${id}`)
  return page.slice(from, page.indexOf('</section>', from))
}

// Of the sample, at target 2: ISM-1000 holds, 1001 is partial, 1002 failed, 1003 is unknown, 1005 is compensated.
const MIXED = sampleResult('mixed')

test('a report without exceptions has no section for them', () => {
  assert.doesNotMatch(reportOf(MIXED), /Accepted risks and compensating controls/)
})

test('a compensating control is shown with its requirement, reason, approver and end date', () => {
  const page = reportOf(withRow(MIXED, 'ISM-1005', { exceptions: [decision()] }))
  const text = section(page, 'exceptions')
  assert.match(text, /Compensating controls: 1.*ISM-1005.*The proxy does this for every device\./s)
  assert.match(text, /Approved by <bdi>Ada Park, managing director<\/bdi> on 5 January 2026, until 31 December 2026\./)
  assert.match(text, /Counted in place of the requirement\./)
  assert.match(page, /<dt>In its place<\/dt><dd><p>The proxy does this/)
  assert.match(page, /href="#exceptions"/)
})

test('an accepted risk is listed separately from actions, both in its group and in the list of exceptions', () => {
  const page = reportOf(accepting(MIXED, 'ISM-1002'))
  assert.match(section(page, 'exceptions'), /Accepted risks: 1.*ISM-1002/s)
  const group = section(page, 'g-patch-applications')
  const [, toFix = '', accepted = ''] = /To fix(.*)Accepted as a risk \(1\)(.*)Not known/s.exec(group) ?? []
  assert.ok(toFix.includes('id="r-patch-applications-ISM-1001"') && !toFix.includes('ISM-1002'))
  assert.match(accepted, /ISM-1002.*Accepted risk/s)
  assert.match(section(page, 'meaning'), /One requirement falls short and is accepted as a risk/)
})

test('in every edition, the ids of exceptions are links only if they lead somewhere', () => {
  const expired = decision({ expiresAt: '2026-02-01T00:00:00Z', expired: true })
  const result = withRow(accepting(MIXED, 'ISM-1002'), 'ISM-1001', { exceptions: [expired] })
  const links = (edition: Edition): number => {
    const page = renderReport(sampleReport(result, { edition }))
    const targets = [...section(page, 'exceptions').matchAll(/href="#([^"]+)"/g)].map(([, target]) => target)
    for (const target of targets) assert.ok(page.includes(`id="${target}"`), `${edition}: ${target}`)
    return targets.length
  }
  assert.deepEqual([links('full'), links('technical')], [2, 1])
})

test('expired exceptions are listed separately with their end date', () => {
  const expired = decision({ expiresAt: '2026-02-01T00:00:00Z', expired: true })
  const text = section(reportOf(withRow(MIXED, 'ISM-1002', { exceptions: [expired] })), 'exceptions')
  assert.match(text, /Expired: 1.*no longer count.*expired on 1 February 2026/s)
  assert.doesNotMatch(text, /Compensating controls: 1/)
})

// The row with the exception, and its effect.
const CAME: readonly (readonly [string, Partial<RecordedException>, RegExp])[] = [
  ['ISM-1000', {}, /Not needed: the requirement is met without it/],
  ['ISM-1003', {}, /unknown, so it has had no effect yet/],
  ['ISM-1002', { object: 'PC-1' }, /More falls short than the exception covers/],
]

for (const [id, more, says] of CAME) {
  test(`the effect of an exception is shown: ${says.source}`, () => {
    assert.match(section(reportOf(withRow(MIXED, id, { exceptions: [decision(more)] })), 'exceptions'), says)
  })
}

test('emergency accounts are named, and so are declarations without a matching account', () => {
  const emergencyAccounts = { setAside: ['glass1@fabrikam.example', 'glass2@fabrikam.example'], notFound: ['gone'] }
  const text = section(reportOf({ ...MIXED, emergencyAccounts }), 'exceptions')
  assert.match(text, /Ignored: 2 declared emergency accounts \(<bdi>glass1@\S+ and glass2@fabrikam\.example<\/bdi>\)/)
  assert.match(text, /not an account in the tenant that can sign in: <bdi>gone<\/bdi>/)
})

test('markup in an exception is escaped', () => {
  const exceptions = [decision({ object: EVIL, reason: EVIL, approver: EVIL, approvedAt: EVIL, expiresAt: EVIL })]
  const emergencyAccounts = { setAside: [EVIL], notFound: [EVIL] }
  const page = reportOf(withRow({ ...MIXED, emergencyAccounts }, 'ISM-1005', { exceptions }))
  assert.doesNotMatch(page.replace(`<script>${PAGE_SCRIPT}</script>`, ''), /<script|onload='/i)
})

test('the headline does not say that the target is met if all shortfalls are accepted', () => {
  const failed = MIXED.requirements.filter(({ severity }) => severity)
  const quiet = failed.reduce((result, { id }) => accepting(result, id), MIXED)
  const sentence = headline({ ...quiet, coverage: 1, findings: 0, critical: 0, high: 0, medium: 0 }, 'Fabrikam Timber')
  assert.match(sentence, /accepted as risks, so maturity level 2 is not reached/)
})

test('the terminal table counts exceptions', () => {
  const options = { width: 120, colour: false }
  const compensated = MIXED.requirements.filter(({ verdict, levels }) => verdict === 'alternate' && levels.includes(2))
  const table = formatResult(accepting(MIXED, 'ISM-1002'), options)
  const sentence = `Exceptions: ${compensated.length} requirements met by a compensating control; 1 accepted risk, not counted`
  assert.ok(table.includes(sentence), table)
  assert.doesNotMatch(formatResult(sampleResult('weak'), options), /Exceptions/)
})
