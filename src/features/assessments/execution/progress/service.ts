import type { App } from '../../../../app.ts'
import { isDatabaseAway } from '../../../../platform/database/trouble.ts'
import { type RunOfAttempt, toRunMessage } from '../../rules.ts'
import { StaleAttemptError } from '../../stale-attempt.ts'
import { updateProgress } from './store.ts'

/** Returns a function that stores the progress of a run for its current attempt. It throws `StaleAttemptError` for an older one. */
export function createProgressWriter(
  app: App,
  claimed: RunOfAttempt,
): (progress: { done: number; of: number }) => Promise<void> {
  const message = toRunMessage('run.progress', claimed)
  return async (progress) => {
    try {
      if (!(await updateProgress(app.db, claimed, progress, message))) throw new StaleAttemptError()
    } catch (error) {
      // Continue without the database until there is a result to store.
      if (!isDatabaseAway(error)) throw error
      app.log.warn({ event: 'run.progress.unsaved', error, runId: claimed.id }, 'progress could not be saved')
    }
  }
}
