import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Plan, SubscriptionStatus } from '../../../shared/plans.ts'
import type { ScheduleRow } from '../rules.ts'

/** Schedules whose next window has opened, longest ago first. */
export async function listDueSchedules(db: Connection, at: Date, max: number): Promise<string[]> {
  const rows = await db
    .selectFrom('schedules')
    .select('id')
    .where('status', '=', 'active')
    .where('next_at', '<=', at)
    .orderBy('next_at')
    .limit(max)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The customers of a schedule with its partner, locked against deletion. Call it before `claimDueSchedule`: a deletion locks the
 * customer first, too.
 */
export async function lockCustomersOf(tx: Connection, scheduleId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('schedules as schedule')
    .innerJoin('customers as customer', (join) =>
      join
        .onRef('customer.partner_id', '=', 'schedule.partner_id')
        .on((eb) =>
          eb.or([eb('schedule.customer_id', 'is', null), eb('schedule.customer_id', '=', eb.ref('customer.id'))]),
        ),
    )
    .select('customer.id')
    .where('schedule.id', '=', scheduleId)
    .forKeyShare('customer')
    .execute()
  return rows.map(({ id }) => id)
}

/** What the partner of a schedule may run in a month, and what has been asked for. */
export interface RunDemand {
  plan: Plan
  subscriptionStatus: SubscriptionStatus | null
  /** Runs of the month that count. */
  used: number
  /** Occurrences of all its schedules that wait for their runs. */
  pending: number
}

export async function findDemand(db: Connection, partnerId: string, month: string): Promise<RunDemand> {
  const { pending, ...demand } = await db
    .selectFrom('partners as partner')
    .leftJoin('subscriptions as subscription', 'subscription.partner_id', 'partner.id')
    .leftJoin('usage_months as usage', (join) =>
      join.onRef('usage.partner_id', '=', 'partner.id').on('usage.month', '=', month),
    )
    .select((eb) => [
      'partner.plan',
      'subscription.status as subscriptionStatus',
      eb.fn.coalesce('usage.runs', eb.lit(0)).as('used'),
      eb
        .selectFrom('schedules as schedule')
        .innerJoin('schedule_occurrences as occurrence', 'occurrence.schedule_id', 'schedule.id')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('schedule.partner_id', '=', 'partner.id')
        .where('occurrence.outcome', 'is', null)
        .as('pending'),
    ])
    .where('partner.id', '=', partnerId)
    .executeTakeFirstOrThrow()
  return { ...demand, pending: pending ?? 0 }
}

/** These customers, those who have been without a completed run of the product for longest first. */
export async function listLongestWithoutRun(
  db: Connection,
  product: string,
  customerIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select customer.id from unnest(${customerIds}::text[]) as customer (id)
    left join lateral (
      select created_at from runs
      where customer_id = customer.id and product = ${product} and status = 'completed'
      order by created_at desc, id desc limit 1
    ) as last on true
    order by last.created_at nulls first, customer.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks a schedule whose next window has opened; undefined if another transaction is doing so or has done so. */
export async function claimDueSchedule(tx: Connection, id: string, at: Date): Promise<ScheduleRow | undefined> {
  return await tx
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('next_at', '<=', at)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Inserts occurrences of a schedule that are not there yet. */
export async function insertOccurrences(
  tx: Connection,
  scheduleId: string,
  rows: readonly { date: string; customerId: string; dueAt: Date; expiresAt: Date }[],
): Promise<void> {
  const column = <T>(pick: (row: (typeof rows)[number]) => T): T[] => rows.map(pick)
  await sql`
    insert into schedule_occurrences (schedule_id, occurs_on, customer_id, due_at, expires_at)
    select ${scheduleId}, * from unnest(${column(({ date }) => date)}::text[], ${column(({ customerId }) => customerId)}::text[],
      ${column(({ dueAt }) => dueAt)}::timestamptz[], ${column(({ expiresAt }) => expiresAt)}::timestamptz[])
    on conflict do nothing`.execute(tx)
}
