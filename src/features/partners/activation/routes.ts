import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { type Http, IDEMPOTENCY_PROBLEMS, problems } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { FORM_PAGE_HEADERS } from '../../../shared/html/small-page.ts'
import { newPasswordProblem } from '../../people/passwords/rules.ts'
import { SESSION_COOKIE, SESSION_COOKIE_OPTIONS } from '../../people/sessions/rules.ts'
import { NEW_FACTOR_PATH, WELCOME_PATH, withNext } from '../../people/sign-in/rules.ts'
import { renderActivationForm, renderDeadLink } from './page.ts'
import { completeActivation, findActivation, invitePartnerAgain } from './service.ts'

const Params = Type.Object({ token: Type.String() })
const Form = Type.Object({ password: Type.Optional(Type.String()), repeat: Type.Optional(Type.String()) })

/** The pages behind an activation link. Register in a scope that reads cookies and forms, and takes forms of our own pages alone. */
export function activationRoutes(http: Http, app: App): void {
  http.get('/activate/:token', { schema: { hide: true, params: Params } }, async (request, reply) => {
    const found = await findActivation(app, request.params.token)
    return found ? asPage(reply).send(renderActivationForm(found)) : dead(reply)
  })

  /** Checks the link before the body of a form is read. */
  const requireLink = async (
    request: FastifyRequest<{ Params: Static<typeof Params> }>,
    reply: FastifyReply,
  ): Promise<void> => {
    if (!(await findActivation(app, request.params.token))) await dead(reply)
  }

  http.post(
    '/activate/:token',
    { schema: { hide: true, params: Params, body: Form }, config: { isTry: true }, onRequest: requireLink },
    async (request, reply) => {
      const { token } = request.params
      const found = await findActivation(app, token)
      if (!found) return dead(reply)
      const problem = newPasswordProblem(request.body, found.email)
      if (problem !== undefined) return asPage(reply).code(400).send(renderActivationForm(found, problem))
      const { ip: address, id: requestId, headers, cookies } = request
      const browser = { address, requestId, agent: headers['user-agent'], session: cookies[SESSION_COOKIE] }
      const activated = await completeActivation(app, token, request.body.password ?? '', browser)
      if (!activated) return dead(reply)
      // Somebody with this address belongs to the account already, and has a password.
      if (activated.session === undefined) return reply.redirect('/sign-in', 303)
      reply.setCookie(SESSION_COOKIE, activated.session, SESSION_COOKIE_OPTIONS)
      return reply.redirect(withNext(NEW_FACTOR_PATH, WELCOME_PATH), 303)
    },
  )
}

const asPage = (reply: FastifyReply): FastifyReply => reply.headers(FORM_PAGE_HEADERS)

const dead = (reply: FastifyReply): FastifyReply => asPage(reply).code(404).send(renderDeadLink())

/** Resending activation links, for distributors. Register behind a session, for distributors. */
export function partnersActivationRoutes(http: Http, app: App): void {
  http.post(
    '/partners/:id/invite',
    {
      config: { role: 'admin' },
      schema: {
        params: Type.Object({ id: Type.String() }),
        response: {
          200: Type.Object({
            email: Type.String({ description: "The administrator's address, which gets a new link." }),
          }),
          ...problems('NOT_FOUND', ...IDEMPOTENCY_PROBLEMS),
        },
      },
    },
    (request) => invitePartnerAgain(app, request.distributor, request.params.id, request.idempotency),
  )
}
