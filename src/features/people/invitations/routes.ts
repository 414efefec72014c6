import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { Problem } from '../../../shared/problem.ts'
import { newPasswordProblem } from '../passwords/rules.ts'
import { nameProblem } from '../rules.ts'
import { asPage, browserOf, setSession } from '../sign-in/requests.ts'
import { NEW_FACTOR_PATH, WELCOME_PATH, withNext } from '../sign-in/rules.ts'
import { getProviderUse } from '../sign-on/provider/service.ts'
import { companyInvitationPathOf } from '../sign-on/rules.ts'
import { invitationPathOf } from '../single-sign-on/rules.ts'
import { renderDeadLink, renderInvitation } from './page.ts'
import { completeInvitation, findInvitation } from './service.ts'

const Params = Type.Object({ token: Type.String() })
const Form = Type.Object({
  name: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  repeat: Type.Optional(Type.String()),
})

/** The pages behind the link of an invitation. Register with `signInPages`. */
export function invitationPages(http: Http, app: App): void {
  http.get('/invitation/:token', { schema: { hide: true, params: Params } }, async (request, reply) => {
    const shown = await findShown(app, request.params.token)
    return shown ? asPage(reply).send(renderInvitation(shown)) : dead(reply)
  })

  /** Checks the link before the body of a form is read. */
  const requireLink = async (
    request: FastifyRequest<{ Params: Static<typeof Params> }>,
    reply: FastifyReply,
  ): Promise<void> => {
    if (!(await findInvitation(app, request.params.token))) await dead(reply)
  }

  http.post(
    '/invitation/:token',
    { schema: { hide: true, params: Params, body: Form }, config: { isTry: true }, onRequest: requireLink },
    async (request, reply) => {
      const { token } = request.params
      const shown = await findShown(app, token)
      if (!shown) return dead(reply)
      if (shown.requiresProvider) return asPage(reply).code(403).send(renderInvitation(shown))
      const { name = '', password = '' } = request.body
      const problem = nameProblem(name) ?? newPasswordProblem(request.body, shown.email)
      if (problem !== undefined) {
        return asPage(reply)
          .code(400)
          .send(renderInvitation({ ...shown, name }, problem))
      }
      try {
        const session = await completeInvitation(app, token, { name: name.trim(), password }, browserOf(request))
        if (session === undefined) return dead(reply)
        return setSession(reply, session).redirect(withNext(NEW_FACTOR_PATH, WELCOME_PATH), 303)
      } catch (error) {
        // Suspended, or the account requires its provider, just now: as if the link did not exist.
        if (error instanceof Problem && (error.status === 403 || error.status === 401)) return dead(reply)
        throw error
      }
    },
  )
}

/** What the page shows; undefined if the link does not work. */
async function findShown(app: App, token: string) {
  const invited = await findInvitation(app, token)
  if (!invited) return undefined
  const provider = await getProviderUse(app.db, invited.accountId)
  return {
    ...invited,
    microsoftPath: (await app.offersMicrosoft()) ? invitationPathOf(token) : undefined,
    companyPath: provider && companyInvitationPathOf(token),
    requiresProvider: provider?.isRequired ?? false,
  }
}

const dead = (reply: FastifyReply): FastifyReply => asPage(reply).code(404).send(renderDeadLink())
