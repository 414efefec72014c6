import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { MAX_RESPONSE_BYTES } from '../passkeys/rules.ts'
import { toPersonActor } from '../rules.ts'
import { SESSION_COOKIE, SESSION_COOKIE_OPTIONS } from '../sessions/rules.ts'
import { browserOf, setSession, setStep } from '../sign-in/requests.ts'
import { endOwnSession } from '../sign-in/service.ts'
import { AccountChoice, Confirmation, CurrentSession, NextPage } from './schema.ts'
import { type CallSettings, changeAccount, completeConfirmation, endOwnVisit, getCurrentSession } from './service.ts'

/** Whatever their role. */
const ANYBODY = { role: 'reader' } as const

/** The session of the signed-in person. Register behind a session. */
export function currentSessionRoutes(http: Http, app: App, calls: CallSettings): void {
  http.get('/session', { schema: { response: { 200: CurrentSession, ...problems() } } }, ({ person }) =>
    getCurrentSession(app, person, calls),
  )

  http.delete(
    '/session',
    { config: ANYBODY, schema: { response: { 204: Type.Null(), ...problems() } } },
    async (request, reply) => {
      await endOwnSession(app, browserOf(request))
      return reply.clearCookie(SESSION_COOKIE, SESSION_COOKIE_OPTIONS).code(204).send(null)
    },
  )

  http.delete(
    '/session/visit',
    { config: ANYBODY, schema: { response: { 200: NextPage, ...problems('NOT_FOUND') } } },
    async (request, reply) => {
      const self = toPersonActor(request.person, { address: request.ip, requestId: request.id })
      const { token, next } = await endOwnVisit(app, self)
      return setSession(reply, token).send({ next })
    },
  )

  http.post(
    '/session/confirm',
    {
      config: ANYBODY,
      bodyLimit: MAX_RESPONSE_BYTES,
      schema: { body: Confirmation, response: { 204: Type.Null(), ...problems(...BODY_PROBLEMS, 'PASSKEY_REFUSED') } },
    },
    async (request, reply) => {
      const self = toPersonActor(request.person, { address: request.ip, requestId: request.id })
      const token = await completeConfirmation(app, self, request.body, request.headers['user-agent'])
      return setSession(reply, token).code(204).send(null)
    },
  )

  http.post(
    '/session/account',
    {
      config: ANYBODY,
      schema: { body: AccountChoice, response: { 200: NextPage, ...problems('NOT_FOUND', ...BODY_PROBLEMS) } },
    },
    async (request, reply) => {
      const change = await changeAccount(app, request.person, request.body.account, browserOf(request))
      if (change.kind === 'step') setStep(reply, change.token)
      if (change.kind === 'signed-in') setSession(reply, change.token)
      return { next: change.next }
    },
  )
}
