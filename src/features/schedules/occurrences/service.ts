import type { App } from '../../../app.ts'
import { deleteInBatches } from '../../../platform/database/batches.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { notifyPortal } from '../../../platform/database/notifications.ts'
import type { OccurrenceOutcome, SchedulePauseReason } from '../../../platform/database/tables.gen.ts'
import type { Actor, Principal } from '../../../shared/actor.ts'
import { monthOf } from '../../../shared/dates/month.ts'
import { DAY_MS, MINUTE_MS } from '../../../shared/dates/time-units.ts'
import { planAllows } from '../../../shared/plans.ts'
import { Problem } from '../../../shared/problem.ts'
import { createAssessmentWith, findRepeatedFailure, isAssessing } from '../../assessments/service.ts'
import { recordChanges } from '../../audit/service.ts'
import { effectiveRunsLimit } from '../../billing/rules.ts'
import { requireCustomer } from '../../customers/service.ts'
import { ownerOf } from '../../events/service.ts'
import { endOccurrences, startOccurrences } from '../pausing/service.ts'
import { occurrenceAfterLimit } from '../recurrence.ts'
import { recurrenceOf, type ScheduleRow, toScheduleMessage } from '../rules.ts'
import { lockSchedule } from '../store.ts'
import { insertOccurrenceOf } from '../windows/service.ts'
import {
  claimOccurrence,
  type DueOccurrence,
  deleteOccurrencesBefore,
  hasStartedOn,
  insertLimitNotice,
  listApprovedAgain,
  listDueOccurrences,
  lockProductOf,
  type OccurrenceKey,
  type PendingOccurrence,
  updateDueAt,
  updateExpired,
  updateLate,
  updateOutcome,
} from './store.ts'

/** An occurrence later than this was delayed because no worker was running, and many may be due at once. */
const LATE_MS = 5 * MINUTE_MS
const CATCH_UP_MS = 30 * MINUTE_MS
const RETRY_MS = 5 * MINUTE_MS
/** Runs in a row that fail with the same code before no more are started. */
const MAX_FAILURES = 3
const STORED_DAYS = 35
const BATCH = 100

/**
 * Records occurrences that are too old as missed, and spreads those that are late but not too old, so that they do not all start
 * at once. Customers of a schedule keep their order.
 */
export async function reconcileLateOccurrences(app: App): Promise<void> {
  const at = app.now()
  await deleteInBatches((max) => updateExpired(app.db, at, max))
  const before = new Date(at.getTime() - LATE_MS)
  let done = 0
  await deleteInBatches(async (max) => {
    const moved = await updateLate(app.db, { at, before, spreadMs: CATCH_UP_MS, done }, max)
    done += moved
    return moved
  })
}

/**
 * Starts the runs of occurrences that are due, or records why there is none, until nothing is due or `deadline` has passed.
 * Several processes may do this at once. An occurrence that fails is due again five minutes later. Returns how many runs
 * were started.
 */
export async function startDueRuns(app: App, deadline: number): Promise<number> {
  let started = 0
  for (;;) {
    const due = await listDueOccurrences(app.db, app.now(), BATCH)
    let decided = 0
    for (const occurrence of due) {
      if (performance.now() > deadline) return started
      const outcome = await decide(app, occurrence)
      if (outcome === 'started') started++
      if (outcome !== undefined) decided++
    }
    if (decided === 0 || due.length < BATCH) return started
  }
}

/** The outcome of an occurrence; undefined if another process decides it. */
async function decide(app: App, occurrence: PendingOccurrence): Promise<OccurrenceOutcome | 'postponed' | undefined> {
  try {
    const outcome = await startRun(app, occurrence)
    if (outcome !== undefined && outcome !== 'started') await recordRefusal(app, occurrence, outcome)
    return outcome
  } catch (error) {
    const { scheduleId, customerId } = occurrence
    if (!(error instanceof Problem))
      app.log.error({ event: 'schedule.run.failed', error, scheduleId, customerId }, 'a scheduled run could not start')
    await updateDueAt(app.db, occurrence, new Date(app.now().getTime() + RETRY_MS))
    return 'postponed'
  }
}

/**
 * Starts the run of an occurrence and records that in one transaction, so that a killed process leaves both or neither.
 * Returns why it starts no run, with nothing changed, or undefined if another process decides the occurrence.
 */
