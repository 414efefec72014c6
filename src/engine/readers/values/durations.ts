const DURATION = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

/**
 * Days of an ISO 8601 duration with fractions of a day; undefined for anything else. Years and months count as the
 * longest that they can be, so that a limit is never taken to be shorter than it is.
 */
export function durationDays(duration: string): number | undefined {
  const parts = DURATION.exec(duration)
  if (!parts || /[PT]$/.test(duration)) return undefined
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0))
  const allMonths = years * 12 + months
  const calendarDays = Math.floor(allMonths / 12) * 366 + (allMonths % 12) * 31
  return calendarDays + weeks * 7 + days + (hours + (minutes + seconds / 60) / 60) / 24
}
