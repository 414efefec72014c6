import type { FastifyRequest } from 'fastify'
import { fields } from '../../shared/json.ts'
import { Problem, type ProblemDetail } from '../../shared/problem.ts'

const STRICT = /(^|[,;\s])handling\s*=\s*"?strict"?\s*($|[,;])/i

/** Whether the caller prefers a refusal to a request that is carried out as far as possible (RFC 7240, 4.4). */
export const isStrict = ({ headers }: FastifyRequest): boolean =>
  headers.prefer !== undefined && STRICT.test(String(headers.prefer))

/** Ignores unknown body fields, unless the caller sends `Prefer: handling=strict` (RFC 7240): then throws INVALID_FIELD. */
export function refuseUnknownFields(request: FastifyRequest): void {
  const problem = findUnknownFields(request, request.routeOptions.schema?.body, request.body)
  if (problem) throw problem
}

/**
 * The problem of one part of a body, such as a row of a bulk request, for `refuseUnknownFields`; undefined if every field is
 * known or strict is not set.
 */
export function findUnknownFields(request: FastifyRequest, schema: unknown, input: unknown): Problem | undefined {
  if (!isStrict(request)) return undefined
  const details = [...unknownFields(input, fields(schema), '')].map(toDetail)
  if (details.length === 0) return undefined
  const message = details
    .slice(0, 3)
    .map((detail) => detail.message)
    .join(' ')
  return new Problem('INVALID_FIELD', { message, details: details.slice(0, 100) })
}

const toDetail = (field: string): ProblemDetail => ({
  field,
  code: 'INVALID_FIELD',
  message: `${field} is not a field of this request.`,
})

function* unknownFields(value: unknown, schema: Record<string, unknown>, path: string): Generator<string> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* unknownFields(item, fields(schema.items), `${path}[${index}]`)
  } else if (schema.properties !== undefined) {
    const known = fields(schema.properties)
    for (const [name, inner] of Object.entries(fields(value))) {
      const at = path === '' ? name : `${path}.${name}`
      if (Object.hasOwn(known, name)) yield* unknownFields(inner, fields(known[name]), at)
      else yield at
    }
  }
}
