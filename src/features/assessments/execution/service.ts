import type { App } from '../../../app.ts'
import type { Answers } from '../../../engine/model/questionnaire.ts'
import type { Assessed } from '../../../graph/reader/assess.ts'
import { CollectFailure } from '../../../graph/transport/collect-failure.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { notifyPortal } from '../../../platform/database/notifications.ts'
import { removeJob } from '../../../platform/jobs/queue.ts'
import type { Principal } from '../../../shared/actor.ts'
import { NOT_APPROVED } from '../../approvals/rules.ts'
import { endRemovedApproval, type PartnerLogOwner, recordMissingApproval } from '../../approvals/service.ts'
import { recordChanges } from '../../audit/service.ts'
import { listActiveExceptions } from '../../exceptions/service.ts'
import type { Notice } from '../../notices/schema.ts'
import { inviteForRun } from '../../questionnaires/invitations/service.ts'
import { listActiveAnswers } from '../../questionnaires/service.ts'
import { type AssessedRun, saveSuggestions } from '../../questionnaires/suggestions/service.ts'
import { releaseRunQuota } from '../../usage/service.ts'
import { reconcileFindingProgress } from '../remediation/service.ts'
import { type RunOfAttempt, type RunRow, toRunEvent, toRunMessage } from '../rules.ts'
import { StaleAttemptError } from '../stale-attempt.ts'
import type { StoredResult } from '../storage/packing.ts'
import { saveParts } from '../storage/service.ts'
import { claimRunRow, deleteRunCheckpoints, listAbandonedRuns, updateRunOfAttempt } from '../store.ts'
import { findingsOf } from '../tracking/rules.ts'
import { type NewsOfRun, saveFindings } from '../tracking/service.ts'
import { createCheckpointStore } from './checkpoint/service.ts'
import { createProgressWriter } from './progress/service.ts'
import { startRunTrace } from './run-trace.ts'
import { findRunFigures, isRunUnfinished, lockCustomerOfRun, lockCustomerToInvite, type RunFigures } from './store.ts'

const WORKER: Principal = { kind: 'system', id: 'worker' }

const NO_ANSWERS: Answers = { format: 'plumbline-answers/1', answers: {} }

/** A run with what is needed to read its tenant. */
type ClaimedRun = RunOfAttempt & { tenantId: string; approvedAt: Date | null }

interface RunOptions {
  /** Longest time for reading the tenant. */
  deadlineMs: number
  signal?: AbortSignal
  /** Of what started the run. */
  traceparent?: string
}

/**
 * Executes a run. After a crash it may be called again: it continues from the checkpoint, and writes of an earlier attempt
 * are rejected by their attempt number. Throws if the job should be retried.
 */
export async function executeRun(app: App, runId: string, options: RunOptions): Promise<void> {
  const claimed = await claimRun(app, runId)
  if (!claimed) return
  try {
    await carryOut(app, claimed, options)
  } catch (error) {
    if (!(error instanceof StaleAttemptError)) throw error
    // Returning would delete the job from under the attempt that claimed the run after us. Throw to leave it to that attempt.
    if (await isRunUnfinished(app.db, runId)) throw error
  }
}

