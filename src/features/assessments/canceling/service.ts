import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { notifyPortal } from '../../../platform/database/notifications.ts'
import type { Actor, Principal } from '../../../shared/actor.ts'
import type { IdempotencyContext } from '../../../shared/idempotency.ts'
import { requireId } from '../../../shared/ids.ts'
import { Problem } from '../../../shared/problem.ts'
import { recordChanges } from '../../audit/service.ts'
import type { LogOwner } from '../../events/rules.ts'
import { ownerOf } from '../../events/service.ts'
import { withIdempotency } from '../../idempotency/service.ts'
import { releaseRunQuota } from '../../usage/service.ts'
import { type RunRow, toRun, toRunEvent, toRunMessage } from '../rules.ts'
import type { Run } from '../schema.ts'
import { findRun, updateQueuedRunsCanceled, updateRunCanceled } from '../store.ts'

/** Cancels a run that has not ended and releases its quota; a run that has ended stays as it is. */
export async function cancelRun(app: App, actor: Actor, id: string, idempotency?: IdempotencyContext): Promise<Run> {
  requireId('run', id)
  const at = app.now()
  return await withIdempotency(app, idempotency, async (tx) => {
    const run = await updateRunCanceled(tx, actor.partnerId, id, at)
    if (run) await recordCanceled(app, tx, actor, { owner: ownerOf(actor), runs: [run], at })
    const row = await findRun(tx, actor.partnerId, id)
    if (!row) throw new Problem('NOT_FOUND')
    return toRun(row, app.appUrl)
  })
}

/** Cancels every queued run of a partner in the caller's transaction. */
export async function cancelQueuedRuns(
  app: App,
  tx: Connection,
  author: Principal,
  owner: { partnerId: string; distributorId: string | null },
  at: Date,
): Promise<void> {
  const runs = await updateQueuedRunsCanceled(tx, owner.partnerId, at)
  await recordCanceled(app, tx, author, { owner, runs, at })
}

async function recordCanceled(
  app: App,
  tx: Connection,
  author: Principal,
  { owner, runs, at }: { owner: LogOwner; runs: readonly RunRow[]; at: Date },
): Promise<void> {
  const [first] = runs
  if (!first) return
  await releaseRunQuota(tx, first.partner_id, runs)
  const after = { status: 'canceled' }
  await recordChanges(
    tx,
    author,
    at,
    runs.map((run) => ({
      action: 'assessment.canceled',
      subject: run.id,
      owner,
      before: { status: run.started_at ? 'running' : 'queued' },
      after,
      event: { type: 'assessment.canceled', data: toRunEvent(run, app.appUrl) },
    })),
  )
  const { distributorId } = owner
  await notifyPortal(
    tx,
    runs.map((run) => toRunMessage('run.ended', { ...run, distributorId })),
  )
}
