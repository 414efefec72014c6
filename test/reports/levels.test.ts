import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FRAMEWORKS } from '../../src/engine/frameworks/catalogue.ts'
import { explanation } from '../../src/features/reports/content/executive-summary.ts'
import { levelNoteOf } from '../../src/features/reports/content/rules.ts'
import { renderCombinedReport, renderReport } from '../../src/features/reports/html/page.ts'
import { renderCombinedPdf, renderPdf } from '../../src/features/reports/pdf/content/document.ts'
import { readPdf } from './pdf-text.ts'
import { combinedReports, tenantReports } from './tenant-reports.ts'

/** What a reader learns of levels: which were reached, what they mean, and what the rows outside the target have to do with them. */

const reports = await tenantReports()
const OUTSIDE = /Requirements outside the target are those that only other levels ask for\./g

const textOf = (page: string): string => page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const printOf = (pdf: Buffer): string => readPdf(pdf).pages.join(' ').replace(/\s+/g, ' ')

test('a level above the target is said to be above it, in the tile and in words', () => {
  let above = 0
  for (const { framework, tenant, report } of reports) {
    const { result } = report
    const isAbove = levelNoteOf(result) === 'Above the target'
    const [owner, full] = [textOf(renderReport({ ...report, edition: 'owner' })), explanation(result).join(' ')]
    assert.equal(/level [\d.]+, which is above it, is reached/.test(owner), isAbove, `${framework} ${tenant}`)
    if (framework !== 'nist-csf') assert.equal(/above the target of \d/.test(full), isAbove, `${framework} ${tenant}`)
    if (isAbove) above++
  }
  assert.ok(above > 0)
})

test('each framework explains its levels, and names itself beside others', async () => {
  const [all] = combinedReports(reports)
  assert.ok(all)
  const joint = [
    renderCombinedReport({ ...all.report, edition: 'full' }),
    await renderCombinedPdf({ ...all.report, edition: 'full' }),
  ]
  const texts = joint.map((one) => (typeof one === 'string' ? textOf(one) : printOf(one)))
  for (const { id, name, levelMeanings = [] } of FRAMEWORKS) {
    assert.ok(levelMeanings.length > 0, id)
    const own = reports.find(({ framework }) => framework === id)?.report
    assert.ok(own)
    const alone = [
      textOf(renderReport({ ...own, edition: 'full' })),
      printOf(await renderPdf({ ...own, edition: 'full' })),
    ]
    for (const text of [...texts, ...alone])
      for (const meaning of levelMeanings) assert.equal(text.split(meaning).length, 2, `${id}: ${meaning}`)
    for (const text of texts) assert.match(text, new RegExp(`What the levels mean.* ${name} (A|Each) `), name)
  }
})

test('where rows are outside the target, the page and the print say once what they are for', async () => {
  for (const { framework, tenant, report } of reports.filter(({ tenant }) =>
    /^(strong-answered|partial)$/.test(tenant),
  )) {
    const { requirements, target } = report.result
    const count = requirements.some(({ levels }) => !levels.includes(target)) ? 1 : 0
    for (const edition of ['technical', 'full'] as const) {
      const texts = [textOf(renderReport({ ...report, edition })), printOf(await renderPdf({ ...report, edition }))]
      for (const text of texts)
        assert.equal(text.match(OUTSIDE)?.length ?? 0, count, `${framework} ${tenant} ${edition}`)
    }
  }
})
