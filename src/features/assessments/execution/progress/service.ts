import type { App } from '../../../../app.ts'
import { notifyPortal } from '../../../../platform/database/notifications.ts'
import { isDatabaseAway } from '../../../../platform/database/trouble.ts'
import { type RunOfAttempt, toRunMessage } from '../../rules.ts'
import { StaleAttemptError } from '../../stale-attempt.ts'
import { updateRunOfAttempt } from '../../store.ts'

/** Shortest time between two writes of a run's progress. */
const PROGRESS_GRAIN_MS = 500

/** Returns a function that stores the progress of a run for its current attempt. It throws `StaleAttemptError` for an older one. */
export function createProgressWriter(
  app: App,
  claimed: RunOfAttempt,
): (progress: { done: number; of: number }) => Promise<void> {
  let writtenAtMs = 0
  return async ({ done, of }) => {
    const nowMs = app.now().getTime()
    if (nowMs - writtenAtMs < PROGRESS_GRAIN_MS) return
    writtenAtMs = nowMs
    const change = { progress_done: done, progress_of: of }
    try {
      if (!(await updateRunOfAttempt(app.db, claimed, change))) throw new StaleAttemptError()
      await notifyPortal(app.db, [toRunMessage('run.progress', claimed)])
    } catch (error) {
      // Continue without the database until there is a result to store.
      if (!isDatabaseAway(error)) throw error
      app.log.warn({ event: 'run.progress.unsaved', error, runId: claimed.id }, 'progress could not be saved')
    }
  }
}
