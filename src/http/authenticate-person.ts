import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { SESSION_COOKIE, SESSION_COOKIE_OPTIONS } from '../features/people/sessions/rules.ts'
import { authenticateSession } from '../features/people/sessions/service.ts'
import { visitRefusal } from '../features/people/visits/rules.ts'
import { type PersonSession, ROLES, type Role } from '../shared/actor.ts'
import { Problem } from '../shared/problem.ts'
import type { RateLimiter } from './rate-limits/exact.ts'
import { setRateHeaders } from './rate-limits/headers.ts'
import { FAILED_KEYS_LIMIT, type KeyGate } from './rate-limits/key-gate.ts'
import { tooManyRequests } from './rate-limits/too-many-requests.ts'
import { requireJson } from './requests/body.ts'
import { originOf } from './requests/origin.ts'
import { isSafe, requireSameOrigin } from './requests/same-origin.ts'

export interface PersonAdmission {
  /** Limits unknown sessions by address. Separate from the gate for keys, so that neither blocks the other. */
  gate: KeyGate
  limiter: RateLimiter
  /** Requests a minute of each session. */
  rate: number
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Admits a request of the portal: its origin, its session with the account's state, its rate, then role and strength as the
 * route declares them. Sets `request.person`, and `request.actor` or `request.distributor`.
 */
export function admitPerson(app: App, { gate, limiter, rate }: PersonAdmission): Hook {
  const refuseForeign = requireSameOrigin(app.appUrl)
  return async (request, reply) => {
    refuseForeign(request)
    const person = await findPerson(app, gate, request, reply)
    const state = await limiter.take(`session ${person.sessionId}`, rate)
    setRateHeaders(reply, 'session', rate, state)
    if (!state.allowed) throw tooManyRequests(state.resetS)
    const { role, strong, account } = request.routeOptions.config
    // Answers as if the route did not exist, so that callers do not learn which kinds of accounts exist.
    if (account !== undefined && account !== person.account.kind) throw new Problem('NOT_FOUND')
    requireOpenToVisitor(person, request)
    requireRole(person, role ?? roleByMethod(request.method))
    if (strong) requireStrong(person, app.now())
    requireJson(request)
    enter(request, person)
  }
}

/** The role that a route needs if it declares none. */
export const roleByMethod = (method: string): Role => (isSafe(method) ? 'reader' : 'technician')

async function findPerson(
  app: App,
  gate: KeyGate,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PersonSession> {
  const token = request.cookies[SESSION_COOKIE]
  if (token === undefined || token === '') return await authenticateSession(app, undefined)
  const name = hash('sha256', token, 'base64')
  const attempt = gate.isKnown(name) ? undefined : gate.attempt(request.ip)
  if (attempt && !attempt.allowed) {
    const state = { remaining: attempt.remaining, resetS: attempt.retryAfterS }
    setRateHeaders(reply, 'failed-sessions', FAILED_KEYS_LIMIT, state)
    throw tooManyRequests(attempt.retryAfterS)
  }
  try {
    const person = await authenticateSession(app, token)
    gate.accept(name)
    if (attempt) gate.forgive(request.ip)
    return person
  } catch (error) {
    const isUnknown = error instanceof Problem && error.status === 401
    if (isUnknown) gate.reject(name)
    else if (attempt) gate.forgive(request.ip)
    // Only after a 403. After a 401, the request may have been overtaken by a new sign-in, whose cookie must stay.
    if (error instanceof Problem && error.status === 403) reply.clearCookie(SESSION_COOKIE, SESSION_COOKIE_OPTIONS)
    throw error
  }
}

function requireRole({ role }: PersonSession, needed: Role): void {
  if (ROLES.indexOf(role) <= ROLES.indexOf(needed)) return
  throw new Problem('ROLE_REQUIRED', {
    message: `This needs the role ${needed}, and yours is ${role}: ask an administrator of your account.`,
  })
}

/** Refuses requests that visitors may not make; people in their own account pass. */
function requireOpenToVisitor({ visit }: PersonSession, { method, routeOptions }: FastifyRequest): void {
  if (!visit) return
  const message = visitRefusal(visit.mayAct, method, (routeOptions.url ?? '').replace(/^\/portal\/api/, ''))
  if (message !== undefined) throw new Problem('ROLE_REQUIRED', { message })
}

function requireStrong({ strongUntil }: PersonSession, now: Date): void {
  if (!strongUntil || strongUntil <= now) throw new Problem('STRONG_SIGN_IN_REQUIRED')
}

function enter(request: FastifyRequest, person: PersonSession): void {
  request.person = person
  const origin = { accountId: person.visit?.home.id ?? person.account.id, ...originOf(request) }
  if (person.actor) request.actor = { ...person.actor, ...origin }
  if (person.distributor) request.distributor = { ...person.distributor, ...origin }
}
