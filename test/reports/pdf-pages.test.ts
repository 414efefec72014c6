import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Canvas, PAGE_ROOM } from '../../src/features/reports/pdf/kit/canvas.ts'
import { accentOf } from '../../src/features/reports/pdf/kit/colors.ts'
import { type Block, LAST_PAGE, pageStarts } from '../../src/features/reports/pdf/kit/layout/blocks.ts'
import { drawTable } from '../../src/features/reports/pdf/kit/layout/table.ts'
import { readLayout, type WrittenText } from './pdf-layout.ts'

/** How the pieces of a section fill pages. */

const blocks = (...heights: number[]): Block[] => heights.map((height) => ({ height, draw: () => undefined }))

const times = (count: number, height: number): number[] => Array(count).fill(height)

describe('pieces on pages', () => {
  test('pieces that fit stay on the page', () => {
    assert.deepEqual(pageStarts(blocks(100, 100, 90), 300), [])
  })

  test('each page is filled before the next begins', () => {
    const fitting = Math.floor(PAGE_ROOM / 50)
    assert.deepEqual(pageStarts(blocks(...times(fitting + 6, 50)), 200), [4, 4 + fitting])
  })

  test('a piece that is higher than the rest of the page begins the next, even the first', () => {
    assert.deepEqual(pageStarts(blocks(250, 10), 200), [0])
    assert.deepEqual(pageStarts(blocks(PAGE_ROOM + 1, 10), PAGE_ROOM), [1])
  })

  test('a last page that would be nearly empty takes pieces from the one before it', () => {
    const fitting = Math.floor(PAGE_ROOM / 30)
    const all = blocks(...times(fitting + 1, 30))
    assert.deepEqual(pageStarts(all, PAGE_ROOM), [fitting])
    const [start = 0] = pageStarts(all, PAGE_ROOM, LAST_PAGE)
    const [before, last] = [start * 30, (all.length - start) * 30]
    assert.ok(last >= 0.35 * PAGE_ROOM && before >= 0.55 * PAGE_ROOM, `${before} and ${last} points`)
  })

  test('a page does not give up so much that it is emptier than the last one', () => {
    // Half of the page is taken, and the last page could only be filled with all the pieces.
    const [start = 0] = pageStarts(blocks(100, 40, 40, 40, 40, 130), PAGE_ROOM / 2, LAST_PAGE)
    assert.ok(start > 0)
  })

  test('a nearly empty last page takes a whole group rather than the end of one', () => {
    const fitting = Math.floor(PAGE_ROOM / 30)
    const continued = { height: 40, draw: () => undefined }
    const all = blocks(...times(fitting + 1, 30)).map((block, index) =>
      index % 7 === 0 ? block : { ...block, continued },
    )
    const [natural = 0] = pageStarts(all, PAGE_ROOM)
    assert.equal(natural, fitting)
    const [start = 0] = pageStarts(all, PAGE_ROOM, LAST_PAGE)
    assert.equal(start % 7, 0, `begins with piece ${start}`)
    assert.ok(start > 0)
  })

  test('a piece at the top of a page is as high as what is drawn there', () => {
    const [first, second, ...more] = blocks(100, 100, PAGE_ROOM - 150)
    assert.ok(first && second)
    const continued = { height: 160, draw: () => undefined }
    assert.deepEqual(pageStarts([first, second, ...more], 150), [1])
    assert.deepEqual(pageStarts([first, { ...second, continued }, ...more], 150), [1, 2])
  })
})

describe('tables on pages', () => {
  const COLUMNS = [
    { title: 'Run', share: 0.5 },
    { title: 'Score', share: 0.5, align: 'right' },
  ] as const

  async function draw(count: number, left: number, sum?: string[], above?: number): Promise<WrittenText[][]> {
    const about = { title: 'Table', author: 'Northwind IT', subject: 'Table', at: new Date(0) }
    const canvas = new Canvas({ ...about, accent: accentOf(undefined) })
    canvas.skip(PAGE_ROOM - left)
    const rows = Array.from({ length: count }, (_, index) => [`Run ${index + 1}`, String(index)])
    drawTable(canvas, COLUMNS, rows, { ...(sum && { sum }), ...(above !== undefined && { above }) })
    return readLayout(await canvas.finish(() => undefined))
  }

  const rowsOf = (page: readonly WrittenText[]): string[] =>
    page.map(({ text }) => text).filter((text) => /^(Run \d+|Overall)$/.test(text))

  test('a table of a few rows is never divided', async () => {
    for (let left = 20; left < 160; left += 20) {
      const pages = (await draw(5, left)).map((page) => rowsOf(page)).filter((rows) => rows.length > 0)
      assert.equal(pages.length, 1, `${left} points`)
    }
  })

  test('a table of at most twelve rows begins on the next page, unless that leaves more than a third of the page empty', async () => {
    const pagesAt = async (count: number, left: number): Promise<number> => {
      const pages = await draw(count, left, undefined, 0)
      return pages.filter((page) => rowsOf(page).length > 0).length
    }
    const third = PAGE_ROOM / 3
    for (const left of [20, 100, 180, third - 1, 400]) assert.equal(await pagesAt(12, left), 1, `${left} points`)
    assert.equal(await pagesAt(12, third + 1), 2)
    assert.equal(await pagesAt(20, 200), 2)
  })

  test('of a longer table each page has at least three rows, with the sum', async () => {
    for (const sum of [undefined, ['Overall', '3']]) {
      for (let left = 20; left < 400; left += 15) {
        const pages = (await draw(12, left, sum)).map((page) => rowsOf(page)).filter((rows) => rows.length > 0)
        assert.equal(pages.flat().length, sum ? 13 : 12)
        for (const rows of pages) assert.ok(rows.length >= 3, `${left} points: ${rows}`)
      }
    }
  })

  test('each page with rows begins with the titles of the columns', async () => {
    const pages = await draw(90, 300)
    assert.ok(pages.length > 2)
    for (const page of pages)
      assert.deepEqual(
        page.slice(0, 2).map(({ text }) => text),
        ['Run', 'Score'],
      )
  })
})
