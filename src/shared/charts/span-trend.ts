import { type Drawing, line, type Meaning, rectangle, rectanglePath, type Shape } from './drawing.ts'
import { type Span, spanParts, spanText } from './gauge.ts'

export interface TrendPoint extends Span {
  /** The day, as it is shown under the column. */
  day: string
  /** The time of it, as ISO 8601, where the readers of a page may have another day. */
  at?: string
}

export interface TrendPlace {
  width: number
  height: number
  alt: string
  /** Of the text. */
  size: number
  /** Label only the first and the last column: for many columns in little space. */
  isDense?: boolean
}

/** The width of a character by the font size, at most. */
const CHARACTER = 0.65

/** The span of each run as a column of 100: reached, possible, lost. The newest is on the right. */
export function drawSpanTrend(
  points: readonly TrendPoint[],
  { width, height, alt, size, isDense = false }: TrendPlace,
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
  // Labels that would overlap are left out, except the last; in a dense chart all but the first and the last.
  const every = Math.ceil((size * 6.3) / pitch)
  const columns = points.flatMap((point, index): Shape[] => {
    const middle = left + pitch * (index + 0.5)
    const fromEnd = points.length - 1 - index
    const isEnd = index === 0 || fromEnd === 0
    const isDated = isDense ? isEnd : fromEnd % every === 0
    const label = (text: string, size: number) =>
      ({
        kind: 'label',
        text,
        size,
        // Labels of a dense chart may be wider than the room of a column, but must stay inside the chart.
        ...(isDense && text.length * size * CHARACTER > pitch
          ? outermost(index === 0, middle, thick)
          : ({ x: middle, anchor: 'middle' } as const)),
      }) as const
    return [
      ...spanParts(point).flatMap(([meaning, from, to]) =>
        column(meaning, { x: middle - thick / 2, y: yOf(to), width: thick, height: yOf(from) - yOf(to) }),
      ),
      ...(isDense && !isEnd
        ? []
        : [{ ...label(spanText(point), size), y: top - size * 0.55, ink: 'ink', weight: 'bold' } as const]),
      ...(isDated
        ? [
            {
              ...label(point.day, size * 0.9),
              ...(point.at !== undefined && { dayOf: point.at }),
              y: height - size * 0.5,
              ink: 'soft',
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

/** Where the text of the first or the last column begins or ends. */
const outermost = (isFirst: boolean, middle: number, thick: number) =>
  isFirst ? ({ x: middle - thick / 2, anchor: 'start' } as const) : ({ x: middle + thick / 2, anchor: 'end' } as const)
