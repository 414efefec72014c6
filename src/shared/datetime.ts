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

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const

interface Formats {
  day: Intl.DateTimeFormat
  time: Intl.DateTimeFormat
  offset: Intl.DateTimeFormat
}

/** By time zone: creating a format takes longer than using it, and there are a few hundred zones. */
const FORMATS = new Map<string, Formats>()

function formatsIn(timeZone: string): Formats {
  const known = FORMATS.get(timeZone)
  if (known) return known
  const formats = {
    day: new Intl.DateTimeFormat('en-GB', { ...DAY, timeZone }),
    time: new Intl.DateTimeFormat('en-GB', { ...DAY, hour: '2-digit', minute: '2-digit', timeZone }),
    offset: new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortOffset' }),
  }
  FORMATS.set(timeZone, formats)
  return formats
}

/** `8 May 2026` in a time zone of the IANA database; text that is not a time is returned unchanged. */
export function dayText(at: Date | string, timeZone = 'UTC'): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? String(at) : formatsIn(timeZone).day.format(time)
}

/**
 * `8 May 2026 at 14:03 UTC`, or in another time zone of the IANA database `9 May 2026 at 00:03 UTC+10`; text that is not a time is
 * returned unchanged.
 */
export function timeText(at: Date | string, timeZone = 'UTC'): string {
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return String(at)
  const formats = formatsIn(timeZone)
  const offset = formats.offset.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${formats.time.format(time)} ${offset.replace(/^GMT(\+0$)?/, 'UTC')}`
}

/** A time zone of the IANA database as it writes the name; undefined for any other text, such as an offset. */
export function readTimeZone(given: string): string | undefined {
  if (!/^[a-z][a-z0-9_+-]*(\/[a-z0-9_+-]+)*$/i.test(given) || given.length > 64) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-GB', { timeZone: given }).resolvedOptions()
    // A newer name of a zone, as Asia/Kolkata, is kept rather than replaced by the one that the runtime prefers.
    return timeZone.toLowerCase() === given.toLowerCase() ? timeZone : given
  } catch {
    return undefined
  }
}
