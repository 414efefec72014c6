import { HOUR_MS } from '../../../src/shared/dates/time-units.ts'
import { formatDate } from '../../format.ts'

/** When the quarter and the year of a time are closed: an hour after their end, by UTC. */
function closingsAt(now: Date): { quarter: Date; year: Date } {
  // In the first hour of a period the one before is not closed yet.
  const at = new Date(now.getTime() - HOUR_MS)
  const year = at.getUTCFullYear()
  const nextQuarter = Math.floor(at.getUTCMonth() / 3) + 1
  return {
    quarter: new Date(Date.UTC(year, nextQuarter * 3, 1, 1)),
    year: new Date(Date.UTC(year + 1, 0, 1, 1)),
  }
}

/** When the first statement is made, as a sentence. */
export function firstClosingWords(now: Date): string {
  const { quarter, year } = closingsAt(now)
  return quarter.getTime() === year.getTime()
    ? `The current quarter and the current year are closed on ${formatDate(year)} at 01:00 UTC.`
    : `The current quarter is closed on ${formatDate(quarter)} at 01:00 UTC, the current year on ${formatDate(year)}.`
}
