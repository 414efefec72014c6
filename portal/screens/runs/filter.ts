import { startOfDay } from '../../days.ts'
import { FRAMEWORK_NAMES } from '../../frameworks.ts'
import type { FilterField } from '../../parts/filters.tsx'
import { STATES } from '../customer-runs/words.ts'

/** States by which runs are filtered; the first stands for two of them. */
const FILTER_STATES: readonly { value: string; label: string }[] = [
  { value: 'unfinished', label: 'In progress' },
  ...Object.entries(STATES).map(([value, { word }]) => ({ value, label: word })),
]

export const FIELDS: readonly FilterField[] = [
  { key: 'q', label: 'Customer', kind: 'text', placeholder: 'Name or tenant id' },
  { key: 'status', label: 'State', options: FILTER_STATES },
  {
    key: 'product',
    label: 'Framework',
    options: Object.entries(FRAMEWORK_NAMES).map(([value, label]) => ({ value, label })),
  },
  { key: 'since', label: 'From', kind: 'date' },
  { key: 'until', label: 'To', kind: 'date' },
]

/** The filter as the service takes it, from the query of the address. Both days are included as a whole. */
export function readFilter(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { q, status, product, since, until } = values
  const given = {
    q: q?.trim(),
    status: FILTER_STATES.find(({ value }) => value === status)?.value,
    product,
    since: startOfDay(since),
    until: startOfDay(until, 1),
  }
  return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
