/** Calendar months in UTC, written YYYY-MM. */

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

/** The UTC month of a time. */
export const monthOf = (instant: Date): string => instant.toISOString().slice(0, 7)

/** Whether the text is a month. */
export const isMonth = (text: string): boolean => MONTH.test(text)

/** The start of a month and of the next one. */
export function monthBounds(month: string): { from: Date; until: Date } {
  const from = new Date(`${month}-01T00:00:00.000Z`)
  const until = new Date(from)
  until.setUTCMonth(until.getUTCMonth() + 1)
  return { from, until }
}

const MONTH_TEXT = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `June 2026`. */
export const monthText = (month: string): string => MONTH_TEXT.format(monthBounds(month).from)
