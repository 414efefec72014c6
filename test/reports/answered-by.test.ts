import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTenant } from '../../src/engine/datasets/reading.ts'
import { evaluateFramework } from '../../src/engine/evaluation/evaluate.ts'
import { ESSENTIAL_EIGHT } from '../../src/engine/frameworks/essential-eight/essential-eight.ts'
import type { AssessmentResult, RequirementResult } from '../../src/engine/model/result.ts'
import { allAnsweredText } from '../../src/features/reports/content/rows/answered-by.ts'
import { renderReport } from '../../src/features/reports/html/page.ts'
import { renderPdf } from '../../src/features/reports/pdf/content/document.ts'
import { sampleSnapshot } from '../engine/sample-snapshot.ts'
import { readPdf } from './pdf-text.ts'
import { sampleResult } from './sample.ts'
import { sampleReport } from './sample-report.ts'
import { tenantReports } from './tenant-reports.ts'

type Given = Pick<RequirementResult, 'answeredAt' | 'answeredBy'>

const ANN: Given = { answeredAt: '2026-05-02T06:30:00.000Z', answeredBy: 'Ann Park' }
const LATER: Given = { answeredAt: '2026-05-02T16:45:00.000Z', answeredBy: 'Ann Park' }
const BEN: Given = { answeredAt: '2026-05-04T06:30:00.000Z', answeredBy: 'ben@fabrikam.example' }

const result = sampleResult('mixed')

/** The sample with an answer to its first two requirements. */
const answeredBy = (...given: readonly Given[]): AssessmentResult => ({
  ...result,
  requirements: result.requirements.map((row, index) => {
    const its = given[index]
    return its ? { ...row, answer: 'yes' as const, ...its } : row
  }),
})

const texts = async (report: AssessmentResult, edition: 'owner' | 'full'): Promise<string[]> => {
  const input = { ...sampleReport(report), edition }
  const pages = readPdf(await renderPdf(input)).pages.join(' ')
  return [renderReport(input).replace(/<[^>]*>/g, ' '), pages].map((text) => text.replace(/\s+/g, ' '))
}

test('the full edition says once who gave all answers of one person and day, and in each row where they differ', async () => {
  for (const text of await texts(answeredBy(ANN, LATER), 'full')) {
    assert.equal(text.split('Ann Park').length, 2)
    assert.match(text, /All answers: Ann Park, 2 May 2026\./)
  }
  for (const text of await texts(answeredBy(ANN, BEN), 'full')) {
    assert.match(text, /(Answered|evidence\),) by Ann Park, 2 May 2026/)
    assert.match(text, /(Answered|evidence\),) by ben@fabrikam\.example, 4 May 2026/)
    assert.doesNotMatch(text, /All answers:/)
  }
})

test('a row that names who answered says what, also where the reading agrees, and which of them counts otherwise', async () => {
  const { report } =
    (await tenantReports()).find((one) => one.framework === 'scuba-entra' && one.tenant === 'typical-answered') ?? {}
  assert.ok(report)
  const pages = readPdf(await renderPdf({ ...report, edition: 'full' }))
    .pages.join(' ')
    .replace(/\s+/g, ' ')
  assert.match(
    pages,
    /An alert goes out whenever somebody is assigned .{0,900}People answered “no”\..{0,900}Answered by/,
  )
  assert.match(pages, /Not in place · answer: “yes”, but the reading counts · Email to a named address/)
})

test('the note of an answer that agrees with the reading stands in its row once, with who wrote it and when', async () => {
  const snapshot = sampleSnapshot('weak', '2026-05-05T00:00:00Z')
  const assessed = evaluateFramework(ESSENTIAL_EIGHT, readTenant(snapshot), {
    target: 3,
    answers: {
      format: 'plumbline-answers/1',
      answers: {
        'ISM-1861': { answer: 'no', note: 'Planned with the new computers.', ...ANN },
        'ISM-1504': { answer: 'no', ...BEN },
      },
    },
  })
  const row = assessed.requirements.find(({ id }) => id === 'ISM-1861')
  assert.equal(row?.basis, 'contrary', 'the reading decides')
  for (const text of await texts(assessed, 'full')) {
    assert.equal(text.split('Planned with the new computers.').length, 2)
    assert.match(
      text,
      /People answered “no”\. Their note: Planned with the new computers\. .{0,900}Answered by Ann Park, 2 May 2026/,
    )
  }
  for (const text of await texts(assessed, 'owner')) assert.doesNotMatch(text, /Planned with the new computers/)
})

test('the owner does not read who answered', async () => {
  for (const text of await texts(answeredBy(ANN, BEN), 'owner')) assert.doesNotMatch(text, /Ann Park|ben@/)
})

test('days are those of the reader, and what is not recorded is not stated', () => {
  assert.equal(
    allAnsweredText(answeredBy(ANN, LATER), { timeZone: 'Australia/Sydney' }),
    '',
    'there it is the next day',
  )
  assert.equal(allAnsweredText(answeredBy({}, {}), {}), '')
  assert.equal(allAnsweredText(result, {}), '')
})
