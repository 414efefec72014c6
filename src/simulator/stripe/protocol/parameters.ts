import { resolve, type Schema, schemaOf } from '../schemas/schemas.ts'
import { type Failure, invalid, notModelled } from './failures.ts'
import type { Raw } from './form.ts'

export type Parameters = Record<string, unknown>

/**
 * Converts the texts of a form to the types in the schema of the call's parameters. Throws Stripe's 400 for parameters
 * that are unknown, missing or of another type, and 501 for those that Stripe knows but `modelled` does not list. Names
 * in `modelled` are like `items.price`; `metadata.*` allows any key.
 */
export function readParameters(
  schemaName: string | undefined,
  raw: Record<string, Raw>,
  modelled: readonly string[],
): Parameters {
  const schema: Schema = schemaName === undefined ? { type: 'object', properties: {} } : schemaOf(schemaName)
  const read = convert(schema, raw, '')
  for (const path of pathsOf(read, '')) if (!isModelled(path, modelled)) throw notModelled(`the parameter ${path}`)
  return read as Parameters
}

function convert(schema: Schema, raw: Raw, path: string): unknown {
  const { anyOf, type, ...rest } = resolve(schema)
  if (anyOf !== undefined) return convertUnion(anyOf, raw, path)
  if (rest.const !== undefined) return convertEnum([rest.const], raw, path)
  if (rest.enum !== undefined) return convertEnum(rest.enum, raw, path)
  if (type === 'array') {
    if (!Array.isArray(raw)) throw invalid(`Invalid array`, { param: path })
    return raw.map((each, n) => convert(rest.items ?? {}, each, `${path}[${n}]`))
  }
  if (type === 'object') return convertObject(rest, raw, path)
  if (typeof raw !== 'string') throw invalid(`Invalid ${type ?? 'value'}`, { param: path })
  if (type === 'null') {
    if (raw !== '') throw invalid('The value must be empty.', { param: path })
    return null
  }
  if (type !== 'number') return raw
  if (!/^-?\d{1,15}(\.\d{1,12})?$/.test(raw)) {
    throw invalid(`Invalid integer: ${raw.slice(0, 50)}`, { code: 'parameter_invalid_integer', param: path })
  }
  return Number(raw)
}

function convertObject(schema: Schema, raw: Raw, path: string): Parameters {
  const { properties = {}, required = [], additionalProperties } = schema
  // An empty list decodes like an empty map.
  if (typeof raw === 'string' || Array.isArray(raw)) throw invalid('Invalid object', { param: path })
  const entries = Object.entries(raw).map(([name, value]) => {
    const inner = path === '' ? name : `${path}[${name}]`
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (known !== undefined) return [name, convert(known, value, inner)] as const
    if (typeof additionalProperties === 'object') return [name, convert(additionalProperties, value, inner)] as const
    throw invalid(`Received unknown parameter: ${inner}`, { code: 'parameter_unknown', param: inner })
  })
  const absent = required.find((name) => !Object.hasOwn(raw, name))
  if (absent !== undefined) {
    const inner = path === '' ? absent : `${path}[${absent}]`
    throw invalid(`Missing required param: ${inner}.`, { code: 'parameter_missing', param: inner })
  }
  return Object.fromEntries(entries)
}

/**
 * Converts to the first member that the value fits. If it fits none, throws the most specific error, which is that of
 * the deepest parameter.
 */
function convertUnion(members: Schema[], raw: Raw, path: string): unknown {
  const failures: Failure[] = []
  for (const member of members) {
    try {
      return convert(member, raw, path)
    } catch (error) {
      failures.push(error as Failure)
    }
  }
  throw failures.reduce((a, b) => ((b.details.param?.length ?? 0) > (a.details.param?.length ?? 0) ? b : a))
}

function convertEnum(values: readonly (string | number | boolean)[], raw: Raw, path: string): unknown {
  const found = typeof raw === 'string' ? values.find((value) => String(value) === raw) : undefined
  if (found !== undefined) return found
  throw invalid(`Invalid ${path}: must be one of ${values.join(', ')}`, { param: path })
}

/** The names of all values, without the positions in lists. */
function pathsOf(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [path] : value.flatMap((each) => pathsOf(each, path))
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, each]) => pathsOf(each, path === '' ? name : `${path}.${name}`))
}

const isModelled = (path: string, modelled: readonly string[]): boolean =>
  modelled.some((each) => each === path || (each.endsWith('.*') && path.startsWith(each.slice(0, -1))))

/** A text parameter; undefined if it is absent or emptied. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

export const flagOf = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

export const mapOf = (value: unknown): Parameters =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Parameters) : {}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Metadata after a request: named keys are set, emptied ones removed, and an empty `metadata` removes all. */
export function mergeMetadata(current: Record<string, string>, sent: unknown): Record<string, string> {
  if (sent === undefined) return current
  if (sent === null || sent === '') return {}
  const merged = { ...current }
  for (const [key, value] of Object.entries(mapOf(sent))) {
    if (value === null || value === '') delete merged[key]
    else merged[key] = String(value)
  }
  if (Object.keys(merged).length > 50) throw invalid('Metadata has more than 50 keys.', { param: 'metadata' })
  return merged
}
