import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { Problem } from '../../../shared/problem.ts'
import { MAX_RESPONSE_BYTES } from '../passkeys/rules.ts'
import { NewPasskeyResponse } from '../passkeys/schema.ts'
import { startPasskeyRegistration } from '../passkeys/service.ts'
import { createRecoveryCodes } from '../recovery-codes/service.ts'
import type { PersonActor } from '../rules.ts'
import { authenticateSession } from '../sessions/service.ts'
import { asPage, asScriptedPage, browserOf, setSession } from '../sign-in/requests.ts'
import { CODES_PATH, NEW_FACTOR_PATH, toOwnPath, WELCOME_PATH, withNext } from '../sign-in/rules.ts'
import { renderCodesOffer, renderRecoveryCodes, renderSetup, renderWelcome } from './page.ts'
import { completePasskeySetup, completeSetup, requireSetup, type Setup, startSetup } from './service.ts'

const Query = Type.Object({ next: Type.Optional(Type.String()) })
const CodeForm = Type.Object({ code: Type.Optional(Type.String()), next: Type.Optional(Type.String()) })
const NextForm = Type.Object({ next: Type.Optional(Type.String()) })

/** The pages on which somebody sets up a first second factor, and what follows. Register with `signInPages`. */
export function setupPages(http: Http, app: App): void {
  http.get(NEW_FACTOR_PATH, { schema: { hide: true, querystring: Query } }, async (request, reply) => {
    const next = toOwnPath(request.query.next)
    const setup = await find(app, request)
    if (!setup) return reply.redirect(withNext('/sign-in', next), 303)
    return asScriptedPage(reply).send(await render(app, setup, next))
  })

  http.post(
    '/sign-in/new-factor',
    { schema: { hide: true, body: CodeForm }, config: { isTry: true } },
    async (request, reply) => {
      const next = toOwnPath(request.body.next)
      const setup = await find(app, request)
      if (!setup) return reply.redirect(withNext('/sign-in', next), 303)
      try {
        const token = await completeSetup(app, actorOf(setup, request), request.body.code ?? '')
        return setSession(reply, token).redirect(withNext(CODES_PATH, next), 303)
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error
        const page = await render(app, setup, next, error.message)
        return asScriptedPage(reply).code(400).send(page)
      }
    },
  )

  http.get(CODES_PATH, { schema: { hide: true, querystring: Query } }, async (request, reply) => {
    const next = toOwnPath(request.query.next)
    const session = await findStrong(app, request)
    return session ? asPage(reply).send(renderCodesOffer(next)) : reply.redirect(next, 303)
  })

  http.post('/sign-in/new-factor/codes', { schema: { hide: true, body: NextForm } }, async (request, reply) => {
    const next = toOwnPath(request.body.next)
    const session = await findStrong(app, request)
    if (!session) return reply.redirect(next, 303)
    const codes = await createRecoveryCodes(app, actorOf({ session }, request))
    return asPage(reply).send(renderRecoveryCodes(codes, next))
  })

  http.get(WELCOME_PATH, { schema: { hide: true } }, async (request, reply) => {
    try {
      const { account, role } = await authenticateSession(app, browserOf(request).session)
      return asPage(reply).send(renderWelcome(account, role))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return reply.redirect(withNext('/sign-in', WELCOME_PATH), 303)
    }
  })
}

const NewPasskey = Type.Object({ response: NewPasskeyResponse })

/** What the script of those pages calls. Register in a scope that reads cookies, and takes changes of our own pages alone. */
export function passkeySetupRoutes(http: Http, app: App): void {
  http.post('/sign-in/new-factor/passkey/options', { schema: { hide: true } }, async (request) => {
    const { session } = await requireSetup(app, browserOf(request).session)
    return await startPasskeyRegistration(app, session)
  })

  http.post(
    '/sign-in/new-factor/passkey',
    { schema: { hide: true, body: NewPasskey }, bodyLimit: MAX_RESPONSE_BYTES, config: { isTry: true } },
    async (request, reply) => {
      const setup = await requireSetup(app, browserOf(request).session)
      const token = await completePasskeySetup(app, actorOf(setup, request), request.body.response)
      return setSession(reply, token).code(204).send()
    },
  )
}

async function find(app: App, request: FastifyRequest): Promise<Setup | undefined> {
  try {
    return await requireSetup(app, browserOf(request).session)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** The session, if its person has proven a second factor within ten minutes. */
async function findStrong(app: App, request: FastifyRequest): Promise<Setup['session'] | undefined> {
  try {
    const session = await authenticateSession(app, browserOf(request).session)
    return session.strongUntil && session.strongUntil > app.now() ? session : undefined
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

function actorOf({ session }: Pick<Setup, 'session'>, { ip: address, id: requestId }: FastifyRequest): PersonActor {
  const { personId: id, account } = session
  return { session, author: { kind: 'person', id, accountId: account.id, address, requestId } }
}

async function render(app: App, setup: Setup, next: string, problem?: string): Promise<string> {
  return renderSetup({
    authenticator: await startSetup(app, setup),
    company: setup.session.account.name,
    requiredBy: setup.needsFactor ? (setup.session.account.requiresFactor ? 'account' : 'role') : undefined,
    next,
    ...(problem !== undefined && { problem }),
  })
}
