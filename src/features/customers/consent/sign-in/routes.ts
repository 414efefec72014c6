import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Http } from '../../../../api.ts'
import type { App } from '../../../../app.ts'
import { CALLBACK_PATH } from '../../../../graph/permissions/consent.ts'
import { SignInFailure, type SignInFailureCode } from '../../../../graph/sign-in/failure.ts'
import { newToken } from '../../../../shared/crypto/tokens.ts'
import { SMALL_PAGE_HEADERS, smallPagePolicy } from '../../../../shared/html/small-page.ts'
import { pageHeaders } from '../../../../shared/security-headers.ts'
import { findShownBrand } from '../../../brands/service.ts'
import { isPersonState, RETURN_PATH } from '../../../people/single-sign-on/rules.ts'
import type { OpenLink } from '../service.ts'
import {
  renderApproved,
  renderConsentRequest,
  renderDeadConsent,
  renderEnded,
  renderNotAdministrator,
  renderNotProven,
  renderOtherTenant,
  renderRefused,
  renderUnavailable,
} from './page.ts'
import { type Names, toNames } from './rules.ts'
import { continueSignIn, findLink, startSignIn } from './service.ts'

const params = Type.Object({ token: Type.String() })

/** Parameters of the redirect from the sign-in service. The verifying library reads the others. */
const CallbackQuery = Type.Object({ state: Type.Optional(Type.String()), error: Type.Optional(Type.String()) })

/**
 * Binds a sign-in to the browser that opened the link. SameSite=Lax: sent when the sign-in service redirects back, but not
 * with a form of another site.
 */
const COOKIE = '__Host-plumbline-approval'
const COOKIE_SECONDS = 3_600
const COOKIE_VALUE = /^[\w-]{43}$/

/** The form redirects to the sign-in service, which may redirect to a federated one of the tenant. */
const REQUEST_FORM = "'self' https:"

const FAILURES: Readonly<Record<SignInFailureCode, { status: number; render: (names: Names) => string }>> = {
  REFUSED: { status: 200, render: renderRefused },
  NOT_ADMINISTRATOR: { status: 403, render: renderNotAdministrator },
  OTHER_TENANT: { status: 403, render: renderOtherTenant },
  NOT_PROVEN: { status: 403, render: renderNotProven },
  UNAVAILABLE: { status: 503, render: renderUnavailable },
}

/**
 * The pages behind a consent link, and the one to which the sign-in service sends administrators back. Register in a scope
 * that reads cookies.
 */
export function consentPages(http: Http, app: App): void {
  http.get('/approve/:token', { schema: { hide: true, params } }, async (request, reply) => {
    const { token } = request.params
    const link = await findLink(app, token)
    if (!link) return asPage(reply).code(404).send(renderDeadConsent())
    const browser = readBrowser(request) ?? newToken()
    const names = await nameOf(app, link)
    reply.headers(pageHeaders(smallPagePolicy(REQUEST_FORM, {}, names.look)))
    const scope = { path: '/', secure: true, httpOnly: true, sameSite: 'lax', maxAge: COOKIE_SECONDS } as const
    reply.setCookie(COOKIE, browser, scope)
    return reply.send(renderConsentRequest(names, link.tenantId, `/approve/${token}`))
  })

  http.post('/approve/:token', { schema: { hide: true, params } }, async (request, reply) => {
    const browser = readBrowser(request)
    // Without the cookie, the form is not ours or the browser accepts no cookies.
    if (browser === undefined) return asPage(reply).code(403).send(renderEnded())
    try {
      const url = await startSignIn(app, request.params.token, browser)
      if (url === undefined) return asPage(reply).code(404).send(renderDeadConsent())
      return asPage(reply).header('Location', url).code(303).send('')
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error
      return asPage(reply).code(503).send(renderUnavailable())
    }
  })

  http.get(CALLBACK_PATH, { schema: { hide: true, querystring: CallbackQuery } }, async (request, reply) => {
    const { state, error } = request.query
    const browser = readBrowser(request)
    const mark = request.url.indexOf('?')
    const query = mark < 0 ? '' : request.url.slice(mark)
    // People of the portal come back to the same address.
    if (state !== undefined && isPersonState(state)) return asPage(reply).redirect(RETURN_PATH + query, 303)
    const outcome = await continueSignIn(app, { state, error, query, browser, address: request.ip })
    asPage(reply)
    if (outcome.kind === 'redirect') return reply.header('Location', outcome.url).code(303).send('')
    if (outcome.kind === 'ended') return reply.code(404).send(renderEnded())
    if (outcome.kind === 'dead') return reply.code(404).send(renderDeadConsent())
    const names = await nameOf(app, outcome.link)
    reply.headers(pageHeaders(smallPagePolicy("'self'", {}, names.look)))
    if (outcome.kind === 'approved') return reply.send(renderApproved(names))
    const { status, render } = FAILURES[outcome.code]
    return reply.code(status).send(render(names))
  })
}

const nameOf = async (app: App, link: OpenLink): Promise<Names> =>
  toNames(link, await findShownBrand(app.db, link.partnerId))

const asPage = (reply: FastifyReply): FastifyReply => reply.headers(SMALL_PAGE_HEADERS)

function readBrowser({ cookies }: FastifyRequest): string | undefined {
  const value = cookies[COOKIE]
  return value !== undefined && COOKIE_VALUE.test(value) ? value : undefined
}
