import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Http } from '../../../../api.ts'
import type { App } from '../../../../app.ts'
import { SignInFailure } from '../../../../graph/sign-in/failure.ts'
import type { PersonSession } from '../../../../shared/actor.ts'
import { SMALL_PAGE_HEADERS } from '../../../../shared/html/small-page.ts'
import { Problem } from '../../../../shared/problem.ts'
import { renderDeadLink } from '../../invitations/page.ts'
import { completeMicrosoftInvitation, findInvitation } from '../../invitations/service.ts'
import { toPersonActor } from '../../rules.ts'
import { SESSION_COOKIE } from '../../sessions/rules.ts'
import { findOwnSession } from '../../sessions/service.ts'
import { invitationPathOf, RETURN_PATH } from '../../single-sign-on/rules.ts'
import {
  completeMicrosoftSignIn,
  createMicrosoftLink,
  type MicrosoftOutcome,
  recordMicrosoftUse,
  startMicrosoftInvitation,
  startMicrosoftSignIn,
} from '../../single-sign-on/service.ts'
import { browserSecretOf, requireBrowserSecret } from '../browser-secret.ts'
import { type EndingPage, renderExpired } from '../ending-page.ts'
import { renderInactive } from '../page.ts'
import { asPage, setSession, setStep } from '../requests.ts'
import { NEW_FACTOR_PATH, toOwnPath, WELCOME_PATH, withNext } from '../rules.ts'
import { completeFirstFactor } from '../service.ts'
import { renderFailure, renderNotLinked, renderUnlinked } from './page.ts'

const Invitation = Type.Object({ token: Type.String() })
const Start = Type.Object({ next: Type.Optional(Type.String()) })

/** Parameters of the redirect from the sign-in service. The verifying library reads the others. */
const Return = Type.Object({ state: Type.Optional(Type.String()) })

/**
 * The way to a sign-in with Microsoft and back. Both are opened from elsewhere, so nothing but the cookie and the state say
 * whose they are. Register in a scope that reads cookies.
 */
export function microsoftSignInRoutes(http: Http, app: App): void {
  http.get('/sign-in/microsoft', { schema: { hide: true, querystring: Start } }, async (request, reply) => {
    const secret = requireBrowserSecret(request, reply)
    try {
      const url = await startMicrosoftSignIn(app, secret, toOwnPath(request.query.next))
      return reply.headers(SMALL_PAGE_HEADERS).redirect(url, 303)
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error
      return end(reply, renderFailure(error.code, 'sign-in'))
    }
  })

  http.get(
    invitationPathOf(':token'),
    { schema: { hide: true, params: Invitation }, config: { isTry: true } },
    async (request, reply) => {
      const { token } = request.params
      if (!(await app.offersMicrosoft()) || !(await findInvitation(app, token))) return dead(reply)
      const secret = requireBrowserSecret(request, reply)
      try {
        const url = await startMicrosoftInvitation(app, secret, token)
        return reply.headers(SMALL_PAGE_HEADERS).redirect(url, 303)
      } catch (error) {
        if (!(error instanceof SignInFailure)) throw error
        return end(reply, renderFailure(error.code, 'invitation'))
      }
    },
  )

  http.get(
    RETURN_PATH,
    { schema: { hide: true, querystring: Return }, config: { isTry: true } },
    async (request, reply) => {
      const session = await findOwnSession(app, request.cookies[SESSION_COOKIE])
      const mark = request.url.indexOf('?')
      const outcome = await completeMicrosoftSignIn(app, {
        state: request.query.state,
        query: mark < 0 ? '' : request.url.slice(mark),
        browser: browserSecretOf(request),
        session,
      })
      return await answer(app, outcome, session, request, reply)
    },
  )
}

async function answer(
  app: App,
  outcome: MicrosoftOutcome,
  session: PersonSession | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { ip: address, id: requestId, headers, cookies } = request
  const browser = { address, requestId, agent: headers['user-agent'], session: cookies[SESSION_COOKIE] }
  switch (outcome.kind) {
    case 'ended':
      return end(reply, renderExpired())
    case 'failed':
      return end(reply, renderFailure(outcome.code, outcome.purpose))
    case 'to-link': {
      if (!session) return end(reply, renderExpired())
      try {
        await createMicrosoftLink(app, toPersonActor(session, { address, requestId }), outcome.identity)
        return reply.headers(SMALL_PAGE_HEADERS).redirect('/security', 303)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        return end(reply, renderNotLinked(error.message))
      }
    }
    case 'invited': {
      try {
        const token = await completeMicrosoftInvitation(app, outcome.invitationHash, outcome.identity, browser)
        if (token === undefined) return dead(reply)
        reply.headers(SMALL_PAGE_HEADERS)
        return setSession(reply, token).redirect(withNext(NEW_FACTOR_PATH, WELCOME_PATH), 303)
      } catch (error) {
        // Suspended just now, or another way to sign in is required: as if the link did not exist.
        if (!(error instanceof Problem) || (error.status !== 403 && error.status !== 401)) throw error
        return dead(reply)
      }
    }
    case 'identified': {
      const { personIds, externalId, nextPath } = outcome
      const result = await completeFirstFactor(app, personIds, browser, {
        method: 'microsoft',
        next: nextPath,
        recordUse: (tx, personId, at) => recordMicrosoftUse(tx, personId, externalId, at),
      })
      if (result.kind === 'wrong') return end(reply, renderUnlinked())
      if (result.kind === 'inactive') return end(reply, { status: 403, page: renderInactive(result.account) })
      reply.headers(SMALL_PAGE_HEADERS)
      if (result.kind === 'provider') return reply.redirect(result.path, 303)
      if (result.kind === 'step') return setStep(reply, result.token).redirect(result.path, 303)
      return setSession(reply, result.token).redirect(nextPath, 303)
    }
  }
}

const end = (reply: FastifyReply, { status, page }: EndingPage): FastifyReply =>
  reply.headers(SMALL_PAGE_HEADERS).code(status).send(page)

const dead = (reply: FastifyReply): FastifyReply => asPage(reply).code(404).send(renderDeadLink())
