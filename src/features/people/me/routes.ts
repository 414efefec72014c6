import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { toPersonActor } from '../rules.ts'
import { SESSION_COOKIE, SESSION_COOKIE_OPTIONS } from '../sessions/rules.ts'
import { EndedSessions, PasswordChange, SessionList, SignInList, SignInQuery } from './schema.ts'
import {
  changeOwnPassword,
  endListedSession,
  endOtherListedSessions,
  getOwnSessions,
  listOwnSignIns,
} from './service.ts'

/** Everybody manages how they sign in themselves, whatever their role. */
const ANYBODY = { role: 'reader' } as const

/** What people see and change of their own sign-in. Register behind a session. */
export function meRoutes(http: Http, app: App): void {
  http.put(
    '/me/password',
    {
      config: ANYBODY,
      schema: { body: PasswordChange, response: { 204: Type.Null(), ...problems(...BODY_PROBLEMS) } },
    },
    async (request, reply) => {
      const browser = { address: request.ip, agent: request.headers['user-agent'] }
      await changeOwnPassword(
        app,
        toPersonActor(request.person, { address: request.ip, requestId: request.id }),
        request.body,
        browser,
      )
      return reply.code(204).send(null)
    },
  )

  http.get('/me/sessions', { schema: { response: { 200: SessionList, ...problems() } } }, (request) =>
    getOwnSessions(app, request.person),
  )

  http.delete(
    '/me/sessions/:id',
    {
      config: ANYBODY,
      schema: { params: Type.Object({ id: Type.String() }), response: { 204: Type.Null(), ...problems('NOT_FOUND') } },
    },
    async (request, reply) => {
      await endListedSession(
        app,
        toPersonActor(request.person, { address: request.ip, requestId: request.id }),
        request.params.id,
      )
      if (request.params.id === request.person.sessionId) reply.clearCookie(SESSION_COOKIE, SESSION_COOKIE_OPTIONS)
      return reply.code(204).send(null)
    },
  )

  http.delete(
    '/me/sessions',
    { config: ANYBODY, schema: { response: { 200: EndedSessions, ...problems() } } },
    async (request) => ({
      ended: await endOtherListedSessions(
        app,
        toPersonActor(request.person, { address: request.ip, requestId: request.id }),
      ),
    }),
  )

  http.get(
    '/me/sign-ins',
    { schema: { querystring: SignInQuery, response: { 200: SignInList, ...problems('INVALID_FIELD') } } },
    (request) => listOwnSignIns(app, request.person, request.query),
  )
}
