import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RecordedException } from '../../src/engine/model/exception.ts'
import type { AssessmentResult, RequirementResult } from '../../src/engine/model/result.ts'
import { renderCsv } from '../../src/features/reports/formats/csv.ts'
import { renderJson } from '../../src/features/reports/formats/json.ts'
import { renderOscal } from '../../src/features/reports/formats/oscal.ts'
import { renderReport } from '../../src/features/reports/html/page.ts'
import { renderPdf } from '../../src/features/reports/pdf/content/document.ts'
import type { Json } from '../harness/client.ts'
import { readPdf } from './pdf-text.ts'
import { sampleResult } from './sample.ts'
import { sampleReport } from './sample-report.ts'

const exception: RecordedException = {
  kind: 'accepted-risk',
  reason: 'The scanner is replaced this year.',
  approver: 'Ada Park',
  approvedAt: '2026-04-01T00:00:00.000Z',
  expiresAt: '2026-09-01T00:00:00.000Z',
}
const HINT = 'Nobody used 2 of 9 privileged accounts.'
const ANSWERED = 'People answered that it holds.'

/** A result whose first failed row is accepted as a risk, and whose second one contradicts an answer. */
function decide(result: AssessmentResult): { result: AssessmentResult; accepted: RequirementResult } {
  const failed = result.requirements.filter((row) => row.severity)
  const [first, second] = failed
  assert.ok(first && second)
  const { severity: _, ...rest } = first
  const accepted: RequirementResult = { ...rest, accepted: true, exceptions: [exception] }
  const requirements = result.requirements.map((row) =>
    row === first ? accepted : row === second ? { ...row, contradiction: ANSWERED } : row,
  )
  return { result: { ...result, requirements, findings: result.findings - 1 }, accepted }
}

const { result, accepted } = decide(sampleResult('weak'))
const input = sampleReport(result)

test('every format shows exceptions and contradicted answers', async () => {
  const formats = {
    page: renderReport(input).replace(/<[^>]*>/g, ''),
    pdf: readPdf(await renderPdf(input)).pages.join(' '),
    csv: renderCsv(input),
    json: renderJson(input),
    oscal: renderOscal(input),
  }
  for (const [format, text] of Object.entries(formats)) {
    const plain = text.replace(/\s+/g, ' ')
    for (const words of [exception.reason, exception.approver, ANSWERED])
      assert.ok(plain.includes(words), `${format} ${words}`)
  }
  assert.match(
    formats.pdf.replace(/\s+/g, ' '),
    /Accepted risk .*Approved by Ada Park on 1 April 2026, until 1 September 2026\./,
  )
})

test('every format shows a hint beside what waits for an answer, and says that it decides nothing', async () => {
  const [first, ...rest] = sampleResult('mixed').requirements
  assert.ok(first)
  const row: RequirementResult = { ...first, verdict: 'not_assessed', evidence: [], hint: HINT }
  const waiting = sampleReport({ ...sampleResult('mixed'), requirements: [row, ...rest] })
  const formats = {
    page: renderReport(waiting).replace(/<[^>]*>/g, ''),
    pdf: readPdf(await renderPdf(waiting)).pages.join(' '),
    oscal: renderOscal(waiting),
  }
  for (const [format, text] of Object.entries(formats)) {
    const plain = text.replace(/\s+/g, ' ')
    assert.ok(plain.includes(`${HINT} This is a hint: it decides nothing`), format)
  }
  assert.ok(renderCsv(waiting).includes(HINT))
  assert.equal(JSON.parse(renderJson(waiting)).result.requirements[0].hint, HINT)
})

test('an accepted risk does not count as open', () => {
  const [validated] = JSON.parse(renderOscal(input))['assessment-results'].results
  const own = ({ title }: Json) => title.startsWith(`${accepted.id}:`)
  const risk = validated.risks.find(own)
  assert.equal(risk.status, 'deviation-approved')
  assert.equal(risk.characterizations, undefined)
  assert.equal(validated.findings.find(own)['related-risks'][0]['risk-uuid'], risk.uuid)
  assert.ok(validated.risks.filter(({ status }: Json) => status === 'open').length > 0)
})
