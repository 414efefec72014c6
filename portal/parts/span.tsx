import { Hatch, SpanBar } from './drawing.tsx'
import { spanWords } from './span-words.ts'

// Small drawings for the rows of a table. The words beside them say the same, so they are hidden from screen readers.

const BAR = { width: 88, height: 9 }
const HATCH = 'span-hatch'
const SPARK = { width: 52, height: 20, edge: 3 }

/** A score as a span of 0 to 100, as everywhere, and in words: `54`, or `54–71`. The page needs a `SpanHatch`. */
export function Span({ score, ceiling, isBare }: { score: number; ceiling: number; isBare: boolean }) {
  return (
    <span class="span">
      <SpanBar span={{ score, ceiling, isBare }} size={BAR} hatch={HATCH} />
      <span>{spanWords(score, ceiling)}</span>
    </span>
  )
}

/** The hatching of all spans of a page, which stands on it once: a thousand rows scroll faster without their own. */
export function SpanHatch() {
  return (
    <svg class="unseen" aria-hidden="true">
      <Hatch id={HATCH} />
    </svg>
  )
}

/** A line through a few values of 0 to 100, oldest first. It takes its scale from them, because small steps matter. */
export function Spark({ values }: { values: readonly number[] }) {
  const { width, height, edge } = SPARK
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (place: number): number => edge + (place * (width - 2 * edge)) / Math.max(1, values.length - 1)
  const y = (value: number): number =>
    high === low ? height / 2 : height - edge - ((value - low) * (height - 2 * edge)) / (high - low)
  const points = values.map((value, place) => `${x(place).toFixed(1)} ${y(value).toFixed(1)}`)
  const last = values.at(-1)
  if (last === undefined || values.length < 2) return null
  return (
    <svg class="spark" width={width} height={height} aria-hidden="true">
      <path d={`M${points.join('L')}`} />
      <circle cx={x(values.length - 1)} cy={y(last)} r="2.4" />
    </svg>
  )
}
