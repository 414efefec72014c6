import { DAY_MS } from '../src/shared/dates/time-units.ts'
import { shownTimeZone } from './format.ts'

const DAY = /^\d{4}-\d\d-\d\d$/

/**
 * When a day begins in a time zone, by default that of the person, or the day that many days later; undefined for a text that is not
 * a day.
 */
export function startOfDay(day: string | undefined, daysLater = 0, timeZone = shownTimeZone()): string | undefined {
  if (day === undefined || !DAY.test(day)) return undefined
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return undefined
  const wanted = midnight + daysLater * DAY_MS
  // The offset may differ between the guess and the result, on days when clocks change: the second guess has the right one.
  const guess = wanted - offsetAt(wanted, timeZone)
  return new Date(wanted - offsetAt(guess, timeZone)).toISOString()
}

/** How far a time zone is ahead of UTC at a time, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  })
  const part = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const of = (name: Intl.DateTimeFormatPartTypes): number => part.get(name) ?? 0
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - at + (at % 1000)
}

/** A day written YYYY-MM-DD, some days from now. */
export const dayAfter = (now: Date, days: number): string =>
  new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)

/** The start of a day as the API takes times. */
export const toInstant = (day: string): string => `${day}T00:00:00Z`
