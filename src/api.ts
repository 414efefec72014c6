import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { COLLECT_FAILURE_CODES } from './graph/transport/collect-failure.ts'
import type { Span } from './platform/tracing/tracing.ts'
import type { Actor, DistributorActor, PersonSession, Provisioner, Role } from './shared/actor.ts'
import type { IdempotencyContext } from './shared/idempotency.ts'
import { fields, list, texts } from './shared/json.ts'
import { SETTLEMENT_CURRENCIES, SETTLEMENT_INTERVALS } from './shared/money/prices.ts'
import { PLAN_NAMES } from './shared/plans.ts'
import { PROBLEM_CODES, PROBLEMS, Problem, type ProblemCode } from './shared/problem.ts'

/** The parts that routes of all features share: the type of the server, the acting account, and common schemas. */

/** The description of a distributor's call that does for one of its partners what the partner's own call does. */
export const forPartner = (description: string): string =>
  `${description} This is the call of the Partner API with the same name, for one of your partners.`

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the key check before any handler of the Partner API runs. */
    actor: Actor
    /** Set by the key check before any handler of the Distributor API runs. */
    distributor: DistributorActor
    /** Set by the session check before any handler of the portal's own API runs. */
    person: PersonSession
    /** Set by the token check before any handler of SCIM runs. */
    provisioner: Provisioner
    /** Set before the handler of a POST that came with an Idempotency-Key. */
    idempotency: IdempotencyContext | undefined
    /** The span of this request, if spans are recorded. */
    span: Span | undefined
    /** Whether the caller sent `Prefer: handling=strict`. */
    readonly isStrict: boolean
    /** Compares one row of a bulk request with the schema of its single endpoint. */
    validateRow: <S extends TSchema>(schema: S, input: unknown) => Problem | { input: Static<S> }
  }
  interface FastifyContextConfig {
    /**
     * For routes without a key: how many units of its link's rate a request uses; 0 if its path does not contain a
     * link. Default: 1 for reading, 6 for a form.
     */
    linkCost?: number | ((request: FastifyRequest) => number)
    /** For routes without a key: requests a minute from one address, in place of the setting. */
    addressRate?: number
    /**
     * For routes without a key: a file of our pages that browsers cache. Such files are counted separately, with ten
     * times the rate of an address.
     */
    isPageFile?: boolean
    /** For routes without a key: probes from this machine are not limited. */
    isProbe?: boolean
    /** For routes without a key: a request tries a password, a code or a link, and counts as a try of its address. */
    isTry?: boolean
    /**
     * Behind a session: the lowest role that may call this. Default: reader for GET, technician for everything else.
     */
    role?: Role
    /** Behind a session: needs a second factor within the last 10 minutes. */
    strong?: boolean
    /** Behind a session: exists only for accounts of this kind. */
    account?: 'partner' | 'distributor'
    /** The response lasts as long as a page is open, so its duration is not measured. */
    isStream?: boolean
    /** The handler reads the body itself, as a stream. */
    streamsBody?: boolean
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

/** A time with a different example than `Timestamp`. */
export const timestamp = (example: string) =>
  Type.Unsafe<Date>({ type: 'string', format: 'date-time', description: 'ISO 8601, UTC.', examples: [example] })

export const Timestamp = timestamp('2026-05-04T02:11:09.120Z')

// Fields have examples; the description of the API composes those of whole bodies from them.
export const PartnerId = Type.String({ description: 'Prefix prt_.', examples: ['prt_01m7zb6f8ye1jva8wcchpbtxwq'] })
export const CustomerId = Type.String({ description: 'Prefix cust_.', examples: ['cust_01m7zb6f92ew9sper5vfdkv3j1'] })
export const RunId = Type.String({ description: 'Prefix run_.', examples: ['run_01m7zb6f92ew9sper81fjd57z4'] })
export const Month = Type.String({
  format: 'month',
  description: 'UTC calendar month, YYYY-MM.',
  examples: ['2026-05'],
})

const REQUEST = 'req_01m7zb6f93eh8tjt63hnj0n5m0'

// The description of the API has an enumeration with a title once, under that title.
export const RUN_STATUSES = ['queued', 'running', 'completed', 'failed', 'canceled'] as const
export const RunStatus = Type.Enum([...RUN_STATUSES], { title: 'RunStatus' })
export const Severity = Type.Enum(['critical', 'high', 'medium', 'low'], { title: 'Severity', examples: ['critical'] })
export const PlanName = Type.Enum([...PLAN_NAMES], { title: 'Plan', examples: ['professional'] })
export const ACCOUNT_STATUSES = ['active', 'suspended', 'pending'] as const
export const AccountStatus = Type.Enum([...ACCOUNT_STATUSES], { title: 'AccountStatus' })
export const SettlementCurrency = Type.Enum([...SETTLEMENT_CURRENCIES], {
  title: 'SettlementCurrency',
  examples: ['AUD'],
})
export const SettlementInterval = Type.Enum([...SETTLEMENT_INTERVALS], {
  title: 'SettlementInterval',
  examples: ['quarterly'],
})
/** Stored as text. */
export const FailureCode = Type.Unsafe<string>({
  title: 'FailureCode',
  enum: [...COLLECT_FAILURE_CODES],
  description: 'For programs; new codes may be added.',
})
const ErrorCode = Type.Enum([...PROBLEM_CODES], {
  title: 'ErrorCode',
  description: 'For programs. A code never changes; new ones may be added.',
})

/** Every error has this shape. */
const ProblemBody = Type.Object(
  {
    error: Type.Object({
      code: ErrorCode,
      message: Type.String({ description: 'For people.' }),
      requestId: Type.String({ description: 'Prefix req_; also in the header X-Request-Id.', examples: [REQUEST] }),
      details: Type.Optional(
        Type.Array(
          Type.Object({
            field: Type.String({ description: 'A path, as in customers[3].tenantId.' }),
            code: ErrorCode,
            message: Type.String(),
          }),
          { description: 'All invalid fields; absent if there are none.' },
        ),
      ),
    }),
  },
  { title: 'Problem' },
)

/** The errors that every endpoint can return. */
const COMMON: readonly ProblemCode[] = [
  'MISSING_KEY',
  'INVALID_KEY',
  'HTTPS_REQUIRED',
  'RATE_LIMITED',
  'REQUEST_TIMEOUT',
  'EXPECTATION_FAILED',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
]

/** The errors that every endpoint with a body can return. */
export const BODY_PROBLEMS = [
  'INVALID_JSON',
  'MISSING_FIELD',
  'INVALID_FIELD',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const satisfies readonly ProblemCode[]

/** The errors that every endpoint with support for an Idempotency-Key can return. */
export const IDEMPOTENCY_PROBLEMS = [
  'INVALID_FIELD',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_MISMATCH',
] as const satisfies readonly ProblemCode[]

/** The error responses of an endpoint, by status, with the codes that each may carry and an example of each. */
export function problems(...own: readonly ProblemCode[]): Record<string, TSchema> {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of new Set([...COMMON, ...own])) {
    const { status } = PROBLEMS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), problemOf(codes)]))
}

