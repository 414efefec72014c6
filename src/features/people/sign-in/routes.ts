import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { Problem } from '../../../shared/problem.ts'
import { MAX_PASSWORD_CHARACTERS } from '../passwords/rules.ts'
import { MAX_EMAIL_CHARACTERS } from '../rules.ts'
import { SESSION_COOKIE, SESSION_COOKIE_OPTIONS } from '../sessions/rules.ts'
import { authenticateSetup } from '../sessions/service.ts'
import { findCompanySignIn } from '../sign-on/domains/service.ts'
import { companyPathOf, domainOf } from '../sign-on/rules.ts'
import {
  companyHint,
  noCompanyText,
  renderInactive,
  renderSignIn,
  renderSuspended,
  renderToProvider,
  type SignInForm,
  WRONG_PASSWORD,
} from './page.ts'
import { asPage, asScriptedPage, browserOf, setSession, setStep } from './requests.ts'
import { NEW_FACTOR_PATH, toOwnPath, waitText, withNext } from './rules.ts'
import { endOwnSession, startSignIn } from './service.ts'

/** `ended` is set where a screen leads here because its session has ended. */
const Query = Type.Object({ next: Type.Optional(Type.String()), ended: Type.Optional(Type.String()) })

const Form = Type.Object({
  email: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  next: Type.Optional(Type.String()),
})

/** The pages on which people sign in. Register in a scope that reads cookies and forms, and takes forms of our own pages alone. */
export function signInPages(http: Http, app: App): void {
  http.get('/sign-in', { schema: { hide: true, querystring: Query } }, async (request, reply) => {
    const next = toOwnPath(request.query.next)
    const known = await findSetup(app, request)
    if (known) return reply.redirect(known.needsFactor ? withNext(NEW_FACTOR_PATH, next) : next, 303)
    const hasEnded = request.query.ended !== undefined
    return asScriptedPage(reply).send(renderSignIn({ next, hasEnded, offersMicrosoft: await app.offersMicrosoft() }))
  })

  http.post('/sign-in', { schema: { hide: true, body: Form }, config: { isTry: true } }, async (request, reply) => {
    const { email = '', password = '' } = request.body
    const offersMicrosoft = await app.offersMicrosoft()
    const form: SignInForm = { next: toOwnPath(request.body.next), email, offersMicrosoft }
    const again = (status: number, problem: string) =>
      asScriptedPage(reply)
        .code(status)
        .send(renderSignIn({ ...form, problem }))
    // PostgreSQL refuses NUL bytes.
    const isPossible = email.length <= MAX_EMAIL_CHARACTERS && password.length <= MAX_PASSWORD_CHARACTERS
    if (!isPossible || email.includes('\0') || email === '' || password === '') return again(400, WRONG_PASSWORD)
    const result = await startSignIn(app, { email, password, next: form.next }, browserOf(request))
    switch (result.kind) {
      case 'wrong': {
        const company = await findCompanySignIn(app, email)
        return again(400, company?.isRequired ? companyHint(company) : WRONG_PASSWORD)
      }
      case 'provider':
        return asPage(reply).send(renderToProvider({ path: result.path }))
      case 'wait':
        reply.header('Retry-After', String(result.seconds))
        return again(429, waitText(result.seconds))
      case 'inactive':
        return asPage(reply).code(403).send(renderInactive(result.account))
      case 'signed-in':
        return setSession(reply, result.token).redirect(form.next, 303)
      case 'step':
        return setStep(reply, result.token).redirect(result.path, 303)
    }
  })

  http.post(
    '/sign-in/company',
    { schema: { hide: true, body: Form }, config: { isTry: true } },
    async (request, reply) => {
      const { email = '' } = request.body
      const next = toOwnPath(request.body.next)
      const company = email.includes('\0') ? undefined : await findCompanySignIn(app, email.trim())
      if (company) {
        const { accountId, host } = company
        return asPage(reply).send(renderToProvider({ path: withNext(companyPathOf(accountId), next), host }))
      }
      const problem = noCompanyText(domainOf(email.trim()))
      const form = { next, email, problem, offersMicrosoft: await app.offersMicrosoft() }
      return asScriptedPage(reply).code(400).send(renderSignIn(form))
    },
  )

  http.post('/sign-out', { schema: { hide: true } }, async (request, reply) => {
    await endOwnSession(app, browserOf(request))
    return reply.clearCookie(SESSION_COOKIE, SESSION_COOKIE_OPTIONS).redirect('/sign-in', 303)
  })

  http.get('/suspended', { schema: { hide: true } }, async (_request, reply) => asPage(reply).send(renderSuspended()))
}

async function findSetup(app: App, { cookies }: FastifyRequest): Promise<{ needsFactor: boolean } | undefined> {
  try {
    return await authenticateSetup(app, cookies[SESSION_COOKIE])
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
