import { type Drawing, line, type Meaning, rectangle, rectanglePath, type Shape } from './drawing.ts'
import { type Span, spanParts, spanText } from './gauge.ts'

export interface TrendPoint extends Span {
  /** The day, as it is shown under the column. */
  day: string
}

/** The span of each run as a column of 100: proven, possible, lost. The newest is on the right. */
export function drawSpanTrend(
  points: readonly TrendPoint[],
  { width, height, alt, size }: { width: number; height: number; alt: string; size: number },
): Drawing {
  const [left, top, foot] = [size * 2.4, size * 1.8, size * 2]
  const plot = height - top - foot
  const pitch = (width - left) / Math.max(1, points.length)
  const thick = Math.min(pitch * 0.62, size * 6)
  const yOf = (score: number): number => top + plot * (1 - score / 100)
  const marks = [0, 50, 100].flatMap((mark): Shape[] => [
    line([left, yOf(mark)], [width, yOf(mark)], 'line'),
    {
      kind: 'label',
      x: left - 6,
      y: yOf(mark) + size * 0.36,
      text: String(mark),
      size: size * 0.9,
      ink: 'soft',
      anchor: 'end',
    },
  ])
  // Days that would run into each other are left out, except the first and the last.
  const every = Math.ceil((size * 5.6) / pitch)
  const columns = points.flatMap((point, index): Shape[] => {
    const middle = left + pitch * (index + 0.5)
    const fromEnd = points.length - 1 - index
    const isDated = fromEnd % every === 0
    return [
      ...spanParts(point).flatMap(([meaning, from, to]) =>
        column(meaning, { x: middle - thick / 2, y: yOf(to), width: thick, height: yOf(from) - yOf(to) }),
      ),
      {
        kind: 'label',
        x: middle,
        y: top - size * 0.55,
        text: spanText(point),
        size,
        ink: 'ink',
        weight: 'bold',
        anchor: 'middle',
      },
      ...(isDated
        ? [
            {
              kind: 'label',
              x: middle,
              y: height - size * 0.5,
              text: point.day,
              size: size * 0.9,
              ink: 'soft',
              anchor: 'middle',
            } as const,
          ]
        : []),
    ]
  })
  return { width, height, alt, shapes: [...marks, ...columns] }
}

function column(meaning: Meaning, box: { x: number; y: number; width: number; height: number }): Shape[] {
  const edge = { kind: 'line', path: rectanglePath(box), ink: 'unknown', width: 0.75 } as const
  return [rectangle(box, meaning), ...(meaning === 'unknown' ? [edge] : [])]
}