/** By the list of codes: most endpoints share them, and equal schemas are compiled once. */
const problemSchemas = new Map<string, TSchema>()

function problemOf(codes: readonly ProblemCode[]): TSchema {
  const description = codes.join(', ')
  const schema =
    problemSchemas.get(description) ?? Type.Unsafe({ ...ProblemBody, description, 'x-examples': toExamples(codes) })
  problemSchemas.set(description, schema)
  return schema
}

/** Named examples, in the format of OpenAPI. */
function toExamples(codes: readonly ProblemCode[]): Record<string, unknown> {
  const example = (code: ProblemCode) => ({ error: { code, message: PROBLEMS[code].message, requestId: REQUEST } })
  return Object.fromEntries(codes.map((code) => [code, { value: example(code) }]))
}

/** One bad row of a bulk request. */
const RowError = Type.Object(
  {
    index: Type.Integer({ description: 'Place in the request, from 0.', examples: [1] }),
    code: Type.Enum([...PROBLEM_CODES], { title: 'ErrorCode', examples: ['MISSING_FIELD'] }),
    message: Type.String({ examples: ['name is required.'] }),
    field: Type.Optional(Type.String({ examples: ['name'] })),
  },
  { title: 'RowError' },
)
export type RowError = Static<typeof RowError>

