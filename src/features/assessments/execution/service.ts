import type { App } from '../../../app.ts'
import { evaluateFramework } from '../../../engine/evaluate.ts'
import { findFramework } from '../../../engine/frameworks/catalogue.ts'
import { readTenant } from '../../../engine/reading.ts'
import { sightIn } from '../../../engine/sight.ts'
import type { Author } from '../../../ground/actor.ts'
import { isDatabaseAway } from '../../../platform/database.ts'
import { removeJob } from '../../../platform/jobs.ts'
import { CollectFailure } from '../../../tenant/collect-failure.ts'
import { packSnapshot } from '../../../tenant/snapshot-file.ts'
import { recordChanges } from '../../audit/service.ts'
import { listStanding } from '../../exceptions/service.ts'
import { inviteForRun } from '../../questionnaires/invitations/service.ts'
import { standingAnswers } from '../../questionnaires/service.ts'
import { type JudgedRun, keepSuggestions } from '../../questionnaires/suggestions/service.ts'
import { giveBackRunSlots } from '../../usage/service.ts'
import { type KeptResult, packResult, sealPart } from '../packing.ts'
import { type RunRow, toRunEvent } from '../rules.ts'
import {
  deleteRunCheckpoints,
  insertRunResult,
  listAbandonedRuns,
  updateRunOfAttempt,
  updateRunTaken,
} from '../store.ts'
import { checkpointOf } from './checkpoint/service.ts'
import { Overtaken } from './overtaken.ts'
import { holdCustomer, holdCustomerToAsk, isRunUnfinished } from './store.ts'

/** How often progress is written while a tenant is read. */
const PROGRESS_GRAIN_MS = 500

const WORKER: Author = { kind: 'system', id: 'worker' }

type HeldRun = RunRow & { distributorId: string | null }

interface RunOptions {
  /** Longest time for reading the tenant. */
  deadlineMs: number
  signal?: AbortSignal
}

/**
 * Carries one run out, to its end. May be called again for the same run after a crash: it goes on from what was read
 * before, and whatever an earlier attempt still tries to write is refused by its attempt number. Throws what the job is
 * to be tried again for.
 */
export async function executeRun(app: App, runId: string, options: RunOptions): Promise<void> {
  const held = await takeRun(app, runId)
  if (!held) return
  try {
    await carryOut(app, held, options)
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
    // A job that ends well is deleted, also from under the attempt that has overtaken; a job that fails is left to it.
    if (await isRunUnfinished(app.db, runId)) throw error
  }
}

async function carryOut(
  app: App,
  held: HeldRun & { tenantId: string },
  { deadlineMs, signal }: RunOptions,
): Promise<void> {
  try {
    const snapshot = await app.collect({
      tenantId: held.tenantId,
      deadlineMs,
      onProgress: progressKeeper(app, held),
      checkpoint: checkpointOf(app, held),
      ...(signal && { signal }),
    })
    const framework = findFramework(held.product)
    if (!framework) throw new Error(`the product ${held.product} of ${held.id} is gone`)
    const { partner_id: partnerId, customer_id: customerId, product } = held
    const { exceptions, breakGlass } = await listStanding(app.db, held, app.now())
    const answers = await standingAnswers(app, { partnerId, customerId, product })
    const result = evaluateFramework(framework, readTenant(snapshot), {
      target: held.maturity_target,
      answers,
      exceptions,
      parameters: { breakGlass },
      onFault: (check, error) => app.log.error({ check, error, runId: held.id }, 'a check failed'),
    })
    const sight = sightIn(snapshot)
    const readAt = new Date(snapshot.collectedAt)
    const run = { partnerId, customerId, product, runId: held.id, tenantId: held.tenantId, readAt, answers }
    await completeRun(app, held, { ...result, ...(sight && { sight }) }, await packSnapshot(snapshot), run)
  } catch (error) {
    if (!(error instanceof CollectFailure)) throw error
    await failRun(app, held, { code: error.code, message: error.message })
  }
}

