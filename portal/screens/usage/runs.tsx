import { formatDay, formatMonth, formatNumber, plural } from '../../format.ts'
import { Line, Meter } from '../../parts/chart.tsx'
import { Badge } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { courseOf, forecastWords, type Runs } from './forecast.ts'

export interface UsageProps {
  /** YYYY-MM. */
  month: string
  runs: Runs
  /** Another number, as a sentence; may be empty. */
  more: string
}

/** Usage against the plan: the number, its share of the limit, and a forecast. */
export function Usage({ month, runs, more }: UsageProps) {
  const { used, limit, forecast } = runs
  const { known, expected } = courseOf(month, runs, new Date(), formatDay)
  const sentence = forecastWords(month, runs)
  const isFull = limit >= 0 && used >= limit
  const isNear = limit >= 0 && limit <= 3 * Math.max(1, used, forecast?.runs ?? 0)
  return (
    <Card
      title={`Runs in ${formatMonth(month)}`}
      actions={
        (isFull || forecast?.limitReachedAt !== undefined) && (
          <Badge tone={isFull ? 'bad' : 'warn'}>{isFull ? 'Limit reached' : 'Limit ahead'}</Badge>
        )
      }
    >
      <div class="stack">
        <p class="figure">
          <strong>{formatNumber(used)}</strong>
          <span class="soft">{limit < 0 ? 'no limit' : `of ${formatNumber(limit)}`}</span>
        </p>
        {limit >= 0 && <Meter value={used} max={limit} words={`${formatNumber(used)} of ${plural(limit, 'run')}`} />}
        <p>{sentence}</p>
        {used > 0 && (
          <Line
            title={`Runs in ${formatMonth(month)}`}
            sentence={sentence}
            points={known}
            forecast={expected}
            unit="Runs so far"
            {...(isNear && { limit: { value: limit, label: `Limit ${formatNumber(limit)}` } })}
          />
        )}
        {more !== '' && <p class="soft small">{more}</p>}
      </div>
    </Card>
  )
}

/** Like `Usage`, for a month that is over: the limit of that time is not known, because plans change. */
export function PastRuns({ month, runs, more }: UsageProps) {
  const { known } = courseOf(month, runs, new Date(), formatDay)
  const title = `Runs in ${formatMonth(month)}`
  const sentence = `${plural(runs.used, 'run')} in the whole month.`
  return (
    <Card title={title}>
      <div class="stack">
        <p class="figure">
          <strong>{formatNumber(runs.used)}</strong>
          <span class="soft">in the whole month</span>
        </p>
        {runs.used > 0 && <Line title={title} sentence={sentence} points={known} unit="Runs so far" />}
        {more !== '' && <p class="soft small">{more}</p>}
      </div>
    </Card>
  )
}