async function startRun(app: App, occurrence: PendingOccurrence): Promise<OccurrenceOutcome | undefined> {
  const at = app.now()
  try {
    return await app.db.transaction().execute(async (tx) => {
      // Before the occurrence, in the order in which a deletion of the customer locks them.
      const { partnerStatus } = await requireCustomer(tx, occurrence, occurrence.customerId)
      const due = await claimOccurrence(tx, occurrence, at)
      if (!due) return undefined
      const { schedule } = due
      await lockProductOf(tx, occurrence.customerId, schedule.product)
      const refusal = partnerStatus === 'suspended' ? 'partner_inactive' : await findRefusal(tx, occurrence, due)
      if (refusal !== undefined) return refusal
      const { id: runId } = await createAssessmentWith(app, tx, toActor(occurrence, due), {
        customerId: occurrence.customerId,
        product: schedule.product,
        ...(schedule.maturity_target !== null && { maturityTarget: schedule.maturity_target }),
      })
      await updateOutcome(tx, occurrence, { outcome: 'started', at, runId })
      await notifyPortal(tx, [toScheduleMessage(schedule.id, occurrence)])
      return 'started'
    })
  } catch (error) {
    if (error instanceof Problem && error.code === 'RUN_LIMIT_REACHED') return 'run_limit'
    // The customer has just been deleted, and its occurrences with it.
    if (error instanceof Problem && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

const authorOf = ({ id }: Pick<ScheduleRow, 'id'>): Principal => ({ kind: 'system', id })

const toActor = (
  { partnerId, distributorId }: PendingOccurrence,
  { schedule, plan, subscriptionStatus }: DueOccurrence,
): Actor => ({
  ...authorOf(schedule),
  partnerId,
  distributorId,
  plan,
  subscriptionStatus,
})

/** Why an occurrence gets no run; the limit is checked by claiming it. */
async function findRefusal(
  tx: Connection,
  occurrence: OccurrenceKey,
  { schedule, plan, subscriptionStatus, approvedAt }: DueOccurrence,
): Promise<OccurrenceOutcome | undefined> {
  const { product, partner_id: partnerId } = schedule
  if (effectiveRunsLimit(plan, subscriptionStatus) === 0) return 'partner_inactive'
  if (!planAllows(plan, product)) return 'product_not_allowed'
  if (approvedAt === null) return 'consent_missing'
  if (await hasStartedOn(tx, occurrence, product)) return 'already_ran'
  const wanted = { partnerId, customerId: occurrence.customerId, product }
  if (await isAssessing(tx, wanted)) return 'already_running'
  const since = new Date(Math.max(approvedAt.getTime(), schedule.resumed_at?.getTime() ?? 0))
  const failure = await findRepeatedFailure(tx, wanted, { since, times: MAX_FAILURES })
  return failure === undefined ? undefined : 'failing'
}

/** What pauses a schedule of one customer; of all customers, only the plan does. */
const PAUSING: Partial<Record<OccurrenceOutcome, SchedulePauseReason>> = {
  consent_missing: 'consent_missing',
  failing: 'failing',
  product_not_allowed: 'product_not_allowed',
}

/** Records why an occurrence got no run, with what follows from it, in one transaction. */
async function recordRefusal(app: App, occurrence: PendingOccurrence, outcome: OccurrenceOutcome): Promise<void> {
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    const row = await lockSchedule(tx, occurrence.partnerId, occurrence.scheduleId)
    if (!row || !(await updateOutcome(tx, occurrence, { outcome, at }))) return
    await notifyPortal(tx, [toScheduleMessage(row.id, occurrence)])
    if (outcome === 'run_limit') await recordLimit(tx, occurrence, row, at)
    const reason = PAUSING[outcome]
    const isPausing = row.customer_id !== null || reason === 'product_not_allowed'
    if (reason === undefined || !isPausing || row.status === 'paused') return
    await endOccurrences(tx, authorOf(row), occurrence, { row, reason }, at)
  })
}

/** Notifies the partner once a month, and tries again early in the next one. */
async function recordLimit(tx: Connection, occurrence: PendingOccurrence, row: ScheduleRow, at: Date): Promise<void> {
  const { partnerId, customerId } = occurrence
  const recurrence = recurrenceOf(row)
  const again = row.status === 'active' ? occurrenceAfterLimit(recurrence, at) : undefined
  if (again) await insertOccurrenceOf(tx, { scheduleId: row.id, recurrence, occurrence: again }, customerId)
  const month = monthOf(at)
  if (!(await insertLimitNotice(tx, partnerId, month))) return
  await recordChanges(tx, authorOf(row), at, [
    {
      action: 'schedule.limit_reached',
      subject: partnerId,
      owner: ownerOf(occurrence),
      after: { month },
      notice: { kind: 'schedule-limit-reached', partnerId, month },
    },
  ])
}

/** Resumes the schedules that were paused for a missing approval which has been given since. */
export async function reconcileApprovals(app: App): Promise<void> {
  for (const { id, ...owner } of await listApprovedAgain(app.db, BATCH)) {
    await app.db.transaction().execute(async (tx) => {
      const row = await lockSchedule(tx, owner.partnerId, id)
      if (row?.pause_reason === 'consent_missing') await startOccurrences(tx, authorOf(row), owner, row, app.now())
    })
  }
}

/** Deletes occurrences that ended more than 35 days ago, except those of each schedule's latest day. */
export async function deleteOldOccurrences(app: App): Promise<void> {
  const before = new Date(app.now().getTime() - STORED_DAYS * DAY_MS)
  const deleted = await deleteInBatches((max) => deleteOccurrencesBefore(app.db, before, max))
  app.metrics.retentionDeleted.inc({ kind: 'schedule_occurrences' }, deleted)
}
