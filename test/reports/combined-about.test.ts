import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderCombinedReport, renderReport } from '../../src/features/reports/html/page.ts'
import { renderCombinedPdf } from '../../src/features/reports/pdf/content/document.ts'
import { readPdf } from './pdf-text.ts'
import { combinedReports, tenantReports } from './tenant-reports.ts'

test('a combined report states once what its runs share, and for each framework what differs', async () => {
  const [first] = combinedReports(await tenantReports())
  assert.ok(first && first.report.parts.length === 3)
  const aboutOf = (parts: typeof first.report.parts): string =>
    /id="about"[\s\S]*?What the verdicts mean/.exec(
      renderCombinedReport({ ...first.report, parts, edition: 'full' }),
    )?.[0] ?? ''
  const count = (about: string, term: string): number => about.split(`<dt>${term}</dt>`).length - 1
  const { parts } = first.report
  const numbered = parts.map((part, index) => ({ ...part, runId: `run_${index}` }))
  const counts = ['Tenant', 'Requested', 'Completed', 'Run', 'Framework']
  assert.deepEqual(
    counts.map((term) => count(aboutOf(numbered), term)),
    [1, 1, 1, 3, 3],
  )
  const later = numbered.map((part, index) => ({ ...part, completedAt: `2026-06-17T12:0${index}:00.000Z` }))
  assert.equal(count(aboutOf(later), 'Completed'), 3)
})

test('of several frameworks, each area to work on names its framework; of a single one, none does', async () => {
  const reports = await tenantReports()
  const weak = combinedReports(reports).find(({ tenant }) => tenant === 'weak')?.report
  assert.ok(weak)
  const areasOf = (page: string): string[] =>
    [...page.matchAll(/<section class="area"[^>]*><h3[^>]*>([^<]*) </g)].map(([, name = '']) => name)
  const areas = areasOf(renderCombinedReport({ ...weak, edition: 'technical' }))
  const frameworks = new Set(areas.map((area) => / \(([^()]+)\)$/.exec(area)?.[1]))
  assert.deepEqual([...frameworks].toSorted(), weak.parts.map(({ productName }) => productName).toSorted())
  const print = readPdf(await renderCombinedPdf({ ...weak, edition: 'technical' }))
    .pages.join(' ')
    .replace(/\s+/g, ' ')
  for (const area of areas) assert.ok(print.includes(area), area)
  for (const { report } of reports)
    assert.ok(areasOf(renderReport({ ...report, edition: 'technical' })).every((area) => !area.endsWith(')')))
})

test('where every framework meets its target, the conclusion says so', async () => {
  const perfect = combinedReports(await tenantReports()).find(({ tenant }) => tenant === 'strong-answered')?.report
  assert.ok(perfect)
  const page = renderCombinedReport({ ...perfect, edition: 'owner' })
  assert.match(page, /The targets of all 3 frameworks are met in full\./)
})

test('of several frameworks, a conclusion is said once: what is alike names the others', async () => {
  const reports = combinedReports(await tenantReports())
  const conclusionsOf = (name: string): string => {
    const report = reports.find(({ tenant }) => tenant === name)?.report
    assert.ok(report)
    return /<section class="panel frameworks"[\s\S]*?<\/dl>/.exec(renderCombinedReport(report))?.[0] ?? ''
  }
  for (const tenant of ['weak', 'strong', 'partial'])
    assert.equal(conclusionsOf(tenant).split('Too little is known').length - 1, 1, tenant)
  assert.match(
    conclusionsOf('strong'),
    /<dd>All checks depend on \d+ unanswered questions\.(?:<\/dd>| <span class="small soft">)/,
  )
  assert.match(
    conclusionsOf('weak-answered'),
    /<dd>4 critical weaknesses to close now, as many as in Essential Eight\.(?:<\/dd>| <span class="small soft">)/,
  )
})

test('the contents name each framework once, followed by links to its sections, and areas after what they are part of', async () => {
  const weak = combinedReports(await tenantReports()).find(({ tenant }) => tenant === 'weak')?.report
  assert.ok(weak)
  for (const edition of ['technical', 'full'] as const) {
    const page = renderCombinedReport({ ...weak, edition })
    const contents = /<nav class="contents"[\s\S]*?<\/nav>/.exec(page)?.[0] ?? ''
    for (const { productName, result } of weak.parts) {
      assert.equal(contents.split(productName).length, 2, productName)
      const [, links = ''] = new RegExp(`>${productName}</span> <ul>(.*?)</ul>`).exec(contents) ?? []
      const anchors = [...links.matchAll(/href="#([^"]+)">([^<]+)</g)].map(([, anchor = '']) => anchor)
      assert.ok(anchors.length > 1, productName)
      for (const anchor of anchors) assert.ok(anchor.endsWith(`-${result.product}`), `${productName} ${anchor}`)
    }
    const [, parts = ''] = /<a href="#todo">[^<]+<\/a><\/span> <ul>(.*?)<\/ul>/.exec(contents) ?? []
    const linked = [...parts.matchAll(/href="#([^"]+)"/g)].map(([, anchor = '']) => anchor)
    const areas = [...page.matchAll(/<section class="area"[^>]* id="([^"]+)"/g)].map(([, anchor = '']) => anchor)
    assert.deepEqual(linked, areas)
  }
})

test('the gauges of several frameworks have one key, which names each part that they show', async () => {
  for (const { tenant, report } of combinedReports(await tenantReports())) {
    const page = renderCombinedReport(report)
    const [, cards = '', key = ''] = /<ul class="cards">([\s\S]*?)<ul class="key">(.*?)<\/ul>/.exec(page) ?? []
    const shown = new Set([...cards.matchAll(/class="[^"]*\ba-([a-z-]+)/g)].map(([, part]) => part))
    const named = [...key.matchAll(/class="a-([a-z-]+)"[^>]*><\/?\w*[^A-Z]*[A-Z]/g)].map(([, part]) => part)
    assert.deepEqual(new Set(named), shown, tenant)
    assert.equal(named.length, shown.size)
  }
})
