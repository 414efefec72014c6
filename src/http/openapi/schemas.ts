import { type Fields, fields, list, text } from '../../shared/json.ts'

/**
 * The schema with every part that has a title replaced by a reference, and the part kept in `named` under that title.
 * Throws where two different parts bear one title.
 */
export function nameParts(schema: unknown, named: Map<string, Fields>): unknown {
  if (Array.isArray(schema)) return schema.map((part: unknown) => nameParts(part, named))
  if (typeof schema !== 'object' || schema === null) return schema
  const choices = list(fields(schema).anyOf)
  // A row of a bulk request may be anything, for it is judged by itself; what it should be stands first.
  if (choices.length === 2 && Object.keys(fields(choices[1])).length === 0) return nameParts(choices[0], named)
  const parts = Object.entries(schema).map(([word, part]) => [word, nameWord(word, part, named)])
  const { title, ...rest }: Fields = Object.fromEntries(parts)
  const name = text(title)
  if (name === undefined) return rest
  const known = named.get(name)
  if (known && JSON.stringify(known) !== JSON.stringify(rest)) throw new Error(`two schemas have the title ${name}`)
  named.set(name, rest)
  return { $ref: `#/components/schemas/${name}` }
}

/** Only some words of a schema hold schemas: a field of an object may be called title or items itself. */
function nameWord(word: string, part: unknown, named: Map<string, Fields>): unknown {
  if (word === 'properties') {
    return Object.fromEntries(Object.entries(fields(part)).map(([name, inner]) => [name, nameParts(inner, named)]))
  }
  return ['items', 'anyOf', 'additionalProperties'].includes(word) ? nameParts(part, named) : part
}
