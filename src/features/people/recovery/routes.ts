import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { newPasswordProblem } from '../passwords/rules.ts'
import { isEmail } from '../rules.ts'
import { asPage, browserOf } from '../sign-in/requests.ts'
import {
  NO_ADDRESS,
  renderDeadLink,
  renderNewPasswordForm,
  renderPasswordSet,
  renderRequest,
  renderRequested,
} from './page.ts'
import { completeRecovery, findRecovery, requestRecovery } from './service.ts'

const Params = Type.Object({ token: Type.String() })
const AddressForm = Type.Object({ email: Type.Optional(Type.String()) })
const PasswordForm = Type.Object({ password: Type.Optional(Type.String()), repeat: Type.Optional(Type.String()) })

/** The pages on which somebody who forgot their password chooses a new one. Register with `signInPages`. */
export function recoveryPages(http: Http, app: App): void {
  http.get('/recover', { schema: { hide: true } }, async (_request, reply) => asPage(reply).send(renderRequest()))

  http.post(
    '/recover',
    { schema: { hide: true, body: AddressForm }, config: { isTry: true } },
    async (request, reply) => {
      const email = (request.body.email ?? '').trim()
      if (!isEmail(email)) return asPage(reply).code(400).send(renderRequest(email, NO_ADDRESS))
      await requestRecovery(app, email)
      return asPage(reply).send(renderRequested())
    },
  )

  http.get('/recover/:token', { schema: { hide: true, params: Params } }, async (request, reply) => {
    const member = await findRecovery(app, request.params.token)
    return member ? asPage(reply).send(renderNewPasswordForm(member)) : dead(reply)
  })

  /** Checks the link before the body of a form is read. */
  const requireLink = async (request: TokenRequest, reply: FastifyReply): Promise<void> => {
    if (!(await findRecovery(app, request.params.token))) await dead(reply)
  }

  http.post(
    '/recover/:token',
    { schema: { hide: true, params: Params, body: PasswordForm }, config: { isTry: true }, onRequest: requireLink },
    async (request, reply) => {
      const { token } = request.params
      const member = await findRecovery(app, token)
      if (!member) return dead(reply)
      const problem = newPasswordProblem(request.body, member.email)
      if (problem !== undefined) return asPage(reply).code(400).send(renderNewPasswordForm(member, problem))
      const isSet = await completeRecovery(app, token, request.body.password ?? '', originOf(request))
      return isSet ? asPage(reply).send(renderPasswordSet()) : dead(reply)
    },
  )
}

type TokenRequest = FastifyRequest<{ Params: Static<typeof Params> }>

const originOf = (request: FastifyRequest) => {
  const { address, requestId } = browserOf(request)
  return { address, requestId }
}

const dead = (reply: FastifyReply): FastifyReply => asPage(reply).code(404).send(renderDeadLink())
