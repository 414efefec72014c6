/** Numbers, amounts and times as people read them. */

const NUMBER = new Intl.NumberFormat('en-GB')
const LOCAL = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const RELATIVE = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

/** From this size on, in seconds, a time is given in this unit. */
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const satisfies readonly [Intl.RelativeTimeFormatUnit, number][]

/** 12,345. */
export const formatNumber = (value: number): string => NUMBER.format(value)

/** `1 run`, `2 runs`; the plural is the noun with an s unless given. */
export const plural = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${formatNumber(count)} ${count === 1 ? noun : nouns}`

/** `3 minutes ago`, `yesterday`, `in 2 hours`; below a minute `just now`. */
export function formatAgo(at: string, now: Date): string {
  const seconds = (Date.parse(at) - now.getTime()) / 1000
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? []
  if (unit === undefined || size === undefined) return seconds > 5 ? 'in less than a minute' : 'just now'
  return RELATIVE.format(Math.trunc(seconds / size), unit)
}

/** `8 May 2026, 14:03:22` in the time zone of the browser. */
export const formatLocal = (at: string): string => LOCAL.format(new Date(at))

/** `2026-05-08 14:03:22 UTC`. */
export const formatUtc = (at: string): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** `30 November`, of a UTC day. */
export const formatDay = (at: Date | string): string => DAY.format(new Date(at))

/** `November 2026`, of a month written YYYY-MM. */
export const formatMonth = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`))

/** `480 ms`, `1.2 s`. */
export const formatDuration = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toLocaleString('en-GB', { maximumFractionDigits: 1 })} s`
