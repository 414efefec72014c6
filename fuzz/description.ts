import { readFileSync } from 'node:fs'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type Fields, fields, list, text, texts } from '../src/shared/json.ts'

/** The declared response of an operation for one status. */
export interface DeclaredAnswer {
  /** By media type; undefined if the body is not JSON. */
  bodies: ReadonlyMap<string, ValidateFunction | undefined>
  /** Error codes that may come with this status; empty for a success. */
  codes: readonly string[]
}

export interface Parameter {
  name: string
  schema: Fields
}

export interface Operation {
  id: string
  method: string
  /** As in the description: `/v1/partner/customers/{id}`. */
  path: string
  api: 'partner' | 'distributor'
  /** Path parameters, each with the segment before it: `{ name: 'id', segment: 'customers' }`. */
  places: readonly { name: string; segment: string }[]
  query: readonly Parameter[]
  /** With all references resolved; absent if the operation has no body. */
  body?: Fields
  /** By status. */
  answers: ReadonlyMap<number, DeclaredAnswer>
}

const SUCCESS_DESCRIPTIONS_END = 400

/** All operations of an OpenAPI document, with compiled validators. Throws if a schema cannot be compiled. */
export function readOperations(document: unknown): Operation[] {
  const compile = createCompiler(document)
  return Object.entries(fields(fields(document).paths)).flatMap(([path, methods]) =>
    Object.entries(fields(methods)).map(([method, described]) =>
      toOperation(document, compile, path, method, fields(described)),
    ),
  )
}

/** The document that `npm run gen` writes. */
export const readDescription = (): unknown =>
  JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'))

type Compile = (schema: unknown) => ValidateFunction

function toOperation(document: unknown, compile: Compile, path: string, method: string, described: Fields): Operation {
  const parameters = list(described.parameters).map((parameter) => fields(resolve(document, parameter)))
  const content = fields(fields(fields(described.requestBody).content)['application/json'])
  const segments = path.split('/')
  const places = segments.flatMap((segment, index) =>
    segment.startsWith('{') ? [{ name: segment.slice(1, -1), segment: segments[index - 1] ?? '' }] : [],
  )
  return {
    id: text(described.operationId) ?? `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    api: path.startsWith('/v1/distributor/') ? 'distributor' : 'partner',
    places,
    query: parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema }) => ({ name: text(name) ?? '', schema: fields(resolve(document, schema)) })),
    ...(described.requestBody !== undefined && { body: fields(resolve(document, content.schema)) }),
    answers: new Map(
      Object.entries(fields(described.responses)).map(([status, answer]) => [
        Number(status),
        toAnswer(compile, Number(status), fields(answer)),
      ]),
    ),
  }
}

function toAnswer(compile: Compile, status: number, { content, description }: Fields): DeclaredAnswer {
  const bodies = Object.entries(fields(content)).map(
    ([type, media]) => [type, /[/+]json$/.test(type) ? compile(fields(media).schema) : undefined] as const,
  )
  return {
    bodies: new Map(bodies),
    codes: status < SUCCESS_DESCRIPTIONS_END ? [] : (text(description) ?? '').split(', '),
  }
}

/** Formats in the description, implemented independently of the service's validators. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  month: /^\d{4}-(0[1-9]|1[0-2])$/,
  date: /^\d{4}-\d\d-\d\d$/,
  'time-of-day': /^([01]\d|2[0-3]):[0-5]\d$/,
  'time-zone': /^[A-Z][\w+-]*(\/[\w+-]+)*$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  email: /^[^@]+@[^@]+$/,
  name: /./s,
  binary: /(?:)/,
}

function createCompiler(document: unknown): Compile {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  for (const [name, form] of Object.entries(FORMATS)) ajv.addFormat(name, form)
  ajv.addSchema({ $id: 'description', components: close(fields(document).components) })
  const compiled = new Map<string, ValidateFunction>()
  return (schema) => {
    const closed = close(schema)
    const known = compiled.get(JSON.stringify(closed))
    if (known) return known
    const validate = ajv.compile(fields(closed))
    compiled.set(JSON.stringify(closed), validate)
    return validate
  }
}

/** The schema for responses: objects have only declared fields. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close)
  if (typeof schema !== 'object' || schema === null) return schema
  const { example: _, examples: __, ...given } = fields(schema)
  const parts = Object.entries(given).map(([word, part]) => [
    word,
    word === '$ref' ? `description${String(part)}` : close(part),
  ])
  const isOpen = given.properties !== undefined && given.additionalProperties === undefined
  return { ...Object.fromEntries(parts), ...(isOpen && isObjectSchema(given) && { additionalProperties: false }) }
}

/** Note that `properties` may also be the name of a field. */
const isObjectSchema = ({ type }: Fields): boolean =>
  type === 'object' || type === undefined || texts(type).includes('object')

function resolve(document: unknown, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((inner: unknown) => resolve(document, inner))
  if (typeof part !== 'object' || part === null) return part
  const reference = text(fields(part).$ref)
  if (reference === undefined)
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, resolve(document, inner)]))
  const steps = reference.slice('#/'.length).split('/')
  return resolve(
    document,
    steps.reduce<unknown>((at, step) => fields(at)[step], document),
  )
}