async function carryOut(app: App, claimed: ClaimedRun, { deadlineMs, signal, traceparent }: RunOptions): Promise<void> {
  const { partner_id: partnerId, customer_id: customerId, product, id: runId, tenantId, approvedAt } = claimed
  if (approvedAt === null) {
    await failRun(app, claimed, NOT_APPROVED, (tx, owner, at) => recordMissingApprovalNotice(tx, owner, claimed, at))
    return
  }
  // Read once the tenant has been read, so that late answers count.
  let answers: Answers = NO_ANSWERS
  const startedMs = Date.now()
  const trace = startRunTrace(app, claimed, traceparent)
  try {
    const assessed = await app.assessTenant({
      partnerId,
      tenantId,
      product,
      target: claimed.maturity_target,
      attempt: claimed.attempt,
      deadlineMs,
      host: {
        onProgress: createProgressWriter(app, claimed),
        checkpoint: createCheckpointStore(app, claimed),
        async readInputs() {
          const { exceptions, breakGlass } = await listActiveExceptions(app.db, claimed, app.now())
          answers = await listActiveAnswers(app, { partnerId, customerId, product })
          return { answers, exceptions, breakGlass }
        },
        ...(trace && { onRequests: trace.recordRequests }),
        onFault: (check, error) =>
          app.log.error({ event: 'run.check.failed', check, error, runId }, 'a check threw an error'),
      },
      ...(signal && { signal }),
      ...(trace ? { traceparent: trace.traceparent, isRecorded: true } : traceparent !== undefined && { traceparent }),
    })
    const readAt = new Date(assessed.collectedAt)
    const evaluatedMs = Date.now()
    trace?.endReading(readAt)
    measure(app, 'reading', readAt.getTime() - startedMs)
    measure(app, 'evaluating', evaluatedMs - readAt.getTime())
    await completeRun(app, claimed, assessed, { partnerId, customerId, product, runId, tenantId, readAt, answers })
    measure(app, 'storing', Date.now() - evaluatedMs)
    trace?.recordPhase('evaluating', readAt.getTime(), evaluatedMs)
    trace?.recordPhase('storing', evaluatedMs, Date.now())
    app.metrics.runsCompleted.inc()
  } catch (error) {
    trace?.fail()
    if (!(error instanceof CollectFailure)) throw error
    const isRemoved = error.code === 'CONSENT_MISSING'
    await failRun(app, claimed, { code: error.code, message: error.message }, async (tx, owner, at) => {
      if (isRemoved) await endRemovedApproval(tx, WORKER, owner, { tenantId, seenAt: approvedAt }, at)
    })
  }
}

async function recordMissingApprovalNotice(
  tx: Connection,
  owner: PartnerLogOwner,
  claimed: ClaimedRun,
  at: Date,
): Promise<void> {
  const missing = { tenantId: claimed.tenantId, customerId: claimed.customer_id, runId: claimed.id }
  await recordChanges(tx, WORKER, at, await recordMissingApproval(tx, owner, missing, at))
}

/** The runs of all accounts that have not ended. */
export const getRunFigures = (app: Pick<App, 'db'>): Promise<RunFigures> => findRunFigures(app.db)

/** Fails the runs whose job is gone or out of attempts. */
export async function failAbandonedRuns(app: App): Promise<number> {
  const runs = await listAbandonedRuns(app.db)
  let failed = 0
  for (const run of runs) {
    try {
      await failRun(app, run, {
        code: 'INTERNAL_ERROR',
        message:
          'The run was interrupted repeatedly and has been given up. Start another one; if that fails too, contact support.',
      })
      app.log.error({ event: 'run.abandoned', runId: run.id, attempt: run.attempt }, 'a run was given up')
      failed += 1
    } catch (error) {
      // Another worker was faster, or the run has just been deleted or canceled.
      if (!(error instanceof StaleAttemptError)) throw error
    }
  }
  return failed
}

async function claimRun(app: App, runId: string): Promise<ClaimedRun | undefined> {
  const at = app.now()
  const claimed = await app.db.transaction().execute(async (tx) => {
    const isToAsk = await lockCustomerToInvite(tx, runId)
    const run = await claimRunRow(tx, runId, at)
    // Later attempts take over from a dead worker: the start was recorded by the first.
    if (run?.attempt === 1) {
      const { product, customer_id: customerId } = run
      const owner = { partnerId: run.partner_id, distributorId: run.distributorId }
      // Do not send invitations for a partner that the tenant has not approved.
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
      await notifyPortal(tx, [toRunMessage('run.progress', run)])
    }
    return run
  })
  if (claimed?.attempt === 1) measure(app, 'waiting', at.getTime() - claimed.created_at.getTime())
  return claimed
}

