import { fields, list, text, texts } from '../../src/shared/json.ts'
import type { Shape } from './contract-tables.ts'

const SUFFIX = '[0-7][0-9a-hjkmnp-tv-z]{25}'
const isText = (form: RegExp) => (value: unknown) => typeof value === 'string' && form.test(value)
const isWhole = (min: number, max: number) => (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  count: isWhole(0, Number.MAX_SAFE_INTEGER),
  limit: isWhole(-1, Number.MAX_SAFE_INTEGER),
  score: isWhole(0, 100),
  target: isWhole(1, 5),
  slot: isWhole(1, 2),
  time: isText(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  month: isText(/^\d{4}-(0[1-9]|1[0-2])$/),
  guid: isText(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  url: isText(/^https:\/\//),
  pk_live_: isText(/^pk_live_[0-9A-Za-z]{38}$/),
  ...Object.fromEntries(
    ['prt', 'dist', 'cust', 'run', 'evt'].map((prefix) => [prefix, isText(new RegExp(`^${prefix}_${SUFFIX}$`))]),
  ),
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape)
const nameOf = (field: string): string => field.replace('?', '')

/** All differences between a value and its shape, by path; paths of present optional fields are added to `seen`. */
export function differences(shape: Shape, value: unknown, path: string, seen: Set<string>): string[] {
  if (typeof shape === 'string') {
    const fits = TYPES[shape] ?? ((given: unknown) => shape.split('|').some((word) => word === given))
    return fits(value) ? [] : [`${path} is ${JSON.stringify(value)} and should be ${shape}`]
  }
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${path} is not a list`]
    if (value.length > 0) seen.add(`${path}[]`)
    return value.flatMap((item) => differences(shape[0], item, `${path}[]`, seen))
  }
  const given = fields(value)
  const known = Object.keys(shape).map(nameOf)
  const extra = Object.keys(given).filter((field) => !known.includes(field))
  return [
    ...extra.map((field) => `${path}.${field} is not in the contract`),
    ...Object.entries(shape).flatMap(([field, inner]) => {
      const at = `${path}.${nameOf(field)}`
      if (!Object.hasOwn(given, nameOf(field))) return field.endsWith('?') ? [] : [`${at} is missing`]
      if (field.endsWith('?')) seen.add(at)
      return differences(inner, given[nameOf(field)], at, seen)
    }),
  ]
}

/** Paths of all optional fields and lists, which calls must have returned at least once. */
export function optionalPaths(shape: Shape, path: string): string[] {
  if (typeof shape === 'string') return []
  if (isList(shape)) return [`${path}[]`, ...optionalPaths(shape[0], `${path}[]`)]
  return Object.entries(shape).flatMap(([field, inner]) => {
    const at = `${path}.${nameOf(field)}`
    return [...(field.endsWith('?') ? [at] : []), ...optionalPaths(inner, at)]
  })
}

/** Whether the description says that callers get the field only on request. */
const isOnRequest = (schema: unknown): boolean =>
  text(fields(schema).description)?.startsWith('Only with include=') === true

/**
 * All differences between the fields of a JSON Schema and of the shape, without those that callers must ask for. `nextCursor` belongs
 * to pages.
 */
export function schemaDifferences(shape: Shape, schema: unknown, path: string): string[] {
  if (typeof shape === 'string') return []
  const { properties, required, items } = fields(schema)
  if (isList(shape))
    return items ? schemaDifferences(shape[0], items, `${path}[]`) : [`${path} is not described as a list`]
  const described = fields(properties)
  const known = Object.keys(shape).map(nameOf)
  const extra = Object.keys(described).filter(
    (field) => !known.includes(field) && field !== 'nextCursor' && !isOnRequest(described[field]),
  )
  return [
    ...extra.map((field) => `${path}.${field} is described and not in the contract`),
    ...Object.entries(shape).flatMap(([field, inner]) => {
      const at = `${path}.${nameOf(field)}`
      if (!Object.hasOwn(described, nameOf(field))) return [`${at} is not described`]
      const isRequired = texts(list(required)).includes(nameOf(field))
      const says =
        isRequired === field.endsWith('?') ? [`${at} is described as ${isRequired ? '' : 'not '}required`] : []
      return [...says, ...schemaDifferences(inner, described[nameOf(field)], at)]
    }),
  ]
}
