import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { OccurrenceOutcome } from '../../../platform/database/tables.gen.ts'
import type { Plan, SubscriptionStatus } from '../../../shared/plans.ts'
import { approvedAt } from '../../approvals/rules.ts'
import type { PartnerLogOwner } from '../../approvals/service.ts'
import type { ScheduleRow } from '../rules.ts'

/** One customer's part of one occurrence. */
export interface OccurrenceKey {
  scheduleId: string
  date: string
  customerId: string
}

/** Records at most `max` occurrences that are too old as missed; returns how many. */
export async function updateExpired(db: Connection, at: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update schedule_occurrences set outcome = 'missed', decided_at = ${at}
    where ctid = any(array(
      select ctid from schedule_occurrences where outcome is null and due_at <= ${at} and expires_at <= ${at}
      limit ${max} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Spreads occurrences that were due before a time evenly over the next `spreadMs`, in the order of their times, together with
 * those of the same schedules that are due in that time anyway: none of them may go before one that has waited longer. Takes at
 * most `max`, the last ones first, so that a schedule counts as late until its earliest occurrence is moved; `done` are
 * those that earlier calls have moved. Returns how many.
 */
export async function updateLate(
  db: Connection,
  { at, before, spreadMs, done }: { at: Date; before: Date; spreadMs: number; done: number },
  max: number,
): Promise<number> {
  const end = new Date(at.getTime() + spreadMs)
  const isMoved = sql`outcome is null and not is_late and due_at < ${end} and schedule_id = any(array(
    select distinct schedule_id from schedule_occurrences where outcome is null and due_at < ${before} and not is_late))`
  const { numAffectedRows } = await sql`
    with late as materialized (
      select ctid as place, due_at from schedule_occurrences where ${isMoved}
      order by due_at desc limit ${max} for update skip locked),
    waiting as materialized (select count(*) as total from schedule_occurrences where ${isMoved}),
    spread as (
      select place, (total - row_number() over (order by due_at desc) + 0.5)::float8 / (total + ${done}) as share
      from late, waiting)
    update schedule_occurrences as occurrence
    set is_late = true,
      due_at = ${at}::timestamptz + greatest(share, 0) * ${spreadMs}::float8 * interval '1 millisecond',
      expires_at = greatest(expires_at, ${at}::timestamptz + ${2 * spreadMs}::float8 * interval '1 millisecond')
    from spread where occurrence.ctid = spread.place`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** An occurrence with the partner and its distributor, which see what becomes of it. */
export type PendingOccurrence = OccurrenceKey & PartnerLogOwner

/** Occurrences that are due, longest ago first. */
export async function listDueOccurrences(db: Connection, at: Date, max: number): Promise<PendingOccurrence[]> {
  return await db
    .selectFrom('schedule_occurrences as occurrence')
    .innerJoin('schedules as schedule', 'schedule.id', 'occurrence.schedule_id')
    .select(['schedule_id as scheduleId', 'occurs_on as date', 'occurrence.customer_id as customerId'])
    .innerJoin('partners as partner', 'partner.id', 'schedule.partner_id')
    .select(['partner.id as partnerId', 'partner.distributor_id as distributorId'])
    .where('outcome', 'is', null)
    .where('due_at', '<=', at)
    .orderBy('due_at')
    .limit(max)
    .execute()
}

/** An occurrence with everything that decides whether it gets a run. */
export interface DueOccurrence {
  schedule: ScheduleRow
  plan: Plan
  subscriptionStatus: SubscriptionStatus | null
  /** When the tenant was approved for the partner; null: nothing of it may be read. */
  approvedAt: Date | null
}

/** Locks an occurrence that is due; undefined if another transaction is deciding it or has decided it. */
export async function claimOccurrence(
  tx: Connection,
  { scheduleId, date, customerId }: OccurrenceKey,
  at: Date,
): Promise<DueOccurrence | undefined> {
  const row = await tx
    .selectFrom('schedule_occurrences as occurrence')
    .innerJoin('schedules as schedule', 'schedule.id', 'occurrence.schedule_id')
    .innerJoin('customers as customer', 'customer.id', 'occurrence.customer_id')
    .innerJoin('partners as partner', 'partner.id', 'schedule.partner_id')
    .leftJoin('subscriptions as subscription', 'subscription.partner_id', 'partner.id')
    .selectAll('schedule')
    .select(['partner.plan', 'subscription.status as subscriptionStatus'])
    .select(approvedAt('schedule.partner_id', 'customer.tenant_id').as('approvedAt'))
    .where('occurrence.schedule_id', '=', scheduleId)
    .where('occurrence.occurs_on', '=', date)
    .where('occurrence.customer_id', '=', customerId)
    .where('occurrence.outcome', 'is', null)
    .where('occurrence.due_at', '<=', at)
    .forUpdate('occurrence')
    .skipLocked()
    .executeTakeFirst()
  if (!row) return undefined
  const { plan, subscriptionStatus, approvedAt: approved, ...schedule } = row
  return { schedule, plan, subscriptionStatus, approvedAt: approved }
}

/** Serializes what starts scheduled runs of a product for a customer. */
export async function lockProductOf(tx: Connection, customerId: string, product: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`scheduled ${customerId} ${product}`}, 0))`.execute(tx)
}

/** Whether a schedule has started a run of the product for the customer on this day. */
export async function hasStartedOn(
  tx: Connection,
  { date, customerId }: OccurrenceKey,
  product: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('schedule_occurrences as occurrence')
    .innerJoin('schedules as schedule', 'schedule.id', 'occurrence.schedule_id')
    .select('occurrence.schedule_id')
    .where('occurrence.customer_id', '=', customerId)
    .where('occurs_on', '=', date)
    .where('outcome', '=', 'started')
    .where('schedule.product', '=', product)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Records how an occurrence ended; false if that is recorded already, or the occurrence is gone. */
export async function updateOutcome(
  tx: Connection,
  { scheduleId, date, customerId }: OccurrenceKey,
  { outcome, at, runId = null }: { outcome: OccurrenceOutcome; at: Date; runId?: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('schedule_occurrences')
    .set({ outcome, decided_at: at, run_id: runId })
    .where('schedule_id', '=', scheduleId)
    .where('occurs_on', '=', date)
    .where('customer_id', '=', customerId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes a pending occurrence due later. */
export async function updateDueAt(
  db: Connection,
  { scheduleId, date, customerId }: OccurrenceKey,
  dueAt: Date,
): Promise<void> {
  await db
    .updateTable('schedule_occurrences')
    .set({ due_at: dueAt })
    .where('schedule_id', '=', scheduleId)
    .where('occurs_on', '=', date)
    .where('customer_id', '=', customerId)
    .where('outcome', 'is', null)
    .execute()
}

/** Records that a partner is notified of its limit in a month; false if it was before. */
export async function insertLimitNotice(tx: Connection, partnerId: string, month: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('schedule_limit_notices')
    .values({ partner_id: partnerId, month })
    .onConflict((conflict) => conflict.columns(['partner_id', 'month']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Schedules that wait for an approval which has been given since. */
export async function listApprovedAgain(db: Connection, max: number): Promise<(PartnerLogOwner & { id: string })[]> {
  return await db
    .selectFrom('schedules as schedule')
    .innerJoin('customers as customer', 'customer.id', 'schedule.customer_id')
    .innerJoin('partners as partner', 'partner.id', 'schedule.partner_id')
    .select(['schedule.id', 'schedule.partner_id as partnerId', 'partner.distributor_id as distributorId'])
    .where('schedule.pause_reason', '=', 'consent_missing')
    .where(approvedAt('schedule.partner_id', 'customer.tenant_id'), 'is not', null)
    .limit(max)
    .execute()
}

/** Deletes up to `max` occurrences that ended before a time, except those of each schedule's latest day; returns how many. */
export async function deleteOccurrencesBefore(db: Connection, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from schedule_occurrences where ctid = any(array(
      select old.ctid from schedule_occurrences as old
      where old.outcome is not null and old.decided_at < ${before} and exists (
        select from schedule_occurrences as later
        where later.schedule_id = old.schedule_id and later.occurs_on > old.occurs_on and later.outcome is not null)
      limit ${max} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
