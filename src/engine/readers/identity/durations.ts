/** Days of an ISO 8601 duration, parts of a day left out; undefined for anything else. */
export function durationDays(duration: string): number | undefined {
  const parts = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T[\dHMS.]+)?$/.exec(duration)
  if (!parts || duration === 'P') return undefined
  const [years = 0, months = 0, weeks = 0, days = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  return years * 365 + months * 30 + weeks * 7 + days
}
