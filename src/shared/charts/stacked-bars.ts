import {
  type Box,
  type Drawing,
  type Label,
  type Meaning,
  rectangle,
  rectanglePath,
  type Shape,
  widthOf,
} from './drawing.ts'

/** Counts by meaning, in the order in which bars show them. */
export type Counts = Readonly<Partial<Record<Meaning, number>>>

export const MEANINGS: readonly Meaning[] = ['known', 'in-place', 'partly', 'missing', 'unknown', 'not-applicable']

export interface Bar {
  name: string
  counts: Counts
  /** The text after the bar, such as `Level 1`. */
  note?: string
}

export interface BarsLayout {
  width: number
  alt: string
  size: number
  /** Names above the bars instead of before them. */
  isNarrow?: boolean
  thick?: number
}

const GAP = 12

/**
 * A bar for each group: how many of its requirements are in place, partly in place, missing and unknown. All bars have
 * the same length.
 */
export function drawBars(
  bars: readonly Bar[],
  { width, alt, size, isNarrow = false, thick = size * 1.5 }: BarsLayout,
): Drawing {
  const names = isNarrow ? 0 : Math.min(width * 0.42, Math.max(0, ...bars.map(({ name }) => widthOf(name, size))) + GAP)
  const notes = Math.max(0, ...bars.map(({ note = '' }) => (note === '' ? 0 : widthOf(note, size) + GAP)))
  const pitch = thick + (isNarrow ? size * 2.1 : size * 0.85)
  const shapes = bars.flatMap(({ name, counts, note }, index): Shape[] => {
    const top = index * pitch + (isNarrow ? size * 1.4 : 0)
    const box = { x: names, y: top, width: width - names - (isNarrow ? 0 : notes), height: thick }
    const besideNote = width - (note === undefined ? 0 : widthOf(note, size) + GAP)
    const baseline = isNarrow ? top - size * 0.4 : top + thick / 2 + size * 0.36
    return [
      {
        kind: 'label',
        x: 0,
        y: baseline,
        text: name,
        size: isNarrow ? fitted(name, besideNote, size) : size,
        ink: 'ink',
      },
      ...drawBar(counts, box, size * 0.92),
      ...(note === undefined ? [] : [noteLabel(note, width, baseline, size)]),
    ]
  })
  return { width, height: Math.max(thick, bars.length * pitch - (isNarrow ? 0 : size * 0.85)), alt, shapes }
}

/** The size in which a text fits the width, at most the given one. */
const fitted = (text: string, width: number, size: number): number =>
  Math.min(size, (size * width) / Math.max(1, widthOf(text, size)))

const noteLabel = (text: string, x: number, y: number, size: number): Label => ({
  kind: 'label',
  x,
  y,
  text,
  size,
  ink: 'soft',
  anchor: 'end',
})

/** One bar, divided by the counts; each part that is wide enough shows its number. */
export function drawBar(counts: Counts, box: Box, size: number): Shape[] {
  const total = MEANINGS.reduce((sum, meaning) => sum + (counts[meaning] ?? 0), 0)
  if (total === 0) return [rectangle(box, 'not-applicable')]
  const parts = MEANINGS.flatMap((meaning) => {
    const count = counts[meaning] ?? 0
    return count === 0 ? [] : [{ meaning, count, min: size > 0 ? widthOf(String(count), size) + AROUND + GUTTER : 0 }]
  })
  const shapes: Shape[] = []
  let { x } = box
  for (const { meaning, count, width } of widen(parts, box.width)) {
    // A thin gap separates the parts for people who cannot tell the colours apart.
    const part = { ...box, x, width: Math.max(1, width - (x + width < box.x + box.width - 0.5 ? GUTTER : 0)) }
    shapes.push(rectangle(part, meaning))
    if (meaning === 'unknown') shapes.push({ kind: 'line', path: rectanglePath(part), ink: 'unknown', width: 0.75 })
    const text = String(count)
    if (size > 0 && part.width >= widthOf(text, size) + AROUND - 0.01) {
      const [middle, baseline] = [part.x + part.width / 2, box.y + box.height / 2 + size * 0.36]
      shapes.push({
        kind: 'label',
        x: middle,
        y: baseline,
        text,
        size,
        ink: `on-${meaning}`,
        weight: 'bold',
        anchor: 'middle',
      })
    }
    x += width
  }
  return shapes
}

/** Around a number in a bar, and between two parts. */
const AROUND = 6
const GUTTER = 1.5

interface Part {
  meaning: Meaning
  count: number
  /** The width that its number needs. */
  min: number
}

/** The parts of a bar in proportion, but none narrower than its number, unless they are more than the bar has room for. */
function widen(parts: readonly Part[], width: number): (Part & { width: number })[] {
  const needed = parts.reduce((sum, { min }) => sum + min, 0)
  const small = new Set<Part>()
  const spare = (): number => [...small].reduce((rest, { min }) => rest - min, width)
  const shared = (): number => parts.reduce((sum, part) => sum + (small.has(part) ? 0 : part.count), 0)
  const widthOfPart = (part: Part): number => (small.has(part) ? part.min : (spare() * part.count) / shared())
  for (let before = -1; needed <= width && small.size > before; ) {
    before = small.size
    const narrow = parts.filter((part) => !small.has(part) && widthOfPart(part) < part.min)
    for (const part of narrow) small.add(part)
  }
  return parts.map((part) => ({ ...part, width: widthOfPart(part) }))
}
