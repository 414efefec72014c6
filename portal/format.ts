import { shortDayText } from '../src/shared/dates/datetime.ts'
import { DEFAULT_LOCALE, hourIn, type Locale } from '../src/shared/dates/locales.ts'
import { DAY_MS } from '../src/shared/dates/time-units.ts'

/** Numbers, amounts and times as people read them: in the locale and time zone that the signed-in person has chosen. */

export interface FormatChoice {
  /** Of the IANA database; by default that of the browser. */
  timeZone?: string | undefined
  locale?: Locale | undefined
}

let formats = createFormats({})

/** Everything that is shown from now on is written like this. */
export function setFormats(choice: FormatChoice): void {
  formats = createFormats(choice)
}

/** Texts are English, so months are written by name only where the locale is, too. */
export function createFormats({ timeZone, locale = DEFAULT_LOCALE }: FormatChoice) {
  const isEnglish = locale.startsWith('en-')
  const day = isEnglish ? 'numeric' : '2-digit'
  const [long, short] = isEnglish ? (['long', 'short'] as const) : (['2-digit', '2-digit'] as const)
  const of = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
  const hour = hourIn(locale)
  const clock = { hour, minute: '2-digit', second: '2-digit' } as const
  return {
    locale,
    timeZone: timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    number: new Intl.NumberFormat(locale),
    amount: new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    seconds: new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }),
    local: of({ day, month: short, year: 'numeric', ...clock, timeZone }),
    minute: of({ day, month: short, year: 'numeric', hour, minute: '2-digit', timeZone }),
    day: of({ day, month: long }),
    date: of({ day, month: long, year: 'numeric' }),
    month: of({ month: long, year: 'numeric' }),
    shortMonth: of({ month: short }),
  }
}

const RELATIVE = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

/** From this size on, in seconds, a time is given in this unit. */
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const satisfies readonly [Intl.RelativeTimeFormatUnit, number][]

/** The time zone in which times are shown, and in which days of filters begin. */
export const shownTimeZone = (): string => formats.timeZone

/** 12,345. */
export const formatNumber = (value: number): string => formats.number.format(value)

/** `1 run`, `2 runs`; the plural is the noun with an s unless given. */
export const plural = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${formatNumber(count)} ${count === 1 ? noun : nouns}`

/** `USD 349.00`, of whole minor units. */
export const formatAmount = (minor: number, currency: string): string =>
  `${currency.toUpperCase()} ${minor < 0 ? '−' : ''}${formats.amount.format(Math.abs(minor) / 100)}`

/**
 * `3 minutes ago`, `yesterday`, `in 2 hours`; below a minute `just now`. The past is rounded down, and the future to the nearest
 * whole unit, so that a link for 7 days reads `in 7 days` when it was created a second ago.
 */
export function formatAgo(at: string, now: Date): string {
  const seconds = (Date.parse(at) - now.getTime()) / 1000
  const [unit, size] = UNITS.find(([, size], index) => sizeFor(seconds, UNITS[index + 1]?.[1] ?? 1) >= size) ?? []
  if (unit === undefined || size === undefined) return seconds > 5 ? 'in less than a minute' : 'just now'
  return RELATIVE.format(seconds > 0 ? Math.round(seconds / size) : Math.trunc(seconds / size), unit)
}

/** The seconds that select a unit: 23 hours and 59 minutes ahead are a day, not 24 hours. `below` is the next smaller unit. */
const sizeFor = (seconds: number, below: number): number =>
  Math.max(Math.abs(seconds), Math.round(seconds / below) * below)

/** `8 May 2026, 14:03:22` in the time zone of the person. */
export const formatLocal = (at: string): string => formats.local.format(new Date(at)).replaceAll('\u202f', ' ')

/** `8 May 2026, 14:03` in the time zone of the person. */
export const formatMinute = (at: string): string => formats.minute.format(new Date(at)).replaceAll('\u202f', ' ')

/** `3 minutes ago` within a day, then `8 May 2026, 14:03`. */
export const formatLogged = (at: string, now: Date): string =>
  now.getTime() - Date.parse(at) < DAY_MS ? formatAgo(at, now) : formatMinute(at)

/** `2026-05-08 14:03:22 UTC`. */
export const formatUtc = (at: string): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** `30 November`, of a UTC day. */
export const formatDay = (at: Date | string): string => formats.day.format(new Date(at))

/** `30 November 2026`, of a UTC day. */
export const formatDate = (at: Date | string): string => formats.date.format(new Date(at))

/** `8 Sept 2026`, the day of a time. */
export const formatShortDay = (at: string): string => shortDayText(at, formats)

/** `November 2026`, of a month written YYYY-MM. */
export const formatMonth = (month: string): string => formats.month.format(new Date(`${month}-01T00:00:00Z`))

/** `Nov`, of a month written YYYY-MM. */
export const formatShortMonth = (month: string): string => formats.shortMonth.format(new Date(`${month}-01T00:00:00Z`))

/** `40 s`, `3 minutes`, `5 hours`. */
export const formatLength = (seconds: number): string => {
  if (seconds < 120) return `${Math.max(1, Math.round(seconds))} s`
  return seconds < 7200 ? plural(Math.round(seconds / 60), 'minute') : plural(Math.round(seconds / 3600), 'hour')
}

/** `480 ms`, `1.2 s`. */
export const formatDuration = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${formats.seconds.format(ms / 1000)} s`
