import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lessText, reviewsOf } from '../../src/features/reports/content/rows/reviews.ts'
import { renderReport } from '../../src/features/reports/html/page.ts'
import { renderPdf } from '../../src/features/reports/pdf/content/document.ts'
import { readLayout } from './pdf-layout.ts'
import { readPdf } from './pdf-text.ts'
import { tenantReports } from './tenant-reports.ts'

const reports = await tenantReports()
const reportOf = (framework: string, tenant: string) => {
  const found = reports.find((each) => each.framework === framework && each.tenant === tenant)
  assert.ok(found)
  return found.report
}

test('a row whose answer counts although the tenant shows less says so, and the summary links to it', () => {
  const report = reportOf('essential-eight', 'typical-answered')
  const less = report.result.requirements.filter((row) => lessText(row) !== '').map(({ id }) => id)
  for (const id of ['ISM-1228', 'ISM-1672', 'ISM-1859', 'ISM-1823', 'ISM-1657']) assert.ok(less.includes(id), id)
  const page = renderReport({ ...report, edition: 'full' })
  assert.match(page, /The tenant shows less; the answer of “yes” counts\./)
  const summary = /<p>In \d+ checks the tenant shows less than people answered\..*?<\/p>/.exec(page)?.[0] ?? ''
  assert.match(summary, /<a href="#[^"]+">ISM-1657<\/a>/)
  const overruled = /<p>In 11 checks the tenant contradicts what people answered\..*?<\/p>/.exec(page)?.[0] ?? ''
  const listed = overruled.match(/<a href/g)?.length ?? 0
  const [contradicted] = reviewsOf(report.result)
  assert.equal(listed, new Set(contradicted?.rows.map(({ id }) => id)).size)
})

test('on paper, a requirement that needs review in several groups says in how many', async () => {
  const report = reportOf('essential-eight', 'typical-answered')
  const words = readLayout(await renderPdf({ ...report, edition: 'full' }))
    .flat()
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
  for (const { rows } of reviewsOf(report.result)) {
    const listed =
      new RegExp(`In ${rows.length} checks the tenant .*?: (.*? and ISM-\\d+[^.]*)\\.`).exec(words)?.[1] ?? ''
    const times = [...listed.matchAll(/ISM-\d+(?: ×(\d+))?/g)].map(([, count = '1']) => Number(count))
    assert.equal(
      times.reduce((sum, count) => sum + count, 0),
      rows.length,
    )
  }
})

test('on paper, the summary links to each requirement that needs review', async () => {
  const report = reportOf('essential-eight', 'typical-answered')
  const { objects } = readPdf(await renderPdf({ ...report, edition: 'full' }))
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body))
  const areas = (/\/Annots \[([^\]]*)\]/.exec(pages[1] ?? '')?.[1] ?? '').matchAll(/(\d+) 0 R/g)
  const linked = [...areas].map(([, area = '']) => {
    const action = /\/A (\d+) 0 R/.exec(objects.get(area) ?? '')?.[1] ?? ''
    return /\/D \(row-([^)]+)\)/.exec(objects.get(action) ?? '')?.[1]
  })
  const ids = reviewsOf(report.result).flatMap(({ rows }) => rows.map(({ id }) => id))
  assert.deepEqual(linked, [...new Set(ids)])
})

test('an answer that the tenant bears out needs no review', () => {
  for (const framework of ['essential-eight', 'nist-csf'])
    assert.deepEqual(reviewsOf(reportOf(framework, 'strong-answered').result), [], framework)
})

test('a level of which the tenant shows less says so as well', () => {
  const { result } = reportOf('nist-csf', 'typical-answered')
  const texts = new Map(result.requirements.map((row) => [row.id, lessText(row)]))
  for (const id of ['PR.PS-01', 'PR.PS-05'])
    assert.match(texts.get(id) ?? '', /^The tenant shows less; .* level \d counts\.$/)
})
