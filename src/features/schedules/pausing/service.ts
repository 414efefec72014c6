import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { notifyPortal } from '../../../platform/database/notifications.ts'
import type { SchedulePauseReason } from '../../../platform/database/tables.gen.ts'
import type { Actor, Principal } from '../../../shared/actor.ts'
import type { IdempotencyContext } from '../../../shared/idempotency.ts'
import type { PartnerLogOwner } from '../../approvals/service.ts'
import { requireAllowed, requireFramework } from '../../assessments/service.ts'
import { recordChanges } from '../../audit/service.ts'
import { ownerOf } from '../../events/service.ts'
import { withIdempotency } from '../../idempotency/service.ts'
import { recurrenceOf, type ScheduleRow, toFields, toScheduleMessage } from '../rules.ts'
import type { Schedule } from '../schema.ts'
import { requireSchedule, toNext, withTimesOf } from '../service.ts'
import { deletePendingOccurrences, updateSchedule } from '../store.ts'

/** Pauses a schedule until somebody resumes it. Nothing changes if somebody has paused it before. */
export async function pauseSchedule(
  app: App,
  actor: Actor,
  id: string,
  idempotency?: IdempotencyContext,
): Promise<Schedule> {
  const at = app.now()
  return await withIdempotency(app, idempotency, async (tx) => {
    const row = await requireSchedule(tx, actor, id)
    if (row.pause_reason === 'requested') return await withTimesOf(tx, row)
    return await withTimesOf(tx, await endOccurrences(tx, actor, actor, { row, reason: 'requested' }, at))
  })
}

/**
 * Pauses a locked schedule in the caller's transaction and drops what has not been carried out. Unless somebody has asked for it,
 * the partner gets an email, too. Returns the row after it.
 */
export async function endOccurrences(
  tx: Connection,
  author: Principal,
  owner: PartnerLogOwner,
  { row, reason }: { row: ScheduleRow; reason: SchedulePauseReason },
  at: Date,
): Promise<ScheduleRow> {
  const change = { status: 'paused', pause_reason: reason, next_on: null, next_at: null } as const
  await updateSchedule(tx, owner.partnerId, row.id, change)
  await deletePendingOccurrences(tx, row.id)
  const { customerId, product } = toFields(row)
  const about = { partnerId: owner.partnerId, scheduleId: row.id, product }
  const ofCustomer = row.customer_id === null ? {} : { customerId: row.customer_id }
  await recordChanges(tx, author, at, [
    {
      action: 'schedule.paused',
      subject: row.id,
      owner: ownerOf(owner),
      before: { customerId, status: row.status, ...(row.pause_reason !== null && { pauseReason: row.pause_reason }) },
      after: { customerId, status: 'paused', pauseReason: reason },
      event: { type: 'schedule.paused', data: { ...about, ...ofCustomer, reason, pausedAt: at } },
      ...(reason !== 'requested' && { notice: { kind: 'schedule-paused', ...about, ...ofCustomer, reason } }),
    },
  ])
  await notifyPortal(tx, [toScheduleMessage(row.id, owner)])
  return { ...row, ...change }
}

/**
 * Resumes a schedule with the next window that opens, and gives customers whose runs kept failing another chance. Throws
 * PRODUCT_NOT_ALLOWED if the plan does not include its product.
 */
export async function resumeSchedule(
  app: App,
  actor: Actor,
  id: string,
  idempotency?: IdempotencyContext,
): Promise<Schedule> {
  return await withIdempotency(app, idempotency, async (tx) => {
    const row = await requireSchedule(tx, actor, id)
    requireAllowed(actor, requireFramework(row.product))
    if (row.status === 'active' && row.customer_id !== null) return await withTimesOf(tx, row)
    return await withTimesOf(tx, await startOccurrences(tx, actor, actor, row, app.now()))
  })
}

/** Resumes a locked schedule in the caller's transaction; returns the row after it. */
export async function startOccurrences(
  tx: Connection,
  author: Principal,
  owner: PartnerLogOwner,
  row: ScheduleRow,
  at: Date,
): Promise<ScheduleRow> {
  const next = row.status === 'active' ? {} : toNext(recurrenceOf(row), at)
  const change = { status: 'active', pause_reason: null, resumed_at: at, ...next } as const
  await updateSchedule(tx, owner.partnerId, row.id, change)
  const { customerId } = toFields(row)
  await recordChanges(tx, author, at, [
    {
      action: 'schedule.resumed',
      subject: row.id,
      owner: ownerOf(owner),
      before: { customerId, status: row.status, ...(row.pause_reason !== null && { pauseReason: row.pause_reason }) },
      after: { customerId, status: 'active' },
    },
  ])
  await notifyPortal(tx, [toScheduleMessage(row.id, owner)])
  return { ...row, ...change }
}
