import type { App } from '../../../app.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { monthOf } from '../../../shared/dates/month.ts'
import { effectiveRunsLimit } from '../../billing/rules.ts'
import { dueAt, latenessMsOf, listOccurrences, type Occurrence, placeOf, type Recurrence } from '../recurrence.ts'
import { recurrenceOf, type ScheduleRow } from '../rules.ts'
import { updateSchedule } from '../store.ts'
import {
  claimDueSchedule,
  findDemand,
  insertOccurrences,
  listDueSchedules,
  listLongestWithoutRun,
  lockCustomersOf,
} from './store.ts'

/** If a schedule was not processed for a long time, only its latest missed occurrences are recorded. */
const MAX_MISSED = 7
const BATCH = 100

/** An occurrence of a schedule whose window has opened. */
interface OpenedWindow {
  scheduleId: string
  recurrence: Recurrence
  occurrence: Occurrence
}

/**
 * Creates the occurrences of a schedule whose window has opened, for each of its customers, and moves the schedule to
 * its next one, in one transaction. If the month has too few runs left for all, the customers whose last run is oldest
 * get the places in the window. False if nothing was due any more.
 */
async function createOccurrences(app: App, scheduleId: string): Promise<boolean> {
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    const customerIds = await lockCustomersOf(tx, scheduleId)
    const schedule = await claimDueSchedule(tx, scheduleId, at)
    if (!schedule || schedule.next_on === null) return false
    const recurrence = recurrenceOf(schedule)
    const begun: Occurrence[] = []
    for (const occurrence of listOccurrences(recurrence, schedule.next_on)) {
      if (occurrence.opensAt > at) {
        await updateSchedule(tx, schedule.partner_id, scheduleId, {
          next_on: occurrence.date,
          next_at: occurrence.opensAt,
        })
        break
      }
      begun.push(occurrence)
    }
    const isShort = customerIds.length > 1 && (await isQuotaShort(tx, schedule, customerIds.length, at))
    const queue = isShort ? await listLongestWithoutRun(tx, schedule.product, customerIds) : customerIds
    const own = placesOf(scheduleId, queue)
    const places = isShort ? own.toSorted((one, other) => one - other) : own
    for (const occurrence of begun.slice(-MAX_MISSED))
      await insertFor(tx, { scheduleId, recurrence, occurrence }, queue, places)
    return true
  })
}

/** Whether the month has fewer runs left than this many customers, and everything else that is waiting, may need. */
async function isQuotaShort(tx: Connection, schedule: ScheduleRow, customers: number, at: Date): Promise<boolean> {
  const { plan, subscriptionStatus, used, pending } = await findDemand(tx, schedule.partner_id, monthOf(at))
  const limit = effectiveRunsLimit(plan, subscriptionStatus)
  return limit >= 0 && limit - used < customers + pending
}

const placesOf = (scheduleId: string, customerIds: readonly string[]): number[] =>
  customerIds.map((customerId) => placeOf(scheduleId, customerId))

/** An occurrence of one customer at its own place in the window. */
export async function insertOccurrenceOf(tx: Connection, opened: OpenedWindow, customerId: string): Promise<void> {
  await insertFor(tx, opened, [customerId], placesOf(opened.scheduleId, [customerId]))
}

/** Inserts an occurrence of each customer, at the place in the window that has the same index. */
async function insertFor(
  tx: Connection,
  { scheduleId, recurrence, occurrence }: OpenedWindow,
  customerIds: readonly string[],
  places: readonly number[],
): Promise<void> {
  const latenessMs = latenessMsOf(recurrence)
  const rows = customerIds.map((customerId, index) => {
    const due = dueAt(occurrence, places[index] ?? 0)
    return { date: occurrence.date, customerId, dueAt: due, expiresAt: new Date(due.getTime() + latenessMs) }
  })
  await insertOccurrences(tx, scheduleId, rows)
}

/** Creates the occurrences of every schedule whose window has opened. Several processes may do this at once. */
export async function createDueOccurrences(app: App): Promise<void> {
  for (;;) {
    const ids = await listDueSchedules(app.db, app.now(), BATCH)
    let created = 0
    for (const id of ids) {
      try {
        if (await createOccurrences(app, id)) created++
      } catch (error) {
        app.log.error(
          { event: 'schedule.occurrences.failed', error, scheduleId: id },
          'a schedule could not be expanded',
        )
      }
    }
    if (created === 0 || ids.length < BATCH) return
  }
}
