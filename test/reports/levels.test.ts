import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasFailed } from '../../src/engine/evaluation/outcome.ts'
import { FRAMEWORKS } from '../../src/engine/frameworks/catalogue.ts'
import { explanation } from '../../src/features/reports/content/executive-summary.ts'
import { groupBars } from '../../src/features/reports/content/figures/charts.ts'
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

test('a level that is reached above the target has its requirements marked as met', async () => {
  const strong = reports.find(
    ({ framework, tenant }) => framework === 'essential-eight' && tenant === 'strong-answered',
  )
  assert.ok(strong && strong.report.result.maturityAchieved > strong.report.result.target)
  const { requirements, target } = strong.report.result
  const met = requirements.filter((row) => !row.levels.includes(target) && row.verdict === 'effective')
  const report = { ...strong.report, edition: 'technical' as const }
  const [page, print] = [textOf(renderReport(report)), printOf(await renderPdf(report))]
  assert.ok(met.length > 0)
  for (const { id } of met) assert.ok(page.includes(`${id} : Outside the target, met`), id)
  assert.match(print, /Outside the target, met ISM-/)
})

test('a level of zero is shown only where something of the lowest level is known to be missing', async () => {
  let [unknown, none] = [0, 0]
  for (const { framework, tenant, report } of reports) {
    const { result } = report
    if (framework === 'nist-csf') continue
    const lacksIn = (group: string) =>
      result.requirements.some((row) => row.group === group && row.levels.includes(1) && hasFailed(row.verdict))
    for (const { id, note } of groupBars(result)) {
      const group = result.groups.find((one) => one.id === id)
      if (group?.maturityAchieved !== 0) continue
      assert.equal(note, lacksIn(id) ? 'Level 0' : 'Not known', `${framework} ${tenant} ${id}`)
      if (lacksIn(id)) none++
      else unknown++
    }
    if (result.maturityAchieved > 0) continue
    const isZero = result.groups.some(({ id }) => lacksIn(id))
    for (const edition of ['owner', 'technical', 'full'] as const)
      for (const text of [
        textOf(renderReport({ ...report, edition })),
        readPdf(await renderPdf({ ...report, edition })).pages[0] ?? '',
      ])
        assert.equal(/\bLevel 0, target/.test(text), isZero, `${framework} ${tenant} ${edition}`)
  }
  assert.ok(unknown > 0 && none > 0)
})
