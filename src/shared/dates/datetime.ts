import { DEFAULT_LOCALE, hourIn, type Locale } from './locales.ts'

/** Dates with a time, as ISO 8601 writes them and as people read them. */

const FORM = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** Whether the text is an ISO 8601 date and time with an offset from UTC, on a day that its month has. */
export function isDateTime(text: string): boolean {
  const [, year, month, day] = FORM.exec(text) ?? []
  if (day === undefined || Number.isNaN(Date.parse(text))) return false
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
}

/** Whether the text is a day of the calendar, written YYYY-MM-DD. */
export const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && isDateTime(`${text}T00:00:00Z`)

/** Whether the text is a time of day, written HH:MM. */
export const isTimeOfDay = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/**
 * The same day and time in a later UTC month, or an earlier one for a negative number. A day that the month does not
 * have becomes its last: one month after 31 January is 28 or 29 February.
 */
export function addMonths(date: Date, months: number): Date {
  const result = new Date(date)
  result.setUTCDate(1)
  result.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate()
  result.setUTCDate(Math.min(date.getUTCDate(), lastDay))
  return result
}

/** In which time zone and how a time is written. */
export interface TimeStyle {
  /** A name of the IANA database; UTC by default. */
  timeZone?: string | undefined
  /** British English by default. */
  locale?: Locale | undefined
}

interface Formats {
  day: Intl.DateTimeFormat
  shortDay: Intl.DateTimeFormat
  time: Intl.DateTimeFormat
  offset: Intl.DateTimeFormat
  /** Texts of times and days, by milliseconds: a report states the same few again and again. */
  writtenTimes: Map<number, string>
  writtenDays: Map<number, string>
}

const MAX_WRITTEN = 1_000

/** By locale and time zone: creating a format takes longer than using it, and there are a few hundred zones. */
const FORMATS = new Map<string, Formats>()

/** Texts are English, so month names are written only if the locale is English as well. */
const dayPartsIn = (locale: string, month: 'long' | 'short' = 'long') =>
  locale.startsWith('en-')
    ? ({ day: 'numeric', month, year: 'numeric' } as const)
    : ({ day: '2-digit', month: '2-digit', year: 'numeric' } as const)

function formatsIn({ timeZone = 'UTC', locale = DEFAULT_LOCALE }: TimeStyle): Formats {
  const key = `${locale} ${timeZone}`
  const known = FORMATS.get(key)
  if (known) return known
  const day = dayPartsIn(locale)
  const formats = {
    day: new Intl.DateTimeFormat(locale, { ...day, timeZone }),
    shortDay: new Intl.DateTimeFormat(locale, { ...dayPartsIn(locale, 'short'), timeZone }),
    time: new Intl.DateTimeFormat(locale, { ...day, hour: hourIn(locale), minute: '2-digit', timeZone }),
    offset: new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortOffset' }),
    writtenTimes: new Map<number, string>(),
    writtenDays: new Map<number, string>(),
  }
  FORMATS.set(key, formats)
  return formats
}

/** `8 May 2026`, or `08.05.2026` in German; text that is not a time is returned unchanged. */
export function dayText(at: Date | string, style: TimeStyle = {}): string {
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return String(at)
  const { day, writtenDays } = formatsIn(style)
  return writtenOnce(writtenDays, time, () => day.format(time))
}

/** `8 Sept 2026`, for axes; text that is not a time is returned unchanged. */
export function shortDayText(at: Date | string, style: TimeStyle = {}): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? String(at) : formatsIn(style).shortDay.format(time)
}

/**
 * `8 May 2026 at 14:03 UTC`, or in another time zone of the IANA database `9 May 2026 at 00:03 UTC+10`; text that is not a time is
 * returned unchanged.
 */
export function timeText(at: Date | string, style: TimeStyle = {}): string {
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return String(at)
  const formats = formatsIn(style)
  return writtenOnce(formats.writtenTimes, time, () => writeTime(time, formats))
}

function writtenOnce(written: Map<number, string>, at: Date, write: () => string): string {
  const known = written.get(at.getTime())
  if (known !== undefined) return known
  if (written.size >= MAX_WRITTEN) written.clear()
  const text = write()
  written.set(at.getTime(), text)
  return text
}

function writeTime(at: Date, { time, offset }: Pick<Formats, 'time' | 'offset'>): string {
  const zone = offset.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  // Some locales put a narrow space before AM and PM, for which some fonts have no glyph.
  return `${time.format(at).replaceAll('\u202f', ' ')} ${zone.replace(/^GMT(\+0$)?/, 'UTC')}`
}

/** A time zone in the spelling of the IANA database; undefined for any other text, such as an offset. */
export function readTimeZone(given: string): string | undefined {
  if (!/^[a-z][a-z0-9_+-]*(\/[a-z0-9_+-]+)*$/i.test(given) || given.length > 64) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-GB', { timeZone: given }).resolvedOptions()
    // A newer name of a zone, such as Asia/Kolkata, is not replaced by the name that the runtime prefers.
    return timeZone.toLowerCase() === given.toLowerCase() ? timeZone : given
  } catch {
    return undefined
  }
}

/** The time without its fraction of a second. */
export const wholeSecond = (instant: Date): Date => new Date(Math.floor(instant.getTime() / 1000) * 1000)
