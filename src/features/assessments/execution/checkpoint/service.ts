import type { App } from '../../../../app.ts'
import type { PieceStore } from '../../../../graph/reader/packed-checkpoint.ts'
import { isDatabaseAway } from '../../../../platform/database/database.ts'
import { openPieces, sealPieces } from '../../packing.ts'
import { Overtaken } from '../../stale-attempt.ts'
import { insertCheckpoint, listCheckpoints } from './store.ts'

/** What the attempts of a run have read, for the one that holds it. Saving throws `Overtaken` where it is held no more. */
export function checkpointOf(app: App, held: { id: string; attempt: number; tenantId: string }): PieceStore {
  const { id: runId, tenantId } = held
  let number = 0
  return {
    async load() {
      const rows = await listCheckpoints(app.db, runId)
      number = (rows.at(-1)?.number ?? -1) + 1
      try {
        return rows.map((row) => openPieces(app.secrets, { runId, tenantId, number: row.number }, row.content))
      } catch (error) {
        app.log.warn({ error, runId }, 'what was read before cannot be used: reading begins anew')
        return []
      }
    },

    async save(packed) {
      const content = sealPieces(app.secrets, { runId, tenantId, number }, packed)
      try {
        if (!(await insertCheckpoint(app.db, held, { number, content, at: app.now() }))) throw new Overtaken()
      } catch (error) {
        // Reading goes on without the database; what could not be kept comes again with the next piece.
        if (!isDatabaseAway(error)) throw error
        app.log.warn({ error, runId }, 'what was read could not be kept yet')
        return false
      }
      number += 1
      return true
    },
  }
}
