import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Http } from '../../../../api.ts'
import type { App } from '../../../../app.ts'
import { renderInactive, renderToProvider } from '../page.ts'
import { asPage, asScriptedPage, browserOf, clearStep, setSession, stepOf } from '../requests.ts'
import { ACCOUNT_PATH, FACTOR_PATH } from '../rules.ts'
import { factorWaitText, renderAccounts, renderFactor, WRONG_FACTOR } from './page.ts'
import { continueSignIn, findStep, type StepResult, submitFactor } from './service.ts'

const AccountForm = Type.Object({ person: Type.Optional(Type.String()) })
const FactorForm = Type.Object({ code: Type.Optional(Type.String()), recoveryCode: Type.Optional(Type.String()) })

/** The pages between the password and the session. Register with `signInPages`. */
export function signInStepPages(http: Http, app: App): void {
  http.get(ACCOUNT_PATH, { schema: { hide: true } }, async (request, reply) => {
    const step = await findStep(app, stepOf(request))
    return step ? asPage(reply).send(renderAccounts(step.candidates)) : startAgain(reply)
  })

  http.post('/sign-in/account', { schema: { hide: true, body: AccountForm } }, async (request, reply) => {
    const result = await continueSignIn(app, stepOf(request), request.body.person ?? '', browserOf(request))
    return await answer(app, result, request, reply, 'code')
  })

  http.get(FACTOR_PATH, { schema: { hide: true } }, async (request, reply) => {
    const step = await findStep(app, stepOf(request))
    if (!step?.chosen) return startAgain(reply)
    return asScriptedPage(reply).send(renderFactor({ ...step, chosen: step.chosen }))
  })

  http.post(
    '/sign-in/factor',
    { schema: { hide: true, body: FactorForm }, config: { isTry: true } },
    async (request, reply) => {
      const { code = '', recoveryCode } = request.body
      const proof = recoveryCode === undefined ? { code } : { recoveryCode }
      const result = await submitFactor(app, stepOf(request), proof, browserOf(request))
      return await answer(app, result, request, reply, recoveryCode === undefined ? 'code' : 'recoveryCode')
    },
  )
}

const startAgain = (reply: FastifyReply): FastifyReply => clearStep(reply).redirect('/sign-in', 303)

async function answer(
  app: App,
  result: StepResult,
  request: FastifyRequest,
  reply: FastifyReply,
  field: keyof typeof WRONG_FACTOR,
): Promise<FastifyReply> {
  switch (result.kind) {
    case 'signed-in':
      return setSession(clearStep(reply), result.token).redirect(result.next, 303)
    case 'step':
      return reply.redirect(result.path, 303)
    case 'inactive':
      return asPage(clearStep(reply)).code(403).send(renderInactive(result.account))
    case 'provider':
      return asPage(clearStep(reply)).send(renderToProvider({ path: result.path }))
    case 'ended':
      return startAgain(reply)
    case 'wrong':
    case 'wait': {
      const step = await findStep(app, stepOf(request))
      if (!step?.chosen) return startAgain(reply)
      const words = result.kind === 'wrong' ? WRONG_FACTOR[field] : factorWaitText(result.seconds)
      if (result.kind === 'wait') reply.header('Retry-After', String(result.seconds))
      return asScriptedPage(reply)
        .code(result.kind === 'wrong' ? 400 : 429)
        .send(renderFactor({ ...step, chosen: step.chosen }, { words, field }))
    }
  }
}
