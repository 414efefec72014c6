import type { Connection } from '../../../../platform/database/database.ts'
import { notification } from '../../../../platform/database/notifications.ts'
import type { LiveMessage } from '../../../../shared/portal/messages.ts'
import { updateAttempt } from '../../store.ts'

/**
 * Stores the progress of a run and notifies open pages of the portal, in one statement, because every run does so each
 * second. Returns false if the run has ended or a later attempt has claimed it.
 */
export async function updateProgress(
  db: Connection,
  attempt: { id: string; attempt: number },
  { done, of }: { done: number; of: number },
  message: LiveMessage,
): Promise<boolean> {
  const updated = await updateAttempt(db, attempt, { progress_done: done, progress_of: of })
    .returning(notification(message).as('notified'))
    .executeTakeFirst()
  return updated !== undefined
}
