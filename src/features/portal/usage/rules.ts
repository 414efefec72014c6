import { addMonths } from '../../../shared/dates/datetime.ts'
import { isMonth, monthBounds, monthOf } from '../../../shared/dates/month.ts'
import { Problem } from '../../../shared/problem.ts'

/** How many months the chart has. */
const SHOWN_MONTHS = 12

/** The month that is asked for, by default that of `now`. INVALID_FIELD for a text that is not a month, and for a later one. */
export function readMonth(given: string | undefined, now: Date): string {
  const current = monthOf(now)
  if (given === undefined) return current
  if (isMonth(given) && given <= current) return given
  const message = 'month must have the form YYYY-MM and must not be in the future.'
  throw new Problem('INVALID_FIELD', { message, details: [{ field: 'month', code: 'INVALID_FIELD', message }] })
}

/** The newest months until `now`, the oldest first: at most twelve, and none before the account existed. */
export function shownMonths(createdAt: Date, now: Date): string[] {
  const { from } = monthBounds(monthOf(now))
  const months = Array.from({ length: SHOWN_MONTHS }, (_, index) => monthOf(addMonths(from, index - SHOWN_MONTHS + 1)))
  return months.filter((month) => month >= monthOf(createdAt))
}
