import type { Selectable } from 'kysely'
import type { OccurrenceOutcome, Schedules } from '../../platform/database/tables.gen.ts'
import { readTimeZone } from '../../shared/dates/datetime.ts'
import type { LiveMessage } from '../../shared/portal/messages.ts'
import { Problem, type ProblemDetail } from '../../shared/problem.ts'
import { dueAt, listOccurrences, placeOf, type Recurrence, WEEKDAYS } from './recurrence.ts'
import { ALL_CUSTOMERS, type LastRun, type NewSchedule, type Schedule, type ScheduleChange } from './schema.ts'

export type ScheduleRow = Selectable<Schedules>

/** Notifies open pages of the accounts that see a schedule. */
export const toScheduleMessage = (
  id: string,
  { partnerId, distributorId }: { partnerId: string; distributorId: string | null },
): LiveMessage => ({ kind: 'schedule', accounts: [partnerId, distributorId], id })

const MIN_WINDOW_MINUTES = 15
/** Occurrences are counted from the first day: one far away is a mistake. */
const MAX_YEARS = 1
const LAST_SAFE_DAY = 28

/** The recurrence of a stored schedule. */
export const recurrenceOf = (row: ScheduleRow): Recurrence => ({
  unit: row.unit,
  count: row.unit_count,
  on: row.on_day,
  opens: row.opens,
  closes: row.closes,
  timeZone: row.time_zone,
  startsOn: row.starts_on,
})

/** The columns of a recurrence. */
export const toColumns = (recurrence: Recurrence) => ({
  unit: recurrence.unit,
  unit_count: recurrence.count,
  on_day: recurrence.on,
  opens: recurrence.opens,
  closes: recurrence.closes,
  time_zone: recurrence.timeZone,
  starts_on: recurrence.startsOn,
})

/** The recurrence of a new schedule. Throws INVALID_FIELD with all faults of the input. */
export function validateRecurrence(
  input: Pick<NewSchedule, 'every' | 'window' | 'timeZone' | 'startsOn'>,
  at: Date,
): Recurrence {
  const recurrence = toRecurrence(input, at)
  refuse([...onFaults(recurrence), ...windowFaults(recurrence), ...startFaults(recurrence, at)])
  return recurrence
}

/**
 * The recurrence after a change, and whether it differs. A first day that does not change is not validated again, so that
 * what was read can be sent back.
 */
export function changeRecurrence(
  before: Recurrence,
  change: ScheduleChange,
  at: Date,
): { recurrence: Recurrence; isChanged: boolean } {
  const wanted = {
    every: change.every ?? toEvery(before),
    window: change.window ?? { from: before.opens, to: before.closes },
    timeZone: change.timeZone ?? before.timeZone,
    startsOn: change.startsOn ?? before.startsOn,
  }
  const recurrence = toRecurrence(wanted, at)
  const isSameStart = recurrence.startsOn === before.startsOn
  refuse([...onFaults(recurrence), ...windowFaults(recurrence), ...(isSameStart ? [] : startFaults(recurrence, at))])
  return { recurrence, isChanged: JSON.stringify(recurrence) !== JSON.stringify(before) }
}

function toRecurrence(
  { every, window, timeZone, startsOn }: Pick<NewSchedule, 'every' | 'window' | 'timeZone' | 'startsOn'>,
  at: Date,
): Recurrence {
  const zone = readTimeZone(timeZone) ?? timeZone
  return {
    unit: every.unit,
    count: every.count ?? 1,
    on: every.on === undefined ? null : String(every.on),
    opens: window.from,
    closes: window.to,
    timeZone: zone,
    startsOn: startsOn ?? todayIn(zone, at).toString(),
  }
}

const todayIn = (timeZone: string, at: Date): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()

function refuse(details: readonly ProblemDetail[]): void {
  if (details.length === 0) return
  throw new Problem('INVALID_FIELD', { message: details.map(({ message }) => message).join(' '), details })
}

const fault = (field: string, says: string): ProblemDetail => ({
  field,
  code: 'INVALID_FIELD',
  message: `${field} ${says}.`,
})

