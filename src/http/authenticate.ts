import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { KEY_HEADERS } from '../features/keys/rules.ts'
import { authenticatePartner } from '../features/keys/service.ts'
import { Problem } from '../ground/problem.ts'
import type { RateLimiter, RateState } from './rate-limit.ts'

/** Refused keys a minute from one address, before the answer becomes 429. */
const FAILED_KEYS_LIMIT = 120

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Lets a request of the Partner API in: key, state of the account, then its rate. */
export function admitPartner(app: App, limiter: RateLimiter, rate: number): Hook {
  const header = KEY_HEADERS.partner.toLowerCase()
  return async (request, reply) => {
    const key = request.headers[header]
    const { actor, hash } = await authenticatePartner(app, typeof key === 'string' ? key : undefined).catch(
      (error: unknown) => {
        throw limitFailures(error, request, limiter)
      },
    )
    const state = limiter.take(hash, rate)
    tellRate(reply, 'partner', rate, state)
    if (!state.allowed) throw tooMany(state)
    request.actor = { ...actor, requestId: request.id, address: request.ip }
  }
}

function limitFailures(error: unknown, request: FastifyRequest, limiter: RateLimiter): unknown {
  if (!(error instanceof Problem) || error.status !== 401) return error
  const state = limiter.take(`failed ${request.ip}`, FAILED_KEYS_LIMIT)
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
