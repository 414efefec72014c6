import type { App } from '../../app.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Actor } from '../../shared/actor.ts'
import type { IdempotencyContext } from '../../shared/idempotency.ts'
import { isId, newId } from '../../shared/ids.ts'
import { readList } from '../../shared/pagination.ts'
import { runsLimit } from '../../shared/plans.ts'
import { Problem } from '../../shared/problem.ts'
import { requireAllowed, requireFramework } from '../assessments/service.ts'
import { recordChanges } from '../audit/service.ts'
import { requireCustomer } from '../customers/service.ts'
import { ownerOf } from '../events/service.ts'
import { withIdempotency } from '../idempotency/service.ts'
import { countDoubled, type PlannedSchedule } from './overlap.ts'
import { listOccurrences, nextOccurrence, occurrencesPerMonth, type Recurrence } from './recurrence.ts'
import {
  changeRecurrence,
  recurrenceOf,
  type ScheduleRow,
  toColumns,
  toFields,
  toSchedule,
  validateRecurrence,
} from './rules.ts'
import {
  ALL_CUSTOMERS,
  type NewSchedule,
  type Schedule,
  type ScheduleChange,
  type ScheduleList,
  type SchedulePreview,
  type ScheduleQuery,
} from './schema.ts'
import {
  countCustomers,
  countSchedules,
  deletePendingOccurrences,
  deleteScheduleRow,
  findSchedule,
  insertSchedule,
  listActiveRows,
  listLatestOutcomes,
  listPendingTimes,
  listScheduleRows,
  lockSchedule,
  lockSchedules,
  updateSchedule,
} from './store.ts'

/** Maximum number per partner. One schedule can have all customers. */
const MAX_SCHEDULES = 500
const PREVIEWED = 5

/** Creates a schedule. Its first occurrence is the next one whose window has not opened. */
export async function createSchedule(
  app: App,
  actor: Actor,
  input: NewSchedule,
  idempotency?: IdempotencyContext,
): Promise<Schedule> {
  const at = app.now()
  return await withIdempotency(app, idempotency, async (tx) => {
    const recurrence = await requireValid(tx, actor, input, at)
    await lockSchedules(tx, actor.partnerId)
    if ((await countSchedules(tx, actor.partnerId)) >= MAX_SCHEDULES) {
      const message = `A partner has at most ${MAX_SCHEDULES} schedules: delete one first, or use one for all customers.`
      throw new Problem('LIMIT_REACHED', { message })
    }
    const row: ScheduleRow = {
      id: newId('sch'),
      partner_id: actor.partnerId,
      customer_id: input.customerId === ALL_CUSTOMERS ? null : input.customerId,
      product: input.product,
      maturity_target: input.maturityTarget ?? null,
      ...toColumns(recurrence),
      status: 'active',
      pause_reason: null,
      resumed_at: null,
      ...toNext(recurrence, at),
      created_at: at,
    }
    await insertSchedule(tx, row)
    const owner = ownerOf(actor)
    await recordChanges(tx, actor, at, [{ action: 'schedule.created', subject: row.id, owner, after: toFields(row) }])
    return toSchedule(row, null, [])
  })
}

/** Throws what creating the schedule would throw for its input. */
async function requireValid(tx: Connection, actor: Actor, input: NewSchedule, at: Date): Promise<Recurrence> {
  const recurrence = validateRecurrence(input, at)
  const framework = requireFramework(input.product)
  if (input.customerId !== ALL_CUSTOMERS) await requireCustomer(tx, actor, input.customerId)
  requireAllowed(actor, framework)
  return recurrence
}

/** The columns of the next occurrence: the first whose window has not opened. */
export function toNext(recurrence: Recurrence, at: Date): { next_on: string; next_at: Date } {
  const { date, opensAt } = nextOccurrence(recurrence, at)
  return { next_on: date, next_at: opensAt }
}

/** The partner's schedules, newest first, or one page of them. */
export async function listSchedules(app: App, actor: Actor, request: ScheduleQuery): Promise<ScheduleList> {
  const { partnerId } = actor
  const { items, ...more } = await readList(
    request,
    { list: 'schedules', partnerId },
    async (page) => await withTimes(app.db, await listScheduleRows(app.db, partnerId, page)),
    (item) => item,
  )
  return { schedules: items, ...more }
}

export async function getSchedule(app: App, actor: Actor, id: string): Promise<Schedule> {
  return await withTimesOf(app.db, await requireStored(app.db, actor, id))
}

/** A schedule of the partner as it is stored. Throws NOT_FOUND if it has no such schedule. */
export async function requireStored(db: Connection, actor: Actor, id: string): Promise<ScheduleRow> {
  const row = isId('sch', id) ? await findSchedule(db, actor.partnerId, id) : undefined
  if (!row) throw notFound()
  return row
}

const notFound = (): Problem => new Problem('NOT_FOUND', { message: 'Schedule not found.' })

async function withTimes(db: Connection, rows: readonly ScheduleRow[]): Promise<Schedule[]> {
  const ids = rows.map(({ id }) => id)
  const [pending, outcomes] = [await listPendingTimes(db, ids), await listLatestOutcomes(db, ids)]
  return rows.map((row) => toSchedule(row, pending.get(row.id) ?? null, outcomes.get(row.id) ?? []))
}

