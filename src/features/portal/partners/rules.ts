import { monthBounds, monthOf } from '../../../shared/dates/month.ts'

/** How many months the screen of a partner draws. */
const SHOWN_MONTHS = 12

/** The months that are drawn at most, oldest first: up to the current one, and from the one in which the partner was created. */
export function shownMonths(createdAt: Date, now: Date): string[] {
  const first = monthOf(createdAt)
  const months: string[] = []
  for (let month = monthOf(now); months.length < SHOWN_MONTHS && month >= first; month = monthBefore(month))
    months.unshift(month)
  return months
}

const monthBefore = (month: string): string => monthOf(new Date(monthBounds(month).from.getTime() - 1))
