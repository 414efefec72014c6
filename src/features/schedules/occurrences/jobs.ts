import type { App } from '../../../app.ts'
import { createDueOccurrences } from '../windows/service.ts'
import { reconcileApprovals, reconcileLateOccurrences, startDueRuns } from './service.ts'

/** The other tasks of the minute wait for this one; what is left is due in the next minute. */
const MAX_MS = 20_000

/** Starts the runs that schedules have due. Returns how many. */
export async function startScheduledRuns(app: App): Promise<number> {
  const deadline = performance.now() + MAX_MS
  await reconcileApprovals(app)
  await createDueOccurrences(app)
  await reconcileLateOccurrences(app)
  return await startDueRuns(app, deadline)
}