export const RowErrors = Type.Array(RowError, { description: 'The rows that failed; `failed` is their number.' })

/** A row of a bulk request: described by its schema, but validated by itself, so that one bad row fails alone. */
export const anyRow = (schema: TSchema) => Type.Unsafe<unknown>({ anyOf: [schema, {}] })

/** The rows of a bulk request, each validated as its single endpoint would. */
export interface ValidatedRows<T> {
  good: { index: number; input: T }[]
  errors: RowError[]
}

/** Validates rows against the schema of the single endpoint; more than `max` fail the whole call. */
export function validateRows<S extends TSchema>(
  request: Pick<FastifyRequest, 'validateRow'>,
  schema: S,
  rows: readonly unknown[],
  max: number,
): ValidatedRows<Static<S>> {
  if (rows.length > max) {
    throw new Problem('TOO_MANY', { message: `One call carries at most ${max} items; this one has ${rows.length}.` })
  }
  const validated: ValidatedRows<Static<S>> = { good: [], errors: [] }
  for (const [index, row] of rows.entries()) {
    const verdict = request.validateRow(schema, row)
    if (verdict instanceof Problem) validated.errors.push(toRowError(index, verdict))
    else validated.good.push({ index, input: verdict.input })
  }
  return validated
}

/** The entry of a refused row in the list `errors`. */
export function toRowError(index: number, { code, message, details }: Problem): RowError {
  const field = details?.find((detail) => detail.code === code)?.field
  return { index, code, message, ...(field !== undefined && field !== '' && { field }) }
}

/** The errors of a bulk request: invalid rows, and valid ones beyond the first `done`, refused by `reason`; by their index. */
export function collectRowErrors(
  { good, errors }: ValidatedRows<unknown>,
  done: number,
  reason: () => Problem,
): RowError[] {
  const refused = good.slice(done).map(({ index }) => toRowError(index, reason()))
  return [...errors, ...refused].toSorted((one, other) => one.index - other.index)
}

/** The field of a page that is not the last. */
export const NextCursor = Type.Optional(
  Type.String({
    description: 'Send it as `cursor` to get the next page. Absent on the last page.',
    examples: ['eyJ2IjoxfQ'],
  }),
)

/** An example of a schema: its own, or one composed from those of its parts. Undefined if a required part has none. */
export function exampleOf(schema: unknown): unknown {
  const given = fields(schema)
  const [first] = list(given.examples)
  if (first !== undefined) return first
  if (given.const !== undefined) return given.const
  if (given.enum !== undefined) return list(given.enum)[0]
  if (given.anyOf !== undefined) return exampleOf(list(given.anyOf)[0])
  if (given.properties !== undefined) {
    const parts = Object.entries(fields(given.properties)).map(([name, part]) => [name, exampleOf(part)] as const)
    const required = texts(given.required)
    if (parts.some(([name, example]) => example === undefined && required.includes(name))) return undefined
    const shown = parts.filter(([, example]) => example !== undefined)
    return shown.length > 0 ? Object.fromEntries(shown) : undefined
  }
  if (given.items === undefined) return undefined
  const item = exampleOf(given.items)
  return item === undefined ? undefined : [item]
}

/** Query parameters of a list that can be read page by page. */
export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, description: 'Items per page. Without it, the list is complete.' }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 500, description: 'The nextCursor of the previous page.' })),
}
