import { type Drawing, type Meaning, rectangle, rectanglePath, type Shape, widthOf } from './drawing.ts'

/** The number of requirements that changed in one way. */
export interface ChangeBar {
  /** `Fixed or better`. */
  name: string
  count: number
  meaning: Meaning
}

/** A bar for each kind of change since the run before, all on one scale. */
export function drawChanges(
  bars: readonly ChangeBar[],
  { width, alt, size }: { width: number; alt: string; size: number },
): Drawing {
  const names = Math.min(width * 0.5, Math.max(0, ...bars.map(({ name }) => widthOf(name, size))) + 12)
  const room = width - names - size * 3
  const highest = Math.max(1, ...bars.map(({ count }) => count))
  const [thick, pitch] = [size * 1.3, size * 2.1]
  const shapes = bars.flatMap(({ name, count, meaning }, index): Shape[] => {
    const box = { x: names, y: index * pitch, width: Math.max(2, (room * count) / highest), height: thick }
    const baseline = box.y + thick / 2 + size * 0.36
    return [
      { kind: 'label', x: 0, y: baseline, text: name, size, ink: 'ink' },
      rectangle(box, meaning),
      ...(meaning === 'unknown'
        ? [{ kind: 'line', path: rectanglePath(box), ink: 'unknown', width: 0.75 } as const]
        : []),
      { kind: 'label', x: box.x + box.width + 6, y: baseline, text: String(count), size, ink: 'ink', weight: 'bold' },
    ]
  })
  return { width, height: Math.max(thick, bars.length * pitch - (pitch - thick)), alt, shapes }
}
