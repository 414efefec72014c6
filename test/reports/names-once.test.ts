import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderReport } from '../../src/features/reports/html/page.ts'
import { renderPdf } from '../../src/features/reports/pdf/content/document.ts'
import { readLayout } from './pdf-layout.ts'
import { tenantReports } from './tenant-reports.ts'

/** The full edition has each list of names once. */

const found = (await tenantReports()).find((each) => each.framework === 'essential-eight' && each.tenant === 'weak')
assert.ok(found)
const report = { ...found.report, edition: 'full' } as const
const rows = report.result.requirements
const settings = rows.find(({ id }) => id === 'ISM-1859')?.affected?.items ?? []

test('two requirements with the same names: the second refers to the first', () => {
  assert.ok(settings.length > 50)
  assert.deepEqual(rows.find(({ id }) => id === 'ISM-1823')?.affected?.items, settings)
  const page = renderReport(report)
  assert.equal(page.split('<li>Excel: dBase III / IV files</li>').length - 1, 1)
  assert.match(page, /Affected: 82 settings, the same as for <a href="#[^"]*ISM-1859">ISM-1859<\/a>/)
})

test('on paper, each list stands once, and the first one that is cut says where the names are', async () => {
  const text = readLayout(await renderPdf(report))
    .flat()
    .map((each) => each.text)
    .join(' ')
    .replace(/\s+/g, ' ')
  assert.match(text, /82 settings, the same as for ISM-1859/)
  assert.equal(text.split('Excel: dBase III / IV files').length - 1, 1)
  assert.match(text, /and \d+ more(?: \([^)]*\))?\. The web page and the workbook of this report name up to 100\./)
  assert.equal(text.split('name up to 100.').length - 1, 1)
})
