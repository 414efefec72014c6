import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionsOf } from '../../src/engine/results/actions.ts'
import { EDITIONS, type Edition } from '../../src/features/reports/content/edition.ts'
import { drawGroupBars, drawRoadmapOf, drawTrend } from '../../src/features/reports/content/figures/charts.ts'
import { renderReport } from '../../src/features/reports/html/page.ts'
import { renderPdf } from '../../src/features/reports/pdf/content/document.ts'
import type { Drawing } from '../../src/shared/charts/drawing.ts'
import { sampleHistory } from './sample-report.ts'
import { tenantReports } from './tenant-reports.ts'

const found = (await tenantReports()).find(
  (each) => each.framework === 'essential-eight' && each.tenant === 'typical-answered',
)
assert.ok(found)
const report = { ...found.report, ...sampleHistory(found.report.result) }
const { result, trend } = report

const CELLS = /<t[dh][^>]*>([\s\S]*?)<\/t[dh]>/g

/** The numbers that a chart shows in bold. */
const numbersIn = ({ shapes }: Drawing): string[] =>
  shapes.flatMap((shape) =>
    shape.kind === 'label' && shape.weight === 'bold' && /\d/.test(shape.text) ? shape.text.split('–') : [],
  )

const sorted = (numbers: readonly string[]): string[] => numbers.toSorted((a, b) => Number(a) - Number(b))

test('on every page, the numbers of each chart are in a table of its section', () => {
  const actions = actionsOf(result)
  const charts: readonly (readonly [shows: string, drawing: Drawing])[] = [
    ['groups', drawGroupBars(result, 878, 14)],
    ['trend', drawTrend(trend, result.product, {}, { width: 878, size: 13 })],
    ['actions', drawRoadmapOf(actions, 878, 13)],
  ]
  const seen: string[] = []
  for (const edition of EDITIONS) {
    const page = renderReport({ ...report, edition })
    for (const [shows, drawing] of charts) {
      const [, section] = page.split(`aria-label="${drawing.alt}"`)
      if (section === undefined) continue
      seen.push(`${edition} ${shows}`)
      const tables = [
        ...section
          .split('<h2', 1)
          .join()
          .matchAll(/<table[\s\S]*?<\/table>/g),
      ].map(([table]) =>
        [...table.matchAll(CELLS)].flatMap(([, cell = '']) => cell.replace(/<[^>]*>/g, '').split(', ')),
      )
      const numbers = [...new Set(numbersIn(drawing))]
      assert.ok(
        tables.some((cells) => numbers.every((number) => cells.includes(number))),
        `${edition}, ${shows}: ${sorted(numbers)}`,
      )
    }
  }
  assert.deepEqual(seen, [
    'owner groups',
    'owner trend',
    'technical groups',
    'technical actions',
    'full groups',
    'full trend',
    'full actions',
  ])
})

test('on paper, screen readers hear the numbers of a chart that has no table', async () => {
  const spoken = async (edition: Edition): Promise<string> =>
    [...(await renderPdf({ ...report, edition })).toString('latin1').matchAll(/\/Alt \((.*)\)$/gm)]
      .map(([, alt = '']) => (alt.startsWith('þÿ') ? alt.slice(2).replaceAll('\0', '') : alt))
      .join('\n')
  const [owner, technical] = [await spoken('owner'), await spoken('technical')]
  for (const all of [owner, technical])
    assert.match(
      all,
      /^Checks by strategy. Patch applications, In place: 4, Partly in place: 4, Not in place: 3, Level: 0; /m,
    )
  assert.match(owner, /^Score by assessment. 8 Mar 2026, At least: 20, At most: 90, Known: 50%; /m)
  assert.match(
    technical,
    /^Actions by severity and effort, by their numbers. Critical, Hours: 1, Days: 2, Project: 3, 4; /m,
  )
})
