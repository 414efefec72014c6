import { createHash } from 'node:crypto'
import type { ScheduleUnit } from '../../platform/database/tables.gen.ts'
import { DAY_MS } from '../../shared/dates/time-units.ts'

/** When a schedule occurs. Days and times are those on the clocks of the time zone. */
export interface Recurrence {
  unit: ScheduleUnit
  /** Every how many units. */
  count: number
  /** A weekday, a day of the month or `last`; null: as on the first day. */
  on: string | null
  /** HH:MM. */
  opens: string
  /** HH:MM; of the next day if it is not after `opens`. */
  closes: string
  /** IANA name. */
  timeZone: string
  /** YYYY-MM-DD. Occurrences are counted from this day, so that they never drift. */
  startsOn: string
}

/** One day of a schedule with its window. */
export interface Occurrence {
  /** YYYY-MM-DD. */
  date: string
  opensAt: Date
  closesAt: Date
}

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const LAST_DAY = 31
const NOON = Temporal.PlainTime.from('12:00')

/** The first occurrence whose window opens after a time. */
export function nextOccurrence(recurrence: Recurrence, after: Date): Occurrence {
  const day = Temporal.Instant.fromEpochMilliseconds(after.getTime())
    .toZonedDateTimeISO(recurrence.timeZone)
    .toPlainDate()
  for (const occurrence of listOccurrences(recurrence, day.subtract({ days: 1 }).toString()))
    if (occurrence.opensAt > after) return occurrence
  throw new Error('a schedule never ends')
}

/** The occurrences on and after a day, without end. */
export function* listOccurrences(recurrence: Recurrence, from: string): Generator<Occurrence> {
  for (const date of listDates(recurrence, Temporal.PlainDate.from(from))) {
    // A zone that moves across the date line skips a whole day, as Pacific/Apia did on 30 December 2011.
    if (hasDay(recurrence.timeZone, date)) yield toOccurrence(recurrence, date)
  }
}

function* listDates(recurrence: Recurrence, from: Temporal.PlainDate): Generator<Temporal.PlainDate> {
  const dateAt = countDates(recurrence)
  const unit = isByMonth(recurrence.unit) ? 'months' : 'days'
  const elapsed = Math.max(0, dateAt(0).until(from, { largestUnit: unit })[unit])
  const length = unit === 'months' ? monthsOf(recurrence) : daysOf(recurrence)
  // One earlier: the last day of a short month is less than a month before that of a long one.
  for (let n = Math.max(0, Math.floor(elapsed / length) - 1); ; n++) {
    const date = dateAt(n)
    if (Temporal.PlainDate.compare(date, from) >= 0) yield date
  }
}

/** The days of a schedule within `days` days from a day, YYYY-MM-DD on, each by its distance from there. */
export function* listDays(recurrence: Recurrence, from: string, days: number): Generator<number> {
  const first = Temporal.PlainDate.from(from)
  for (const date of listDates(recurrence, first)) {
    const distance = first.until(date).days
    if (distance >= days) return
    yield distance
  }
}

const isByMonth = (unit: ScheduleUnit): boolean => unit === 'month' || unit === 'quarter'
const daysOf = ({ unit, count }: Recurrence): number => (unit === 'week' ? 7 * count : count)
const monthsOf = ({ unit, count }: Recurrence): number => (unit === 'quarter' ? 3 * count : count)

/** The day of each occurrence by its number, from 0. */
function countDates(recurrence: Recurrence): (n: number) => Temporal.PlainDate {
  const start = Temporal.PlainDate.from(recurrence.startsOn)
  if (!isByMonth(recurrence.unit)) {
    const first = start.add({ days: daysUntilWeekday(start, recurrence) })
    return (n) => first.add({ days: n * daysOf(recurrence) })
  }
  const day = recurrence.on === null ? start.day : recurrence.on === 'last' ? LAST_DAY : Number(recurrence.on)
  const dayIn = (month: Temporal.PlainYearMonth) => month.toPlainDate({ day: Math.min(day, month.daysInMonth) })
  const month = start.toPlainYearMonth()
  const isOver = Temporal.PlainDate.compare(dayIn(month), start) < 0
  const first = isOver ? month.add({ months: 1 }) : month
  return (n) => dayIn(first.add({ months: n * monthsOf(recurrence) }))
}

function daysUntilWeekday(start: Temporal.PlainDate, { unit, on }: Recurrence): number {
  const names: readonly (string | null)[] = WEEKDAYS
  const wanted = names.indexOf(on) + 1
  return unit === 'week' && wanted > 0 ? (wanted - start.dayOfWeek + 7) % 7 : 0
}

const hasDay = (timeZone: string, date: Temporal.PlainDate): boolean =>
  date.toZonedDateTime({ timeZone, plainTime: NOON }).toPlainDate().equals(date)

function toOccurrence({ opens, closes, timeZone }: Recurrence, date: Temporal.PlainDate): Occurrence {
  const timeAt = (day: Temporal.PlainDate, plainTime: string): number =>
    day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
  const opensAt = timeAt(date, opens)
  const closesAt = timeAt(closes > opens ? date : date.add({ days: 1 }), closes)
  // When clocks go forward, a window inside the skipped hour can close before it opens.
  return { date: date.toString(), opensAt: new Date(opensAt), closesAt: new Date(Math.max(opensAt, closesAt)) }
}

/** Where in each window a customer is, from 0 to 1: the same every time, and even over many customers. */
export function placeOf(scheduleId: string, customerId: string): number {
  return createHash('sha256').update(`${scheduleId} ${customerId}`).digest().readUInt32BE() / 2 ** 32
}

/** The time in the window at this place, in whole seconds. */
export function dueAt({ opensAt, closesAt }: Occurrence, place: number): Date {
  const lengthMs = closesAt.getTime() - opensAt.getTime()
  return new Date(opensAt.getTime() + Math.floor((place * lengthMs) / 1000) * 1000)
}

/** How late an occurrence may be carried out, in milliseconds: a day, but no longer than half the period, so that only one is ever caught up. */
export const latenessMsOf = (recurrence: Recurrence): number =>
  recurrence.unit === 'day' && recurrence.count === 1 ? DAY_MS / 2 : DAY_MS

const DAYS_OF_YEAR = 365.25

/** Occurrences in an average month. */
export function occurrencesPerMonth(recurrence: Recurrence): number {
  return isByMonth(recurrence.unit) ? 1 / monthsOf(recurrence) : DAYS_OF_YEAR / 12 / daysOf(recurrence)
}

/**
 * A further occurrence on the first day of the next UTC month, for runs that the limit of this month refused. Undefined if the
 * schedule occurs in that month anyway.
 */
export function occurrenceAfterLimit(recurrence: Recurrence, at: Date): Occurrence | undefined {
  const [month, monthAfter] = [1, 2].map((months) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1))
  if (month === undefined || monthAfter === undefined) return undefined
  const regular = nextOccurrence(recurrence, new Date(month - 1))
  if (regular.opensAt.getTime() < monthAfter) return undefined
  return nextOccurrence({ ...recurrence, unit: 'day', count: 1, on: null, startsOn: '2000-01-01' }, new Date(month - 1))
}
