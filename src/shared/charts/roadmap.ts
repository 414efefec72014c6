import { type Drawing, line, type Meaning, type Shape, short } from './drawing.ts'

/** One thing to do, by its number in the list that the chart belongs to. */
export interface RoadmapItem {
  number: number
  /** Index of its row, 0 for the most valuable. */
  value: number
  /** Index of its column, 0 for the least effort. */
  effort: number
  meaning: Meaning
}

export interface RoadmapWords {
  alt: string
  /** Names of the rows, the most valuable first. */
  values: readonly string[]
  /** Names of the columns, the least effort first. */
  efforts: readonly string[]
}

/** Value against effort: each thing to do is a numbered disc in one cell, so that none covers another. */
export function drawRoadmap(
  items: readonly RoadmapItem[],
  { alt, values, efforts }: RoadmapWords,
  { width, size }: { width: number; size: number },
): Drawing {
  const rows = values
    .map((name, value) => ({ name, value }))
    .filter(({ value }) => items.some((item) => item.value === value))
  const left = size * 5.2
  const [disc, gap] = [size * 0.95, size * 0.4]
  const fullest = efforts.map((_, effort) =>
    Math.max(0, ...rows.map(({ value }) => cellOf(items, value, effort).length)),
  )
  // On a telephone, columns may be only as wide as their names.
  const min = size * (width - left > size * 5 * efforts.length ? 5 : 4)
  const widths = columnWidths(fullest, width - left, { perDisc: 2 * disc + gap, gap, min })
  const starts = widths.map((_, column) => widths.slice(0, column).reduce((sum, each) => sum + each, left))
  const placed = efforts.map((name, column) => {
    const [x, cell] = [starts[column] ?? left, widths[column] ?? 0]
    return { name, x, cell, perLine: perLineOf(cell, 2 * disc + gap, gap) }
  })
  const shapes: Shape[] = placed.map(({ name, x, cell }) => ({
    kind: 'label',
    x: x + cell / 2,
    y: size * 1.1,
    text: name,
    size,
    ink: 'soft',
    anchor: 'middle',
  }))
  let y = size * 1.8
  for (const { name, value } of rows) {
    const cells = placed.map((column, effort) => ({ ...column, its: cellOf(items, value, effort) }))
    const lines = Math.max(1, ...cells.map(({ its, perLine }) => Math.ceil(its.length / perLine)))
    const height = lines * (2 * disc + gap) + gap * 2
    shapes.push(line([0, y], [width, y], 'line'))
    shapes.push({
      kind: 'label',
      x: 0,
      y: y + gap * 1.5 + disc + size * 0.36,
      text: name,
      size,
      ink: 'ink',
      weight: 'bold',
    })
    for (const { its, x: start, cell, perLine } of cells)
      for (const [index, item] of its.entries()) {
        const inLine = Math.min(perLine, its.length)
        const from = start + (cell - inLine * (2 * disc + gap) + gap) / 2
        const x = from + disc + (index % perLine) * (2 * disc + gap)
        shapes.push(...discAt(x, y + gap * 1.5 + disc + Math.floor(index / perLine) * (2 * disc + gap), disc, item))
      }
    y += height
  }
  for (const { x } of placed) shapes.push(line([x, size * 1.8], [x, y], 'line'))
  return { width, height: y + 1, alt, shapes: [...shapes, line([0, y], [width, y], 'line')] }
}

const cellOf = (items: readonly RoadmapItem[], value: number, effort: number): RoadmapItem[] =>
  items.filter((item) => item.value === value && item.effort === effort)

const perLineOf = (cell: number, perDisc: number, gap: number): number =>
  Math.max(1, Math.floor((cell - gap) / perDisc))

/** With more lines of discs than these in equal columns, columns are as wide as what they hold asks for. */
const LINES = 2

function columnWidths(
  fullest: readonly number[],
  width: number,
  { perDisc, gap, min }: { perDisc: number; gap: number; min: number },
): number[] {
  const equal = width / fullest.length
  const all = fullest.reduce((sum, count) => sum + count, 0)
  const isLow = Math.max(...fullest) <= LINES * perLineOf(equal, perDisc, gap)
  const spare = width - fullest.length * min
  return fullest.map((count) => (isLow || spare <= 0 ? equal : min + (spare * count) / all))
}

function discAt(x: number, y: number, radius: number, { number, meaning }: RoadmapItem): Shape[] {
  const r = short(radius)
  const path = `M${short(x - radius)} ${short(y)}a${r} ${r} 0 1 1 ${short(2 * radius)} 0a${r} ${r} 0 1 1 ${short(-2 * radius)} 0z`
  const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }
  const size = radius * (number > 99 ? 0.85 : 1.05)
  return [
    { kind: 'area', path, fill: meaning, box },
    {
      kind: 'label',
      x,
      y: y + size * 0.36,
      text: String(number),
      size,
      ink: `on-${meaning}`,
      weight: 'bold',
      anchor: 'middle',
    },
  ]
}
