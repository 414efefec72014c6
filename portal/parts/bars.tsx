import { formatNumber } from '../format.ts'
import { type ChartProps, Figure, niceTop, type Point } from './chart.tsx'

/** Height of the plot, and of what is above and below it, in pixels. */
const PLOT = 130
const ABOVE = 18
const BELOW = 22

/** Limits the width of bars if there are only a few. */
const MIN_PLACES = 6

export interface BarsProps extends ChartProps {
  bars: readonly (Point & {
    /** The label below the bar, if the name is too long. */
    label: string
  })[]
  /** The bar that stands out. */
  current?: string
  /** The head of the column of values in the table. */
  unit: string
  /** The head of the column of names. */
  head: string
}

/** A bar for each value, which is written above it, and the same numbers as a table. */
export function Bars({ title, sentence, bars, current, unit, head }: BarsProps) {
  const top = niceTop(Math.max(1, ...bars.map(({ value }) => value)))
  const width = 100 / Math.max(MIN_PLACES, bars.length)
  return (
    <Figure title={title} sentence={sentence} rows={bars} unit={unit} head={head} height={ABOVE + PLOT + BELOW}>
      <line class="grid" x1="0" x2="100%" y1={ABOVE + PLOT} y2={ABOVE + PLOT} />
      {bars.map(({ at, label, value }, index) => {
        const height = (PLOT * value) / top
        const middle = `${(index + 0.5) * width}%`
        return (
          <g key={at}>
            <rect
              class={at === current ? 'bar current' : 'bar'}
              x={`${(index + 0.15) * width}%`}
              width={`${0.7 * width}%`}
              y={ABOVE + PLOT - height}
              height={height}
              rx="2"
            />
            <text class="mark middle" x={middle} y={ABOVE + PLOT - height - 5}>
              {formatNumber(value)}
            </text>
            <text class="mark middle" x={middle} y={ABOVE + PLOT + BELOW - 5}>
              {label}
            </text>
          </g>
        )
      })}
    </Figure>
  )
}