function onFaults({ unit, on }: Recurrence): ProblemDetail[] {
  if (on === null) return []
  if (unit === 'day') return [fault('every.on', 'must be left out for days')]
  if (unit === 'week')
    return WEEKDAYS.some((name) => name === on) ? [] : [fault('every.on', `must be one of ${WEEKDAYS.join(', ')}`)]
  const isDay = /^[1-9]\d?$/.test(on) && Number(on) <= LAST_SAFE_DAY
  return isDay || on === 'last' ? [] : [fault('every.on', `must be a day from 1 to ${LAST_SAFE_DAY}, or last`)]
}

function windowFaults({ opens, closes }: Recurrence): ProblemDetail[] {
  const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const length = (minutesOf(closes) - minutesOf(opens) + 24 * 60) % (24 * 60)
  if (length >= MIN_WINDOW_MINUTES) return []
  return [fault('window.to', `must be at least ${MIN_WINDOW_MINUTES} minutes after window.from`)]
}

function startFaults({ startsOn, timeZone }: Recurrence, at: Date): ProblemDetail[] {
  const today = todayIn(timeZone, at)
  const isBefore = (one: string | Temporal.PlainDate, other: string | Temporal.PlainDate): boolean =>
    Temporal.PlainDate.compare(one, other) < 0
  return isBefore(startsOn, today.subtract({ years: MAX_YEARS })) || isBefore(today.add({ years: MAX_YEARS }), startsOn)
    ? [fault('startsOn', 'must be at most a year ago or ahead')]
    : []
}

function toEvery({ unit, count, on }: Recurrence): Schedule['every'] {
  if (on === null) return { unit, count }
  return { unit, count, on: /^\d+$/.test(on) ? Number(on) : on }
}

/** What a schedule does, as the API and the audit trail show it. */
export function toFields(row: ScheduleRow) {
  const recurrence = recurrenceOf(row)
  return {
    customerId: row.customer_id ?? ALL_CUSTOMERS,
    product: row.product,
    ...(row.maturity_target !== null && { maturityTarget: row.maturity_target }),
    every: toEvery(recurrence),
    window: { from: row.opens, to: row.closes },
    timeZone: row.time_zone,
    startsOn: row.starts_on,
  }
}

/** How many customers had an outcome in the latest occurrence of a schedule. */
export interface OutcomeCount {
  date: string
  outcome: OccurrenceOutcome
  customers: number
  at: Date
  runId: string | null
}

/** A schedule as the API shows it. `pendingAt` is when the first customer of an occurrence that has begun is due. */
export function toSchedule(row: ScheduleRow, pendingAt: Date | null, outcomes: readonly OutcomeCount[]): Schedule {
  const nextRunAt = row.status === 'active' ? (pendingAt ?? nextDueOf(row)) : undefined
  const lastRun = toLastRun(row, outcomes)
  return {
    id: row.id,
    ...toFields(row),
    status: row.status,
    ...(row.pause_reason !== null && { pauseReason: row.pause_reason }),
    ...(nextRunAt && { nextRunAt }),
    ...(lastRun && { lastRun }),
    createdAt: row.created_at,
  }
}

/** When the next occurrence is due: the customer's time, or with all customers the opening of the window. */
function nextDueOf(row: ScheduleRow): Date | undefined {
  if (row.next_on === null || row.next_at === null) return undefined
  if (row.customer_id === null) return row.next_at
  const [next] = listOccurrences(recurrenceOf(row), row.next_on).take(1)
  return next && dueAt(next, placeOf(row.id, row.customer_id))
}

function toLastRun(row: ScheduleRow, outcomes: readonly OutcomeCount[]): LastRun | undefined {
  const [first] = outcomes
  if (!first) return undefined
  const countOf = (wanted: OccurrenceOutcome): number =>
    outcomes.find(({ outcome }) => outcome === wanted)?.customers ?? 0
  const runId = row.customer_id === null ? null : first.runId
  return {
    date: first.date,
    at: new Date(Math.max(...outcomes.map(({ at }) => at.getTime()))),
    started: countOf('started'),
    missed: countOf('missed'),
    skipped: outcomes.flatMap(({ outcome, customers }) =>
      outcome === 'started' || outcome === 'missed' ? [] : [{ reason: outcome, customers }],
    ),
    ...(runId !== null && { runId }),
  }
}
