import { addQuarters, firstDayOf, quarterOf } from '../../../shared/dates/quarter.ts'

/** How many of the newest quarters are offered. */
const MAX_QUARTERS = 12

/** How many runs are drawn. */
const MAX_POINTS = 10

/** The day at a time, YYYY-MM-DD, in a zone of the IANA database. */
export const dayIn = (at: Date, timeZone = 'UTC'): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** When a quarter begins and ends on the clocks of a time zone. */
export function boundsOf(quarter: string, timeZone = 'UTC'): { from: Date; until: Date } {
  const startOf = (each: string): Date =>
    new Date(Temporal.PlainDate.from(firstDayOf(each)).toZonedDateTime({ timeZone }).epochMilliseconds)
  return { from: startOf(quarter), until: startOf(addQuarters(quarter, 1)) }
}

/** The quarters from that of a first day to that of the last, the newest first, at most twelve. */
export function listQuarters(first: string, last: string): string[] {
  const oldest = quarterOf(first)
  const quarters: string[] = []
  for (let each = quarterOf(last); each >= oldest && quarters.length < MAX_QUARTERS; each = addQuarters(each, -1))
    quarters.push(each)
  return quarters
}

/** At most as many as are drawn: the first, the last, and some between at even distances. */
export function thinOut<Item>(items: readonly Item[], max = MAX_POINTS): Item[] {
  if (items.length <= max) return [...items]
  const step = (items.length - 1) / (max - 1)
  return Array.from({ length: max }, (_, index) => items[Math.round(index * step)]).filter((item) => item !== undefined)
}
