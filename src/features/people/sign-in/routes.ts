import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { SCRIPTED_PAGE_HEADERS, SMALL_PAGE_HEADERS } from '../../../shared/html/small-page.ts'
import { Problem } from '../../../shared/problem.ts'
import { MAX_PASSWORD_CHARACTERS } from '../passwords/rules.ts'
import { MAX_EMAIL_CHARACTERS } from '../rules.ts'
import { SESSION_COOKIE, SESSION_COOKIE_OPTIONS } from '../sessions/rules.ts'
import { authenticateSession } from '../sessions/service.ts'
import { renderInactive, renderSignIn, renderSuspended, type SignInForm, WRONG_PASSWORD } from './page.ts'
import { toOwnPath, waitText } from './rules.ts'
import { type Browser, endOwnSession, startSignIn } from './service.ts'

const Query = Type.Object({ next: Type.Optional(Type.String()) })

const Form = Type.Object({
  email: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  next: Type.Optional(Type.String()),
})

/** The pages on which people sign in. Register in a scope that reads cookies and forms, and takes forms of our own pages alone. */
export function signInPages(http: Http, app: App): void {
  http.get('/sign-in', { schema: { hide: true, querystring: Query } }, async (request, reply) => {
    const next = toOwnPath(request.query.next)
    if (await isSignedIn(app, request)) return reply.redirect(next, 303)
    return asSignInPage(reply).send(renderSignIn({ next, offersMicrosoft: await app.offersMicrosoft() }))
  })

  http.post('/sign-in', { schema: { hide: true, body: Form }, config: { isTry: true } }, async (request, reply) => {
    const { email = '', password = '' } = request.body
    const offersMicrosoft = await app.offersMicrosoft()
    const form: SignInForm = { next: toOwnPath(request.body.next), email, offersMicrosoft }
    const again = (status: number, problem: string) =>
      asSignInPage(reply)
        .code(status)
        .send(renderSignIn({ ...form, problem }))
    // PostgreSQL refuses NUL bytes.
    const isPossible = email.length <= MAX_EMAIL_CHARACTERS && password.length <= MAX_PASSWORD_CHARACTERS
    if (!isPossible || email.includes('\0') || email === '' || password === '') return again(400, WRONG_PASSWORD)
    const result = await startSignIn(app, { email, password }, browserOf(request))
    switch (result.kind) {
      case 'wrong':
        return again(400, WRONG_PASSWORD)
      case 'wait':
        reply.header('Retry-After', String(result.seconds))
        return again(429, waitText(result.seconds))
      case 'inactive':
        return asPage(reply).code(403).send(renderInactive(result.account))
      case 'signed-in':
        reply.setCookie(SESSION_COOKIE, result.token, SESSION_COOKIE_OPTIONS)
        return reply.redirect(form.next, 303)
    }
  })

  http.post('/sign-out', { schema: { hide: true } }, async (request, reply) => {
    await endOwnSession(app, browserOf(request))
    return reply.clearCookie(SESSION_COOKIE, SESSION_COOKIE_OPTIONS).redirect('/sign-in', 303)
  })

  http.get('/suspended', { schema: { hide: true } }, async (_request, reply) => asPage(reply).send(renderSuspended()))
}

const browserOf = ({ ip, id, headers, cookies }: FastifyRequest): Browser => ({
  address: ip,
  agent: headers['user-agent'],
  requestId: id,
  session: cookies[SESSION_COOKIE],
})

async function isSignedIn(app: App, { cookies }: FastifyRequest): Promise<boolean> {
  try {
    await authenticateSession(app, cookies[SESSION_COOKIE])
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

const asPage = (reply: FastifyReply): FastifyReply =>
  // Not no-referrer, with which browsers would hide from us where a form comes from.
  reply.headers({ ...SMALL_PAGE_HEADERS, 'Referrer-Policy': 'same-origin' })

/** With the script for passkeys. */
const asSignInPage = (reply: FastifyReply): FastifyReply =>
  reply.headers({ ...SCRIPTED_PAGE_HEADERS, 'Referrer-Policy': 'same-origin' })
