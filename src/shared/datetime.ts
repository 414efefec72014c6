/** Moments as ISO 8601 writes them, with their offset from UTC, and as people read them. */

const FORM = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** Whether the text is a moment, on a day that its month has. */
export function isMoment(text: string): boolean {
  const [, year, month, day] = FORM.exec(text) ?? []
  if (day === undefined || Number.isNaN(Date.parse(text))) return false
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
}

/** The moment so many months later, or earlier for a negative number. */
export function addMonths(moment: Date, months: number): Date {
  const later = new Date(moment)
  later.setUTCMonth(later.getUTCMonth() + months)
  return later
}

const DAY = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
const DATE = new Intl.DateTimeFormat('en-GB', DAY)
const DATE_TIME = new Intl.DateTimeFormat('en-GB', { ...DAY, hour: '2-digit', minute: '2-digit' })

/** `8 May 2026`; text that is no time is given back unchanged. */
export function dayText(at: Date | string): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? String(at) : DATE.format(time)
}

/** `8 May 2026 at 14:03 UTC`; text that is no time is given back unchanged. */
export function timeText(at: Date | string): string {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? String(at) : `${DATE_TIME.format(time)} UTC`
}
