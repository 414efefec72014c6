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
  const cell = (width - left) / efforts.length
  const [disc, gap] = [size * 0.95, size * 0.4]
  const perLine = Math.max(1, Math.floor((cell - gap) / (2 * disc + gap)))
  const shapes: Shape[] = efforts.map((name, column) => ({
    kind: 'label',
    x: left + cell * (column + 0.5),
    y: size * 1.1,
    text: name,
    size,
    ink: 'soft',
    anchor: 'middle',
  }))
  let y = size * 1.8
  for (const { name, value } of rows) {
    const cells = efforts.map((_, effort) => items.filter((item) => item.value === value && item.effort === effort))
    const lines = Math.max(1, ...cells.map((its) => Math.ceil(its.length / perLine)))
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
    for (const [effort, its] of cells.entries())
      for (const [index, item] of its.entries()) {
        const inLine = Math.min(perLine, its.length)
        const from = left + cell * effort + (cell - inLine * (2 * disc + gap) + gap) / 2
        const x = from + disc + (index % perLine) * (2 * disc + gap)
        shapes.push(...discAt(x, y + gap * 1.5 + disc + Math.floor(index / perLine) * (2 * disc + gap), disc, item))
      }
    y += height
  }
  for (const column of efforts.keys())
    shapes.push(line([left + cell * column, size * 1.8], [left + cell * column, y], 'line'))
  return { width, height: y + 1, alt, shapes: [...shapes, line([0, y], [width, y], 'line')] }
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
