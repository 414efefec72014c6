import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../api.ts'
import type { App } from '../app.ts'
import { provisioningRoutes } from '../features/people/provisioning/routes.ts'
import { findProvisioner } from '../features/people/provisioning/tokens/service.ts'
import { Problem } from '../shared/problem.ts'
import type { PersonAdmission } from './authenticate-person.ts'
import { setRateHeaders } from './rate-limits/headers.ts'
import { createKeyGate } from './rate-limits/key-gate.ts'
import { tooManyRequests } from './rate-limits/too-many-requests.ts'
import { requireJson } from './requests/body.ts'

/** A Bearer token (RFC 6750). */
const BEARER = /^Bearer +(\S{1,200})$/i

/** Directories send the changes of a whole company in bursts: Entra ID up to 25 a second. */
const RATE = 1_500

/**
 * SCIM, which has its own door: it admits only tokens of accounts for directories. `baseUrl` is the address that
 * programs call.
 */
export async function registerProvisioning(
  http: Http,
  app: App,
  { limiter, baseUrl }: Pick<PersonAdmission, 'limiter'> & { baseUrl: string },
): Promise<void> {
  const admit = admitProvisioning(app, { gate: createKeyGate(app), limiter, rate: RATE })
  await http.register(
    async (scim: Http) => {
      scim.addHook('onRequest', admit)
      provisioningRoutes(scim, app, baseUrl)
    },
    { prefix: '/scim/v2' },
  )
}

/** Admits a call of a directory: its token, the state of the account, then its rate. Sets `request.provisioner`. */
function admitProvisioning(app: App, { gate, limiter, rate }: PersonAdmission) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const [, token = ''] = BEARER.exec(request.headers.authorization ?? '') ?? []
    const name = hash('sha256', token, 'base64')
    const attempt = gate.isKnown(name) ? undefined : gate.attempt(request.ip)
    if (attempt && !attempt.allowed) throw tooManyRequests(attempt.retryAfterS)
    const found = await findProvisioner(app, token, { address: request.ip, requestId: request.id })
    if (!found) {
      gate.reject(name)
      throw new Problem('INVALID_KEY', {
        message: 'The token is missing, unknown or revoked.',
        headers: { 'WWW-Authenticate': 'Bearer' },
      })
    }
    gate.accept(name)
    if (attempt) gate.forgive(request.ip)
    const state = await limiter.take(`provisioning ${found.author.id}`, rate)
    setRateHeaders(reply, 'token', rate, state)
    if (!state.allowed) throw tooManyRequests(state.resetS)
    requireJson(request)
    request.provisioner = found
  }
}
