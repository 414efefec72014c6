import type { App } from '../../../app.ts'
import type { Actor } from '../../../shared/actor.ts'
import { readList } from '../../../shared/pagination.ts'
import { findCustomerName } from '../../customers/service.ts'
import { ALL_CUSTOMERS } from '../../schedules/schema.ts'
import { getSchedule, requireStored } from '../../schedules/service.ts'
import { readSearch } from '../customer-search.ts'
import type { OccurrenceQuery, ScheduleHistory, ScheduleOccurrences } from './schema.ts'
import { listDayRows, listOccurrenceRows, type OccurrenceRow } from './store.ts'

const PAGE = 50

/** A schedule with what became of its latest days. Throws NOT_FOUND if the partner has no such schedule. */
export async function getScheduleHistory(app: App, actor: Actor, id: string): Promise<ScheduleHistory> {
  const schedule = await getSchedule(app, actor, id)
  const isForAll = schedule.customerId === ALL_CUSTOMERS
  const [customerName, rows] = await Promise.all([
    isForAll ? undefined : findCustomerName(app, actor.partnerId, schedule.customerId),
    listDayRows(app.db, id),
  ])
  return {
    schedule,
    ...(customerName !== undefined && { customerName }),
    days: [...Map.groupBy(rows, ({ date }) => date)].map(([date, outcomes]) => ({
      date,
      outcomes: outcomes.map(({ outcome, customers }) => ({ ...(outcome && { outcome }), customers })),
    })),
  }
}

/** One page of the occurrences of a schedule, the latest day first. Throws NOT_FOUND if the partner has no such schedule. */
export async function getScheduleOccurrences(
  app: App,
  actor: Actor,
  scheduleId: string,
  { date, outcome, q, limit = PAGE, cursor }: OccurrenceQuery,
): Promise<ScheduleOccurrences> {
  await requireStored(app.db, actor, scheduleId)
  const { partnerId } = actor
  const text = readSearch(q)
  const filter = {
    ...(date !== undefined && { date }),
    ...(outcome !== undefined && { outcome }),
    ...(text !== undefined && { q: text }),
  }
  const { items, nextCursor } = await readList(
    { limit, ...(cursor !== undefined && { cursor }) },
    { list: 'occurrences', scheduleId, ...filter },
    async (page) => {
      const rows = await listOccurrenceRows(app.db, { partnerId, scheduleId }, filter, page)
      // The position in this list is a day and a customer.
      return rows.map((row) => ({ id: row.customerId, createdAt: new Date(`${row.date}T00:00:00Z`), row }))
    },
    ({ row }) => toItem(row),
  )
  return { occurrences: items, ...(nextCursor !== undefined && { nextCursor }) }
}

function toItem(row: OccurrenceRow): ScheduleOccurrences['occurrences'][number] {
  const { date, customerId, customerName, dueAt, outcome, decidedAt, runId, runStatus, score } = row
  return {
    date,
    customerId,
    customerName,
    dueAt,
    ...(outcome && { outcome }),
    ...(decidedAt && { decidedAt }),
    ...(runId !== null &&
      runStatus !== null && { run: { id: runId, status: runStatus, ...(score !== null && { score }) } }),
  }
}
