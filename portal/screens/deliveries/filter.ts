import { startOfDay } from '../../days.ts'

/** The filter of the log as it stands in the address. */
export type Values = Readonly<Record<string, string | undefined>>

const TEXTS = ['endpoint', 'type', 'state', 'reason'] as const

/**
 * The filter as the service takes it. Days are those of the person's time zone, from the first second of `since` to the last
 * of `until`.
 */
export function readFilter(values: Values): Record<string, string> {
  const [from, to] = [startOfDay(values.since), startOfDay(values.until, 1)]
  const texts = TEXTS.flatMap((name) => (values[name] ? [[name, values[name]] as const] : []))
  return {
    ...Object.fromEntries(texts),
    ...(from !== undefined && { since: from }),
    ...(to !== undefined && { until: to }),
  }
}
