import { useEffect, useRef } from 'preact/hooks'
import type { SchedulePreview } from '../../../src/features/schedules/schema.ts'
import { formatLocal, formatNumber, formatUtc, plural } from '../../format.ts'
import type { Json } from '../../json.ts'
import { Notice } from '../../parts/notice.tsx'
import { useChange } from '../../queries.ts'
import { type Draft, toChange, toNewSchedule } from './draft.ts'
import { formatDate } from './words.ts'

type Preview = Json<SchedulePreview>

/** After the last key, so that not every key is a request. */
const PAUSE_MS = 300

/**
 * What the server says of the draft, shortly after each change of it: of a new schedule, or of the change of a stored one, which then
 * does not count twice. Until then the answer before it stays.
 */
export function usePreview(
  draft: Draft,
  scheduleId: string | undefined,
): { data: Preview | undefined; error: unknown } {
  const create = useChange('POST /partner/schedules/preview')
  const change = useChange('POST /partner/schedules/:id/preview')
  const { data, error } = scheduleId === undefined ? create : change
  const body = JSON.stringify(draft)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (scheduleId === undefined) create.mutate({ body: toNewSchedule(draft) })
      else change.mutate({ params: { id: scheduleId }, body: toChange(draft) })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [body])
  const last = useRef<Preview>(undefined)
  if (data) last.current = data
  return { data: error ? undefined : last.current, error }
}

export interface PreviewProps {
  preview: Preview
  timeZone: string
}

/** What the schedule would do: its next runs, and how many it needs. */
export function PreviewShown({ preview, timeZone }: PreviewProps) {
  const { customers, runsPerMonth, scheduledRunsPerMonth, runsLimit, exceedsLimit, occurrences } = preview
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
      <p class="soft small">In the time zone {timeZone}.</p>
      <p>
        About {plural(runsPerMonth, 'run')} a month for {plural(customers, 'customer')}. With all other active
        schedules: about {formatNumber(scheduledRunsPerMonth)} a month.{' '}
        {runsLimit < 0 ? 'Your plan has no limit.' : `Your plan includes ${formatNumber(runsLimit)} a month.`}
      </p>
      {exceedsLimit && (
        <Notice tone="warn" title="This is more than your plan includes.">
          Once the month’s runs are used up, customers are skipped. Those whose last run is oldest go first.
        </Notice>
      )}
    </section>
  )
}
