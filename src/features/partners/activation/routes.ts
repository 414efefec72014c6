import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { SMALL_PAGE_HEADERS } from '../../../ground/small-page.ts'
import { renderActivated, renderActivationForm, renderDeadLink } from './page.ts'
import { completeActivation, findActivation } from './service.ts'

const Params = Type.Object({ token: Type.String() })
type TokenRequest = FastifyRequest<{ Params: Static<typeof Params> }>

const Form = Type.Object({ password: Type.Optional(Type.String()) })
const FORM_MOST_BYTES = 4096

/** The pages behind an activation link. Register in a scope of its own: forms are read here and nowhere else. */
export function activationRoutes(http: Http, app: App): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
  )

  http.get('/activate/:token', { schema: { hide: true, params: Params } }, async (request, reply) => {
    const found = await findActivation(app, request.params.token)
    if (!found) return asPage(reply).code(404).send(renderDeadLink())
    return asPage(reply).send(renderActivationForm(found.company, false))
  })

  /** Looks at the link before the body of a form is read. */
  const requireLink = async (request: TokenRequest, reply: FastifyReply): Promise<void> => {
    if (!(await findActivation(app, request.params.token))) await asPage(reply).code(404).send(renderDeadLink())
  }

  http.post(
    '/activate/:token',
    { schema: { hide: true, params: Params, body: Form }, bodyLimit: FORM_MOST_BYTES, onRequest: requireLink },
    async (request, reply) => {
      const { token } = request.params
      const done = await completeActivation(app, token, request.body.password ?? '', request.ip)
      if (done.done) return asPage(reply).send(renderActivated(done.company))
      const found = done.reason === 'password' ? await findActivation(app, token) : undefined
      if (!found) return asPage(reply).code(404).send(renderDeadLink())
      return asPage(reply).code(400).send(renderActivationForm(found.company, true))
    },
  )
}

const asPage = (reply: FastifyReply): FastifyReply => reply.headers(SMALL_PAGE_HEADERS)
