import { type Insertable, sql, type Updateable } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Schedules } from '../../platform/database/tables.gen.ts'
import type { ListPosition } from '../../shared/pagination.ts'
import type { OutcomeCount, ScheduleRow } from './rules.ts'

/** Serializes what adds schedules of a partner, so that it cannot exceed its number of them. */
export async function lockSchedules(tx: Connection, partnerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`schedules ${partnerId}`}, 0))`.execute(tx)
}

export async function insertSchedule(tx: Connection, row: Insertable<Schedules>): Promise<void> {
  await tx.insertInto('schedules').values(row).execute()
}

export async function countSchedules(db: Connection, partnerId: string): Promise<number> {
  const row = await db
    .selectFrom('schedules')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('partner_id', '=', partnerId)
    .executeTakeFirstOrThrow()
  return row.n
}

/** How many customers the partner has. */
export async function countCustomers(db: Connection, partnerId: string): Promise<number> {
  const row = await db
    .selectFrom('customer_counts')
    .select('customers')
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  return row?.customers ?? 0
}

export async function findSchedule(db: Connection, partnerId: string, id: string): Promise<ScheduleRow | undefined> {
  return await db
    .selectFrom('schedules')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Locks a schedule against changes and against the creation of its occurrences. */
export async function lockSchedule(tx: Connection, partnerId: string, id: string): Promise<ScheduleRow | undefined> {
  return await tx
    .selectFrom('schedules')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function listScheduleRows(
  db: Connection,
  partnerId: string,
  page: { limit?: number; after?: ListPosition },
): Promise<ScheduleRow[]> {
  let query = db.selectFrom('schedules').selectAll().where('partner_id', '=', partnerId)
  if (page.after !== undefined) {
    const { createdAt, id } = page.after
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(new Date(createdAt), id)))
  }
  if (page.limit !== undefined) query = query.limit(page.limit)
  return await query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

export async function listActiveRows(db: Connection, partnerId: string): Promise<ScheduleRow[]> {
  return await db
    .selectFrom('schedules')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('status', '=', 'active')
    .execute()
}

export async function updateSchedule(
  tx: Connection,
  partnerId: string,
  id: string,
  change: Updateable<Schedules>,
): Promise<void> {
  await tx.updateTable('schedules').set(change).where('partner_id', '=', partnerId).where('id', '=', id).execute()
}

export async function deleteScheduleRow(tx: Connection, partnerId: string, id: string): Promise<void> {
  await tx.deleteFrom('schedules').where('partner_id', '=', partnerId).where('id', '=', id).execute()
}

/** Deletes what has not been carried out. */
export async function deletePendingOccurrences(tx: Connection, scheduleId: string): Promise<void> {
  await tx
    .deleteFrom('schedule_occurrences')
    .where('schedule_id', '=', scheduleId)
    .where('outcome', 'is', null)
    .execute()
}

/** When the first pending occurrence of each schedule is due. */
export async function listPendingTimes(db: Connection, ids: readonly string[]): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('schedule_occurrences')
    .select((eb) => ['schedule_id as id', eb.fn.min('due_at').as('at')])
    .where('schedule_id', '=', sql<string>`any(${ids}::text[])`)
    .where('outcome', 'is', null)
    .groupBy('schedule_id')
    .execute()
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** The outcomes in the latest occurrence of each schedule that has any, by schedule. */
export async function listLatestOutcomes(
  db: Connection,
  ids: readonly string[],
): Promise<Map<string, (OutcomeCount & { id: string })[]>> {
  const { rows } = await sql<OutcomeCount & { id: string }>`
    select asked.id, latest.occurs_on as date, done.outcome, count(*) as customers, max(done.decided_at) as at,
      max(done.run_id) as "runId"
    from unnest(${ids}::text[]) as asked (id)
    cross join lateral (
      select occurs_on from schedule_occurrences
      where schedule_id = asked.id and outcome is not null order by occurs_on desc limit 1
    ) as latest
    join schedule_occurrences as done on done.schedule_id = asked.id and done.occurs_on = latest.occurs_on
      and done.outcome is not null
    group by asked.id, latest.occurs_on, done.outcome
    order by done.outcome`.execute(db)
  return Map.groupBy(rows, ({ id }) => id)
}
