import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify'
import type { FastifyValidationResult } from 'fastify/types/schema.js'
import type { Static, TSchema } from 'typebox'
import { readRunParts } from '../../features/assessments/schema.ts'
import { isDate, isDateTime, isTimeOfDay, readTimeZone } from '../../shared/dates/datetime.ts'
import { isMonth } from '../../shared/dates/month.ts'
import { schemaText } from '../../shared/http/schema-text.ts'
import { fields, list, texts } from '../../shared/json.ts'
import { Problem, type ProblemCode, type ProblemDetail } from '../../shared/problem.ts'
import { isPlainLine } from '../../shared/text/plain-line.ts'

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const NO_GUID = '00000000-0000-0000-0000-000000000000'
const EMAIL =
  /^(?!\.)(?!.*\.\.)[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}(?<!\.)@([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{N}-]*[\p{L}\p{N}]$/u

const MAX_DETAILS = 100

/** A large invalid list causes hundreds of thousands of errors, and one field can have several. */
const MAX_ERRORS = 10 * MAX_DETAILS

/** The formats of our schemas, with the text for an error. */
const FORMATS: Record<string, { test: (text: string) => boolean; says: string }> = {
  uuid: {
    test: (text) => GUID.test(text) && text !== NO_GUID,
    says: 'must be a GUID in the form 8-4-4-4-12 and not all zero',
  },
  email: {
    test: (text) => text.length <= 254 && EMAIL.test(text) && text.isWellFormed(),
    says: 'must be an email address',
  },
  name: {
    test: (text) => {
      const length = [...text.trim()].length
      return length >= 1 && length <= 200 && isPlainLine(text.trim())
    },
    says: 'must have 1 to 200 characters and no control characters',
  },
  line: { test: isPlainLine, says: 'must be one line of text without control characters' },
  month: { test: isMonth, says: 'must be a month written YYYY-MM' },
  date: { test: isDate, says: 'must be a day written YYYY-MM-DD' },
  'time-of-day': { test: isTimeOfDay, says: 'must be a time written HH:MM, from 00:00 to 23:59' },
  'time-zone': {
    test: (text) => readTimeZone(text) !== undefined,
    says: 'must be a name of the IANA time zone database, as in Australia/Sydney',
  },
  'date-time': {
    test: isDateTime,
    says: 'must be an ISO 8601 date and time with an offset, such as 2027-03-31T00:00:00Z',
  },
  'run-parts': {
    test: (text) => readRunParts(text) !== undefined,
    says: 'must be one or more of customer, findings and coverage, separated by commas',
  },
}

function createAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({ allErrors: true, coerceTypes, removeAdditional: false, strict: false, useDefaults: false })
  for (const [name, { test }] of Object.entries(FORMATS)) ajv.addFormat(name, test)
  return ajv
}

const bodies = createAjv(false)
const strings = createAjv(true)

const validators = new Map<Ajv, Map<string, ValidateFunction>>([bodies, strings].map((ajv) => [ajv, new Map()]))

/**
 * Compiles each schema once, when it is first needed: compiling all of them would take most of a start. Bodies are not
 * coerced. Parameters in a URL are text and are coerced to the type of the schema.
 */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const ajv = httpPart === 'body' ? bodies : strings
  let compiled: ValidateFunction | undefined
  const validate: FastifyValidationResult = (input) => {
    compiled ??= validatorOf(ajv, schema)
    const isValid = compiled(input)
    validate.errors = compiled.errors ?? null
    return isValid
  }
  return validate
}

function validatorOf(ajv: Ajv, schema: object): ValidateFunction {
  const known = validators.get(ajv)
  const text = schemaText(schema)
  const validator = known?.get(text) ?? ajv.compile(schema)
  known?.set(text, validator)
  return validator
}

/** All errors of an input as one problem. `schema` is the one that it was validated against. */
export function toProblem(errors: readonly FastifySchemaValidationError[], schema: unknown, input: unknown): Problem {
  const byField = new Map<string, ProblemDetail>()
  for (const error of errors.slice(0, MAX_ERRORS)) {
    const detail = toDetail(error, schema, input)
    if (!byField.has(detail.field)) byField.set(detail.field, detail)
  }
  const details = [...byField.values()].slice(0, MAX_DETAILS)
  const code: ProblemCode = details.some((detail) => detail.code === 'MISSING_FIELD')
    ? 'MISSING_FIELD'
    : 'INVALID_FIELD'
  const message = details.filter((detail) => detail.code === code).map((detail) => detail.message)
  return new Problem(code, { message: message.slice(0, 3).join(' '), details })
}

function toDetail(error: FastifySchemaValidationError, schema: unknown, input: unknown): ProblemDetail {
  const steps = error.instancePath.split('/').slice(1)
  if (error.keyword === 'required') {
    const field = pathOf([...steps, String(error.params.missingProperty)], input)
    return { field, code: 'MISSING_FIELD', message: `${field} is required.` }
  }
  const field = pathOf(steps, input)
  if (isEmpty(valueAt(steps, input)) && isRequired(schema, steps)) {
    return { field, code: 'MISSING_FIELD', message: `${field} is required and must not be empty.` }
  }
  return { field, code: 'INVALID_FIELD', message: `${field === '' ? 'The item' : field} ${expectationOf(error)}.` }
}

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)

/** `customers[3].tenantId` from the steps of a JSON pointer. */
function pathOf(steps: readonly string[], input: unknown): string {
  let path = ''
  let value = input
  for (const step of steps) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    path += Array.isArray(value) ? `[${name}]` : path === '' ? name : `.${name}`
    value = Array.isArray(value) ? value[Number(name)] : fields(value)[name]
  }
  return path
}

function valueAt(steps: readonly string[], input: unknown): unknown {
  let value = input
  for (const step of steps) value = Array.isArray(value) ? value[Number(step)] : fields(value)[step]
  return value
}

function isRequired(schema: unknown, steps: readonly string[]): boolean {
  let at = fields(schema)
  for (const step of steps.slice(0, -1)) at = fields(at.items ?? fields(at.properties)[step])
  return texts(at.required).includes(steps.at(-1) ?? '')
}

function expectationOf(error: FastifySchemaValidationError): string {
  const limit = String(error.params.limit)
  switch (error.keyword) {
    case 'type':
      return `must be ${typeText(error.params.type)}`
    case 'format':
      return FORMATS[String(error.params.format)]?.says ?? 'has the wrong form'
    case 'enum':
      return `must be one of ${list(error.params.allowedValues).join(', ')}`
    case 'minimum':
      return `must be at least ${limit}`
    case 'maximum':
      return `must be at most ${limit}`
    case 'minItems':
      return `must hold at least ${limit === '1' ? '1 item' : `${limit} items`}`
    case 'maxItems':
      return `must hold at most ${limit} items`
    // The only pattern in our schemas is the one that requires text.
    case 'pattern':
      return 'must not be empty'
    case 'minLength':
      return `must have at least ${limit} characters`
    case 'maxLength':
      return `must have at most ${limit} characters`
    default:
      return error.message ?? 'is not accepted'
  }
}

const TYPES: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
  null: 'null',
}

const typeText = (type: unknown): string =>
  (Array.isArray(type) ? type : [type]).map((name) => TYPES[String(name)] ?? String(name)).join(' or ')

/** Validates one row of a bulk request against the body schema of the single endpoint. */
export function validateRow<S extends TSchema>(schema: S, input: unknown): Problem | { input: Static<S> } {
  const validate = bodies.compile<Static<S>>(schema)
  return validate(input) ? { input } : toProblem(validate.errors ?? [], schema, input)
}
