/** Dates with a time, as ISO 8601 writes them and as people read them. */

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const FORM = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** Whether the text is an ISO 8601 date and time with an offset from UTC, on a day that its month has. */
export function isDateTime(text: string): boolean {
  const [, year, month, day] = FORM.exec(text) ?? []
  if (day === undefined || Number.isNaN(Date.parse(text))) return false
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
}

/**
 * The same day and time of another UTC month, earlier for a negative number. A day that the month lacks becomes its last:
 * 31 January and one month is 28 or 29 February.
 */
export function addMonths(date: Date, months: number): Date {
  const result = new Date(date)
  result.setUTCDate(1)
  result.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate()
  result.setUTCDate(Math.min(date.getUTCDate(), lastDay))
  return result
}

const DAY = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
const DATE = new Intl.DateTimeFormat('en-GB', DAY)
const DATE_TIME = new Intl.DateTimeFormat('en-GB', { ...DAY, hour: '2-digit', minute: '2-digit' })

/** `8 May 2026`; text that is not a time is returned unchanged. */
export function dayText(at: Date | string): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? String(at) : DATE.format(time)
}

/** `8 May 2026 at 14:03 UTC`; text that is not a time is returned unchanged. */
export function timeText(at: Date | string): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? String(at) : `${DATE_TIME.format(time)} UTC`
}

const SHORT_DATE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: '2-digit',
  timeZone: 'UTC',
})

/** `8 May 26`, for axes; text that is not a time is returned unchanged. */
export function shortDayText(at: Date | string): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? String(at) : SHORT_DATE.format(time)
}
