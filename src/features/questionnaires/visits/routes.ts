import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Http } from '../../../api.ts'
import type { App } from '../../../app.ts'
import { fields, text } from '../../../shared/json.ts'
import { Problem } from '../../../shared/problem.ts'
import { pageHeaders } from '../../../shared/security-headers.ts'
import { type PageState, renderCodePage, renderDeadLink, renderQuestionnaire } from './page.ts'
import { CODE_RETRY_S, SESSION_S, type Typed } from './rules.ts'
import { AUTOSAVE } from './script.ts'
import {
  findVisit,
  finishVisit,
  getVisit,
  isSignedIn,
  type Origin,
  requestCode,
  type Saved,
  saveVisit,
  shareVisit,
  submitCode,
  type Visit,
} from './service.ts'
import { VISIT_POLICY } from './style.ts'

const params = Type.Object({ token: Type.String() })
const Form = Type.Unsafe<Typed>({ type: 'object', additionalProperties: { type: 'string' } })
const Colleague = Type.Object({
  email: Type.String({ format: 'email' }),
  section: Type.Optional(Type.String({ maxLength: 200 })),
})

/** Enough for a whole questionnaire with a sentence on each question, as sent without the script. */
const MAX_FORM_BYTES = 64 * 1024
const MAX_SMALL_FORM_BYTES = 4096

/** The script saves each answer as it is given, so a save costs no more than reading a page. */
const SAVE_COST = 1

const COOKIE = '__Secure-questionnaire'

const NOTICES: ReadonlyMap<string, { words: string; isWrong: boolean }> = new Map(
  Object.entries({
    saved: { words: 'Everything is saved.', isWrong: false },
    sent: { words: 'Thank you: your answers are on their way. You can still change them here.', isWrong: false },
    asked: { words: 'Your colleague gets an e-mail with a link.', isWrong: false },
    known: { words: 'This address has already been asked.', isWrong: true },
    full: { words: 'No more colleagues can be asked for this questionnaire.', isWrong: true },
    refused: { words: 'Only the people who were asked first can ask others.', isWrong: true },
    taken: { words: 'The suggestions are saved as your answers. Change any that are wrong.', isWrong: false },
    'nothing-taken': { words: 'Your tenant suggests no answer to the open questions in this section.', isWrong: false },
    address: { words: 'That is not an e-mail address. Nobody was asked.', isWrong: true },
  }),
)

const WRONG_CODE = 'That code is wrong or no longer works. Look for the newest e-mail, or request another code.'
const TOO_MANY_CODES = 'Too many codes were requested. Use the newest one, or try again in an hour.'

