import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Http } from '../../../../api.ts'
import type { App } from '../../../../app.ts'
import { ProviderFailure } from '../../../../platform/openid/failure.ts'
import type { PersonSession } from '../../../../shared/actor.ts'
import { hashToken } from '../../../../shared/crypto/tokens.ts'
import { SMALL_PAGE_HEADERS } from '../../../../shared/html/small-page.ts'
import { Problem } from '../../../../shared/problem.ts'
import { renderDeadLink } from '../../invitations/page.ts'
import { completeCompanyInvitation, findInvitation } from '../../invitations/service.ts'
import { toPersonActor } from '../../rules.ts'
import { SESSION_COOKIE } from '../../sessions/rules.ts'
import { findOwnSession } from '../../sessions/service.ts'
import {
  type CompanyOutcome,
  completeCompanyLink,
  completeCompanySignIn,
  startCompanySignIn,
} from '../../sign-on/attempts/service.ts'
import { recordProviderUse } from '../../sign-on/links/service.ts'
import { companyInvitationPathOf, companyPathOf, returnPathOf } from '../../sign-on/rules.ts'
import { browserSecretOf, requireBrowserSecret } from '../browser-secret.ts'
import { type EndingPage, renderExpired } from '../ending-page.ts'
import { renderInactive } from '../page.ts'
import { asPage, browserOf, setSession, setStep } from '../requests.ts'
import { NEW_FACTOR_PATH, toOwnPath, WELCOME_PATH, withNext } from '../rules.ts'
import { completeFirstFactor } from '../service.ts'
import { renderCompanyFailure, renderNoProvider, renderNotLinked, renderUnknown } from './page.ts'

const Start = Type.Object({ next: Type.Optional(Type.String()) })
const Account = Type.Object({ account: Type.String({ maxLength: 60 }) })
const Invitation = Type.Object({ token: Type.String() })

/** Parameters of the redirect from the provider. The verifying library reads the others. */
const Return = Type.Object({ state: Type.Optional(Type.String()) })

/**
 * The way to a sign-in through an account's provider and back. Both are opened from elsewhere, so nothing but the cookie and the
 * state say whose they are. Register in a scope that reads cookies.
 */
export function companySignInRoutes(http: Http, app: App): void {
  http.get(
    companyPathOf(':account'),
    { schema: { hide: true, params: Account, querystring: Start }, config: { linkCost: 0 } },
    async (request, reply) => {
      const nextPath = toOwnPath(request.query.next)
      return await leave(app, request.params.account, { nextPath }, request, reply)
    },
  )

  http.get(
    companyInvitationPathOf(':token'),
    { schema: { hide: true, params: Invitation }, config: { isTry: true } },
    async (request, reply) => {
      const { token } = request.params
      const invited = await findInvitation(app, token)
      if (!invited) return dead(reply)
      return await leave(app, invited.accountId, { invitationHash: hashToken(token) }, request, reply)
    },
  )

  http.get(
    returnPathOf(':account'),
    { schema: { hide: true, params: Account, querystring: Return }, config: { isTry: true, linkCost: 0 } },
    async (request, reply) => {
      const session = await findOwnSession(app, request.cookies[SESSION_COOKIE])
      const mark = request.url.indexOf('?')
      const outcome = await completeCompanySignIn(app, request.params.account, {
        state: request.query.state,
        query: mark < 0 ? '' : request.url.slice(mark),
        browser: browserSecretOf(request),
        session,
      })
      return await answer(app, outcome, session, request, reply)
    },
  )
}

/** Sends the browser to the provider. */
async function leave(
  app: App,
  accountId: string,
  attempt: { nextPath: string } | { invitationHash: Buffer },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const browser = requireBrowserSecret(request, reply)
  try {
    const url = await startCompanySignIn(app, accountId, { browser, ...attempt })
    return reply.headers(SMALL_PAGE_HEADERS).redirect(url, 303)
  } catch (error) {
    const purpose = 'nextPath' in attempt ? 'sign-in' : 'invitation'
    if (error instanceof ProviderFailure) return end(reply, renderCompanyFailure(error.code, purpose, error.message))
    if (error instanceof Problem && error.status === 404) return end(reply, renderNoProvider())
    throw error
  }
}

async function answer(
  app: App,
  outcome: CompanyOutcome,
  session: PersonSession | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const browser = browserOf(request)
  const { address, requestId } = browser
  switch (outcome.kind) {
    case 'ended':
      return end(reply, renderExpired())
    case 'unknown':
      return end(reply, renderUnknown())
    case 'failed':
      return end(reply, renderCompanyFailure(outcome.code, outcome.purpose, outcome.reason))
    case 'to-link': {
      if (!session) return end(reply, renderExpired())
      try {
        await completeCompanyLink(app, toPersonActor(session, { address, requestId }), outcome)
        const next = session.role === 'owner' ? '/sign-on' : '/security'
        return reply.headers(SMALL_PAGE_HEADERS).redirect(next, 303)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        return end(reply, renderNotLinked(error.message, 'link'))
      }
    }
    case 'invited': {
      try {
        const token = await completeCompanyInvitation(app, outcome.invitationHash, outcome, browser)
        if (token === undefined) return dead(reply)
        reply.headers(SMALL_PAGE_HEADERS)
        return setSession(reply, token).redirect(withNext(NEW_FACTOR_PATH, WELCOME_PATH), 303)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        if (error.code === 'DUPLICATE_ITEM') return end(reply, renderNotLinked(error.message, 'invitation'))
        // Suspended, or the provider was removed, just now: as if the link did not exist.
        if (error.status === 403 || error.status === 401) return dead(reply)
        throw error
      }
    }
    case 'identified':
      return await enter(app, outcome, request, reply)
  }
}

async function enter(
  app: App,
  { account, identity, personId, nextPath, isFactorProven }: CompanyOutcome & { kind: 'identified' },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const browser = browserOf(request)
  const { address, requestId } = browser
  const author = { kind: 'person', id: personId, accountId: account.id, address, requestId } as const
  const result = await completeFirstFactor(app, [personId], browser, {
    method: 'provider',
    next: nextPath,
    recordUse: (tx, id, at) => recordProviderUse(tx, account, { identity, personId: id, author, at }),
    isFactorProven,
  })
  reply.headers(SMALL_PAGE_HEADERS)
  switch (result.kind) {
    case 'inactive':
      return end(reply, { status: 403, page: renderInactive(result.account) })
    case 'step':
      return setStep(reply, result.token).redirect(result.path, 303)
    case 'signed-in':
      return setSession(reply, result.token).redirect(nextPath, 303)
    default:
      return end(reply, renderUnknown())
  }
}

const end = (reply: FastifyReply, { status, page }: EndingPage): FastifyReply =>
  reply.headers(SMALL_PAGE_HEADERS).code(status).send(page)

const dead = (reply: FastifyReply): FastifyReply => asPage(reply).code(404).send(renderDeadLink())
