import type { App } from '../../../app.ts'
import type { Answers } from '../../../engine/model/model.ts'
import { CollectFailure } from '../../../graph/collect-failure.ts'
import type { Assessed } from '../../../graph/reader/assess.ts'
import { type Connection, isDatabaseAway } from '../../../platform/database/database.ts'
import { removeJob } from '../../../platform/jobs.ts'
import type { Author } from '../../../shared/actor.ts'
import { NOT_APPROVED } from '../../approvals/rules.ts'
import { endRemovedApproval, noteMissingApproval, type PartnerOwner } from '../../approvals/service.ts'
import { recordChanges } from '../../audit/service.ts'
import { listStanding } from '../../exceptions/service.ts'
import { standingAnswers } from '../../questionnaires/answers/service.ts'
import { inviteForRun } from '../../questionnaires/invitations/service.ts'
import { type JudgedRun, keepSuggestions } from '../../questionnaires/suggestions/service.ts'
import { giveBackRunSlots } from '../../usage/service.ts'
import { type KeptResult, sealPart } from '../packing.ts'
import { type RunRow, toRunEvent } from '../rules.ts'
import { Overtaken } from '../stale-attempt.ts'
import {
  deleteRunCheckpoints,
  insertRunResult,
  listAbandonedRuns,
  updateRunOfAttempt,
  updateRunTaken,
} from '../store.ts'
import { checkpointOf } from './checkpoint/service.ts'
import { holdCustomer, holdCustomerToAsk, isRunUnfinished } from './store.ts'

/** How often progress is written while a tenant is read. */
const PROGRESS_GRAIN_MS = 500

const WORKER: Author = { kind: 'system', id: 'worker' }

const NO_ANSWERS: Answers = { format: 'plumbline-answers/1', answers: {} }

type HeldRun = RunRow & { distributorId: string | null }

/** A run with what its reading needs. */
type TakenRun = HeldRun & { tenantId: string; approvedAt: Date | null }

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

async function carryOut(app: App, held: TakenRun, { deadlineMs, signal }: RunOptions): Promise<void> {
  const { partner_id: partnerId, customer_id: customerId, product, id: runId, tenantId, approvedAt } = held
  if (approvedAt === null) {
    await failRun(app, held, NOT_APPROVED, (tx, owner, at) => tellOfMissingApproval(tx, owner, held, at))
    return
  }
  // As they were when the tenant had been read.
  let answers: Answers = NO_ANSWERS
  try {
    const assessed = await app.assessTenant({
      partnerId,
      tenantId,
      product,
      target: held.maturity_target,
      attempt: held.attempt,
      deadlineMs,
      host: {
        onProgress: progressKeeper(app, held),
        checkpoint: checkpointOf(app, held),
        async readInputs() {
          const { exceptions, breakGlass } = await listStanding(app.db, held, app.now())
          answers = await standingAnswers(app, { partnerId, customerId, product })
          return { answers, exceptions, breakGlass }
        },
        onFault: (check, error) => app.log.error({ check, error, runId }, 'a check failed'),
      },
      ...(signal && { signal }),
    })
    const readAt = new Date(assessed.collectedAt)
    await completeRun(app, held, assessed, { partnerId, customerId, product, runId, tenantId, readAt, answers })
  } catch (error) {
    if (!(error instanceof CollectFailure)) throw error
    const isRemoved = error.code === 'CONSENT_MISSING'
    await failRun(app, held, { code: error.code, message: error.message }, async (tx, owner, at) => {
      if (isRemoved) await endRemovedApproval(tx, WORKER, owner, { tenantId, seenAt: approvedAt }, at)
    })
  }
}

async function tellOfMissingApproval(tx: Connection, owner: PartnerOwner, held: TakenRun, at: Date): Promise<void> {
  const missing = { tenantId: held.tenantId, customerId: held.customer_id, runId: held.id }
  await recordChanges(tx, WORKER, at, await noteMissingApproval(tx, owner, missing, at))
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

async function takeRun(app: App, runId: string): Promise<TakenRun | undefined> {
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    const isToAsk = await holdCustomerToAsk(tx, runId)
    const run = await updateRunTaken(tx, runId, at)
    // Taken over from a dead worker: its start has been told already.
    if (run?.attempt === 1) {
      const { product, customer_id: customerId } = run
      const owner = { partnerId: run.partner_id, distributorId: run.distributorId }
      // Nobody is asked on behalf of a partner that the tenant has not approved.
      const mayAsk = isToAsk && run.approvedAt !== null
      const invited = mayAsk ? await inviteForRun(app, tx, { ...owner, customerId, product }, at) : []
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
  { result: json, packedResult, snapshot }: Assessed,
  judged: JudgedRun,
): Promise<void> {
  const at = app.now()
  const result: KeptResult = JSON.parse(json)
  // Sealed before anything is held.
  const kept = {
    run_id: held.id,
    result: sealPart(app.secrets, 'result', held.id, packedResult),
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

/** Ends a run as failed; `alongside` is what else belongs to that, in the same transaction. */
async function failRun(
  app: App,
  held: HeldRun,
  failure: { code: string; message: string },
  alongside?: (tx: Connection, owner: PartnerOwner, at: Date) => Promise<void>,
): Promise<void> {
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
    await alongside?.(tx, { partnerId: run.partner_id, distributorId: held.distributorId }, at)
  })
}

async function recordEnd(
  tx: Connection,
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
