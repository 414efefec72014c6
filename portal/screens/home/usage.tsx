import { formatDay, formatMonth, formatNumber, plural } from '../../format.ts'
import { Line, Meter } from '../../parts/chart.tsx'
import { Badge } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { courseOf, forecastWords, type Runs } from './forecast.ts'

export interface UsageProps {
  /** YYYY-MM. */
  month: string
  runs: Runs
  /** Another number, as a sentence. */
  more: string
}

/** Usage against the plan: the number, its share of the limit, and how the month may go on. */
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
        <p class="soft small">{more}</p>
      </div>
    </Card>
  )
}
