import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { KEY_HEADERS } from '../features/keys/rules.ts'
import { authenticateDistributor, authenticatePartner } from '../features/keys/service.ts'
import { hashKey, type KeyKind } from '../ground/keys.ts'
import { Problem } from '../ground/problem.ts'
import type { RateLimiter, RateState } from './rate-limit.ts'

/** Refused keys a minute from one address, before the answer becomes 429. */
const FAILED_KEYS_LIMIT = 120

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Lets a request of the Partner API in: key, state of the account, then its rate. */
export function admitPartner(app: App, limiter: RateLimiter, rate: number): Hook {
  return admit('partner', limiter, rate, async (request, key) => {
    const { actor, hash } = await authenticatePartner(app, key)
    return { hash, enter: () => (request.actor = { ...actor, requestId: request.id, address: request.ip }) }
  })
}

/** The same for the Distributor API. */
export function admitDistributor(app: App, limiter: RateLimiter, rate: number): Hook {
  return admit('distributor', limiter, rate, async (request, key) => {
    const { actor, hash } = await authenticateDistributor(app, key)
    return { hash, enter: () => (request.distributor = { ...actor, requestId: request.id, address: request.ip }) }
  })
}

type Authenticate = (request: FastifyRequest, key: string | undefined) => Promise<{ hash: string; enter: () => void }>

function admit(kind: KeyKind, limiter: RateLimiter, rate: number, authenticate: Authenticate): Hook {
  const header = KEY_HEADERS[kind].toLowerCase()
  return async (request, reply) => {
    const key = request.headers[header]
    const { hash, enter } = await authenticate(request, typeof key === 'string' ? key : undefined).catch(
      async (error: unknown) => {
        throw await refuse(error, { kind, request, reply, limiter, rate, key: String(key ?? '') })
      },
    )
    const state = await limiter.take(hash, rate)
    tellRate(reply, kind, rate, state)
    if (!state.allowed) throw tooMany(state)
    enter()
  }
}

interface Refused {
  kind: KeyKind
  request: FastifyRequest
  reply: FastifyReply
  limiter: RateLimiter
  rate: number
  key: string
}

/** Bad keys count against their address; the key of an inactive account is told its own rate, which refuses nothing. */
async function refuse(error: unknown, { kind, request, reply, limiter, rate, key }: Refused): Promise<unknown> {
  if (!(error instanceof Problem)) return error
  if (error.status !== 401) {
    tellRate(reply, kind, rate, await limiter.take(hashKey(key).toString('base64'), rate))
    return error
  }
  const state = await limiter.take(`failed ${request.ip}`, FAILED_KEYS_LIMIT)
  tellRate(reply, 'failed-keys', FAILED_KEYS_LIMIT, state)
  return state.allowed ? error : tooMany(state)
}

function tooMany({ resetS }: RateState): Problem {
  const retryAfterS = Math.max(1, resetS)
  return new Problem('RATE_LIMITED', {
    message: `Too many requests: try again in ${retryAfterS} seconds.`,
    headers: { 'Retry-After': String(retryAfterS) },
  })
}

/** The fields of the IETF draft "RateLimit header fields for HTTP". */
function tellRate(reply: FastifyReply, policy: string, rate: number, state: RateState): void {
  reply.header('RateLimit-Policy', `"${policy}";q=${rate};w=60`)
  reply.header('RateLimit', `"${policy}";r=${state.remaining};t=${state.resetS}`)
}
