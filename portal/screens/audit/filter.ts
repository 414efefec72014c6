import { startOfDay } from '../../days.ts'

/** The filter as the service takes it, from what the address has. Both days belong to it as a whole. */
export function readFilter(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { person, action, object, since, until } = values
  const given = {
    author: person,
    action,
    subject: object?.trim(),
    since: startOfDay(since),
    until: startOfDay(until, 1),
  }
  return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
