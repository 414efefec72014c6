/** The filter of the log as it stands in the address. */
export type Values = Readonly<Record<string, string | undefined>>

const TEXTS = ['endpoint', 'type', 'state', 'reason'] as const

const DAY = /^\d{4}-\d\d-\d\d$/

/**
 * The filter as the service takes it. Days are those of the person's time zone, from the first second of `since` to the last
 * of `until`.
 */
export function readFilter(values: Values): Record<string, string> {
  const [from, to] = [startOf(values.since, 0), startOf(values.until, 1)]
  const texts = TEXTS.flatMap((name) => (values[name] ? [[name, values[name]] as const] : []))
  return {
    ...Object.fromEntries(texts),
    ...(from !== undefined && { since: from }),
    ...(to !== undefined && { until: to }),
  }
}

/** When a day begins, or the day that many days later; undefined for a text that is not a day. */
function startOf(day: string | undefined, daysLater: number): string | undefined {
  if (day === undefined || !DAY.test(day)) return undefined
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + daysLater)
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString()
}
