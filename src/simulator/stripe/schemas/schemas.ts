import { readFileSync } from 'node:fs'

/** The API version that the simulator speaks, and the name of the file with its schemas. */
export const API_VERSION = '2026-10-28.endive'

/** The part of JSON Schema 2020-12 that `make-schemas.cjs` writes. */
export interface Schema {
  $ref?: string
  type?: 'string' | 'number' | 'object' | 'array' | 'null'
  const?: string | number | boolean
  enum?: (string | number | boolean)[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}

interface SchemaFile {
  roots: Record<string, Schema>
  $defs: Record<string, Schema>
}

let loaded: SchemaFile | undefined

/** Reads the file on first use. */
function load(): SchemaFile {
  loaded ??= JSON.parse(readFileSync(new URL(`./${API_VERSION}.json`, import.meta.url), 'utf8')) as SchemaFile
  return loaded
}

/** The schema of a resource or of a call's parameters, by its name in Stripe's types. */
export function schemaOf(name: string): Schema {
  const schema = load().roots[name]
  if (schema === undefined) throw new Error(`the schema file has no ${name}`)
  return resolve(schema)
}

/** Follows a reference. */
export function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const name = schema.$ref.slice('#/$defs/'.length).replaceAll('~1', '/').replaceAll('~0', '~')
  const found = load().$defs[name]
  if (found === undefined) throw new Error(`the schema file has no ${name}`)
  return resolve(found)
}

/**
 * How a value differs from its schema, as `path: what`; undefined if it fits. Properties that are not in the schema are
 * differences.
 */
export function findDifference(schema: Schema, value: unknown, path = ''): string | undefined {
  const { anyOf, type, properties, additionalProperties, required = [], items, ...rest } = resolve(schema)
  if (anyOf !== undefined) {
    const differences = anyOf.map((each) => findDifference(each, value, path))
    return differences.includes(undefined) ? undefined : closestOf(differences, path)
  }
  if (rest.const !== undefined) return value === rest.const ? undefined : `${path}: not ${String(rest.const)}`
  if (rest.enum !== undefined) {
    return rest.enum.some((each) => each === value) ? undefined : `${path}: not one of ${rest.enum.join(', ')}`
  }
  if (type === undefined) return undefined
  if (typeName(value) !== type) return `${path}: not ${type} but ${typeName(value)}`
  if (Array.isArray(value)) return firstOf(value.map((each, n) => findDifference(items ?? {}, each, `${path}[${n}]`)))
  if (typeof value !== 'object' || value === null) return undefined
  const missing = required.find((name) => !Object.hasOwn(value, name))
  if (missing !== undefined) return `${path}.${missing}: missing`
  return firstOf(
    Object.entries(value).map(([name, each]) => {
      const known = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined
      if (known !== undefined) return findDifference(known, each, `${path}.${name}`)
      if (typeof additionalProperties === 'object') return findDifference(additionalProperties, each, `${path}.${name}`)
      return additionalProperties === true ? undefined : `${path}.${name}: not in the schema`
    }),
  )
}

const firstOf = (differences: (string | undefined)[]): string | undefined =>
  differences.find((difference) => difference !== undefined)

/** The deepest of the differences from the members of a union: it belongs to the member that was most likely meant. */
function closestOf(differences: (string | undefined)[], path: string): string {
  const depth = (text = ''): number => text.split(':')[0]?.length ?? 0
  return differences.reduce<string>(
    (a, b) => (depth(b) > depth(a) ? (b ?? a) : a),
    `${path}: does not fit any member of the union`,
  )
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
