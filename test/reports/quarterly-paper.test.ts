import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { rowsOf } from '../../src/features/reports/quarterly/content/rows.ts'
import { SheetContent } from '../../src/features/reports/quarterly/content/shapes.ts'
import { composeSheet } from '../../src/features/reports/quarterly/content/sheet.ts'
import { renderSheetPage } from '../../src/features/reports/quarterly/html/page.ts'
import { sheetPolicy, sheetStyle } from '../../src/features/reports/quarterly/html/style.ts'
import { renderSheetPdf } from '../../src/features/reports/quarterly/pdf/document.ts'
import { drawSpanTrend } from '../../src/shared/charts/span-trend.ts'
import { quarterlySheets } from '../pictures/other-documents.ts'
import { readLayout } from './pdf-layout.ts'
import { sampleResult } from './sample.ts'
import { findingsIn, pointAt, repaired, sampleSheet, sampleSheetInput } from './sample-sheet.ts'
import { tenantReports } from './tenant-reports.ts'

const reports = await tenantReports()

test('a title that has room is not cut off, and no list is empty', async () => {
  for (const { name, page, pdf } of quarterlySheets(reports)) {
    const [texts = [], ...more] = readLayout((await pdf?.()) ?? Buffer.alloc(0))
    assert.equal(more.length, 0, name)
    const cut = texts.filter(({ text }) => text.endsWith('…'))
    assert.deepEqual(cut, [], name)
    assert.doesNotMatch(page(), /<ul><\/ul>|<section><h2>[^<]*<\/h2><\/section>/, name)
  }
})

function crowded() {
  const input = sampleSheetInput()
  const [course] = input.courses
  assert.ok(course)
  const weak = { ...sampleResult('weak', 20), coverage: 0.2 }
  const [start, end] = [
    pointAt('2026-06-20', weak),
    pointAt('2026-09-12', repaired(weak, ...findingsIn(weak).slice(0, 30))),
  ]
  const names = ['Essential Eight', 'NIST Cybersecurity Framework', 'SCuBA for Microsoft Entra ID']
  const points = Array.from({ length: 10 }, (_, index) => pointAt(`2026-07-${10 + index}`, weak).point)
  return sampleSheetInput({
    customerName: 'Gesellschaft für angewandte Holzverarbeitung und Forstwirtschaft mit beschränkter Haftung '.repeat(
      2,
    ),
    courses: names.map((productName) => ({ productName, start, end, points, isCurrent: true })),
    ending: findingsIn(weak).map((requirement) => ({
      kind: 'compensating-control' as const,
      requirement,
      object: 'a long name of an object that stands in the way of everything else on the page',
      expiresAt: '2026-11-30T00:00:00.000Z',
    })),
  })
}

test('a printed sheet is one page, however much content there is', async () => {
  const [course] = sampleSheetInput().courses
  assert.ok(course)
  const { start: _, ...alone } = course
  const inputs = [sampleSheetInput(), sampleSheetInput({ courses: [alone] }), crowded()]
  for (const [index, input] of inputs.entries()) {
    const [page, ...more] = readLayout(await renderSheetPdf([sampleSheet(input)]))
    assert.equal(more.length, 0, `sheet ${index}`)
    assert.ok(page)
    for (const { text, bottom } of page) assert.ok(bottom < 820, `sheet ${index}: ${text} at ${bottom}`)
    const words = page.map(({ text }) => text).join('\n')
    const lists = rowsOf(composeSheet(input)).flatMap(({ left, right }) => [...left, ...right])
    for (const part of [...lists.map(({ title }) => title), 'Decisions'])
      assert.ok(words.includes(part), `sheet ${index}: ${part}`)
  }
})

test('several sheets are one document with a page for each customer, and the same input gives the same bytes', async () => {
  const sheets = ['Alpha', 'Beta', 'Gamma'].map((customerName) => sampleSheet(sampleSheetInput({ customerName })))
  const pdf = await renderSheetPdf(sheets)
  const pages = readLayout(pdf)
  assert.equal(pages.length, 3)
  for (const [index, page] of pages.entries()) {
    const name = sheets[index]?.customerName ?? ''
    assert.ok(page.some(({ text }) => text === name))
    assert.ok(page.some(({ text }) => text === `Confidential. Prepared by Northwind IT for ${name}.`))
  }
  assert.ok(pdf.equals(await renderSheetPdf(sheets)))
})

test('names are escaped, and the policy allows only the style of the page', () => {
  const brand = { colour: '#ffee00' }
  const page = renderSheetPage(sampleSheet(sampleSheetInput({ customerName: '<script>alert(1)</script>' }), brand))
  assert.ok(!page.includes('<script'))
  assert.ok(page.includes('&lt;script&gt;'))
  assert.ok(page.includes(sheetStyle(brand)))
  assert.ok(!/style="/.test(page))
  assert.match(sheetPolicy(brand), /default-src 'none'; style-src 'sha256-[^']+'; frame-ancestors 'self'/)
  assert.doesNotMatch(sheetPolicy(brand), /script-src|img-src/)
})

test('the output of a thread is validated', () => {
  assert.ok(Value.Check(SheetContent, JSON.parse(JSON.stringify(composeSheet(crowded())))))
  assert.ok(!Value.Check(SheetContent, { conclusion: 'x' }))
})

test('the labels of two runs are centred at their columns, and those of many stay inside the chart', () => {
  const place = { width: 128, height: 68, size: 7, isDense: true, alt: '' }
  const runs = (count: number) => Array.from({ length: count }, () => ({ score: 28, ceiling: 56, day: '12 Sept 2026' }))
  const labelsOf = (count: number) =>
    drawSpanTrend(runs(count), place).shapes.flatMap((shape) =>
      shape.kind === 'label' && shape.anchor !== 'end' && shape.x > 20 ? [[shape.text, shape.x, shape.anchor]] : [],
    )
  const [left, middle] = [7 * 2.4, (128 - 7 * 2.4) / 4]
  assert.deepEqual(
    labelsOf(2),
    [1, 3].flatMap((quarters) => {
      const x = left + quarters * middle
      return [
        ['28–56', x, 'middle'],
        ['12 Sept 2026', x, 'middle'],
      ]
    }),
  )
  assert.ok(labelsOf(12).every(([, , anchor]) => anchor === 'start'))
})

test('a first sheet uses the whole page for what is next', async () => {
  const firsts = quarterlySheets(reports).filter(({ name }) => name.startsWith('quarterly first'))
  assert.equal(firsts.length, 2)
  for (const { name, pdf } of firsts) {
    const [texts = []] = readLayout((await pdf?.()) ?? Buffer.alloc(0))
    const shown = texts.filter(({ text }) => /not planned yet/i.test(text))
    assert.ok(shown.length >= 10, `${name}: ${shown.length}`)
  }
})

test('an exception of a sample sheet is not about something that is also open', () => {
  for (const { name, page } of quarterlySheets(reports)) {
    const accepted = page().includes('Accepted risk, ends')
    assert.equal(accepted, name.includes('perfect'), name)
    if (accepted) assert.match(page(), /because of 1 accepted risk/, name)
  }
})