/** Ends the runs that nobody will carry out any more, because their job was tried as often as it may be. */
export async function failAbandonedRuns(app: App): Promise<number> {
  const runs = await listAbandonedRuns(app.db)
  let failed = 0
  for (const run of runs) {
    try {
      await failRun(app, run, {
        code: 'INTERNAL_ERROR',
        message:
          'The run was interrupted again and again and has been given up. Start another; if that fails as well, tell support.',
      })
      app.log.error({ runId: run.id, attempt: run.attempt }, 'a run was given up')
      failed += 1
    } catch (error) {
      // Another worker was faster, or the run was deleted or canceled just now.
      if (!(error instanceof Overtaken)) throw error
    }
  }
  return failed
}

async function takeRun(app: App, runId: string) {
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    const isToAsk = await holdCustomerToAsk(tx, runId)
    const run = await updateRunTaken(tx, runId, at)
    // Taken over from a dead worker: its start has been told already.
    if (run?.attempt === 1) {
      const { product, customer_id: customerId } = run
      const owner = { partnerId: run.partner_id, distributorId: run.distributorId }
      const invited = isToAsk ? await inviteForRun(app, tx, { ...owner, customerId, product }, at) : []
      await recordChanges(tx, WORKER, at, [
        {
          action: 'assessment.started',
          subject: run.id,
          owner,
          before: { status: 'queued' },
          after: { status: 'running' },
          event: { type: 'assessment.started', data: toRunEvent(run, app.appUrl) },
        },
        ...invited,
      ])
    }
    return run
  })
}

function progressKeeper(app: App, held: HeldRun): (progress: { done: number; of: number }) => Promise<void> {
  let keptAtMs = 0
  return async ({ done, of }) => {
    const nowMs = app.now().getTime()
    if (nowMs - keptAtMs < PROGRESS_GRAIN_MS) return
    keptAtMs = nowMs
    const change = { progress_done: done, progress_of: of }
    try {
      if (!(await updateRunOfAttempt(app.db, held, change))) throw new Overtaken()
    } catch (error) {
      // Reading goes on without the database: it counts again when there is a result to keep.
      if (!isDatabaseAway(error)) throw error
      app.log.warn({ error, runId: held.id }, 'progress could not be kept')
    }
  }
}

async function completeRun(
  app: App,
  held: HeldRun,
  result: KeptResult,
  snapshot: { bytes: Buffer; sha256: string },
  judged: JudgedRun,
): Promise<void> {
  const at = app.now()
  // Packed before anything is held.
  const kept = {
    run_id: held.id,
    result: packResult(app.secrets, held.id, result),
    snapshot: sealPart(app.secrets, 'snapshot', held.id, snapshot.bytes),
    snapshot_sha256: snapshot.sha256,
  }
  await app.db.transaction().execute(async (tx) => {
    // In the order in which a deletion takes them; what is kept for the customer refers to it.
    if (!(await holdCustomer(tx, held))) throw new Overtaken()
    const run = await updateRunOfAttempt(tx, held, {
      status: 'completed',
      completed_at: at,
      score: result.score,
      score_ceiling: result.scoreCeiling,
      coverage: result.coverage,
      maturity_achieved: result.maturityAchieved,
      critical: result.critical,
      high: result.high,
      medium: result.medium,
      low: result.low,
    })
    if (!run) throw new Overtaken()
    await deleteRunCheckpoints(tx, run.id)
    await insertRunResult(tx, kept)
    await keepSuggestions(app, tx, judged, result)
    await recordEnd(tx, app, run, held, 'assessment.completed', at)
  })
}

async function failRun(app: App, held: HeldRun, failure: { code: string; message: string }): Promise<void> {
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    const run = await updateRunOfAttempt(tx, held, {
      status: 'failed',
      completed_at: at,
      failure_code: failure.code,
      failure_message: failure.message,
    })
    if (!run) throw new Overtaken()
    await deleteRunCheckpoints(tx, run.id)
    await giveBackRunSlots(tx, run.partner_id, [run])
    await removeJob(tx, run.id)
    await recordEnd(tx, app, run, held, 'assessment.failed', at)
  })
}

async function recordEnd(
  tx: Parameters<typeof recordChanges>[0],
  app: App,
  run: RunRow,
  held: HeldRun,
  type: 'assessment.completed' | 'assessment.failed',
  at: Date,
): Promise<void> {
  const data = toRunEvent(run, app.appUrl)
  await recordChanges(tx, WORKER, at, [
    {
      action: type,
      subject: run.id,
      owner: { partnerId: run.partner_id, distributorId: held.distributorId },
      before: { status: held.status },
      after: data,
      event: { type, data },
    },
  ])
}
