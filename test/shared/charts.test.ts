import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Shape, widthOf } from '../../src/shared/charts/drawing.ts'
import { drawRoadmap, type RoadmapItem } from '../../src/shared/charts/roadmap.ts'
import { type Counts, drawBar, drawBars } from '../../src/shared/charts/stacked-bars.ts'

const BOX = { x: 0, y: 0, width: 220, height: 13 }

const areas = (shapes: readonly Shape[]) => shapes.flatMap((shape) => (shape.kind === 'area' ? [shape] : []))
const labels = (shapes: readonly Shape[]) => shapes.flatMap((shape) => (shape.kind === 'label' ? [shape] : []))

describe('bars', () => {
  const CASES: readonly Counts[] = [
    { 'in-place': 1, unknown: 106 },
    { 'in-place': 300, partly: 1, missing: 1, unknown: 1, 'not-applicable': 1 },
    { partly: 2, missing: 12, unknown: 1 },
    { 'in-place': 5 },
  ]

  test('each part has its number within it, however small it is', () => {
    for (const counts of CASES) {
      const shapes = drawBar(counts, BOX, 8.3)
      const parts = areas(shapes)
      assert.deepEqual(
        labels(shapes).map(({ text }) => text),
        Object.values(counts).map(String),
      )
      for (const [index, { x }] of labels(shapes).entries()) {
        const { box } = parts[index] ?? assert.fail()
        assert.ok(x > box.x && x < box.x + box.width)
      }
    }
  })

  test('the parts fill the bar, and a larger count is never narrower', () => {
    for (const counts of CASES) {
      const parts = areas(drawBar(counts, BOX, 8.3))
      const last = parts.at(-1)?.box ?? assert.fail()
      assert.ok(Math.abs(last.x + last.width - BOX.width) < 0.1)
      const sorted = parts
        .map(({ box }, index) => ({ width: box.width, count: Object.values(counts)[index] ?? 0 }))
        .toSorted((a, b) => a.count - b.count)
      for (const [index, { width }] of sorted.entries())
        assert.ok(width >= (sorted[index - 1]?.width ?? 0) - 1.6, JSON.stringify(counts))
    }
  })

  test('a bar that is too narrow for all numbers is drawn in proportion', () => {
    const parts = areas(drawBar({ 'in-place': 900, partly: 900, missing: 900 }, { ...BOX, width: 24 }, 8.3))
    assert.deepEqual(
      parts.map(({ box }) => Math.round(box.width)),
      [7, 7, 8],
    )
  })
})

describe('roadmap', () => {
  const WORDS = { alt: 'Roadmap', values: ['High', 'Low'], efforts: ['Minutes', 'Hours', 'Days', 'Project'] }
  const SIZE = { width: 483, size: 9 }
  const items = (...counts: number[]): RoadmapItem[] =>
    counts.flatMap((count, effort) =>
      Array.from({ length: count }, (_, number) => ({ number, value: 0, effort, meaning: 'missing' as const })),
    )
  const titles = (counts: number[]): number[] =>
    labels(drawRoadmap(items(...counts), WORDS, SIZE).shapes)
      .filter(({ text }) => WORDS.efforts.includes(text))
      .map(({ x }) => Math.round(x))

  test('few things to do are in columns of the same width', () => {
    assert.deepEqual(titles([0, 3, 5, 1]), titles([1, 1, 1, 1]))
  })

  test('many things to do take the room of columns with few of them', () => {
    const { height } = drawRoadmap(items(0, 30, 50, 10), WORDS, SIZE)
    const fullest = drawRoadmap(items(50, 50, 50, 50), WORDS, SIZE)
    assert.ok(height < fullest.height * 0.75, `${height} of ${fullest.height}`)
  })

  test('no disc is outside of its column', () => {
    const { shapes } = drawRoadmap(items(0, 30, 50, 10), WORDS, SIZE)
    const lines = shapes.flatMap((shape) => (shape.kind === 'line' ? [Number(/^M([\d.]+)/.exec(shape.path)?.[1])] : []))
    const columns = lines.filter((x) => x > 0)
    for (const { box } of areas(shapes)) {
      const column = columns.filter((x) => x <= box.x).at(-1) ?? 0
      const next = columns.find((x) => x > box.x) ?? SIZE.width
      assert.ok(box.x >= column && box.x + box.width <= next, `${box.x} in ${column}–${next}`)
    }
  })
})

test('above a narrow bar, a long name leaves room for the note', () => {
  const [width, size] = [319, 14]
  const bar = { name: 'Strong authentication and registration', note: 'Level 2', counts: { 'in-place': 5 } }
  const { shapes } = drawBars([bar], { width, size, alt: '', isNarrow: true })
  const [name, note] = [bar.name, bar.note].map((text) =>
    shapes.find((shape) => shape.kind === 'label' && shape.text === text),
  )
  assert.ok(name?.kind === 'label' && note?.kind === 'label')
  assert.ok(widthOf(name.text, name.size) < width - widthOf(note.text, note.size))
  assert.ok(name.size > 11)
})
