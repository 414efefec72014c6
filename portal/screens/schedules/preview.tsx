import { useEffect, useRef } from 'preact/hooks'
import type { SchedulePreview } from '../../../src/features/schedules/schema.ts'
import { formatLocal, formatNumber, formatUtc, plural } from '../../format.ts'
import type { Json } from '../../json.ts'
import { Notice } from '../../parts/notice.tsx'
import { useChange } from '../../queries.ts'
import { type Draft, toNewSchedule } from './draft.ts'
import { formatDate } from './words.ts'

type Preview = Json<SchedulePreview>

/** After the last key, so that not every key is a request. */
const PAUSE_MS = 300

/** What the server says of the draft, shortly after each change of it. Until then the answer before it stays. */
export function usePreview(draft: Draft): { data: Preview | undefined; error: unknown } {
  const { mutate, data, error } = useChange('POST /partner/schedules/preview')
  const body = JSON.stringify(toNewSchedule(draft))
  useEffect(() => {
    const timer = setTimeout(() => mutate({ body: JSON.parse(body) }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [body])
  const last = useRef<Preview>(undefined)
  if (data) last.current = data
  return { data: error ? undefined : last.current, error }
}

export interface PreviewProps {
  preview: Preview
  timeZone: string
  /** The sum of all schedules has the stored version of this one, too, so that it says nothing. */
  isCounted: boolean
}

/** What the schedule would do: its next runs, and how many it needs. */
export function PreviewShown({ preview, timeZone, isCounted }: PreviewProps) {
  const { customers, runsPerMonth, runsLimit, occurrences } = preview
  const needed = isCounted ? runsPerMonth : preview.scheduledRunsPerMonth
  const isOver = runsLimit >= 0 && needed > runsLimit
  return (
    <section class="schedule-preview" role="status" aria-label="Preview">
      <h3>Next runs</h3>
      <ul>
        {occurrences.map(({ date, opensAt, localOpensAt, localClosesAt }) => (
          <li key={opensAt}>
            <time dateTime={opensAt} title={`${formatLocal(opensAt)} (${formatUtc(opensAt)})`}>
              {formatDate(date)}, {localOpensAt.slice(11, 16)}–{localClosesAt.slice(11, 16)}
            </time>
          </li>
        ))}
      </ul>
      <p class="soft small">On the clocks of {timeZone}.</p>
      <p>
        About {plural(runsPerMonth, 'run')} a month for {plural(customers, 'customer')}.{' '}
        {!isCounted && `All active schedules together: about ${formatNumber(needed)} a month. `}
        {runsLimit < 0 ? 'Your plan has no limit.' : `Your plan includes ${formatNumber(runsLimit)} a month.`}
      </p>
      {isOver && (
        <Notice tone="warn" title="These are more runs than your plan includes.">
          Once the runs of a month are used up, customers are skipped.
        </Notice>
      )}
    </section>
  )
}
