import { text } from '../../../shared/json.ts'

/** Milliseconds of a date as Graph writes it. Graph writes the first day of the year 1 where there is no date. */
export function dateMsOf(value: unknown): number | undefined {
  const written = text(value)
  if (written === undefined || written.startsWith('0001-01-01')) return undefined
  const time = Date.parse(written)
  return Number.isNaN(time) ? undefined : time
}
