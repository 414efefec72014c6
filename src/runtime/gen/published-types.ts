import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Dataset } from '../../engine/datasets/dataset.ts'

/** One of Microsoft's type declarations: its own properties, each with the name of its type. */
interface PublishedType {
  base?: string
  properties: ReadonlyMap<string, string>
}

/** What Microsoft publishes about the objects of one version of Graph. */
export interface PublishedTypes {
  /** Names and types of the properties of a type and of those it extends; undefined if there is no such type. */
  propertiesOf(type: string): ReadonlyMap<string, string> | undefined
  /** The types that extend it, directly or not. */
  extensionsOf(type: string): string[]
  /** The values of an enumeration, in the order of their definition; undefined if there is none of this name. */
  valuesOf(type: string): string[] | undefined
}

const PACKAGES = { 'v1.0': 'microsoft-graph-types', beta: 'microsoft-graph-types-beta' } as const

const read = new Map<Dataset['apiVersion'], PublishedTypes>()

/** The types of a version, from the declarations of `@microsoft/microsoft-graph-types` (MIT), a development dependency. */
export function publishedTypes(apiVersion: Dataset['apiVersion']): PublishedTypes {
  const known = read.get(apiVersion)
  if (known) return known
  const path = createRequire(import.meta.url).resolve(`@microsoft/${PACKAGES[apiVersion]}/microsoft-graph.d.ts`)
  const declarations = readFileSync(path, 'utf8')
  const types = openTypes(parse(declarations), parseEnumerations(declarations))
  read.set(apiVersion, types)
  return types
}

const INTERFACE = /^ *(?:export )?interface (\w+)(?: extends ([\w.]+))? \{(\})?$/
const NAMESPACE = /^export namespace ([\w.]+) \{/
const PROPERTY = /^ +"?([\w.@]+)"?\?: ?(.*)$/

function parse(declarations: string): Map<string, PublishedType> {
  const types = new Map<string, PublishedType>()
  let namespace = ''
  let properties = new Map<string, string>()
  for (const line of declarations.split(/\r?\n/)) {
    const [, name = '', base, closed] = INTERFACE.exec(line) ?? []
    if (name !== '') {
      properties = new Map()
      types.set(`${namespace}${name}`, { properties, ...(base !== undefined && { base: absolute(base, namespace) }) })
      if (closed !== undefined) properties = new Map()
    }
    namespace = NAMESPACE.test(line)
      ? `${NAMESPACE.exec(line)?.[1]}.`
      : line === '}' && namespace !== ''
        ? ''
        : namespace
    const [, property, type = ''] = PROPERTY.exec(line) ?? []
    if (property !== undefined) properties.set(property, absolute(referenced(type), namespace))
  }
  return types
}

const ENUMERATION = /^ *(?:export )?(?:type (\w+) =([^;]*);|namespace ([\w.]+) \{)/gm

function parseEnumerations(declarations: string): Map<string, string[]> {
  const enumerations = new Map<string, string[]>()
  let prefix = ''
  for (const [, name, values = '', namespace] of declarations.matchAll(ENUMERATION)) {
    if (namespace !== undefined) prefix = `${namespace}.`
    else
      enumerations.set(
        `${prefix}${name}`,
        [...values.matchAll(/"([^"]*)"/g)].map(([, value = '']) => value),
      )
  }
  return enumerations
}

/** The name in a type such as `NullableOption<Device[]>`. */
const referenced = (type: string): string => type.replace(/NullableOption<|[[\]<>;]/g, '').trim()

const absolute = (name: string, namespace: string): string =>
  name.startsWith('microsoftgraph.') ? name.slice('microsoftgraph.'.length) : `${namespace}${name}`

function openTypes(
  types: ReadonlyMap<string, PublishedType>,
  enumerations: ReadonlyMap<string, string[]>,
): PublishedTypes {
  const propertiesOf = (type: string): ReadonlyMap<string, string> | undefined => {
    const found = types.get(type)
    if (!found) return undefined
    return new Map([...((found.base !== undefined && propertiesOf(found.base)) || []), ...found.properties])
  }
  const extensionsOf = (type: string): string[] =>
    [...types].flatMap(([name, { base }]) => (base === type ? [name, ...extensionsOf(name)] : []))
  return { propertiesOf, extensionsOf, valuesOf: (type) => enumerations.get(type) }
}