/** A schedule as the API shows it. */
export async function withTimesOf(db: Connection, row: ScheduleRow): Promise<Schedule> {
  const [schedule] = await withTimes(db, [row])
  if (!schedule) throw notFound()
  return schedule
}

/**
 * Changes the given fields. Another recurrence begins with its next window, and what has not been carried out of the earlier
 * one is dropped. Without a difference it records nothing.
 */
export async function changeSchedule(app: App, actor: Actor, id: string, change: ScheduleChange): Promise<Schedule> {
  const at = app.now()
  return await app.db.transaction().execute(async (tx) => {
    const before = await requireSchedule(tx, actor, id)
    const { recurrence, isChanged } = changeRecurrence(recurrenceOf(before), change, at)
    const target = change.maturityTarget === undefined ? before.maturity_target : change.maturityTarget
    if (!isChanged && target === before.maturity_target) return await withTimesOf(tx, before)
    const moved = isChanged && before.status === 'active' ? toNext(recurrence, at) : {}
    const changed = { ...toColumns(recurrence), maturity_target: target, ...moved }
    const row = { ...before, ...changed }
    await updateSchedule(tx, actor.partnerId, id, changed)
    if (isChanged) await deletePendingOccurrences(tx, id)
    await recordChanges(tx, actor, at, [
      {
        action: 'schedule.updated',
        subject: id,
        owner: ownerOf(actor),
        before: toFields(before),
        after: toFields(row),
      },
    ])
    return await withTimesOf(tx, row)
  })
}

/** Deletes a schedule. Its runs stay. */
export async function deleteSchedule(app: App, actor: Actor, id: string): Promise<void> {
  const at = app.now()
  await app.db.transaction().execute(async (tx) => {
    const row = await requireSchedule(tx, actor, id)
    await deleteScheduleRow(tx, actor.partnerId, id)
    await recordChanges(tx, actor, at, [
      { action: 'schedule.deleted', subject: id, owner: ownerOf(actor), before: toFields(row) },
    ])
  })
}

/** Locks a schedule of the partner. Throws NOT_FOUND if it has no such schedule. */
export async function requireSchedule(tx: Connection, actor: Actor, id: string): Promise<ScheduleRow> {
  const row = isId('sch', id) ? await lockSchedule(tx, actor.partnerId, id) : undefined
  if (!row) throw notFound()
  return row
}

/** What a schedule would do: how many runs a month it needs, and its next occurrences. Stores nothing. */
export async function previewSchedule(app: App, actor: Actor, input: NewSchedule): Promise<SchedulePreview> {
  const at = app.now()
  const recurrence = await requireValid(app.db, actor, input, at)
  const { product } = input
  const customerId = input.customerId === ALL_CUSTOMERS ? null : input.customerId
  const others = await listActiveRows(app.db, actor.partnerId)
  return await preview(app, actor, { planned: { customerId, product, recurrence }, others }, at)
}

/**
 * What a change of a schedule would do: the stored version of it does not count among the others. Throws what the change throws.
 * Stores nothing.
 */
export async function previewScheduleChange(
  app: App,
  actor: Actor,
  id: string,
  change: ScheduleChange,
): Promise<SchedulePreview> {
  const at = app.now()
  const row = await requireStored(app.db, actor, id)
  const { recurrence } = changeRecurrence(recurrenceOf(row), change, at)
  const others = (await listActiveRows(app.db, actor.partnerId)).filter((other) => other.id !== id)
  return await preview(app, actor, { planned: { ...toPlanned(row), recurrence }, others }, at)
}

const toPlanned = (row: ScheduleRow): PlannedSchedule => ({
  customerId: row.customer_id,
  product: row.product,
  recurrence: recurrenceOf(row),
})

async function preview(
  app: App,
  actor: Actor,
  { planned, others }: { planned: PlannedSchedule; others: readonly ScheduleRow[] },
  at: Date,
): Promise<SchedulePreview> {
  const { recurrence } = planned
  const allCustomers = await countCustomers(app.db, actor.partnerId)
  const all = [planned, ...others.map(toPlanned)]
  const runsOf = (each: PlannedSchedule): number =>
    (each.customerId === null ? allCustomers : 1) * occurrencesPerMonth(each.recurrence)
  const doubled = countDoubled(all, allCustomers, at.toISOString().slice(0, 10))
  const scheduled = Math.ceil(all.reduce((sum, each) => sum + runsOf(each), 0) - doubled)
  const limit = runsLimit(actor.plan)
  const { date } = nextOccurrence(recurrence, at)
  return {
    customers: planned.customerId === null ? allCustomers : 1,
    runsPerMonth: Math.ceil(runsOf(planned)),
    scheduledRunsPerMonth: scheduled,
    runsLimit: limit,
    exceedsLimit: limit >= 0 && scheduled > limit,
    occurrences: [...listOccurrences(recurrence, date).take(PREVIEWED)].map((occurrence) => ({
      ...occurrence,
      localOpensAt: toLocalText(occurrence.opensAt, recurrence.timeZone),
      localClosesAt: toLocalText(occurrence.closesAt, recurrence.timeZone),
    })),
  }
}

const toLocalText = (at: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' })
