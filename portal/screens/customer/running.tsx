import type { NewAssessment } from '../../../src/features/assessments/schema.ts'
import { formatNumber } from '../../format.ts'
import { frameworkName } from '../../frameworks.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Meter } from '../../parts/chart.tsx'
import { messageOf } from '../../parts/notice.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange, useRead } from '../../queries.ts'
import { useRoleReason } from '../../session.ts'

/** What a start or the end of a run makes out of date. */
const CHANGES = {
  invalidates: [
    '/partner/running-runs',
    '/partner/assessments',
    '/partner/customers',
    '/partner/portfolio',
    '/partner/me',
  ],
}

/** The runs of a customer that have not ended, with their progress. */
export function RunningNow({ customerId }: { customerId: string }) {
  const { data } = useRead('/partner/running-runs', { query: { customerId } })
  const cancel = useCancelRun()
  const roleReason = useRoleReason('technician')
  const runs = data?.runs ?? []
  if (runs.length === 0) return null
  return (
    <ul class="running">
      {runs.map(({ id, product, createdAt, progress }) => (
        <li key={id}>
          <div>
            <p>
              <strong>{frameworkName(product)}</strong>{' '}
              <span class="soft">
                {progress ? 'is reading the tenant' : 'is queued'}, asked for <Time at={createdAt} />
              </span>
            </p>
            <Meter value={progress?.done ?? 0} max={progress?.of ?? 0} words={readWords(progress)} />
          </div>
          <Button
            size="small"
            label={`Cancel the run of ${frameworkName(product)}`}
            disabledReason={roleReason}
            onClick={() => void cancel(id)}
          >
            Cancel
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** How much of a tenant a run has read. */
export const readWords = (progress: { done: number; of: number } | undefined): string =>
  progress
    ? `${formatNumber(progress.done)} of ${formatNumber(progress.of)} parts of the tenant have been read`
    : 'Nothing has been read yet'

/** Cancels a run, and says so. */
export function useCancelRun(): (id: string) => Promise<void> {
  const { mutateAsync } = useChange('POST /partner/assessments/:id/cancel', CHANGES)
  return async (id) => {
    try {
      await mutateAsync({ params: { id } })
      notify('The run is canceled and does not count this month.')
    } catch (error) {
      notify(messageOf(error), 'bad')
    }
  }
}

/** Starts a run and announces it. */
export function useStartRun(): { start: (run: NewAssessment) => Promise<void>; isPending: boolean } {
  const { mutateAsync, isPending } = useChange('POST /partner/assessments', CHANGES)
  const start = async (body: NewAssessment): Promise<void> => {
    try {
      await mutateAsync({ body })
      notify(`The run of ${frameworkName(body.product)} is queued.`)
    } catch (error) {
      notify(messageOf(error), 'bad')
    }
  }
  return { start, isPending }
}
