import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { KEY_HEADERS } from '../features/keys/rules.ts'
import { authenticateDistributor, authenticatePartner } from '../features/keys/service.ts'
import type { RateCount } from '../platform/rates/windows.ts'
import { hashKey, type KeyKind } from '../shared/crypto/keys.ts'
import { Problem } from '../shared/problem.ts'
import type { Allowance } from './rate-limits/bounded.ts'
import type { Counting, RateLimiter } from './rate-limits/exact.ts'
import { setRateHeaders } from './rate-limits/headers.ts'
import { FAILED_KEYS_LIMIT, type KeyGate } from './rate-limits/key-gate.ts'
import { tooManyRequests } from './rate-limits/too-many-requests.ts'
import { originOf } from './requests/origin.ts'

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** The limits on trying and using keys. */
export interface Admission {
  gate: KeyGate
  limiter: RateLimiter
  /** Requests a minute for each key. */
  rate: number
}

/** Admits a request to the Partner API: checks the key, the state of the account, then its rate. */
export function admitPartner(app: App, admission: Admission): Hook {
  return admit('partner', admission, async (request, key, beforeLookup) => {
    const { actor, hash } = await authenticatePartner(app, key, { beforeLookup, address: request.ip })
    return { hash, enter: () => (request.actor = { ...actor, ...originOf(request) }) }
  })
}

/** Like `admitPartner`, for the Distributor API. */
export function admitDistributor(app: App, admission: Admission): Hook {
  return admit('distributor', admission, async (request, key, beforeLookup) => {
    const { actor, hash } = await authenticateDistributor(app, key, { beforeLookup, address: request.ip })
    return { hash, enter: () => (request.distributor = { ...actor, ...originOf(request) }) }
  })
}

type Authenticate = (
  request: FastifyRequest,
  key: string | undefined,
  beforeLookup: (hash: string) => RateCount | undefined,
) => Promise<{ hash: string; enter: () => void }>

function admit(kind: KeyKind, { gate, limiter, rate }: Admission, authenticate: Authenticate): Hook {
  const header = KEY_HEADERS[kind].toLowerCase()
  return async (request, reply) => {
    const key = request.headers[header]
    let attempt: Allowance | undefined
    let counting: Counting | undefined
    /** An unknown key counts as a failed attempt of its address until the lookup finds that it is valid. */
    const beforeLookup = (hash: string): RateCount | undefined => {
      const isKnown = gate.isKnown(hash)
      if (!isKnown) {
        attempt = gate.attempt(request.ip)
        if (!attempt.allowed) throw tooManyRequests(attempt.retryAfterS)
      }
      counting = limiter.begin(hash, rate, isKnown)
      return counting.inLookup
    }
    const { hash, enter } = await authenticate(request, typeof key === 'string' ? key : undefined, beforeLookup).catch(
      async (error: unknown) => {
        throw await refuse(error, { kind, request, reply, gate, rate, attempt, counting, key: String(key ?? '') })
      },
    )
    if (attempt) gate.forgive(request.ip)
    gate.accept(hash)
    const state = await (counting ?? limiter.begin(hash, rate, true)).finish()
    setRateHeaders(reply, kind, rate, state)
    if (!state.allowed) throw tooManyRequests(state.resetS)
    enter()
  }
}

interface Refused extends Omit<Admission, 'limiter'> {
  kind: KeyKind
  request: FastifyRequest
  reply: FastifyReply
  attempt: Allowance | undefined
  counting: Counting | undefined
  key: string
}

/**
 * Counts an invalid key against its address. If the key's account is inactive, the headers show the rate of the key.
 */
async function refuse(error: unknown, refused: Refused): Promise<unknown> {
  const { kind, request, reply, gate, rate, attempt, counting, key } = refused
  if (error instanceof Problem && error.status === 401) {
    gate.reject(hashKey(key).toString('base64'))
    return refuseAttempt(reply, attempt ?? gate.attempt(request.ip), error)
  }
  if (attempt && !attempt.allowed) return refuseAttempt(reply, attempt, error)
  if (attempt) gate.forgive(request.ip)
  if (error instanceof Problem && counting) setRateHeaders(reply, kind, rate, await counting.finish())
  return error
}

function refuseAttempt(reply: FastifyReply, { allowed, remaining, retryAfterS }: Allowance, error: unknown): unknown {
  setRateHeaders(reply, 'failed-keys', FAILED_KEYS_LIMIT, { remaining, resetS: retryAfterS })
  return allowed ? error : tooManyRequests(retryAfterS)
}
