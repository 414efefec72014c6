import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { formatNumber } from '../format.ts'
import { Table } from './table.tsx'

/** One value of a series; `at` names it, such as a day. */
export interface Point {
  at: string
  value: number
}

/** The properties of every chart. */
export interface ChartProps {
  /** What it shows, as a title: "Runs in November". */
  title: string
  /** What the numbers say, as one sentence. */
  sentence: string
}

/** Height of the plot and of the labels below it, in pixels; across, charts are drawn in percent and fit any width. */
const PLOT = 150
const BELOW = 22
const ABOVE = 14

export interface LineProps extends ChartProps {
  points: readonly Point[]
  /** Continues the line as a dashed one. */
  forecast?: readonly Point[]
  /** A horizontal line that should not be crossed. */
  limit?: { value: number; label: string }
  /** The head of the column of values in the table. */
  unit: string
}

/** A line of values at equal distances, its forecast and its limit, and the same numbers as a table. */
export function Line({ title, sentence, points, forecast = [], limit, unit }: LineProps) {
  const all = [...points, ...forecast]
  const top = niceTop(Math.max(1, limit?.value ?? 0, ...all.map(({ value }) => value)))
  const x = (index: number): number => (all.length < 2 ? 0 : (100 * index) / (all.length - 1))
  const y = (value: number): number => 100 - (100 * value) / top
  const place = (from: number) => (point: Point, index: number) => `${x(from + index)} ${y(point.value)}`
  const known = points.map(place(0))
  const future = [points.at(-1), ...forecast].filter((point) => point !== undefined).map(place(points.length - 1))
  const last = points.at(-1)
  const end = forecast.at(-1)
  return (
    <Figure title={title} sentence={sentence} rows={all} unit={unit} height={ABOVE + PLOT + BELOW}>
      {[0, top / 2, top].map((mark) => (
        <g key={mark}>
          <line class="grid" x1="0" x2="100%" y1={pixel(y(mark))} y2={pixel(y(mark))} />
          <text class="mark" x="0" y={pixel(y(mark)) - 4}>
            {formatNumber(mark)}
          </text>
        </g>
      ))}
      <svg y={ABOVE} width="100%" height={PLOT} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {known.length > 1 && <path class="area" d={`M${known.join('L')}L${x(points.length - 1)} 100L0 100Z`} />}
        {future.length > 1 && <path class="line future" d={`M${future.join('L')}`} />}
        {known.length > 1 && <path class="line" d={`M${known.join('L')}`} />}
      </svg>
      {last && <circle class="dot" cx={`${x(points.length - 1)}%`} cy={pixel(y(last.value))} r="4" />}
      {limit && (
        <g>
          <line class="limit" x1="0" x2="100%" y1={pixel(y(limit.value))} y2={pixel(y(limit.value))} />
          <text class="mark end limit-text" x="100%" y={pixel(y(limit.value)) - 4}>
            {limit.label}
          </text>
        </g>
      )}
      <text class="mark" x="0" y={ABOVE + PLOT + BELOW - 4}>
        {all[0]?.at}
      </text>
      <text class="mark end" x="100%" y={ABOVE + PLOT + BELOW - 4}>
        {(end ?? last)?.at}
      </text>
    </Figure>
  )
}

/** From the share of the plot above a value to its pixel. */
const pixel = (share: number): number => ABOVE + (PLOT * share) / 100

/** A round number, at least as big as the value, for the top of an axis. */
export function niceTop(value: number): number {
  const size = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 4, 5, 10].find((step) => step * size >= value) ?? 10
  return Math.max(2, step * size)
}

interface FigureProps extends ChartProps {
  rows: readonly Point[]
  unit: string
  /** The head of the column that names the values. */
  head?: string
  height: number
  children: ComponentChildren
}

/** The drawing with its name, its sentence, and its numbers as a table. */
export function Figure({ title, sentence, rows, unit, height, head = 'Day', children }: FigureProps) {
  const id = useId()
  return (
    <figure class="chart">
      <svg role="img" aria-labelledby={`${id}-title`} aria-describedby={`${id}-sentence`} width="100%" height={height}>
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-sentence`}>{sentence}</desc>
        {children}
      </svg>
      <details>
        <summary>Show as a table</summary>
        <Table
          caption={title}
          columns={[
            { id: 'at', header: head, cell: ({ at }) => at, isName: true },
            { id: 'value', header: unit, cell: ({ value }) => formatNumber(value), align: 'end' },
          ]}
          rows={rows}
          rowKey={({ at }) => at}
        />
      </details>
    </figure>
  )
}

interface MeterProps {
  value: number
  max: number
  /** What it shows: "12 of 250 runs". */
  words: string
  /** `plain` for a share of a whole, where 100% is not a warning. */
  tone?: 'plain'
}

/** How much of a limit is used, as a bar. */
export function Meter({ value, max, words, tone }: MeterProps) {
  const share = max <= 0 ? 0 : Math.min(100, (100 * value) / max)
  return (
    <svg class="meter" role="img" aria-label={words} width="100%" height="10">
      <rect class="track" width="100%" height="10" rx="5" />
      <rect class={share >= 100 && tone === undefined ? 'full' : 'got'} width={`${share}%`} height="10" rx="5" />
    </svg>
  )
}
