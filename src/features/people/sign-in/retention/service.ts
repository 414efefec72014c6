import type { App } from '../../../../app.ts'
import { deleteInBatches } from '../../../../platform/database/batches.ts'
import { failuresSince, signInsSince } from '../rules.ts'
import { deleteBefore } from '../store.ts'

/** Deletes sign-ins after 90 days, counts of wrong passwords after a day, and sign-ins that nobody has completed. */
export async function deleteOldTries(app: App): Promise<void> {
  const at = app.now()
  const ends = [
    ['sign_ins', signInsSince(at)],
    ['sign_in_failures', failuresSince(at)],
    ['sign_in_steps', at],
  ] as const
  for (const [kind, before] of ends) {
    const deleted = await deleteInBatches((max) => deleteBefore(app.db, kind, before, max))
    app.metrics.retentionDeleted.inc({ kind }, deleted)
  }
}
