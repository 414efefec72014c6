import type { App } from '../../../../app.ts'
import type { PieceStore } from '../../../../graph/reader/packed-checkpoint.ts'
import { isDatabaseAway } from '../../../../platform/database/trouble.ts'
import { StaleAttemptError } from '../../stale-attempt.ts'
import { openPieces, sealPieces } from '../../storage/packing.ts'
import { insertCheckpoint, listCheckpoints } from './store.ts'

/** Stores what a run has read so far, for its current attempt. `save` throws `StaleAttemptError` for an older attempt. */
export function createCheckpointStore(
  app: App,
  claimed: { id: string; attempt: number; tenantId: string },
): PieceStore {
  const { id: runId, tenantId } = claimed
  let number = 0
  return {
    async load() {
      const rows = await listCheckpoints(app.db, runId)
      number = (rows.at(-1)?.number ?? -1) + 1
      try {
        return rows.map((row) => openPieces(app.secrets, { runId, tenantId, number: row.number }, row.content))
      } catch (error) {
        app.log.warn(
          { event: 'run.checkpoint.unusable', error, runId },
          'the checkpoint cannot be used; reading starts again',
        )
        return []
      }
    },

    async save(packed) {
      const content = sealPieces(app.secrets, { runId, tenantId, number }, packed)
      try {
        if (!(await insertCheckpoint(app.db, claimed, { number, content, at: app.now() })))
          throw new StaleAttemptError()
      } catch (error) {
        // Continue without the database: the next call saves these pieces again.
        if (!isDatabaseAway(error)) throw error
        app.log.warn({ event: 'run.checkpoint.unsaved', error, runId }, 'the checkpoint could not be saved yet')
        return false
      }
      number += 1
      return true
    },
  }
}
