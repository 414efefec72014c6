import { DAY_MS } from '../../../shared/dates/time-units.ts'

/** Dates of events in a sample tenant. */
export interface Calendar {
  /** Long ago: this many days before a fixed day. */
  past(days: number, minutes?: number): string
  /** Recently: this many days before the start of today (UTC). */
  recent(days: number, minutes?: number): string
}

const FIXED_DAY = Date.parse('2026-01-01T00:00:00Z')

export const startOfDay = (now: Date): number => Math.floor(now.getTime() / DAY_MS) * DAY_MS

export function calendarOf(today: number): Calendar {
  const before = (day: number, days: number, minutes: number): string =>
    new Date(day - days * DAY_MS + minutes * 60_000).toISOString().replace('.000Z', 'Z')
  return {
    past: (days, minutes = 0) => before(FIXED_DAY, days, minutes),
    recent: (days, minutes = 0) => before(today, days, minutes),
  }
}
