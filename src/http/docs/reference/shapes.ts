import { type Fields, fields, list, text, texts } from '../../../shared/json.ts'
import { slugOf } from '../contents/slugs.ts'
import { type Description, follow, refName } from './description.ts'
import { code, escapeText, renderTable } from './markdown.ts'

/** Whether readers send or receive the object, because optional fields are described differently. */
export type Direction = 'sent' | 'received'

/** Named schemas that a page must describe, because its tables link to them. */
export type Mentioned = Set<string>

/** The table of an object's fields, or nothing if it has none. Inner objects without a name are part of it: `billing.currency`. */
export function renderFields(
  description: Description,
  schema: unknown,
  direction: Direction,
  mentioned: Mentioned,
): string {
  const rows = listRows(description, schema, { prefix: '', direction, mentioned })
  return renderTable(['field', 'type', 'meaning'], rows)
}

interface Place {
  prefix: string
  direction: Direction
  mentioned: Mentioned
}

function listRows(description: Description, schema: unknown, place: Place): string[][] {
  const object = follow(description, schema)
  const required = texts(object.required)
  return Object.entries(fields(object.properties)).flatMap(([name, inner]) => {
    const path = place.prefix + name
    const { direction, mentioned } = place
    const note = required.includes(name)
      ? direction === 'sent' && 'Required.'
      : direction === 'received' && 'May be absent.'
    const meaning = [note, describe(description, inner)].filter((part) => part !== false && part !== '').join(' ')
    const { nested, suffix } = unwrap(description, inner)
    return [
      [code(path), typeOf(description, inner, mentioned), meaning],
      ...(nested === undefined ? [] : listRows(description, nested, { ...place, prefix: `${path}${suffix}.` })),
    ]
  })
}

/** The unnamed object of a field, or of the items of its list. */
function unwrap(description: Description, schema: unknown): { nested: unknown; suffix: string } {
  let at = schema
  let suffix = ''
  while (fields(at).items !== undefined) {
    at = fields(at).items
    suffix += '[]'
  }
  const isNested = refName(at) === undefined && Object.keys(fields(follow(description, at).properties)).length > 0
  return { nested: isNested ? at : undefined, suffix }
}

/** The type of a value in words, such as `list of strings`; links to named objects on the same page. */
export function typeOf(description: Description, schema: unknown, mentioned: Mentioned): string {
  const name = refName(schema)
  const shape = follow(description, schema)
  if (name !== undefined && isObject(shape)) {
    mentioned.add(name)
    return `[${name}](#${slugOf(name)})`
  }
  const choices = listChoices(shape)
  if (choices.length > 0) return choices.map((choice) => code(JSON.stringify(choice))).join(', ')
  const parts = [...list(shape.anyOf), ...list(shape.oneOf)]
  if (parts.length > 0) return parts.map((part) => typeOf(description, part, mentioned)).join(' or ')
  if (shape.items !== undefined) return `list of ${toPlural(typeOf(description, shape.items, mentioned))}`
  const types = [text(shape.type) ?? texts(shape.type)].flat()
  // A field that is validated by our own code declares no type.
  if (types.length === 0 && list(shape.examples).length > 0) types.push(typeof list(shape.examples)[0])
  const names = types.map((type) => (type === 'string' && FORMATS[text(shape.format) ?? '']) || type)
  return `${names.join(' or ') || 'any'}${limitsOf(shape)}`
}

/** The name that readers know for a text format. */
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'time',
  email: 'email address',
  uuid: 'UUID',
  month: 'month',
  binary: 'file',
}

/** The plural of the words for types; leaves names of objects and lists of values unchanged. */
const toPlural = (type: string): string =>
  type
    .replace(/^email address\b/, 'email addresses')
    .replace(/^(string|integer|number|boolean|object|time|UUID|month|file)\b/, '$1s')

const isObject = (shape: Fields): boolean => shape.type === 'object' || shape.properties !== undefined

function listChoices(shape: Fields): unknown[] {
  return 'const' in shape ? [shape.const] : [...list(shape.enum)]
}

/** Length and range. Patterns are omitted, because they are for programs. */
function limitsOf({ minimum, maximum, minLength, maxLength }: Fields): string {
  const limits = [rangeOf(minimum, maximum, ''), rangeOf(minLength, maxLength, ' characters')].filter(
    (part) => part !== undefined,
  )
  return limits.length === 0 ? '' : `, ${limits.join(', ')}`
}

function rangeOf(from: unknown, to: unknown, unit: string): string | undefined {
  if (typeof from === 'number' && typeof to === 'number') return `${from} to ${to}${unit}`
  if (typeof to === 'number') return `at most ${to}${unit}`
  return typeof from === 'number' ? `at least ${from}${unit}` : undefined
}

function describe(description: Description, schema: unknown): string {
  const own = text(fields(schema).description) ?? text(follow(description, schema).description) ?? ''
  const { default: preset } = fields(schema)
  const { maxItems } = fields(schema)
  return [
    escapeText(own),
    typeof maxItems === 'number' && `At most ${maxItems} items.`,
    preset !== undefined && `Default: ${code(JSON.stringify(preset))}.`,
  ]
    .filter((part) => part !== false && part !== '')
    .join(' ')
}

/** The named object and all that its table links to, in this order. */
export function renderObjects(description: Description, mentioned: Mentioned): { name: string; table: string }[] {
  const rendered: { name: string; table: string }[] = []
  // The set grows during the loop, because tables mention further objects.
  for (const name of mentioned) {
    const schema = { $ref: `#/components/schemas/${name}` }
    rendered.push({ name, table: renderFields(description, schema, 'received', mentioned) })
  }
  return rendered.sort((one, other) => (one.name < other.name ? -1 : 1))
}
