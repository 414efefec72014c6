import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { SMALL_PAGE_HEADERS } from '../../../shared/html/small-page.ts'
import { renderActivated, renderActivationForm, renderDeadLink } from './page.ts'
import { completeActivation, findActivation } from './service.ts'

const Params = Type.Object({ token: Type.String() })
type TokenRequest = FastifyRequest<{ Params: Static<typeof Params> }>

const MAX_FORM_BYTES = 4096

/** The pages behind an activation link. Register in a separate scope: forms are read only here. */
export function activationRoutes(http: Http, app: App): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async () => null)

  http.get('/activate/:token', { schema: { hide: true, params: Params } }, async (request, reply) => {
    const found = await findActivation(app, request.params.token)
    if (!found) return asPage(reply).code(404).send(renderDeadLink())
    return asPage(reply).send(renderActivationForm(found.company))
  })

  /** Checks the link before the body of a form is read. */
  const requireLink = async (request: TokenRequest, reply: FastifyReply): Promise<void> => {
    if (!(await findActivation(app, request.params.token))) await asPage(reply).code(404).send(renderDeadLink())
  }

  // The form has no fields. Pages of version 0.1 sent a password, which is ignored.
  http.post(
    '/activate/:token',
    { schema: { hide: true, params: Params }, bodyLimit: MAX_FORM_BYTES, onRequest: requireLink },
    async (request, reply) => {
      const company = await completeActivation(app, request.params.token, request.ip)
      if (company === undefined) return asPage(reply).code(404).send(renderDeadLink())
      return asPage(reply).send(renderActivated(company))
    },
  )
}

const asPage = (reply: FastifyReply): FastifyReply => reply.headers(SMALL_PAGE_HEADERS)
