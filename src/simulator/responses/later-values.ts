import type { Dataset } from '../../engine/datasets/dataset.ts'
import { LATER_VALUES } from './shapes.gen.ts'

const PREFERENCE = 'include-unknown-enum-members'
const UNKNOWN = 'unknownFutureValue'

/** Whether a request asks for newer members of enumerations. */
export const wantsLaterValues = (headers: Readonly<Record<string, string | string[] | undefined>>): boolean =>
  Object.entries(headers).some(([name, value]) => name.toLowerCase() === 'prefer' && String(value).includes(PREFERENCE))

/** The objects of a dataset as clients get them that do not ask for newer members. */
export function hideLaterValues<T>({ key }: Dataset, value: T): T
export function hideLaterValues({ key }: Dataset, value: unknown): unknown {
  const later = LATER_VALUES[key]
  return later ? hide(later, value, undefined) : value
}

function hide(later: Readonly<Record<string, readonly string[]>>, value: unknown, name: string | undefined): unknown {
  if (typeof value === 'string') return name !== undefined && later[name]?.includes(value) ? UNKNOWN : value
  if (Array.isArray(value)) return value.map((item) => hide(later, item, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([property, item]) => [property, hide(later, item, property)]))
}
