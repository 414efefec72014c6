import { DAY_MS } from '../../../src/shared/dates/time-units.ts'
import type { Reads } from '../../endpoints.ts'
import { formatDay, formatNumber, plural } from '../../format.ts'

/** The runs of a month as the server counts and continues them. */
export type Runs = Reads['/partner/home']['runs']

interface Point {
  at: string
  value: number
}

export interface Course {
  /** How many runs there were by the end of each day of the month so far. */
  known: Point[]
  /** Like `known`, for the days to come, on the straight line of the forecast; empty without one. */
  expected: Point[]
}

/**
 * The course of a UTC month, written YYYY-MM, day by day. Days without runs are missing in `days`; what is in `used` but in
 * none of the days, as runs of deleted customers, counts from the first day on. `label` names a day.
 */
export function courseOf(
  month: string,
  { used, days, forecast }: Runs,
  now: Date,
  label: (day: Date) => string,
): Course {
  const first = new Date(`${month}-01T00:00:00Z`)
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const today = now.toISOString().startsWith(month) ? now.getUTCDate() : length
  const runsOn = new Map(days.map(({ day, runs }) => [day, runs]))
  const dayOf = (number: number): Date => new Date(first.getTime() + (number - 1) * DAY_MS)
  let sum = used - days.reduce((total, { runs }) => total + runs, 0)
  const known = Array.from({ length: today }, (_, index): Point => {
    const day = dayOf(index + 1)
    sum += runsOn.get(day.toISOString().slice(0, 10)) ?? 0
    return { at: label(day), value: sum }
  })
  const left = length - today
  const expected = Array.from({ length: forecast ? left : 0 }, (_, index): Point => {
    const value = Math.round(used + (((forecast?.runs ?? used) - used) * (index + 1)) / left)
    return { at: label(dayOf(today + index + 1)), value }
  })
  return { known, expected }
}

/** How the month may continue, and what the forecast is based on. */
export function forecastWords(month: string, { used, limit, forecast }: Runs): string {
  const end = formatDay(lastDayOf(month))
  if (limit >= 0 && used >= limit)
    return `The limit is reached. No more runs can start before ${formatDay(nextMonthOf(month))}.`
  if (!forecast) return 'No forecast yet: it needs at least one full day of runs.'
  if (used === 0) return 'No runs this month so far.'
  const pace = `At the pace since ${formatDay(forecast.from)}`
  if (forecast.limitReachedAt !== undefined)
    return `${pace}, the limit of ${formatNumber(limit)} is reached on ${formatDay(forecast.limitReachedAt)}.`
  const expected = `${pace}: ${plural(forecast.runs, 'run')} by ${end}`
  return limit < 0 ? `${expected}.` : `${expected}, below the limit of ${formatNumber(limit)}.`
}

const lastDayOf = (month: string): Date => new Date(nextMonthOf(month).getTime() - DAY_MS)

function nextMonthOf(month: string): Date {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1))
}
