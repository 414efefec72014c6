import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { BODY_PROBLEMS, type Http, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { createRecoveryCodes } from '../recovery-codes/service.ts'
import { toPersonActor } from '../rules.ts'
import { SESSION_COOKIE, SESSION_COOKIE_OPTIONS } from '../sessions/rules.ts'
import { completeAuthenticator, deleteAuthenticator, startAuthenticator } from '../totp/service.ts'
import {
  AuthenticatorCode,
  EndedSessions,
  NewAuthenticator,
  OwnFactors,
  PasswordChange,
  RecoveryCodes,
  SessionList,
  SignInList,
  SignInQuery,
} from './schema.ts'
import {
  changeOwnPassword,
  endListedSession,
  endOtherListedSessions,
  getOwnFactors,
  getOwnSessions,
  listOwnSignIns,
} from './service.ts'

/** Everybody manages how they sign in themselves, whatever their role. */
const ANYBODY = { role: 'reader' } as const
const STRONG = { role: 'reader', strong: true } as const

const actorOf = ({ person, ip, id }: Pick<FastifyRequest, 'person' | 'ip' | 'id'>) =>
  toPersonActor(person, { address: ip, requestId: id })

/** What people see and change of their own sign-in. Register behind a session. */
export function meRoutes(http: Http, app: App): void {
  factorRoutes(http, app)
  http.put(
    '/me/password',
    {
      config: ANYBODY,
      schema: { body: PasswordChange, response: { 204: Type.Null(), ...problems(...BODY_PROBLEMS) } },
    },
    async (request, reply) => {
      const browser = { address: request.ip, agent: request.headers['user-agent'] }
      await changeOwnPassword(app, actorOf(request), request.body, browser)
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
      await endListedSession(app, actorOf(request), request.params.id)
      if (request.params.id === request.person.sessionId) reply.clearCookie(SESSION_COOKIE, SESSION_COOKIE_OPTIONS)
      return reply.code(204).send(null)
    },
  )

  http.delete(
    '/me/sessions',
    { config: ANYBODY, schema: { response: { 200: EndedSessions, ...problems() } } },
    async (request) => ({
      ended: await endOtherListedSessions(app, actorOf(request)),
    }),
  )

  http.get(
    '/me/sign-ins',
    { schema: { querystring: SignInQuery, response: { 200: SignInList, ...problems('INVALID_FIELD') } } },
    (request) => listOwnSignIns(app, request.person, request.query),
  )
}

/** Passkeys and Microsoft accounts have routes of their own. */
function factorRoutes(http: Http, app: App): void {
  http.get('/me/factors', { schema: { response: { 200: OwnFactors, ...problems() } } }, ({ person }) =>
    getOwnFactors(app, person),
  )

  http.post(
    '/me/factors/totp',
    { config: STRONG, schema: { response: { 200: NewAuthenticator, ...problems() } } },
    ({ person }) => startAuthenticator(app, person),
  )

  http.post(
    '/me/factors/totp/confirm',
    {
      config: STRONG,
      schema: { body: AuthenticatorCode, response: { 204: Type.Null(), ...problems('NOT_FOUND', ...BODY_PROBLEMS) } },
    },
    async (request, reply) => {
      await completeAuthenticator(app, actorOf(request), request.body.code)
      return reply.code(204).send(null)
    },
  )

  http.delete(
    '/me/factors/totp',
    { config: STRONG, schema: { response: { 204: Type.Null(), ...problems('NOT_FOUND', 'LAST_FACTOR') } } },
    async (request, reply) => {
      await deleteAuthenticator(app, actorOf(request))
      return reply.code(204).send(null)
    },
  )

  http.post(
    '/me/factors/recovery-codes',
    { config: STRONG, schema: { response: { 200: RecoveryCodes, ...problems('INVALID_FIELD') } } },
    async (request) => ({ codes: await createRecoveryCodes(app, actorOf(request)) }),
  )
}
