import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import type { Actor, DistributorActor } from './ground/actor.ts'
import { PROBLEMS, Problem, type ProblemCode } from './ground/problem.ts'

/** What routes of every feature share: the server's type, the acting account, and the shapes that recur. */

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the key check before any handler of the Partner API runs. */
    actor: Actor
    /** Set by the key check before any handler of the Distributor API runs. */
    distributor: DistributorActor
    /** Compares one row of a bulk request with the schema of its single endpoint. */
    judge: <S extends TSchema>(schema: S, input: unknown) => Problem | { input: Static<S> }
  }
}

/** The server as a feature's routes see it; its paths are relative to the API they belong to. */
export type Http = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

export const Timestamp = Type.Unsafe<Date>({ type: 'string', format: 'date-time', description: 'ISO 8601, UTC.' })

const ProblemBody = Type.Object(
  {
    error: Type.Object({
      code: Type.String(),
      message: Type.String(),
      requestId: Type.String(),
      details: Type.Optional(
        Type.Array(Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() })),
      ),
    }),
  },
  { title: 'Problem', $id: 'Problem' },
)

/** Every endpoint of an API can answer with these. */
const COMMON: readonly ProblemCode[] = [
  'MISSING_KEY',
  'INVALID_KEY',
  'HTTPS_REQUIRED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
]

/** Every endpoint that takes a body can answer with these. */
export const BODY_PROBLEMS = [
  'INVALID_JSON',
  'MISSING_FIELD',
  'INVALID_FIELD',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const satisfies readonly ProblemCode[]

/** The error responses of an endpoint, by status, with the codes that each may carry. */
export function problems(...own: readonly ProblemCode[]): Record<string, TSchema> {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of new Set([...COMMON, ...own])) {
    const { status } = PROBLEMS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      Type.Unsafe({ ...ProblemBody, description: codes.join(', '), $id: undefined }),
    ]),
  )
}

/** One bad row of a bulk request. */
const RowError = Type.Object({
  index: Type.Integer({ description: 'Place in the request, from 0.' }),
  code: Type.String(),
  message: Type.String(),
  field: Type.Optional(Type.String()),
})
export type RowError = Static<typeof RowError>

export const RowErrors = Type.Array(RowError, { description: 'Those that failed, as many as `failed` says.' })

/** A row of a bulk request: described by its schema, but judged by itself, so that one bad row fails alone. */
export const anyRow = (schema: TSchema) => Type.Unsafe<unknown>({ anyOf: [schema, {}] })

/** The rows of a bulk request, judged each as its single endpoint would. */
export interface JudgedRows<T> {
  good: { index: number; input: T }[]
  errors: RowError[]
}

/** Judges rows against the schema of the single endpoint; more than `most` fail the whole call. */
export function judgeRows<S extends TSchema>(
  request: Pick<FastifyRequest, 'judge'>,
  schema: S,
  rows: readonly unknown[],
  most: number,
): JudgedRows<Static<S>> {
  if (rows.length > most) {
    throw new Problem('TOO_MANY', { message: `One call carries at most ${most} items; this one has ${rows.length}.` })
  }
  const judged: JudgedRows<Static<S>> = { good: [], errors: [] }
  for (const [index, row] of rows.entries()) {
    const verdict = request.judge(schema, row)
    if (verdict instanceof Problem) judged.errors.push(toRowError(index, verdict))
    else judged.good.push({ index, input: verdict.input })
  }
  return judged
}

/** What the `errors` list tells of a row that was refused. */
export function toRowError(index: number, { code, message, details }: Problem): RowError {
  const field = details?.find((detail) => detail.code === code)?.field
  return { index, code, message, ...(field !== undefined && field !== '' && { field }) }
}

/** Query parameters of a list that may be asked for page by page. */
export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Ask for a page of this many items.' })),
  cursor: Type.Optional(Type.String({ maxLength: 500, description: 'The nextCursor of the page before.' })),
}