/** The pages behind a personal link. Register in a scope that reads cookies and forms. */
export function visitRoutes(http: Http, app: App): void {
  http.get('/q/app.js', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
      })
      .send(AUTOSAVE),
  )

  http.get('/q/:token', { schema: { hide: true, params } }, async (request, reply) => {
    const visit = await findVisit(app, request.params.token)
    if (!visit) return dead(reply)
    if (!(await isSignedIn(app, visit, sessionOf(request))))
      return asPage(reply).send(renderCodePage(pathOf(request), visit, visit.awaitsCode))
    const query = fields(request.query)
    const [found, section] = [NOTICES.get(text(query.notice) ?? ''), text(query.section)]
    const notice = found && { ...found, ...(section !== undefined && { section }) }
    return asPage(reply).send(renderQuestionnaire(stateOf(request, visit, await getVisit(app, visit), notice)))
  })

  /** The visit of each form request, from the check of its link to its handler. */
  const visits = new WeakMap<FastifyRequest, Visit>()

  /** Checks before the body of a form is read that one of our own pages sent it and that the link works. */
  const requireVisit = async (request: TokenRequest, reply: FastifyReply): Promise<void> => {
    const visit = isOwnForm(request, app.appUrl) ? await findVisit(app, request.params.token) : undefined
    if (visit) visits.set(request, visit)
    else await dead(reply)
  }

  /** Checks before the body is read that this browser has entered the code. */
  const requireSession = async (request: TokenRequest, reply: FastifyReply): Promise<void> => {
    if (await isSignedIn(app, visitOf(request), sessionOf(request))) return
    if (!isScript(request)) return void (await back(request, reply))
    throw new Problem('INVALID_KEY', { message: 'You are no longer signed in to this page: open the link again.' })
  }

  const visitOf = (request: FastifyRequest): Visit => {
    const visit = visits.get(request)
    if (!visit) throw new Error('requireVisit has not run for this request')
    return visit
  }

  http.post('/q/:token/code', { schema: { hide: true, params }, onRequest: requireVisit }, async (request, reply) => {
    const visit = visitOf(request)
    if (await requestCode(app, visit)) return back(request, reply)
    return asPage(reply)
      .code(429)
      .header('Retry-After', String(CODE_RETRY_S))
      .send(renderCodePage(pathOf(request), visit, true, TOO_MANY_CODES))
  })

  http.post(
    '/q/:token/enter',
    { schema: { hide: true, params, body: Form }, bodyLimit: MAX_SMALL_FORM_BYTES, onRequest: requireVisit },
    async (request, reply) => {
      const visit = visitOf(request)
      const session = await submitCode(app, visit, request.body.code ?? '', originOf(request))
      if (session === undefined)
        return asPage(reply)
          .code(400)
          .send(renderCodePage(pathOf(request), visit, true, WRONG_CODE))
      // The cookie is for this link only: recipients of several customers sign in to each.
      const path = pathOf(request)
      reply.setCookie(COOKIE, session, { path, maxAge: SESSION_S, secure: true, httpOnly: true, sameSite: 'lax' })
      return back(request, reply)
    },
  )

  http.post(
    '/q/:token',
    {
      schema: { hide: true, params, body: Form },
      bodyLimit: MAX_FORM_BYTES,
      config: { linkCost: SAVE_COST },
      onRequest: [requireVisit, requireSession],
    },
    async (request, reply) => {
      const visit = visitOf(request)
      const saved = await saveVisit(app, visit, request.body, originOf(request))
      if (!saved) return dead(reply)
      if (isScript(request)) return reply.header('Cache-Control', 'no-store').send(toReceipt(saved))
      if (saved.problems.length > 0) {
        const state = { ...stateOf(request, visit, saved.view), typed: request.body, problems: saved.problems }
        return asPage(reply).code(400).send(renderQuestionnaire(state))
      }
      const { taken } = saved
      if (taken) return back(request, reply, taken.count > 0 ? 'taken' : 'nothing-taken', taken.section)
      const isDone = request.body.next === 'done'
      if (isDone) await finishVisit(app, visit, originOf(request))
      return back(request, reply, isDone ? 'sent' : 'saved')
    },
  )

  http.post(
    '/q/:token/colleague',
    {
      schema: { hide: true, params, body: Colleague },
      attachValidation: true,
      bodyLimit: MAX_SMALL_FORM_BYTES,
      onRequest: [requireVisit, requireSession],
    },
    async (request, reply) => {
      if (request.validationError) return back(request, reply, 'address')
      const { email, section = '' } = request.body
      return back(request, reply, await shareVisit(app, visitOf(request), { email, section }, originOf(request)))
    },
  )
}

const isScript = ({ headers }: FastifyRequest): boolean => headers.accept === 'application/json'

/** Whether the form was sent by our own page (CSRF). Requests without these headers are not from a browser. */
function isOwnForm({ headers, host }: FastifyRequest, appUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return headers.origin === undefined || [new URL(appUrl).origin, `https://${host}`].includes(headers.origin)
}

type TokenRequest = FastifyRequest<{ Params: { token: string } }>

const pathOf = ({ params: { token } }: TokenRequest): string => `/q/${token}`

const sessionOf = ({ cookies }: FastifyRequest): string | undefined => cookies[COOKIE]

const originOf = ({ ip, id }: FastifyRequest): Origin => ({ address: ip, requestId: id })

function stateOf(
  request: TokenRequest,
  visitor: Visit,
  view: PageState['view'],
  notice?: PageState['notice'],
): PageState {
  return { path: pathOf(request), visitor, view, typed: {}, problems: [], ...(notice && { notice }) }
}

const toReceipt = ({ at, view, problems }: Saved) => ({
  savedAt: at.toISOString(),
  ...view.progress,
  outOfScope: view.sections.flatMap(({ questions }) => questions.flatMap((one) => (one.outOfScope ? [one.id] : []))),
  problems,
})

/** Redirects to the page, with a notice at its top or at one of its sections. */
function back(request: TokenRequest, reply: FastifyReply, notice?: string, section?: string): FastifyReply {
  const query = new URLSearchParams({ ...(notice && { notice }), ...(section && { section }) })
  const place = section === undefined ? '' : `#section-${encodeURIComponent(section)}`
  return reply.redirect(`${pathOf(request)}${query.size > 0 ? `?${query}` : ''}${place}`, 303)
}

const dead = (reply: FastifyReply): FastifyReply => asPage(reply).code(404).send(renderDeadLink())

function asPage(reply: FastifyReply): FastifyReply {
  return reply.headers({
    ...pageHeaders(VISIT_POLICY),
    // Not no-referrer, which would also hide from us where a form comes from.
    'Referrer-Policy': 'same-origin',
  })
}