/** Wall-clock times, because a phase may begin in another process; they may run backwards a little. */
const measure = (app: App, phase: 'waiting' | 'reading' | 'evaluating' | 'storing', ms: number): void =>
  app.metrics.runSeconds.observe({ phase }, Math.max(0, ms) / 1000)

async function completeRun(
  app: App,
  claimed: RunOfAttempt,
  { result: json, packedResult, snapshot }: Assessed,
  assessedRun: AssessedRun,
): Promise<void> {
  const at = app.now()
  const result: StoredResult = JSON.parse(json)
  const findings = findingsOf(result)
  // Seal and write objects before taking any lock.
  const insertResult = await saveParts(app, claimed.id, {
    result: packedResult,
    snapshot: snapshot.bytes,
    snapshotSha256: snapshot.sha256,
  })
  await app.db.transaction().execute(async (tx) => {
    // Lock in the same order as a deletion does. The suggestions below refer to the customer.
    const customer = await lockCustomerOfRun(tx, claimed)
    if (!customer) throw new StaleAttemptError()
    const run = await updateRunOfAttempt(tx, claimed, {
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
    if (!run) throw new StaleAttemptError()
    await deleteRunCheckpoints(tx, run.id)
    await insertResult(tx)
    await saveSuggestions(app, tx, assessedRun, result)
    const more = await saveFindings(app, tx, { run, customerName: customer.name, score: result.score, at }, findings)
    const owner = { partnerId: run.partner_id, distributorId: claimed.distributorId }
    await reconcileFindingProgress(tx, WORKER, { ...assessedRun, owner }, result, at)
    await recordEnd(tx, app, { run, claimed, more }, 'assessment.completed', at)
    // The run may have left open what readings decide as a rule, after everything that was asked had been answered.
    if (customer.recipients.length === 0) return
    const about = { ...assessedRun, distributorId: claimed.distributorId }
    await recordChanges(tx, WORKER, at, await inviteForRun(app, tx, about, at))
  })
}

/** Ends a run as failed; `alongside` runs in the same transaction. */
async function failRun(
  app: App,
  claimed: RunOfAttempt,
  failure: { code: string; message: string },
  alongside?: (tx: Connection, owner: PartnerLogOwner, at: Date) => Promise<void>,
): Promise<void> {
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    const run = await updateRunOfAttempt(tx, claimed, {
      status: 'failed',
      completed_at: at,
      failure_code: failure.code,
      failure_message: failure.message,
    })
    if (!run) throw new StaleAttemptError()
    await deleteRunCheckpoints(tx, run.id)
    await releaseRunQuota(tx, run.partner_id, [run])
    await removeJob(tx, run.id)
    await recordEnd(tx, app, { run, claimed }, 'assessment.failed', at)
    await alongside?.(tx, { partnerId: run.partner_id, distributorId: claimed.distributorId }, at)
  })
  app.metrics.runsFailed.inc({ code: failure.code })
  app.log.info({ event: 'run.failed', runId: claimed.id, code: failure.code }, 'a run failed')
}

async function recordEnd(
  tx: Connection,
  app: App,
  { run, claimed, more = { events: [], notices: [] } }: { run: RunRow; claimed: RunOfAttempt; more?: NewsOfRun },
  type: 'assessment.completed' | 'assessment.failed',
  at: Date,
): Promise<void> {
  const data = toRunEvent(run, app.appUrl)
  const { id: runId, partner_id: partnerId, customer_id: customerId, product } = run
  const about = { partnerId, customerId, runId }
  const notice: Notice =
    type === 'assessment.completed'
      ? { kind: 'report-ready', ...about }
      : { kind: 'assessment-failed', ...about, product, reason: run.failure_message ?? '' }
  await recordChanges(tx, WORKER, at, [
    {
      action: type,
      subject: runId,
      owner: { partnerId, distributorId: claimed.distributorId },
      before: { status: claimed.status },
      after: data,
      event: [{ type, data }, ...more.events],
      notice: [notice, ...more.notices],
    },
  ])
  await notifyPortal(tx, [toRunMessage('run.ended', claimed)])
}
