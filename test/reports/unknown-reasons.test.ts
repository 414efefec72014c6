import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withReadableDays } from '../../src/features/reports/content/rows/dates.ts'
import { rowsToReview } from '../../src/features/reports/content/rows/reviews.ts'
import { knownTitle, reviewReasons, unknownKinds } from '../../src/features/reports/content/unknowns.ts'
import { renderCombinedReport, renderReport } from '../../src/features/reports/html/page.ts'
import { renderCombinedPdf, renderPdf } from '../../src/features/reports/pdf/content/document.ts'
import { readLayout, type WrittenText } from './pdf-layout.ts'
import { combinedReports, tenantReports } from './tenant-reports.ts'

/**
 * Rows of the target leave their reason to the section about what is unknown. So that section has it in full, and refers nowhere: on
 * paper, a reference would lead to a row that leads back here.
 */

const reports = await tenantReports()
const documents = [
  ...reports.map(({ framework, tenant, report }) => ({
    name: `${framework} ${tenant}`,
    results: [withReadableDays(report).result],
    page: () => renderReport({ ...report, edition: 'full' }),
    pdf: () => renderPdf({ ...report, edition: 'full' }),
  })),
  ...combinedReports(reports).map(({ tenant, report }) => ({
    name: `all ${tenant}`,
    results: report.parts.map((part) => withReadableDays(part).result),
    page: () => renderCombinedReport({ ...report, edition: 'full' }),
    pdf: () => renderCombinedPdf({ ...report, edition: 'full' }),
  })),
]

const REFERS = /\bas for (?:[A-Z]{2,}|<a)/i

const comparable = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#39;', '’')
    .replaceAll('&amp;', '&')
    .replace(/\s/g, '')

test('the section about what is unknown of each framework has every reason in full', () => {
  let stated = 0
  for (const { name, page, results } of documents) {
    const sections = [...page().matchAll(/<section class="panel" id="unknown[^"]*"[\s\S]*?<\/section>/g)].map(String)
    assert.equal(sections.length, results.length, name)
    for (const [index, result] of results.entries()) {
      const section = sections[index] ?? ''
      assert.doesNotMatch(section, REFERS, name)
      const text = comparable(section)
      const kinds = unknownKinds(result).flatMap(({ reasons }) => reasons)
      for (const [reason] of [...kinds, ...reviewReasons(rowsToReview(result))]) {
        assert.ok(text.includes(comparable(reason)), `${name}: ${reason}`)
        stated++
      }
    }
  }
  assert.ok(stated > 100)
})

/** The texts of each section about what is unknown, up to the title of the next section. */
function sectionsOf(texts: readonly WrittenText[], titles: readonly string[]): string[] {
  const starts = texts.flatMap(({ tag, text }, index) =>
    tag === 'H2' && titles.some((title) => text.toLowerCase().endsWith(title.toLowerCase())) ? [index] : [],
  )
  return starts.map((start) => {
    const next = texts.findIndex(({ tag }, index) => index > start && tag === 'H2')
    return texts
      .slice(start, next < 0 ? undefined : next)
      .map(({ text }) => text)
      .join(' ')
  })
}

test('on paper, so has that of a report for several frameworks', async () => {
  for (const { name, pdf, results } of documents.filter(({ name }) =>
    /^all (weak|typical|strong|partial)$/.test(name),
  )) {
    const sections = sectionsOf(readLayout(await pdf()).flat(), [...new Set(results.map(knownTitle))])
    assert.equal(sections.length, results.length, name)
    for (const [index, result] of results.entries()) {
      const section = sections[index] ?? ''
      assert.doesNotMatch(section, REFERS, name)
      const text = comparable(section)
      for (const [reason] of unknownKinds(result).flatMap(({ reasons }) => reasons))
        assert.ok(text.includes(comparable(reason)), `${name}: ${reason}`)
    }
  }
})
