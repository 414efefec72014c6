import type { IncomingHttpHeaders } from 'node:http'
import { Failure, notModelled } from '../protocol/failures.ts'
import type { Fault } from '../protocol/faults.ts'
import { decodeForm } from '../protocol/form.ts'
import type { Answer, IdempotencyKeys } from '../protocol/idempotency.ts'
import { readParameters } from '../protocol/parameters.ts'
import { API_VERSION, findDifference, type Schema, schemaOf } from '../schemas/schemas.ts'
import type { World } from '../state/world.ts'
import { expand } from './expand.ts'
import type { Route } from './request.ts'
import { findRoute } from './routes.ts'

export interface Incoming {
  id: string
  method: string
  path: string
  /** The form: of the body, or of the query of a request without one. */
  form: string
  headers: IncomingHttpHeaders
}

/** `isReplay` if the answer is that of an earlier request with the same key. */
interface Result extends Answer {
  isReplay?: boolean
}

export interface Outgoing extends Answer {
  headers: Record<string, string>
}

/** Calls of each route, by method and path: requests with valid parameters, and answers that fit their schema. */
export type Counts = Map<string, { requests: number; answers: number }>

interface Account {
  world: World
  keys: IdempotencyKeys
  counts: Counts
  /** Waits while the key is in use. */
  wait(ms: number): Promise<void>
}

const SILENCE_MS = 20_000

/**
 * Answers one API call. Throws only if the simulator itself is wrong, for example if its answer does not fit Stripe's
 * schema.
 */
export async function respond(account: Account, incoming: Incoming, fault: Fault | undefined): Promise<Outgoing> {
  const headers = { 'request-id': incoming.id, 'stripe-version': API_VERSION }
  try {
    const { status, body, isReplay = false } = await answer(account, incoming, fault)
    return { status, body, headers: isReplay ? { ...headers, 'idempotent-replayed': 'true' } : headers }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // Otherwise Stripe's package would retry a 501.
    const more: Record<string, string> = error.status === 501 ? { 'stripe-should-retry': 'false' } : {}
    return { ...toAnswer(error, incoming.id), headers: { ...headers, ...more } }
  }
}

async function answer(account: Account, incoming: Incoming, fault: Fault | undefined): Promise<Result> {
  checkHeaders(incoming)
  const found = findRoute(incoming.method, incoming.path)
  if (found === undefined) throw notModelled(`${incoming.method} ${incoming.path}`)
  const { route, ids } = found
  const parameters = readParameters(route.parameters, decodeForm(incoming.form), route.modelled ?? [])
  countOf(account.counts, route).requests += 1
  const key = incoming.method === 'POST' ? header(incoming, 'idempotency-key') : undefined
  const request = { method: incoming.method, path: incoming.path, body: incoming.form }
  const stored = key === undefined ? undefined : account.keys.start(key, request, account.world.now())
  if (stored !== undefined) return { ...stored, isReplay: true }
  try {
    const carriedOut = carryOut(account, route, { id: incoming.id, key, parameters, ids })
    const result = fault?.kind === 'error-after' ? toAnswer(serverError(), incoming.id) : carriedOut
    if (fault?.kind === 'silence') await account.wait(fault.delayMs ?? SILENCE_MS)
    if (key !== undefined) account.keys.finish(key, result)
    return result
  } catch (error) {
    if (key !== undefined) account.keys.drop(key)
    throw error
  }
}

interface Execution {
  id: string
  key: string | undefined
  parameters: Record<string, unknown>
  ids: string[]
}

/** The answer of an execution, refusals included, which is what an idempotency key stores. */
function carryOut({ world, counts }: Account, route: Route, { id, key, parameters, ids }: Execution): Answer {
  world.request = { id, idempotencyKey: key ?? null }
  try {
    const body = structuredClone(route.run({ world, parameters, ids }))
    expand(world, body, parameters.expand, route.expandable ?? [])
    requireValid(route, body)
    countOf(counts, route).answers += 1
    return { status: 200, body }
  } catch (error) {
    if (!(error instanceof Failure) || error.status === 501) throw error
    return toAnswer(error, id)
  } finally {
    world.request = undefined
  }
}

function requireValid(route: Route, body: Record<string, unknown>): void {
  const schema = schemaOf(route.answer)
  const items: unknown[] = route.isList === true ? (body.data as unknown[]) : [body]
  const schemas: Schema = route.answer === 'Customer' ? { anyOf: [schema, schemaOf('DeletedCustomer')] } : schema
  for (const item of items) {
    const difference = findDifference(schemas, item)
    if (difference !== undefined)
      throw new Error(`the answer of ${route.method} ${route.path} is not a valid ${route.answer}: ${difference}`)
  }
}

function checkHeaders(incoming: Incoming): void {
  const [, key = ''] = /^Bearer (.+)$/.exec(header(incoming, 'authorization') ?? '') ?? []
  if (!/^[sr]k_test_\w+$/.test(key)) {
    throw new Failure(
      401,
      'invalid_request_error',
      'The simulated Stripe needs an API key of test mode, as sk_test_123.',
    )
  }
  const version = header(incoming, 'stripe-version')
  if (version !== API_VERSION) throw notModelled(`the Stripe-Version ${version ?? 'of the account'}`)
  const type = header(incoming, 'content-type')
  if (incoming.method === 'POST' && incoming.form !== '' && !type?.startsWith('application/x-www-form-urlencoded')) {
    throw new Failure(400, 'invalid_request_error', 'The Content-Type must be application/x-www-form-urlencoded.')
  }
}

function header({ headers }: Incoming, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

function countOf(counts: Counts, { method, path }: Route): { requests: number; answers: number } {
  const name = `${method} ${path}`
  const count = counts.get(name) ?? { requests: 0, answers: 0 }
  counts.set(name, count)
  return count
}

export const serverError = (): Failure => new Failure(500, 'api_error', 'A test requested this failure.')

export const rateLimited = (): Failure =>
  new Failure(429, 'invalid_request_error', 'Too many requests.', { code: 'rate_limit' })

export const toAnswer = ({ status, type, message, details }: Failure, requestId: string): Answer => ({
  status,
  body: {
    error: {
      ...details,
      ...(details.code !== undefined && {
        doc_url: `https://stripe.com/docs/error-codes/${details.code.replaceAll('_', '-')}`,
      }),
      message,
      request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
      type,
    },
  },
})
