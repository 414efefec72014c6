import { type Fields, fields, list, text } from '../../shared/json.ts'
import { meaningOf } from './field-meanings.ts'

/**
 * The schema with every titled part replaced by a reference, and the part stored in `named` under its title. Throws if two
 * different parts have the same title.
 */
export function nameParts(schema: unknown, named: Map<string, Fields>): unknown {
  if (Array.isArray(schema)) return schema.map((part: unknown) => nameParts(part, named))
  if (typeof schema !== 'object' || schema === null) return schema
  const choices = list(fields(schema).anyOf)
  // A row of a bulk request accepts anything, because each row is validated separately; the first choice is its schema.
  if (choices.length === 2 && Object.keys(fields(choices[1])).length === 0) return nameParts(choices[0], named)
  const parts = Object.entries(schema).map(([word, part]) => [word, nameWord(word, part, named)])
  const { title, ...given }: Fields = Object.fromEntries(parts)
  const name = text(title)
  if (name === undefined) return given
  // An enumeration means something different in each place, so its description and its default stay there.
  const { description, examples, default: preset, ...words } = given
  const isWords = words.enum !== undefined
  const rest = isWords ? { type: 'string', ...words } : given
  const known = named.get(name)
  named.set(name, known ? joinParts(name, known, rest) : rest)
  const own = isWords
    ? {
        ...(description !== undefined && { description }),
        ...(examples !== undefined && { examples }),
        ...(preset !== undefined && { default: preset }),
      }
    : {}
  return { $ref: `#/components/schemas/${name}`, ...own }
}

/** Joins two occurrences of a part. One in a response lacks its description, which became that of the response. */
function joinParts(name: string, known: Fields, found: Fields): Fields {
  const [{ description: knownText, ...knownShape }, { description: foundText, ...foundShape }] = [known, found]
  const isDescribedTwice = knownText !== undefined && foundText !== undefined
  if (JSON.stringify(knownShape) !== JSON.stringify(foundShape) || (isDescribedTwice && knownText !== foundText))
    throw new Error(`two schemas have the title ${name}`)
  return knownText === undefined ? found : known
}

/** Only some keywords contain schemas: an object may have fields named title or items. */
function nameWord(word: string, part: unknown, named: Map<string, Fields>): unknown {
  if (word === 'properties') {
    return Object.fromEntries(Object.entries(fields(part)).map(([name, inner]) => [name, nameParts(inner, named)]))
  }
  return ['items', 'anyOf', 'additionalProperties'].includes(word) ? nameParts(part, named) : part
}

/**
 * The schema with a description for every field that lacks one and has a known meaning; `path` leads to it from its name. A field
 * that refers to a described schema needs none.
 */
export function describeParts(schema: unknown, path: readonly string[], named: ReadonlyMap<string, Fields>): unknown {
  const { properties, items, anyOf, ...rest } = fields(schema)
  const within = (part: unknown): unknown => describeParts(part, path, named)
  return {
    ...rest,
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(fields(properties)).map(([name, field]) => [name, describeField(field, [...path, name], named)]),
      ),
    }),
    ...(items !== undefined && { items: within(items) }),
    ...(anyOf !== undefined && { anyOf: list(anyOf).map(within) }),
  }
}

function describeField(field: unknown, path: readonly string[], named: ReadonlyMap<string, Fields>): Fields {
  const described = fields(describeParts(field, path, named))
  const target = text(described.$ref)?.split('/').at(-1)
  if (described.description !== undefined || named.get(target ?? '')?.description !== undefined) return described
  const meaning = meaningOf(path)
  return meaning === undefined ? described : { ...described, description: meaning }
}
