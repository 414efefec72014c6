import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withReadableDays } from '../../src/features/reports/content/rows/dates.ts'
import { renderReport } from '../../src/features/reports/html/page.ts'
import type { Locale } from '../../src/shared/dates/locales.ts'
import { sampleResult } from './sample.ts'
import { sampleReport } from './sample-report.ts'

const OBSERVED =
  'The newest record is from 2026-04-30. Policies: “CA-2026-01-03”, “Reviewed 2026-01-04” (2026-01-05). PC-2026-01-06 lacks the update of 2026-02-30. People answered “yes”. Their note: Done on 2026-01-07.'

function reportWith(locale?: Locale) {
  const result = sampleResult('mixed')
  const [first, ...others] = result.requirements
  assert.ok(first)
  const row = {
    ...first,
    observed: OBSERVED,
    limitations: ['Read on 2026-05-01.'],
    contradiction: 'Since 2026-05-02.',
    inPlace: 'Written since 2026-05-03.',
  }
  return sampleReport({ ...result, requirements: [row, ...others] }, { brand: locale ? { locale } : {} })
}

test('days of the engine are written as in the country of the partner, names and notes stay as they are', () => {
  const [row] = withReadableDays(reportWith()).result.requirements
  assert.equal(
    row?.observed,
    'The newest record is from 30 April 2026. Policies: “CA-2026-01-03”, “Reviewed 2026-01-04” (5 January 2026). PC-2026-01-06 lacks the update of 2026-02-30. People answered “yes”. Their note: Done on 2026-01-07.',
  )
  assert.deepEqual(
    [row?.limitations, row?.contradiction, row?.inPlace],
    [['Read on 1 May 2026.'], 'Since 2 May 2026.', 'Written since 3 May 2026.'],
  )
  const [american] = withReadableDays(reportWith('en-US')).result.requirements
  assert.match(american?.observed ?? '', /^The newest record is from April 30, 2026\./)
})

test('pages write them so', () => {
  const page = renderReport(reportWith('en-US'))
  assert.match(page, /The newest record is from April 30, 2026\./)
  assert.doesNotMatch(page, /The newest record is from 2026-04-30/)
})
