import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { OccurrenceOutcome, RunStatus } from '../../../platform/database/tables.gen.ts'
import type { ListPosition } from '../../../shared/pagination.ts'
import { customersNamed } from '../customer-search.ts'
import type { OccurrenceQuery } from './schema.ts'

export interface DayRow {
  date: string
  outcome: OccurrenceOutcome | null
  customers: number
}

/** How many customers had each outcome on each day of a schedule, the latest day first. The caller has found the schedule. */
export async function listDayRows(db: Connection, scheduleId: string): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select occurs_on as date, outcome, count(*) as customers from schedule_occurrences
    where schedule_id = ${scheduleId} group by occurs_on, outcome order by occurs_on desc, outcome`.execute(db)
  return rows
}

export interface OccurrenceRow {
  date: string
  customerId: string
  customerName: string
  dueAt: Date
  outcome: OccurrenceOutcome | null
  decidedAt: Date | null
  runId: string | null
  runStatus: RunStatus | null
  score: number | null
}

const withOutcome = (outcome: NonNullable<OccurrenceQuery['outcome']>): RawBuilder<unknown> => {
  if (outcome === 'waiting') return sql`occurrence.outcome is null`
  if (outcome === 'skipped') return sql`occurrence.outcome not in ('started', 'missed')`
  return sql`occurrence.outcome = ${outcome}`
}

/** The occurrences of a schedule of the partner, customer by customer, the latest day first. */
export async function listOccurrenceRows(
  db: Connection,
  { partnerId, scheduleId }: { partnerId: string; scheduleId: string },
  { date, outcome, q }: Pick<OccurrenceQuery, 'date' | 'outcome' | 'q'>,
  { limit, after }: { limit: number; after?: ListPosition },
): Promise<OccurrenceRow[]> {
  const { rows } = await sql<OccurrenceRow>`
    select occurrence.occurs_on as date, occurrence.customer_id as "customerId", customer.name as "customerName",
      occurrence.due_at as "dueAt", occurrence.outcome, occurrence.decided_at as "decidedAt", run.id as "runId",
      run.status as "runStatus", run.score
    from schedule_occurrences as occurrence
    join customers as customer on customer.id = occurrence.customer_id
    left join runs as run on run.id = occurrence.run_id
    where occurrence.schedule_id = ${scheduleId} and customer.partner_id = ${partnerId}
      ${date === undefined ? sql`` : sql`and occurrence.occurs_on = ${date}`}
      ${outcome === undefined ? sql`` : sql`and ${withOutcome(outcome)}`}
      ${q === undefined ? sql`` : sql`and occurrence.customer_id = any(${customersNamed(partnerId, q)})`}
      ${after ? sql`and (occurrence.occurs_on, occurrence.customer_id) < (${after.createdAt.slice(0, 10)}, ${after.id})` : sql``}
    order by occurrence.occurs_on desc, occurrence.customer_id desc limit ${limit}`.execute(db)
  return rows
}
